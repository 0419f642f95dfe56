"""A portal: another site on a local port, whose pages embed the signing form."""

import threading
from collections.abc import Generator
from contextlib import contextmanager
from html import escape
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, Final

from tests.browser import cards
from tests.world import World

# The portal's policy, as the guide recommends, with its own script.
_POLICY: Final = (
    "default-src 'none'; style-src 'self'; img-src data:; script-src 'self' {host}; frame-src {host} {inner}"
)
_PAGE: Final = """<!doctype html>
<html lang="{lang}" dir="{direction}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Portal</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/portal.css">
<script src="/portal.js"></script>
<script src="{host}/embed.js" async></script>
</head>
<body>
<header><a id="before" href="#card">Portal</a></header>
<main id="card">
<h1>Maya has a birthday</h1>
{content}
<p>Cake at four, on the third floor. <a id="after" href="#card">To the top</a></p>
</main>
</body>
</html>"""
_STYLE: Final = """
body { margin: 0; font: 16px/1.5 sans-serif }
body { color: light-dark(#222, #eee); background: light-dark(#fff, #1b1c1f) }
a { color: inherit }
header { padding: 12px 20px; border-block-end: 1px solid GrayText }
main { max-inline-size: 960px; margin: 0 auto; padding: 20px }
main > iframe { inline-size: 100%; block-size: 600px }
"""
# Records all messages and events that the portal receives.
_SCRIPT: Final = """
globalThis.received = [];
globalThis.signed = [];
addEventListener("message", ({ data, origin }) => received.push({ ...data, origin }));
addEventListener("signed", ({ detail }) => signed.push(detail));
"""


class Portal:
    """A server for one site: ``origin`` as browsers write it."""

    def __init__(self, port: int, host: str) -> None:
        self.origin = f"http://localhost:{port}"
        self._host = host
        self.policy = _POLICY.format(host=host, inner="http://localhost:*")
        self.files: dict[str, tuple[str, bytes]] = {
            "/portal.css": ("text/css", _STYLE.encode()),
            "/portal.js": ("text/javascript", _SCRIPT.encode()),
        }

    def show(self, content: str, *, lang: str = "en", path: str = "/cards") -> str:
        """Serves a page with the content. Returns its URL."""
        direction = "rtl" if lang == "ar" else "ltr"
        page = _PAGE.format(content=content, lang=lang, direction=direction, host=self._host)
        self.files[path] = ("text/html; charset=utf-8", page.encode())
        return self.origin + path

    def embed(self, link: str, *, lang: str = "en", path: str = "/cards") -> str:
        """Serves a page with a link's form, embedded as in the guide. Returns its URL."""
        link = escape(link)
        element = f'<wellwish-sign link="{link}"><a href="{link}">Sign the card</a></wellwish-sign>'
        return self.show(element, lang=lang, path=path)


@contextmanager
def serve(host: str) -> Generator[Portal]:
    """Serves a customer's portal until the end of the block. ``host``: the URL of the service."""

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            found = served.files.get(self.path.partition("?")[0])
            kind, body = found or ("text/plain", b"")
            self.send_response(200 if found else 404)
            self.send_header("Content-Type", kind)
            self.send_header("Content-Length", str(len(body)))
            self.send_header("Content-Security-Policy", served.policy)
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_: Any, **__: Any) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    served = Portal(server.server_port, host)
    thread = threading.Thread(target=server.serve_forever, args=(0.05,), daemon=True)
    thread.start()
    try:
        yield served
    finally:
        server.shutdown()
        server.server_close()


async def listed(world: World, *origins: str, **fields: Any) -> dict[str, Any]:
    """Lists the origins in alice's account. Returns a new card."""
    answer = await world.alice.patch("/api/account", {"embed_origins": list(origins)})
    assert answer.status_code == 200, answer.text
    return await cards.card(world, **fields)
