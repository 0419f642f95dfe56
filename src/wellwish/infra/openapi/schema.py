"""The JSON Schemas of bodies and responses, generated from their types (JSON Schema 2020-12).

Body schemas describe strict handling: no unknown fields, only canonical words. Null, and blank optional text,
are equivalent to an absent field. Response schemas list the members that are always present as ``required``.
"""

from typing import Any, Final, cast, get_args, get_origin, get_type_hints

import msgspec
from msgspec import UNSET, Struct
from msgspec.structs import fields

from wellwish.base.errors import Fault
from wellwish.infra.http import DryRun, Page, Query
from wellwish.infra.http.answer import Problem
from wellwish.infra.http.fields import LINE_PATTERN, TEXT_PATTERN
from wellwish.infra.http.normalise import MAX_BLANK, MAX_FAULTS
from wellwish.infra.http.plan import FieldPlan, plan_of
from wellwish.infra.openapi.forms import (
    constant,
    either,
    extending,
    in_words,
    kept,
    marked,
    referred,
    same_words,
    with_null,
    without_null,
)
from wellwish.infra.openapi.known_fields import MAX_INT32, MAX_ITEMS, SHARED, Schema, known
from wellwish.infra.openapi.names import camel, id_schema, markdown

_REF: Final = "#/components/schemas/"
_LIST: Final = "AnyList"  # the schema that every list extends
_FREE: Final = frozenset({LINE_PATTERN, TEXT_PATTERN})  # these patterns also match blank text
# An enumeration of at least _LONG_LIST words is a shared component. With more than _LONGER_LIST words, it is
# named after the field only, without the struct.
_LONG_LIST: Final = 5
_LONGER_LIST: Final = 20
# Enumerations shared by several fields, which are not named after the first field.
_NAMED: Final = {"CollectionAddMoney": "Audience", "TemplateEffect": "Effect"}

ABSENT: Final[Schema] = {
    "description": "Null or blank text, the same as omitting the field. In a PATCH, it clears the field.",
    "type": ["string", "null"],
    "pattern": "^ *$",
    "maxLength": MAX_BLANK,
}


class Schemas:
    """The schemas of one document; named schemas are collected in ``components``."""

    def __init__(self) -> None:
        self.components: dict[str, Schema] = dict(SHARED)
        self._echoes: dict[str, Schema] = {}
        self._answers: set[type] = set()

    def prepare(self, bodies: list[type[Struct]], answers: list[Any]) -> None:
        """Registers all bodies and responses, because names and limits depend on both."""
        for answer in answers:
            self._answers |= _structs(answer)
        for body in bodies:
            for struct in _structs(body):
                echoes = self._echoes.setdefault(struct.__name__, {})
                for inner in (struct, *sorted(_structs(struct), key=lambda each: each.__name__)):
                    for name, schema in _raw(inner)["properties"].items():
                        echoes.setdefault(name, schema)

    def body(self, body_type: type[Struct]) -> Schema:
        """Returns the reference to a body's schema."""
        return self._body(body_type, plan_of(body_type).is_change)

    def _body(self, struct: type[Struct], change: bool) -> Schema:
        name = f"{struct.__name__}Input" if struct in self._answers else struct.__name__
        if name not in self.components:
            self.components[name] = {}  # reserves the name while the fields are built
            raw, plan = _raw(struct), plan_of(struct, change=change)
            properties = {
                field: self._body_field(name, field, raw["properties"][field], plan.fields[field], change)
                for field in raw["properties"]
            }
            properties, required = marked(struct, properties), raw["required"]
            self.components[name] = _object(name, struct, properties, required, closed=True)
        return {"$ref": _REF + name}

    def _body_field(self, struct: str, name: str, raw: Schema, field: FieldPlan, change: bool) -> Schema:
        schema, _ = without_null(raw)
        if field.struct is not None:
            schema = {**kept(schema, "description"), **self._body(cast("type[Struct]", field.base), change)}
        elif field.item is not None and field.item.struct is not None:
            schema["items"] = self._body(cast("type[Struct]", field.item.base), change=False)
        schema = self._shared(struct, name, in_words(schema))
        nullable = field.clearable if change else not field.required
        if not nullable:
            return referred(schema)
        if field.base is str and not _blank_matches(schema):
            self.components["Absent"] = ABSENT
            return either(referred(schema), {"$ref": f"{_REF}Absent"})
        return referred(with_null(schema))

    def query(self, query_type: type[Query]) -> dict[str, Schema]:
        """Returns the schemas of the query parameters by name."""
        properties: dict[str, Schema] = _raw(query_type)["properties"]
        found = {name: referred(without_null(schema)[0]) for name, schema in properties.items()}
        shared = {name: self._shared(query_type.__name__, name, schema) for name, schema in found.items()}
        return marked(query_type, shared)

    def answer(self, hint: Any) -> Schema:
        """Returns the reference to a response's schema, and adds ``warnings`` to that schema."""
        reference = self._answer(hint)
        self.components.setdefault(
            "Warnings",
            {
                "type": "array",
                "description": "Ignored or converted input, and unexpected effects. Absent if empty.",
                "maxItems": MAX_FAULTS,
                "items": self._answer(Fault),
            },
        )
        record = self.components[reference["$ref"].removeprefix(_REF)]
        if "allOf" not in record:
            record["properties"].setdefault("warnings", {"$ref": f"{_REF}Warnings"})
        return reference

    def add_dry_run(self, hint: Any) -> None:
        """Adds ``dry_run`` to the schema of a response."""
        record = self.components[self.answer(hint)["$ref"].removeprefix(_REF)]
        record.get("allOf", [record])[-1]["properties"]["dry_run"] = self._answer(DryRun)

    def problem(self, members: dict[str, Schema]) -> Schema:
        """Returns the reference to the schema of problem documents, extended by ``members``."""
        reference = self._answer(Problem)
        self.components["Problem"]["properties"].update(members)
        return reference

    def _answer(self, hint: Any) -> Schema:
        item = get_args(hint)[0] if get_origin(hint) is Page else None
        struct = cast("type[Struct]", Page if item is not None else hint)
        name = struct.__name__ if item is None else f"{item.__name__}List"
        if name not in self.components:
            self.components[name] = {}
            raw = _raw(struct)
            by_name = get_type_hints(struct)
            hints = {each.encode_name: by_name[each.name] for each in fields(struct)}
            properties: dict[str, Schema] = {}
            for field, schema in raw["properties"].items():
                nested = list[item] if item is not None and field == "data" else hints[field]
                properties[field] = self._answer_field(struct, field, schema, nested)
            properties = marked(struct, properties)
            required = [field.encode_name for field in fields(struct) if not _may_be_absent(struct, field)]
            self.components[name] = _object(name, struct, properties, required, closed=False)
            base = cast("type[Struct]", struct.__base__)
            if base in self._answers:
                self.components[name] = self._extended(self.components[name], base)
            if item is not None:
                self.components[name] = self._listing(self.components[name], item)
        return {"$ref": _REF + name}

    def _listing(self, schema: Schema, item: type[Struct]) -> Schema:
        """Returns the schema of a list, which extends the members of any list with its records."""
        records = schema["properties"].pop("data")
        always = [name for name in schema["required"] if name != "data"]
        described = "Members of every list; each adds its `data`."
        self.components[_LIST] = {**schema, "description": described, "required": always}
        self.components[_LIST]["properties"]["warnings"] = {"$ref": f"{_REF}Warnings"}
        own = extending(_LIST, ["data"], {"data": records})
        return {"description": f"A list of {item.__name__} records.", **own}

    def _extended(self, schema: Schema, base: type[Struct]) -> Schema:
        """Returns the schema as an extension of the base by the fields that it adds."""
        always = [name for name in schema["required"] if name not in base.__struct_fields__]
        own = {
            name: value for name, value in schema["properties"].items() if name not in base.__struct_fields__
        }
        name = self._answer(base)["$ref"].removeprefix(_REF)
        return {"description": schema["description"], **extending(name, always, own)}

    def _answer_field(self, struct: type[Struct], name: str, raw: Schema, hint: Any) -> Schema:
        schema, nullable = without_null(raw)
        form, says = known(name)
        description = schema.pop("description", None)
        echo = self._echo(struct, name)
        nested = sorted(_structs(hint), key=lambda each: each.__name__)
        if nested and schema.get("type") == "array":
            schema = {"type": "array", "maxItems": _most(name, echo), "items": self._answer(_inner(hint))}
        elif nested:
            schema = self._answer(_inner(hint))
        elif schema.get("type") == "array":
            items = {**echo.get("items", {}), **schema.get("items", {})}
            items.pop("description", None)
            schema = {**schema, "maxItems": _most(name, echo), "items": _limited(items, {})}
        else:
            schema = _limited(schema, echo if _is_limit(echo) else form)
        schema.pop("default", None)  # because a response always has a value
        said = description or echo.get("description") or says
        schema = referred({"description": said, **constant(schema)} if said else constant(schema))
        schema = self._shared(struct.__name__, name, schema)
        schema = with_null(schema) if nullable else schema
        if struct is not Page or name == "data":
            return schema
        self.components[f"List{camel(name)}"] = schema
        return {"$ref": f"{_REF}List{camel(name)}"}

    def _echo(self, struct: type[Struct], name: str) -> Schema:
        """Returns the schema of the field in the body that creates or changes such records."""
        own = struct.__name__
        for body in (f"New{own}", f"New{own}s", f"{own}Change", own):
            if name in self._echoes.get(body, {}):
                return without_null(self._echoes[body][name])[0]
        return {}

    def _shared(self, struct: str, name: str, schema: Schema) -> Schema:
        """Returns the schema, or a reference to a shared component for a list of words.

        Lists with the same words share the first list's component. Short lists are components only if
        generators would give them the name of a record.
        """
        if "items" in schema:
            return {**schema, "items": self._shared(struct, name.removesuffix("s"), schema["items"])}
        own = f"{struct}{camel(name)}"
        clashes = own in {each.__name__ for each in self._answers}
        if "enum" not in schema or (len(schema["enum"]) < _LONG_LIST and not clashes):
            return schema
        words = {"type": "string", "enum": schema["enum"]}
        title = next((each for each, value in self.components.items() if same_words(words, value)), "")
        if not title:
            title = camel(name) if len(words["enum"]) > _LONGER_LIST else own + "Name" * clashes
            title = _NAMED.get(title, title)
            self.components[title] = words
        return {**kept(schema, "description", "default"), "$ref": _REF + title}


def _structs(hint: Any) -> set[type]:
    """Returns all structs inside a type."""
    found: set[type] = set()
    for argument in get_args(hint):
        found |= _structs(argument)
    if isinstance(hint, type) and issubclass(hint, Struct) and not get_args(hint):
        found.add(hint)
        for inner in get_type_hints(hint).values():
            found |= _structs(inner) - {Page}
    return found


def _inner(hint: Any) -> Any:
    """Returns the struct inside an optional type or a list."""
    if isinstance(hint, type) and issubclass(hint, Struct):
        return hint
    return (
        next(inner for inner in map(_inner, get_args(hint)) if inner is not None) if get_args(hint) else None
    )


def _raw(struct: type[Struct]) -> Schema:
    _, components = msgspec.json.schema_components([struct], ref_template="{name}")
    return components[struct.__name__]


def _object(
    name: str, struct: type[Struct], properties: dict[str, Schema], required: list[str], *, closed: bool
) -> Schema:
    schema: Schema = {"description": markdown(struct.__doc__ or name), "type": "object"}
    if required:
        schema["required"] = required
    schema["properties"] = properties
    if closed:
        schema["additionalProperties"] = False
    return schema


def _may_be_absent(struct: type[Struct], field: Any) -> bool:
    return field.default is UNSET or (struct.__struct_config__.omit_defaults and not field.required)


def _blank_matches(schema: Schema) -> bool:
    closed = {"enum", "format", "$ref"} & schema.keys()
    return not closed and schema.get("pattern") in _FREE


def _is_limit(schema: Schema) -> bool:
    return bool({"maxLength", "enum", "maximum"} & schema.keys())


def _limited(schema: Schema, form: Schema) -> Schema:
    """Returns the schema, completed by the limits of ``form``."""
    if "enum" in schema or ("maxLength" in schema and {"pattern", "format"} & schema.keys()):
        return schema
    if "pattern" in schema and "maxLength" not in schema and not _is_limit(form):
        form = id_schema("card_id") or {}
    limits = {name: value for name, value in form.items() if name not in ("description", "default")}
    limited = {**limits, **schema}
    if limited.get("type") == "integer" and "maximum" in limited:
        limited.setdefault("format", "int64" if limited["maximum"] > MAX_INT32 else "int32")
    return limited


def _most(name: str, echo: Schema) -> int:
    return echo.get("maxItems") or (MAX_FAULTS if name == "errors" else MAX_ITEMS)
