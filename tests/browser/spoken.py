"""The reading order of screen readers: Chromium's accessibility tree as text, one line per stop.

The files in ``spoken/`` record each state at 390 px in English. A changed page fails its test until someone
reviews the new file, which this command writes:

WELLWISH_RECORD_SPOKEN=1 script/test --only full -k recorded_order
"""

import difflib
import os
import re
from pathlib import Path
from typing import Any, Final

from tests.browser.visitor import Visitor

FOLDER: Final = Path(__file__).with_suffix("")
RECORD: Final = "WELLWISH_RECORD_SPOKEN"

# Roles without a stop: screen readers read only their content.
_SILENT: Final = {
    "generic", "none", "presentation", "paragraph", "Section", "Pre", "emphasis", "strong", "Abbr", "time",
    "mark", "Legend", "Ruby", "superscript", "subscript", "insertion", "deletion", "code", "Figcaption",
    "HeaderAsNonLandmark", "FooterAsNonLandmark", "caption", "LayoutTable", "LayoutTableRow", "rowgroup",
    "LayoutTableCell", "LabelText", "Details",
}  # fmt: skip
# Roles whose accessible name contains their content.
_NAMED_BY_CONTENT: Final = {
    "button", "link", "heading", "checkbox", "radio", "option", "switch", "tab", "columnheader",
    "DisclosureTriangle", "disclosure", "term",
}  # fmt: skip
_NEEDS_A_NAME: Final = {
    "button", "link", "heading", "checkbox", "radio", "textbox", "searchbox", "combobox", "listbox", "img",
    "spinbutton", "image", "dialog", "DisclosureTriangle", "progressbar", "meter", "region",
}  # fmt: skip
_WORDS: Final = {
    "DisclosureTriangle": "disclosure",
    "image": "picture",
    "img": "picture",
    "StaticText": "text",
}
# Roles whose content repeats their value, and media, whose controls belong to the browser.
_WHOLE: Final = {"textbox", "searchbox", "combobox", "spinbutton", "slider", "Audio", "Video", "image", "img"}
_STATES: Final = (
    "checked", "expanded", "pressed", "required", "invalid", "disabled", "readonly", "modal", "live",
)  # fmt: skip
_OFF: Final = {"expanded": "collapsed", "pressed": "not pressed"}
_MASKS: Final = (
    (re.compile(r"http://127\.0\.0\.1:\d+"), "http://host"),
    (re.compile(r"/(s|c|w|sandbox)/[A-Za-z0-9_-]{16,}"), r"/\1/TOKEN"),
    (re.compile(r"\b([a-z]{2,5})_(?=[A-Za-z]*[0-9])[A-Za-z0-9]{20,}"), r"\1_ID"),
    # Days and times, which depend on the clock.
    (re.compile(r"\b\d{4}-\d\d-\d\dT[\d:.]+(?:Z|[+-]\d\d:\d\d)"), "INSTANT"),
    (re.compile(r"(?<=No cards in )\d{4}"), "YEAR"),
    (re.compile(r"\b\d{4}-\d\d-\d\d\b"), "DAY"),
    (
        re.compile(r"\b(?:(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)[a-z]*,? )?\d{1,2} [A-Z][a-z]{2,8}(?: \d{4})?\b"),
        "DAY",
    ),
    (re.compile(r"\b\d\d:\d\d\b"), "TIME"),
    # Chromium repeats the words of these buttons, and their description, only sometimes.
    (
        re.compile(r'(button "Show (?:date|time) picker)(?: Show \w+ picker)?"(?: \(described: .*\))?'),
        r'\1"',
    ),
    (re.compile(r"\bin \d+ (?:second|minute|hour|day|week|month|year)s?\b"), "in a WHILE"),
)


async def spoken(one: Visitor) -> str:
    """Returns the page in reading order."""
    session = await one.context.new_cdp_session(one.page)
    try:
        found = (await session.send("Accessibility.getFullAXTree"))["nodes"]
    finally:
        await session.detach()
    nodes = {each["nodeId"]: each for each in found}
    lines: list[str] = []
    _read(nodes, found[0], 0, lines)
    text = "\n".join(lines) + "\n"
    for pattern, mask in _MASKS:
        text = pattern.sub(mask, text)
    return text


def _read(
    nodes: dict[str, Any], node: dict[str, Any], depth: int, lines: list[str], *, within: str = ""
) -> None:
    """Appends the lines of a node. ``within``: name of the enclosing element, which is not repeated."""
    role = "none" if node.get("ignored") else node["role"]["value"]
    if role in ("InlineTextBox", "LineBreak", "ListMarker"):
        return
    name = " ".join(str(node.get("name", {}).get("value", "")).split())
    if role == "StaticText":
        if name and name not in within:
            lines.append(f"{'  ' * depth}{name}")
        return
    is_stop = role not in _SILENT and (role != "group" or name != "")
    if is_stop:
        lines.append("  " * depth + _line(node, role, name))
        depth += 1
    if role == "LabelText":
        within = name or " ".join(_texts(nodes, node))
    elif role in _NAMED_BY_CONTENT:
        within = name
    elif role == "group":
        within = f"{within} {name}"
    for each in () if role in _WHOLE else node.get("childIds", ()):
        if each in nodes:
            _read(nodes, nodes[each], depth, lines, within=within)


def _texts(nodes: dict[str, Any], node: dict[str, Any]) -> list[str]:
    if node.get("role", {}).get("value") == "StaticText":
        return [" ".join(node["name"]["value"].split())]
    return [text for each in node.get("childIds", ()) if each in nodes for text in _texts(nodes, nodes[each])]


def _line(node: dict[str, Any], role: str, name: str) -> str:
    said = {each["name"]: each["value"].get("value") for each in node.get("properties", ())}
    states = [str(said["level"])] if "level" in said and role == "heading" else []
    for state in _STATES:
        value = str(said.get(state, "false")).lower()
        if value not in ("false", "off", ""):
            states.append(state if value == "true" else f"{state}={value}")
        elif state in said and state in _OFF:
            states.append(_OFF[state])
    value = str(node.get("value", {}).get("value", ""))
    if value and role not in ("heading", "RootWebArea"):
        states.append(f"value: {' '.join(value.split())}")
    description = " ".join(str(node.get("description", {}).get("value", "")).split())
    if description:
        states.append(f"described: {description}")
    words = "page" if role == "RootWebArea" else _WORDS.get(role, role)
    return " ".join(
        [words, *([f'"{name}"'] if name else []), *([f"({', '.join(states)})"] if states else [])]
    )


def nameless(text: str) -> list[str]:
    """Returns the lines of elements that lack a required name."""
    roles = "|".join(sorted(_WORDS.get(each, each) for each in _NEEDS_A_NAME))
    return [line.strip() for line in text.splitlines() if re.fullmatch(rf"\s*({roles})(?: \(.*)?", line)]


def records() -> bool:
    """Returns whether this run writes the files."""
    return bool(os.environ.get(RECORD))


def check(name: str, text: str) -> list[str]:
    """Returns the differences to the state's file, or writes the file."""
    file = FOLDER / f"{name.replace(' ', '-')}.txt"
    if records():
        FOLDER.mkdir(exist_ok=True)
        file.write_text(text, encoding="utf-8")
        return []
    if not file.exists():
        return [f"{file} is missing: record it with {RECORD}=1, and read it"]
    before = file.read_text(encoding="utf-8").splitlines()
    return list(difflib.unified_diff(before, text.splitlines(), "recorded", "spoken", n=1, lineterm=""))
