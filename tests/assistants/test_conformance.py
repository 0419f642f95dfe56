"""The conformance suite of the protocol; ``expected_failures.yml`` lists the features that /mcp lacks."""

import asyncio
import os
import re
import subprocess
import sys
import threading
from collections.abc import Generator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import httpx2
import pytest

from tests.world import World

pytestmark = pytest.mark.generated

ROOT = Path(__file__).parents[2]
SUITE = ROOT / "tools/assistants/node_modules/.bin/conformance"
EXPECTED = Path(__file__).with_name("expected_failures.yml")
PASSED = ("server-initialize", "ping", "tools-list", "dns-rebinding-protection")


@contextmanager
def forwarder(base_url: str, token: str) -> Generator[str]:
    """Yields the URL of a proxy that adds the token, because the suite cannot send one.

    The proxy replaces its own origin with the server's.
    """

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["content-length"]))
            given = {name.lower(): value for name, value in self.headers.items()}
            headers = {name: value for name, value in given.items() if name not in _HOPS}
            if given.get("origin") in own:
                headers["origin"] = base_url
            headers |= {"authorization": f"Bearer {token}"}
            answer = httpx2.request(
                self.command, base_url + self.path, headers=headers, content=body, timeout=60
            )
            self.send_response(answer.status_code)
            for name in ("content-type", "allow"):
                if name in answer.headers:
                    self.send_header(name, answer.headers[name])
            self.send_header("content-length", str(len(answer.content)))
            self.end_headers()
            self.wfile.write(answer.content)

        def do_GET(self) -> None:
            self.headers["content-length"] = "0"
            self.do_POST()

        do_DELETE = do_GET  # noqa: N815 - of the library

        def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - of the library
            pass

    class Server(ThreadingHTTPServer):
        def handle_error(self, request: object, client_address: object) -> None:
            """Ignores clients that close the connection early, as the suite does."""

    server = Server(("127.0.0.1", 0), Handler)
    port = server.server_address[1]
    own = {f"http://{host}:{port}" for host in ("localhost", "127.0.0.1")}
    threading.Thread(target=server.serve_forever, args=(0.01,), daemon=True).start()
    try:
        yield f"http://localhost:{port}/mcp"
    finally:
        server.shutdown()
        server.server_close()


_HOPS = frozenset({"host", "connection", "content-length", "accept-encoding"})


def check(url: str, expected: Path) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}"}
    return subprocess.run(
        [str(SUITE), "server", "--url", url, "--suite", "active", "--expected-failures", str(expected)],
        env=environment,
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )


async def test_conforms_but_for_what_is_named(site: World, tmp_path: Path) -> None:
    world = await site.renew()
    token = await world.alice.exchange()
    with forwarder(world.services.settings.base_url, token) as url:
        done = await asyncio.to_thread(check, url, EXPECTED)
        assert done.returncode == 0, done.stdout[-4000:]
        for scenario in PASSED:
            assert re.search(rf"✓ {scenario}: [1-9]\d* passed, 0 failed", done.stdout), scenario
        # The control: without the list, its scenarios fail.
        nothing = tmp_path / "nothing.yml"
        nothing.write_text("server: []\n")
        assert (await asyncio.to_thread(check, url, nothing)).returncode == 1
