"""A person who uses only visible elements: links and buttons by their words, fields by their names."""

from html.parser import HTMLParser
from typing import Any, Final

import httpx2
from msgspec import Struct, field

from tests.web.visitor import Visitor, path_of

_VOID: Final = {"input", "img", "br", "hr", "meta", "link", "path", "circle", "rect", "line", "use"}


class Element(Struct):
    """An element of a page, with its text."""

    tag: str
    attributes: dict[str, str]
    parent: "Element | None"
    text: str = ""
    children: list["Element"] = field(default_factory=list["Element"])

    def all(self, *tags: str) -> list["Element"]:
        """Returns this element and its descendants with these tags, in order."""
        found = [self] if self.tag in tags else []
        return [*found, *(each for child in self.children for each in child.all(*tags))]

    def inside(self, tag: str) -> "Element | None":
        """Returns the nearest ancestor with the tag."""
        above = self.parent
        return above if above is None or above.tag == tag else above.inside(tag)

    @property
    def words(self) -> str:
        return " ".join(self.text.split())


class _Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.top = self._open = Element("page", {}, None)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        made = Element(tag, {name: value or "" for name, value in attrs}, self._open)
        self._open.children.append(made)
        if tag not in _VOID:
            self._open = made

    def handle_endtag(self, tag: str) -> None:
        if tag in _VOID:
            return
        closed = self._open if self._open.tag == tag else self._open.inside(tag)
        if closed is not None and closed.parent is not None:
            self._open = closed.parent

    def handle_data(self, data: str) -> None:
        each: Element | None = None if self._open.tag in ("style", "script", "title") else self._open
        while each is not None:
            each.text += data
            each = each.parent


class Walker:
    """A person with a browser without scripts. ``presses`` counts links, buttons and filled fields."""

    def __init__(self, visitor: Visitor) -> None:
        self.visitor = visitor
        self.presses = 0
        self.path = ""

    @property
    def page(self) -> Element:
        reader = _Reader()
        reader.feed(self.visitor.page)
        return reader.top

    async def open(self, path: str) -> None:
        """Opens an address from outside the page."""
        await self._follow(await self.visitor.open(path), path)

    async def click(self, words: str) -> None:
        """Follows the first link whose text begins with the words."""
        target = self.link(words)
        self.presses += 1
        await self.open(path_of(target.split("#")[0]))

    def link(self, words: str) -> str:
        found = [each for each in self.page.all("a") if each.words.startswith(words)]
        assert found, f"no link {words!r} on {self.path}: {[each.words for each in self.page.all('a')]}"
        return found[0].attributes["href"]

    async def press(self, words: str, status: int = 200, **typed: Any) -> None:
        """Fills in fields by name, and presses the first button whose text begins with ``words``.

        ``words`` may also be ``#id``. Fails unless the resulting page has the status.
        """
        buttons = [
            each
            for each in self.page.all("button")
            if each.attributes.get("type") != "button"
            and (each.words.startswith(words) or words == f"#{each.attributes.get('id')}")
        ]
        assert buttons, f"no button {words!r} on {self.path}: {[b.words for b in self.page.all('button')]}"
        button = buttons[0]
        form = button.inside("form")
        assert form is not None
        fields = _fields(form)
        inputs = form.all("input", "select", "textarea")
        assert typed.keys() <= {each.attributes.get("name") for each in inputs}
        for name, value in typed.items():
            fields[name] = value
        if "name" in button.attributes:
            fields[button.attributes["name"]] = button.attributes.get("value", "")
        self.presses += 1 + len(typed)
        action = button.attributes.get("formaction") or form.attributes.get("action") or self.path
        await self._send(form, action, fields, status)

    async def _send(self, form: Element, action: str, fields: dict[str, Any], status: int) -> None:
        if form.attributes.get("method", "get").lower() == "get":
            answer = await self.visitor.request("GET", action, params=fields)
        else:
            is_multipart = form.attributes.get("enctype", "").startswith("multipart")
            files: Any = {"none": ("", b"")} if is_multipart else None
            answer = await self.visitor.request("POST", action, data=fields, files=files)
        await self._follow(answer, action, status)

    async def _follow(self, answer: httpx2.Response, path: str, status: int = 200) -> None:
        while answer.status_code == 303:
            path = path_of(answer.headers["location"])
            answer = await self.visitor.open(path)
        assert answer.status_code == status, f"{answer.status_code} {path}\n{answer.text[:2000]}"
        self.path = path.partition("?")[0]

    def says(self, *words: str) -> None:
        """Fails unless the page has all these words."""
        text = self.page.words
        for each in words:
            assert each in text, f"{each!r} is not on {self.path}: {text[:3000]}"


def _fields(form: Element) -> dict[str, Any]:
    """Returns the default fields of a form, as a browser sends them."""
    found: dict[str, Any] = {}
    for each in form.all("input", "select", "textarea"):
        name, kind = each.attributes.get("name", ""), each.attributes.get("type", "text")
        if not name or kind == "file":
            continue
        if each.tag == "select":
            options = each.all("option")
            chosen = next((one for one in options if "selected" in one.attributes), options[0])
            found[name] = chosen.attributes.get("value", chosen.words)
        elif each.tag == "textarea":
            found[name] = each.text.removeprefix("\n")
        elif kind in ("radio", "checkbox"):
            if "checked" in each.attributes:
                found[name] = each.attributes.get("value", "on")
        else:
            found[name] = each.attributes.get("value", "")
    return found
