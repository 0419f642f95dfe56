"""Controls: every check of this suite detects its fault on a faulty page."""

from collections.abc import AsyncIterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread

import pytest
from playwright.async_api import Browser

from tests.browser.visitor import visit
from tests.waiting import until

pytestmark = [pytest.mark.browser, pytest.mark.anyio]

_PAGE = """<!doctype html><html lang="en">
<meta name="viewport" content="width=device-width"><title>A page</title>
<link rel="icon" href="data:,"><main><h1>A page</h1>{}</main></html>"""
_POLICY = "default-src 'none'; img-src data:; script-src 'self'; style-src 'self'"

FAULTS = {
    "inline script": ("<script>document.title = 'mine'</script>", "Content Security Policy"),
    "inline handler": ("<button onclick='1'>Press</button>", "[onclick], [onload], [onerror]: 1"),
    "inline style": ("<p style='color:red'>Red</p>", "[style]: 1"),
    "foreign picture": ("<img alt='x' src='https://example.org/x.png'>", "Content Security Policy"),
    "sticks out": (f"<p>{'W' * 200}</p>", "sticks out: "),
    "picture without words": ("<img src='data:image/gif;base64,R0lGODlhAQABAAAAACw='>", "img:not([alt]): 1"),
    "two headings": ("<h1>Another</h1>", "h1: 2"),
    "field without a label": ("<input name='x'>", "label: "),
    "hidden": ("<link rel='stylesheet' href='/flex.css'><p hidden>Away</p>", "shown though hidden: "),
    "broken script": ("<script src='/broken.js'></script>", "script: "),
    "missing file": ("<script src='/missing.js'></script>", "500"),
}


class _Served(BaseHTTPRequestHandler):
    def do_GET(self) -> None:
        name = self.path[1:].replace("%20", " ")
        kind, status = "text/html", 200
        content = _PAGE.format(FAULTS[name][0] if name in FAULTS else "")
        if name == "broken.js":
            kind, content = "text/javascript", "nobody.knows()"
        elif name == "flex.css":
            kind, content = "text/css", "p { display: flex }"
        elif name == "missing.js":
            kind, content, status = "text/javascript", "", 500
        self.send_response(status)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Security-Policy", _POLICY)
        self.end_headers()
        self.wfile.write(content.encode())

    def log_request(self, code: int | str = "-", size: int | str = "-") -> None:
        """Overridden to keep the terminal quiet."""


@pytest.fixture
async def faulty() -> AsyncIterator[str]:
    """Returns the base URL of a server with the faulty pages."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), _Served)
    thread = Thread(target=server.serve_forever, daemon=True)
    thread.start()
    yield f"http://127.0.0.1:{server.server_address[1]}"
    server.shutdown()
    server.server_close()
    thread.join(5)


async def test_each_fault_is_found_and_a_page_without_one_passes(
    browser: Browser, faulty: str, tmp_path_factory: pytest.TempPathFactory
) -> None:
    async with visit(browser, faulty, tmp_path_factory.mktemp("none")) as one:
        await one.open("/none")
        await one.check()
        for name, (_, message) in FAULTS.items():
            await one.open(f"/{name}")

            async def is_found(message: str = message) -> bool:
                return any(message in each for each in await one.wrong())

            await until(is_found)  # The browser reports some faults after the page has loaded.
            one.faults.clear()
        assert await one.page.title() == "A page"


async def test_reports_console_messages_on_leaving(
    browser: Browser, faulty: str, tmp_path_factory: pytest.TempPathFactory
) -> None:
    async def look() -> None:
        async with visit(browser, faulty, tmp_path_factory.mktemp("none")) as one:
            await one.open("/inline script")

    with pytest.raises(AssertionError, match="Content Security Policy"):
        await look()
