"""A browser without scripts, which keeps cookies and fills in forms."""

import html
import re
from typing import Any

import httpx2

from tests.world import World

HTML = {"Accept": "text/html"}


class Visitor:
    def __init__(self, world: World, **headers: str) -> None:
        self.world = world
        self.headers = {**HTML, "Accept-Encoding": "identity", **headers}
        self.cookies: dict[str, str] = {}
        self.page = ""
        self.next = ""  # the target of the last form's redirect

    async def request(self, method: str, path: str, **given: Any) -> httpx2.Response:
        """Sends a request with the browser's cookies, and stores the response's cookies."""
        cookies = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        headers = {**self.headers, **({"Cookie": cookies} if cookies else {}), **given.pop("headers", {})}
        self.world.client.cookies.clear()
        answer = await self.world.client.request(method, path, headers=headers, **given)
        self.world.client.cookies.clear()
        for header in answer.headers.get_list("set-cookie"):
            name, _, value = header.partition(";")[0].partition("=")
            if "Max-Age=0" in header:
                self.cookies.pop(name, None)
            else:
                self.cookies[name] = value
        self.page = answer.text or self.page
        if method == "POST":
            self.next = answer.headers.get("location", "")
        return answer

    async def open(self, path: str) -> httpx2.Response:
        return await self.request("GET", path)

    async def sign(self, path: str, files: Any = None, **fields: Any) -> httpx2.Response:
        """Opens the page, and fills in and submits its form."""
        await self.open(path)
        return await self.send(path, files, **fields)

    async def send(self, path: str, files: Any = None, **fields: Any) -> httpx2.Response:
        """Submits the form of the open page."""
        body = {**self.hidden(), "name": "Noor", "text": "All the best", **fields}
        data = {name: value for name, value in body.items() if value is not None}
        return await self.request(
            "POST", path.partition("?")[0], files=files or {"none": ("", b"")}, data=data
        )

    async def press(self, path: str, **fields: Any) -> httpx2.Response:
        """Submits a small form of the open page."""
        shown = {} if "form_token" in fields else {"form_token": self.token(), **self.named()}
        return await self.request("POST", path, data={**shown, **fields})

    def named(self) -> dict[str, str]:
        """Returns the hidden fields that name the note of the open page."""
        return {name: self.value(name) for name in ("own", "guest") if f'name="{name}"' in self.page}

    def token(self) -> str:
        """Returns the form token of the open page."""
        return self.value("form_token")

    def value(self, name: str) -> str:
        found = re.search(rf'name="{name}"(?: id="\w+")? value="([^"]*)"', self.page)
        assert found is not None, name
        return html.unescape(found[1])

    def hidden(self) -> dict[str, Any]:
        """Returns the hidden fields of the form."""
        found = {"form_token": self.token(), "form_key": self.value("form_key")}
        if 'name="drawing"' in self.page:
            found["drawing"] = self.value("drawing")
        found |= self.named()
        media = re.findall(r'name="media" value="([^"]+)"', self.page)
        return {**found, **({"media": media} if media else {})}


def path_of(url: str) -> str:
    return url.removeprefix("http://localhost:8080")
