"""The chapters of the reference: one per resource, one for webhook events and one for common records."""

from dataclasses import dataclass, field
from typing import Any, Final

from wellwish.web.docs.fields import MANY_WORDS, Field, Places, fields_of
from wellwish.web.docs.operations import Document, Operation, operation_of, records_of
from wellwish.web.docs.webhooks import messages

_COMMON: Final = "Common records"
_EVENTS: Final = "Webhook events"


@dataclass(frozen=True)
class Record:
    """An object that the API returns, or an enumeration with many values."""

    name: str
    description: str = ""
    fields: list[Field] = field(default_factory=list[Field])
    words: list[str] = field(default_factory=list[str])


@dataclass(frozen=True)
class Chapter:
    name: str
    description: str
    operations: list[Operation] = field(default_factory=list[Operation])
    records: list[Record] = field(default_factory=list[Record])
    messages: dict[str, Any] | None = None

    @property
    def slug(self) -> str:
        return _slug(self.name)

    @property
    def path(self) -> str:
        return _path(self.name)


def chapters(found: Document, base_url: str) -> dict[str, Chapter]:
    """Returns the chapters by slug, in the order of the navigation."""
    tags = {**dict.fromkeys(_common(found), _COMMON), **records_of(found)}
    places = {name: f"{_path(tag)}#record-{name}" for name, tag in tags.items()}
    operations = [
        operation_of(found, base_url, path, method, operation, places)
        for path, methods in found["paths"].items()
        for method, operation in methods.items()
    ]
    made = [
        Chapter(
            tag["name"],
            tag["description"],
            [each for each in operations if each.tag == tag["name"]],
            _records(found, tags, tag["name"], places),
        )
        for tag in found["tags"]
    ]
    about = "The messages that webhook endpoints receive."
    made.append(Chapter(_EVENTS, about, messages=messages(found, places)))
    about = "What several resources use: problem documents, and words that many fields have in common."
    made.append(Chapter(_COMMON, about, records=_records(found, tags, _COMMON, places)))
    return {chapter.slug: chapter for chapter in made}


def _common(found: Document) -> list[str]:
    schemas = found["components"]["schemas"]
    words = [name for name, schema in schemas.items() if len(schema.get("enum", ())) > MANY_WORDS]
    return [*sorted({"Problem", "Fault"} & schemas.keys()), *words]


def _records(found: Document, tags: dict[str, str], tag: str, places: Places) -> list[Record]:
    schemas = found["components"]["schemas"]
    return [
        Record(
            name,
            schemas[name].get("description", ""),
            fields_of(schemas, schemas[name], places),
            schemas[name].get("enum", []),
        )
        for name, its in sorted(tags.items())
        if its == tag
    ]


def _path(name: str) -> str:
    return f"/docs/reference/{_slug(name)}"


def _slug(name: str) -> str:
    return name.lower().replace(" ", "-")
