"""Convert a subset of Markdown for the documentation pages, and code examples, to HTML."""

import re
from typing import Final

from markupsafe import Markup, escape

_CODE: Final = re.compile("`([^`]+)`")
_TOKEN: Final = re.compile(
    r'(?P<text>"(?:[^"\\]|\\.)*")(?P<colon>\s*:)?|(?<![\w.$:=/-])(?P<number>-?[0-9]+(?:\.[0-9]+)?|true|false|null)(?![\w.-])'
)


def inline(text: str) -> Markup:
    """Returns a line of Markdown as HTML, formatting only code."""
    return Markup(_CODE.sub(r"<code>\1</code>", str(escape(text))))  # noqa: S704 - escaped before


def prose(text: str) -> Markup:
    """Returns paragraphs of Markdown."""
    return Markup("").join(Markup("<p>{}</p>").format(inline(part)) for part in text.split("\n\n") if part)


def coloured(source: str) -> Markup:
    """Highlights names, strings and numbers in JSON and in the examples' source code."""
    parts: list[Markup] = []
    end = 0
    for found in _TOKEN.finditer(source):
        kind = "s-name" if found["colon"] else "s-text" if found["text"] else "s-number"
        word = found["text"] or found["number"]
        parts += [
            escape(source[end : found.start()]),
            Markup('<span class="{}">{}</span>').format(kind, word),
        ]
        parts.append(escape(found["colon"] or ""))
        end = found.end()
    return Markup("").join([*parts, escape(source[end:])])
