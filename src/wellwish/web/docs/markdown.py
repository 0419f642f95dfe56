"""Convert guides in Markdown (CommonMark with tables) to HTML. Raw HTML in a guide is shown as text."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any, Final

from markdown_it import MarkdownIt
from markdown_it.token import Token
from markupsafe import Markup

# Tab labels of code blocks by info string.
_TABS: Final = {"sh": "curl", "python": "python", "ts": "typescript"}
_NAMES: Final = {"curl": "curl", "python": "Python", "typescript": "TypeScript"}
# Names of single code blocks by info string.
_BLOCKS: Final = {"sh": "Shell", "python": "Python", "ts": "TypeScript", "json": "JSON", "html": "HTML"}
_PARSER: Final = MarkdownIt("commonmark", {"html": False}).enable("table")


@dataclass
class Part:
    """A part of a page: text as HTML, a single block of code, or the same code in several languages."""

    html: str = ""
    code: str = ""
    language: str = ""
    samples: dict[str, str] = field(default_factory=dict[str, str])


@dataclass(frozen=True)
class Heading:
    id: str
    text: str


def parse(text: str) -> list[Token]:
    return _PARSER.parse(text)


def title_of(tokens: list[Token]) -> str:
    return next(after.content for each, after in pairwise(tokens) if each.tag == "h1")


def summary_of(tokens: list[Token]) -> str:
    """Returns the first paragraph."""
    return next(after.content for each, after in pairwise(tokens) if each.type == "paragraph_open")


def headings(tokens: list[Token]) -> list[Heading]:
    """Returns the second-level headings."""
    return [
        Heading(anchor_of(after.content), after.content)
        for each, after in pairwise(tokens)
        if each.type == "heading_open" and each.tag == "h2"
    ]


def sections(tokens: list[Token]) -> dict[str, str]:
    """Returns the text of each second-level section by heading; the text before the first is under ``""``."""
    made = {"": ""}
    heading = ""
    for before, each in pairwise(tokens):
        if before.type == "heading_open" and before.tag == "h2":
            heading = each.content
            made[heading] = ""
        elif each.type == "inline":
            made[heading] += f" {each.content}"
    return made


def anchor_of(heading: str) -> str:
    """Returns the anchor that GitHub generates for a heading."""
    kept = "".join(each for each in heading.lower() if each.isalnum() or each in " -_")
    return kept.replace(" ", "-")


def parts(tokens: list[Token], link: Callable[[str], str]) -> list[Part]:
    """Returns the parts of a page. ``link`` converts the target of each link to a URL.

    Consecutive code blocks in different languages become one sample with a tab for each language.
    """
    made: list[Part] = []
    for group in _groups(tokens):
        if group[0].type == "fence" and len(group) > 1:
            made.append(Part(samples={_TABS[each.info]: each.content.rstrip() for each in group}))
        elif group[0].type == "fence":
            made.append(Part(code=group[0].content.rstrip(), language=_BLOCKS.get(group[0].info, "Text")))
        else:
            made.append(Part(html=_html(group, link)))
    return made


def languages(found: list[Part]) -> dict[str, str]:
    """Returns the names of the languages in which a page has samples, by key."""
    present = {key for part in found for key in part.samples}
    return {key: name for key, name in _NAMES.items() if key in present}


def _groups(tokens: list[Token]) -> Iterator[list[Token]]:
    """Yields text, single code blocks, and groups of consecutive code blocks in different languages."""
    group: list[Token] = []
    for token in tokens:
        is_code = token.type == "fence" and token.level == 0
        if group and not _continues(group, token, is_code):
            yield group
            group = []
        group.append(token)
    if group:
        yield group


def _continues(group: list[Token], token: Token, is_code: bool) -> bool:
    if not is_code:
        return not (group[0].type == "fence" and group[0].level == 0)
    present = {each.info for each in group}
    return group[0].type == "fence" and present <= _TABS.keys() and token.info in _TABS.keys() - present


def _html(tokens: list[Token], link: Callable[[str], str]) -> Markup:
    for token, after in pairwise(tokens):
        if token.type == "heading_open" and token.tag != "h1":
            token.attrSet("id", anchor_of(after.content))
        for each in after.children or ():
            if each.type == "link_open":
                each.attrSet("href", link(str(each.attrGet("href"))))
    options: Any = _PARSER.options
    return Markup(_PARSER.renderer.render(tokens, options, {}))  # noqa: S704 - raw HTML is escaped
