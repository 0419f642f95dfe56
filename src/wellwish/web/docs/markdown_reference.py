"""The reference as Markdown, for programs and assistants."""

import re
from collections.abc import Iterator
from typing import Any, Final

from wellwish.web.docs.chapters import Chapter, Record
from wellwish.web.docs.fields import Field
from wellwish.web.docs.guide import text_of as guide_text
from wellwish.web.docs.operations import Operation

_ABOUT: Final = (
    "> Group cards over an HTTP API: an account creates a card from a template and invites people, who sign "
    "it with notes and money."
)
# Fields with the same meaning everywhere, described by the guides and the path.
_REPEATED: Final = re.compile(
    r"^- `(?:Idempotency-Key|If-Match|limit|cursor|dry_run"
    r"|warnings|object|version|created_at|updated_at)` .*\n(?: .*\n)*"
    r"|^- `\w+` \(string in the path.*\n",
    re.MULTILINE,
)
# A sample in Python or TypeScript after the same sample in another language.
_REPEATED_SAMPLE: Final = re.compile(r"(?<=^```\n)```(?:python|ts)\n.*?^```\n", re.MULTILINE | re.DOTALL)
# Constraints on IDs, which clients do not need because they treat IDs as opaque.
_ID_LIMIT: Final = re.compile(
    r"^( *- `(?:\w+_)?id` \(string(?: or null)?), up to \d+ characters", re.MULTILINE
)
_LINK: Final = re.compile(r"\[(\w+)\]\(/docs/[^)]+\)")


def text_of(chapter: Chapter, *, brief: bool = False) -> str:
    """Returns the text of a chapter.

    A brief text omits examples, links, ID constraints, the common parts of lists, and which response fields
    are always present.
    """
    lines = [f"# {chapter.name}", chapter.description]
    for operation in chapter.operations:
        lines += _operation(operation)
        if not brief:
            lines += _examples(operation)
    received: list[str] = []
    if chapter.messages is not None:
        received += _messages(chapter.messages)
    for record in chapter.records:
        if not (brief and record.name.endswith("List")):
            received += _record(record)
    if brief:
        received = [line.replace(", required)", ")") for line in received]
    text = "\n\n".join(line for line in [*lines, *received] if line) + "\n"
    if not brief:
        return text
    text = _ID_LIMIT.sub(r"\1", _REPEATED.sub("", _LINK.sub(r"`\1`", text)))
    return text.replace("Parameters:\n\n\n", "")


def operation_text(operation: Operation) -> str:
    """Returns the text of one operation with its examples."""
    lines = [line for line in (*_operation(operation), *_examples(operation)) if line]
    return "\n\n".join(lines).removeprefix("#") + "\n"


def llms_text(view: dict[str, Any]) -> str:
    """Returns the table of contents for assistants."""
    lines = ["# Wellwish", _ABOUT, *_contents(view), "## Optional"]
    lines.append(f"- [Everything in one file]({view['base_url']}/llms-full.txt)")
    return "\n\n".join(lines) + "\n"


def llms_full_text(view: dict[str, Any]) -> str:
    """Returns all guides, with examples in one language, and the reference without its examples."""
    texts = [_REPEATED_SAMPLE.sub("", guide_text(each, view["base_url"])) for each in view["guides"]]
    texts.append(overview_text(view))
    texts += [text_of(each, brief=True) for each in view["chapters"]]
    return "\n".join(texts)


def overview_text(view: dict[str, Any]) -> str:
    """Returns the overview of the documentation, from the values of its template."""
    lines = ["# Wellwish documentation", view["info"]["description"], *_contents(view)]
    lines += ["## Authentication"]
    lines.append("\n".join(f"- `{name}`: {each['description']}" for name, each in view["schemes"].items()))
    lines += ["## Response headers", "\n".join(f"- `{name}`: {says}" for name, says in view["headers"])]
    lines += ["## Errors of every operation"]
    lines.append(
        "\n".join(
            f"- `{code}` ({view['catalogue'][code].status}): {view['catalogue'][code].title}."
            for code in view["common"]
        )
    )
    return "\n\n".join(lines) + "\n"


def _contents(view: dict[str, Any]) -> Iterator[str]:
    base_url: str = view["base_url"]
    yield "## Guides"
    yield "\n".join(
        f"- [{each.title}]({base_url}/docs/guides/{each.name}.md): {' '.join(each.summary.split())}"
        for each in view["guides"]
    )
    yield "## Reference"
    yield f"- [openapi.json]({base_url}/openapi.json): the whole API in one document, OpenAPI 3.1"
    yield "\n".join(
        f"- [{each.name}]({base_url}{each.path}.md): "
        + (", ".join(operation.short for operation in each.operations) or " ".join(each.description.split()))
        for each in view["chapters"]
    )


def _operation(operation: Operation) -> Iterator[str]:
    yield f"## {operation.short}"
    yield f"`{operation.method} {operation.path}`"
    if operation.summary != operation.short:
        yield f"{operation.summary}."
    yield operation.description
    if operation.parameters:
        yield "Parameters:"
        yield _fields(operation.parameters)
    if operation.body:
        yield "Body:"
        yield _fields(operation.body)
    yield f"Response {operation.status}: {_linked(operation.answer, operation.record, operation.record_href)}"
    if operation.own_codes:
        yield "Errors: " + ", ".join(f"`{code}`" for code in operation.own_codes) + "."


def _examples(operation: Operation) -> Iterator[str]:
    yield _code("sh", operation.samples["curl"])
    if operation.response:
        yield _code("json", operation.response)


def _messages(messages: dict[str, Any]) -> Iterator[str]:
    yield messages["says"]
    yield "## Headers"
    yield _fields(messages["headers"])
    yield "## Body"
    yield _fields(messages["fields"])
    yield _code("json", messages["example"])
    yield "## Event types"
    for name, (says, fields) in messages["types"].items():
        yield f"### `{name}`\n\n{says}"
        yield _fields(fields)


def _record(record: Record) -> Iterator[str]:
    yield f"## {record.name} (record)" if record.fields else f"## {record.name}"
    yield record.description
    yield _fields(record.fields)
    yield ", ".join(f"`{word}`" for word in record.words)


def _fields(fields: list[Field], indent: str = "") -> str:
    return "\n".join(line for each in fields for line in _field(each, indent))


def _field(each: Field, indent: str) -> Iterator[str]:
    facts = ", ".join(fact for fact in (each.kind, each.limits, "required" if each.required else "") if fact)
    words = f"One of {', '.join(f'`{word}`' for word in each.words)}." if each.words else ""
    default = f"Default: `{each.default}`." if each.default else ""
    says = _linked(" ".join(each.description.split()), each.link, each.href)
    said = " ".join(filter(None, (says, words, default)))
    yield f"{indent}- `{each.name}` ({facts}){f': {said}' if said else ''}"
    if each.children:
        yield _fields(each.children, indent + "  ")


def _linked(says: str, name: str, href: str) -> str:
    path, _, anchor = href.partition("#")
    return f"{says} [{name}]({path}.md#{anchor})" if href else says


def _code(language: str, source: str) -> str:
    return f"```{language}\n{source}\n```"
