"""The entries of the documentation's search: guides, operations, errors, records, events and fields."""

import re
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass, field
from typing import Final

from wellwish.base.errors import CATALOGUE
from wellwish.web.docs import markdown
from wellwish.web.docs.chapters import Chapter
from wellwish.web.docs.fields import Field
from wellwish.web.docs.guide import GUIDES, path_of

WORD: Final = re.compile(r"[a-z0-9]+(?:[_.][a-z0-9]+)*")
# Stop words: too common to narrow a search.
IGNORED: Final = frozenset(
    WORD.findall(
        "a again all an and are as at be by can do does each for from has have how i if in is it its more no "
        "not of on once one only or same so that the their them then they this to unless was what when where "
        "which who will with without you your"
    )
)
_OF_OPERATIONS: Final = ("Operation", "Field")
_PLACES: Final = 2  # maximum number of operations and records listed in the entry of a field


@dataclass(frozen=True)
class Entry:
    """A search result; ``words`` contains further search terms that are not shown."""

    kind: str
    title: str
    says: str
    href: str
    words: str = ""

    @property
    def place(self) -> tuple[str, str]:
        """The page and the anchor or, for an operation, the folder of its page and its name."""
        path, _, anchor = self.href.partition("#")
        folder, _, name = path.rpartition("/")
        return (path, anchor) if self.kind not in _OF_OPERATIONS or "." not in name else (f"{folder}/", name)


@dataclass
class _Places:
    """The operations and records that contain a field."""

    href: str
    names: list[str] = field(default_factory=list[str])
    words: set[str] = field(default_factory=set[str])


def entries_of(shown: Collection[Chapter]) -> list[Entry]:
    """Returns all entries. Search results with equal scores have the same order."""
    found = [*_guides(), *_operations(shown), *_errors(), *_sections(), *_records(shown), *_events(shown)]
    return [*found, *_fields(shown)]


def _guides() -> Iterator[Entry]:
    for guide in GUIDES.values():
        intro = markdown.sections(markdown.parse(guide.text))[""]
        yield Entry("Guide", guide.title, guide.summary, path_of(guide.name), _words(intro, guide.title))


def _sections() -> Iterator[Entry]:
    for guide in GUIDES.values():
        for heading, text in markdown.sections(markdown.parse(guide.text)).items():
            if heading:
                href = f"{path_of(guide.name)}#{markdown.anchor_of(heading)}"
                yield Entry("Section", heading, guide.title, href, _words(text, heading))


def _operations(shown: Iterable[Chapter]) -> Iterator[Entry]:
    for chapter in shown:
        for each in chapter.operations:
            says = f"{each.method} {each.path}"
            words = _words(f"{each.summary} {each.description} {chapter.name}", f"{each.short} {says}")
            yield Entry("Operation", each.short, says, each.href, words)


def _errors() -> Iterator[Entry]:
    for code, refusal in sorted(CATALOGUE.items()):
        says = f"{refusal.status}: {refusal.title}."
        yield Entry("Error", code, says, f"/errors/{code}", _words(refusal.fix, refusal.title))


def _records(shown: Iterable[Chapter]) -> Iterator[Entry]:
    for chapter in shown:
        for each in chapter.records:
            if not each.name.endswith("List"):
                href = f"{chapter.path}#record-{each.name}"
                # Event types have separate entries.
                words = "" if each.name == "Type" else " ".join(each.words)
                yield Entry("Record", each.name, chapter.name, href, words)


def _events(shown: Iterable[Chapter]) -> Iterator[Entry]:
    for chapter in shown:
        if chapter.messages is not None:
            for name, (says, _) in chapter.messages["types"].items():
                yield Entry("Event", name, says, f"{chapter.path}#messages")


def _fields(shown: Iterable[Chapter]) -> Iterator[Entry]:
    """Yields an entry for each field name, with a link to its first occurrence."""
    found: dict[str, _Places] = {}
    for chapter in shown:
        for each in chapter.operations:
            _note(found, [*each.body, *each.parameters], each.short, each.href)
    for chapter in shown:
        for each in chapter.records:
            if not each.name.endswith("List"):
                _note(found, each.fields, each.name, f"{chapter.path}#record-{each.name}")
    for name, places in sorted(found.items()):
        more = len(places.names) - _PLACES
        says = ", ".join(places.names[:_PLACES]) + (f" and {more} more" if more > 0 else "")
        yield Entry("Field", name, says, places.href, " ".join(sorted(places.words)))


def _note(found: dict[str, _Places], fields: Iterable[Field], name: str, href: str) -> None:
    for each in fields:
        places = found.setdefault(each.name, _Places(href))
        if name not in places.names:
            places.names.append(name)
        places.words.update(each.words)
        _note(found, each.children, name, href)


def _words(text: str, shown: str) -> str:
    """Returns the distinct words of a text, without those in ``shown`` and plurals of other words."""
    words = set(WORD.findall(text.lower())) - set(WORD.findall(shown.lower())) - IGNORED
    return " ".join(sorted(each for each in words if each.removesuffix("s") not in words - {each}))
