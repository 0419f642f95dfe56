"""Firefox and WebKit under remote control by W3C protocols: WebDriver BiDi and WebDriver.

Both support JavaScript and the same input actions, so that one journey runs in both. Each browser listens on
a free loopback port, with a new profile, until the end of its block.
"""

import asyncio
import json
import os
import shutil
import signal
from abc import ABC, abstractmethod
from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from typing import Any, Final

import aiohttp

from tests.listening import free_port
from tests.waiting import until

_STARTS_S: Final = 60.0
_PATIENCE_S: Final = 20.0
_ELEMENT: Final = "element-6066-11e4-a52e-4f735466cecf"  # WebDriver, section 12.3
# Firefox logs this when a page is left while it loads a module.
_LEFT: Final = "error loading dynamically imported module"
_ENTER: Final = "\ue007"
_WINDOW: Final = {"width": 1280, "height": 900}
_MINI_BROWSERS: Final = "/usr/lib/*/webkit2gtk-4.1/MiniBrowser"

# The center of an element, scrolled into view.
_MIDDLE: Final = """(() => {
    const found = document.querySelector(%s);
    if (!found) return null;
    found.scrollIntoView({block: 'center', behavior: 'instant'});
    const box = found.getBoundingClientRect();
    if (!box.width || !box.height) return null;
    const [x, y] = [Math.round(box.x + box.width / 2), Math.round(box.y + box.height / 2)];
    const hit = document.elementFromPoint(x, y);
    return hit && (found.contains(hit) || hit.contains(found) || hit.closest('label')?.contains(found))
        ? [x, y] : null;
})()"""


class RemoteError(Exception):
    """The browser refused a command."""


class Remote(ABC):
    """A window of a browser."""

    name: str

    @abstractmethod
    async def open(self, url: str) -> None: ...

    @abstractmethod
    async def evaluate(self, expression: str) -> Any:
        """Returns the JSON-compatible value of an expression."""

    @abstractmethod
    async def act(self, sources: list[dict[str, Any]]) -> None:
        """Performs input actions (WebDriver, section 15)."""

    @abstractmethod
    async def attach(self, selector: str, file: Path) -> None:
        """Chooses a file in a file input."""

    @abstractmethod
    async def into_tab(self, number: int) -> None:
        """Waits for a tab and directs all further actions to it."""

    @abstractmethod
    async def close_tab(self) -> None:
        """Closes the current tab and directs all further actions to the first one."""

    @abstractmethod
    async def into_frame(self, element: str) -> None:
        """Directs all further actions to the page's only frame. ``element``: expression for its element."""

    async def until(self, expression: str) -> Any:
        """Waits until an expression is neither null nor false, across page loads. Returns its value."""

        async def found() -> tuple[Any] | None:
            value = await self.evaluate(expression)
            return None if value in (None, False) else (value,)

        try:  # RemoteError: during navigation
            return (await until(found, within_s=_PATIENCE_S, despite=RemoteError))[0]
        except AssertionError as error:
            text = await self.evaluate("location.pathname + ' ' + document.body.innerText.slice(0, 600)")
            raise AssertionError(f"{self.name}: never {expression}: {error}: {text}") from None

    async def says(self, words: str) -> None:
        """Waits until the page shows the words."""
        await self.until(f"document.body.innerText.includes({json.dumps(words)})")

    async def at(self, path: str) -> None:
        """Waits for a loaded page whose address contains the path."""
        loaded = "document.readyState === 'complete'"
        await self.until(f"{loaded} && (location.pathname + location.search).includes({json.dumps(path)})")

    async def click(self, selector: str) -> None:
        """Clicks the center of the first matching element with the mouse, once nothing covers it."""
        x, y = await self.until(_MIDDLE % json.dumps(selector))
        move = {"type": "pointerMove", "x": x, "y": y, "origin": "viewport", "duration": 0}
        press = [{"type": kind, "button": 0} for kind in ("pointerDown", "pointerUp")]
        mouse = {"type": "pointer", "id": "mouse", "parameters": {"pointerType": "mouse"}}
        await self.act([{**mouse, "actions": [move, *press]}])

    async def type(self, selector: str, text: str) -> None:
        """Replaces the text of a field, key by key."""
        await self.click(selector)
        await self.evaluate(f"document.querySelector({json.dumps(selector)}).select()")
        await self.keys(*text)

    async def keys(self, *keys: str) -> None:
        """Presses the keys in sequence."""
        actions = [{"type": kind, "value": key} for key in keys for kind in ("keyDown", "keyUp")]
        await self.act([{"type": "key", "id": "keyboard", "actions": actions}])

    async def enter(self) -> None:
        await self.keys(_ENTER)


class Bidi(Remote):
    """Firefox over WebDriver BiDi, on one web socket."""

    name = "Firefox"

    def __init__(self, socket: aiohttp.ClientWebSocketResponse) -> None:
        self._socket = socket
        self._id = 0
        self.context = ""
        self.said: list[str] = []  # errors of scripts and of the console

    async def send(self, method: str, **params: Any) -> Any:
        self._id += 1
        await self._socket.send_json({"id": self._id, "method": method, "params": params})
        while True:
            answer = await self._socket.receive_json(timeout=_STARTS_S)
            if answer.get("id") == self._id:
                if answer["type"] == "error":
                    raise RemoteError(f"{method}: {answer['error']}: {answer['message']}")
                return answer["result"]
            if answer.get("method") == "log.entryAdded" and answer["params"]["level"] == "error":
                text = answer["params"]["text"]
                if _LEFT not in text:
                    self.said.append(text)

    async def begin(self) -> None:
        await self.send("session.new", capabilities={})
        await self.send("session.subscribe", events=["log.entryAdded"])
        tree = await self.send("browsingContext.getTree")
        self.context = tree["contexts"][0]["context"]
        await self.send("browsingContext.setViewport", context=self.context, viewport=_WINDOW)

    async def open(self, url: str) -> None:
        await self.send("browsingContext.navigate", context=self.context, url=url, wait="complete")

    async def evaluate(self, expression: str) -> Any:
        found = await self.send(
            "script.evaluate",
            expression=f"Promise.resolve({expression}).then(found => JSON.stringify(found ?? null))",
            target={"context": self.context},
            awaitPromise=True,
        )
        if found["type"] == "exception":
            raise RemoteError(found["exceptionDetails"]["text"])
        return json.loads(found["result"]["value"])

    async def act(self, sources: list[dict[str, Any]]) -> None:
        await self.send("input.performActions", context=self.context, actions=sources)

    async def attach(self, selector: str, file: Path) -> None:
        found = await self.send(
            "browsingContext.locateNodes", context=self.context, locator={"type": "css", "value": selector}
        )
        element = {"sharedId": found["nodes"][0]["sharedId"]}
        await self.send("input.setFiles", context=self.context, element=element, files=[str(file)])

    async def into_tab(self, number: int) -> None:
        self.context = (await eventually(self._contexts, number + 1))[number]["context"]

    async def close_tab(self) -> None:
        await self.send("browsingContext.close", context=self.context)
        await self.into_tab(0)

    async def into_frame(self, element: str) -> None:
        del element
        tree = await self.send("browsingContext.getTree", root=self.context)
        self.context = tree["contexts"][0]["children"][0]["context"]

    async def _contexts(self) -> list[dict[str, Any]]:
        return (await self.send("browsingContext.getTree", maxDepth=0))["contexts"]


class Classic(Remote):
    """WebKit over WebDriver."""

    name = "WebKit"

    def __init__(self, http: aiohttp.ClientSession, base: str) -> None:
        self._http = http
        self._base = base
        self._tabs: list[str] = []

    async def send(self, method: str, path: str, body: dict[str, Any] | None = None) -> Any:
        async with self._http.request(method, self._base + path, json=body) as response:
            value = (await response.json(content_type=None))["value"]
            if response.status != 200:
                raise RemoteError(f"{path}: {value['error']}: {value['message']}")
            return value

    async def begin(self, program: Path) -> None:
        options = {"binary": str(program), "args": ["--automation"]}
        wanted = {"alwaysMatch": {"browserName": "MiniBrowser", "webkitgtk:browserOptions": options}}
        made = await self.send("POST", "/session", {"capabilities": wanted})
        self._base += f"/session/{made['sessionId']}"
        await self.send("POST", "/window/rect", {"x": 0, "y": 0, **_WINDOW})

    async def end(self) -> None:
        await self.send("DELETE", "")

    async def open(self, url: str) -> None:
        await self.send("POST", "/url", {"url": url})

    async def evaluate(self, expression: str) -> Any:
        return await self.send("POST", "/execute/sync", {"script": f"return {expression};", "args": []})

    async def act(self, sources: list[dict[str, Any]]) -> None:
        await self.send("POST", "/actions", {"actions": sources})

    async def attach(self, selector: str, file: Path) -> None:
        found = await self.send("POST", "/element", {"using": "css selector", "value": selector})
        await self.send("POST", f"/element/{found[_ELEMENT]}/value", {"text": str(file)})

    async def into_tab(self, number: int) -> None:
        handles = await eventually(self._handles, number + 1)
        await self.send("POST", "/window", {"handle": handles[number]})

    async def _handles(self) -> list[str]:
        """Returns the tabs, oldest first; the driver lists them in any order (WebDriver, section 11.4)."""
        listed = await self.send("GET", "/window/handles")
        kept = [each for each in self._tabs if each in listed]
        self._tabs = [*kept, *(each for each in listed if each not in kept)]
        return self._tabs

    async def close_tab(self) -> None:
        await self.send("DELETE", "/window")
        await self.into_tab(0)

    async def into_frame(self, element: str) -> None:
        await self.send("POST", "/frame", {"id": await self.evaluate(element)})


async def eventually(listed: Callable[[], Awaitable[list[Any]]], count: int) -> list[Any]:
    """Waits until the list has ``count`` items and returns it."""

    async def complete() -> list[Any]:
        found = await listed()
        assert len(found) >= count, found
        return found

    return await until(complete, within_s=_PATIENCE_S, despite=AssertionError)


@asynccontextmanager
async def _running(
    *command: str, folder: Path, **environment: str
) -> AsyncGenerator[asyncio.subprocess.Process]:
    """Runs a program and its children until the end of the block."""
    home = {name: str(folder) for name in ("HOME", "XDG_CONFIG_HOME", "XDG_CACHE_HOME", "XDG_DATA_HOME")}
    process = await asyncio.create_subprocess_exec(
        *command,
        env={"PATH": os.environ["PATH"], "LANG": "C.UTF-8", "NO_AT_BRIDGE": "1", **home, **environment},
        stdin=asyncio.subprocess.DEVNULL,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.DEVNULL,
        start_new_session=True,
    )
    try:
        yield process
    finally:
        for kind in (signal.SIGTERM, signal.SIGKILL):
            try:
                os.killpg(process.pid, kind)
            except ProcessLookupError:
                break
            try:
                await asyncio.wait_for(process.wait(), 5)
            except TimeoutError:
                continue


async def _answered(attempt: Callable[[], Awaitable[Any]], process: asyncio.subprocess.Process) -> Any:
    """Retries the attempt until the program listens. Returns its result."""

    async def answered() -> Any:
        if process.returncode is not None:
            raise RuntimeError(f"the browser has ended: {process.returncode}")
        return await attempt()

    return await until(answered, within_s=_STARTS_S, despite=(aiohttp.ClientError, OSError))


def program(*names: str, package: str) -> str:
    """Returns the path of a program. Raises LookupError with the command that installs it."""
    for name in names:
        found = sorted(map(str, Path("/").glob(name[1:]))) if "*" in name else [shutil.which(name)]
        if found and found[0] is not None:
            return found[0]
    raise LookupError(f"There is no {names[0]}: sudo apt-get install -y {package}")


@asynccontextmanager
async def firefox(folder: Path) -> AsyncGenerator[Bidi]:
    """Starts Firefox. Raises LookupError if it is not installed."""
    path = program("firefox-esr", "firefox", package="firefox-esr")
    port = free_port()
    command = (path, "--headless", "--no-remote", "--profile", str(folder), f"--remote-debugging-port={port}")
    async with AsyncExitStack() as stack:
        process = await stack.enter_async_context(_running(*command, folder=folder))
        http = await stack.enter_async_context(aiohttp.ClientSession())
        url = f"ws://127.0.0.1:{port}/session"
        socket = await _answered(lambda: http.ws_connect(url, max_msg_size=0), process)
        stack.push_async_callback(socket.close)
        window = Bidi(socket)
        await window.begin()
        yield window


@asynccontextmanager
async def webkit(folder: Path) -> AsyncGenerator[Classic]:
    """Starts WebKit. Raises LookupError if its driver, its browser or Xvfb is not installed."""
    driver = program("WebKitWebDriver", package="webkit2gtk-driver")
    browser = program(_MINI_BROWSERS, package="webkit2gtk-driver")
    screen = program("Xvfb", package="xvfb")
    port = free_port()
    async with AsyncExitStack() as stack:
        shown = await stack.enter_async_context(
            _running(
                screen, "-displayfd", "1", "-nolisten", "tcp", "-screen", "0", "1400x1000x24", folder=folder
            )
        )
        assert shown.stdout is not None
        number = (await asyncio.wait_for(shown.stdout.readline(), _STARTS_S)).decode().strip()
        process = await stack.enter_async_context(
            _running(
                driver, "--host=127.0.0.1", f"--port={port}", folder=folder,
                DISPLAY=f":{number}", GDK_BACKEND="x11", LIBGL_ALWAYS_SOFTWARE="1",
                WEBKIT_DISABLE_DMABUF_RENDERER="1",
            )
        )  # fmt: skip
        http = await stack.enter_async_context(aiohttp.ClientSession())
        window = Classic(http, f"http://127.0.0.1:{port}")
        await _answered(lambda: window.send("GET", "/status"), process)
        await window.begin(Path(browser))
        stack.push_async_callback(window.end)
        yield window
