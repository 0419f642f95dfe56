"""Writes the commands of `ww`: one for each operation, with its parameters as options."""

import json
import textwrap
from collections.abc import Iterator
from typing import Any, Final

from resources import Method, methods

_PREFIX: Final = "#/components/schemas/"
_TYPES: Final = {"string": "str", "integer": "int", "boolean": "bool", "number": "float"}
_MOST_CHOICES: Final = 20  # longer enumerations, such as currencies, would hide the rest of the help text
# Secrets are read from a file or from standard input: arguments are visible to other users of the machine.
_SECRETS: Final = {"secret_key", "webhook_secret"}
# `wellwish_sdk.cli.rotate` also keeps the new pair in the profile, and `wellwish_sdk.cli.sync` reads CSV.
_BY_HAND: Final = {"credentials.rotate", "people.sync"}
_HEAD: Final = '''"""The commands of the API. Written by `script/generate clients`."""

from typing import Annotated, Literal

from cyclopts import App, Parameter

from wellwish_sdk.cli.call import AllPages, Call, Clear, Common, IdempotencyKey, IfMatch, perform
from wellwish_sdk.cli.values import encoded, objects, secret, whole
'''


class _Option:
    """A parameter of a command: of the path, the query or the body."""

    def __init__(self, path: tuple[str, ...], schema: dict[str, Any], kind: str, *, required: bool) -> None:
        self.path = path
        self.schema = schema
        self.kind = kind
        self.required = required
        self.name = "__".join(path)
        # keywords and built-ins of Python
        self.variable = f"{self.name}_" if self.name in ("as", "type", "from") else self.name

    @property
    def member(self) -> str:
        return ".".join(self.path)

    def value(self) -> str:
        """The expression for the value in the request."""
        wrapped = {"file": "encoded", "objects": "objects", "secret": "secret"}.get(self.kind)
        if wrapped is None:
            return self.variable
        if wrapped == "encoded":
            return f"encoded({self.variable})"
        return f'{wrapped}({self.variable}, "{self.member}")'

    def define(self) -> str:
        """The parameter of the function."""
        kind = {"file": "str", "objects": "list[str]", "secret": "str"}.get(self.kind, self.kind)
        words = ["--" + ".".join(part.replace("_", "-") for part in self.path)]
        if len(self.path) == 1 and words[0].endswith("-id") and self.kind == "str":
            words.append(words[0].removesuffix("-id"))
        given = [f"name={json.dumps(words)}"]
        # Query flags are off without their option.
        given += ["negative=()"] if kind.startswith("list") or self.member == "dry_run" else []
        given += ["allow_leading_hyphen=True"] if self.kind in ("file", "secret") else []
        given += ["converter=whole"] if self.kind in ("int", "list[int]") else []
        given.append(f"help={json.dumps(self.help(), ensure_ascii=False)}")
        kind = kind if self.required else f"{kind} | None"
        text = f"{self.variable}: Annotated[{kind}, Parameter({', '.join(given)})]"
        return text if self.required else f"{text} = None"

    def help(self) -> str:
        text = str(self.schema.get("description", ""))
        if self.kind == "file":
            return text.replace(" in base64 (RFC 4648 section 4)", "") + " Path of the file."
        if self.kind == "secret":
            return f"{text} Path of a file that contains it; `-` reads a line of standard input.".strip()
        if self.kind == "objects":
            members = ", ".join(self.schema["items"].get("properties", {}))
            hint = f"Members: {members}. JSON, member=value,... or @FILE with a JSON array; repeatable."
            return f"{text} {hint}" if members else f"{text} JSON, or @FILE with a JSON array."
        return text


def _resolved(document: dict[str, Any], node: dict[str, Any]) -> dict[str, Any]:
    """Follows references and optional types; the outermost description wins."""
    while True:
        if "$ref" in node:
            target: Any = document
            for step in node["$ref"].removeprefix("#/").split("/"):
                target = target[step]
        elif "anyOf" in node:
            kept = [each for each in node["anyOf"] if not _is_absent(each)]
            target = kept[0] if kept else {"type": "string"}
        else:
            return node
        rest = {key: value for key, value in node.items() if key not in ("$ref", "anyOf")}
        node = {**target, **rest}


def _is_absent(schema: dict[str, Any]) -> bool:
    return schema.get("$ref") == f"{_PREFIX}Absent" or schema.get("type") == "null"


def _words(schema: dict[str, Any]) -> list[str]:
    listed = schema.get("enum", [schema["const"]] if "const" in schema else [])
    words = [each for each in listed if isinstance(each, str)]
    return words if len(words) <= _MOST_CHOICES else []


def _kind(schema: dict[str, Any]) -> str:
    """The type of a scalar option."""
    if words := _words(schema):
        return f"Literal[{', '.join(map(json.dumps, words))}]"
    kind = schema.get("type", "string")
    first = kind if isinstance(kind, str) else next(each for each in kind if each != "null")
    return _TYPES.get(first, "str")


def _options(
    document: dict[str, Any], schema: dict[str, Any], path: tuple[str, ...] = (), *, required: bool = True
) -> Iterator[_Option]:
    """Options for the members of a body; names of nested members have a dot."""
    listed = schema.get("required", [])
    for name, given in schema.get("properties", {}).items():
        member = _resolved(document, given)
        here = (*path, name)
        needed = required and name in listed
        kinds = member.get("type", "string")
        if "object" in kinds:
            yield from _options(document, member, here, required=needed)
        elif "array" in kinds:
            items = _resolved(document, member["items"])
            whole = {**member, "items": items}
            if "object" in items.get("type", "") or "array" in items.get("type", ""):
                yield _Option(here, whole, "objects", required=needed)
            else:
                yield _Option(here, whole, f"list[{_kind(items)}]", required=needed)
        elif name in _SECRETS:
            yield _Option(here, member, "secret", required=needed)
        elif "contentEncoding" in member:
            yield _Option(here, member, "file", required=needed)
        else:
            yield _Option(here, member, _kind(member), required=needed)


def _required_objects(document: dict[str, Any], schema: dict[str, Any]) -> list[str]:
    listed = schema.get("required", [])
    members = {name: _resolved(document, given) for name, given in schema.get("properties", {}).items()}
    return [name for name, member in members.items() if name in listed and "object" in member.get("type", "")]


def _segments(document: dict[str, Any], method: Method) -> list[_Option]:
    found = [_resolved(document, each) for each in method.operation.get("parameters", [])]
    given = {each["name"].removesuffix("_suffix"): each for each in found if each["in"] == "path"}
    return [
        _Option((name,), {"description": given[name].get("description", "")}, "str", required=True)
        for name in method.segments
    ]


def _query(document: dict[str, Any], method: Method) -> list[_Option]:
    found = [_resolved(document, each) for each in method.operation.get("parameters", [])]
    result: list[_Option] = []
    for each in found:
        if each["in"] == "query":
            schema = _resolved(document, each["schema"])
            described = {**schema, "description": each.get("description", "")}
            result.append(_Option((each["name"],), described, _kind(schema), required=False))
    return result


def source(document: dict[str, Any]) -> str:
    """The source of the module."""
    about = {tag["name"]: tag["description"] for tag in document["tags"]}
    groups: dict[str, list[Method]] = {}
    for method in methods(document):
        groups.setdefault(method.resource, []).append(method)
    parts = [_HEAD]
    for resource, group in groups.items():
        name, says = resource.replace("_", "-"), about[group[0].operation["tags"][0]]
        parts.append(f"{resource} = App(name={json.dumps(name)}, help={json.dumps(says)})")
    listed = ", ".join(groups)
    parts.append(f"\nRESOURCES = ({listed})\n")
    parts += [
        _command(document, method)
        for group in groups.values()
        for method in group
        if f"{method.resource}.{method.name}" not in _BY_HAND
    ]
    return "\n".join(parts)


def _command(document: dict[str, Any], method: Method) -> str:
    body_schema = _resolved(document, {"$ref": f"{_PREFIX}{method.body}"}) if method.body else {}
    segments, query, body = (
        _segments(document, method), _query(document, method), list(_options(document, body_schema)),
    )  # fmt: skip
    # A single required field is positional: `ww invitations resend ID`.
    required = [each for each in body if each.required and each.kind == "str"]
    lone = (
        required if not segments and len(required) == 1 and len([x for x in body if x.required]) == 1 else []
    )
    options = [each for each in query + body if each not in lone]
    options.sort(key=lambda each: not each.required)
    listed = [each.define() for each in segments + lone]
    listed += ["*", *(each.define() for each in options)]
    listed += _settings(method, body)
    parts = [_call(method, _required_objects(document, body_schema)), "common"]
    if segments:
        parts.append(f"segments={_dictionary(segments)}")
    if query:
        parts.append(f"query={_dictionary(query)}")
    if method.body:
        parts.append(f"body={_dictionary(body)}")
    parts += _passed(method)
    head = f'@{method.resource}.command(name="{method.name.replace("_", "-")}")\n'
    said = textwrap.indent(f'"""{_says(method)}"""', "    ")
    return (
        f"\n{head}def {method.resource}_{method.name}(\n"
        + "".join(f"    {each},\n" for each in listed)
        + f") -> None:\n{said}\n    perform({', '.join(parts)})\n"
    )


def _says(method: Method) -> str:
    described = method.operation.get("description", "").split("\n\n")
    kept = [each for each in described if each and "Prefer: handling" not in each]
    return "\n\n".join((f"{method.summary}.", *kept)) + ("\n" if kept else "")


def _dictionary(options: list[_Option]) -> str:
    return "{" + ", ".join(f'"{each.member}": {each.value()}' for each in options) + "}"


def _settings(method: Method, body: list[_Option]) -> list[str]:
    """The parameters that belong to the command, not to the operation's body or query."""
    listed: list[str] = []
    if method.listed and "cursor" in method.query:
        listed.append("all_pages: AllPages = False")
    if method.if_match:
        listed.append("if_match: IfMatch" + (" | None = None" if "None" in method.if_match else ""))
    if method.verb == "PATCH" and body:
        listed.append("clear: Clear = None")
    if method.keyed:
        listed.append("idempotency_key: IdempotencyKey = None")
    return [*listed, "common: Common = Common()"]  # cyclopts expands it to the shared options


def _passed(method: Method) -> list[str]:
    passed = ["all_pages=all_pages"] if method.listed and "cursor" in method.query else []
    passed += ["if_match=if_match"] if method.if_match else []
    passed += ["clear=clear"] if method.verb == "PATCH" and method.body else []
    return passed + (["idempotency_key=idempotency_key"] if method.keyed else [])


def _call(method: Method, needed: list[str]) -> str:
    kind = {"bytes": "file", "None": "nothing"}.get(method.kind, "list" if method.listed else "record")
    given = [f'"{method.verb}"', f'"{method.path}"', f'"{kind}"']
    given += ["keyed=True"] if method.keyed else []
    given += [f"objects=({', '.join(map(json.dumps, needed))},)"] if needed else []
    return f"Call({', '.join(given)})"
