"""Exit statuses and error messages, never a traceback."""

import asyncio
import threading
from collections.abc import Generator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, HTTPServer

import pytest

from tests.clients.cli.conftest import Ww
from tests.listening import free_port
from tests.world import World


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["cards", "create"], "--title"),
        (["cards", "create", "--titel", "T"], "--title"),
        (["cards", "list", "--limit", "many"], "--limit"),
        (["cards", "list", "--status", "framed"], "--status"),
        (["carts"], "carts"),
        (["cards", "retrieve", ""], "blank"),
        (["cards", "list", "--profile", "none"], "ww login --profile none"),
    ],
)
async def test_exits_with_2_after_wrong_usage(alice_ww: Ww, words: list[str], said: str) -> None:
    ended = await alice_ww(*words)
    assert (ended.status, ended.out) == (2, "")
    assert said in ended.err
    assert "Traceback" not in ended.err


async def test_exits_with_3_after_a_refusal_and_names_the_options(world: World, alice_ww: Ww) -> None:
    ended = await alice_ww(
        "cards",
        "create",
        "--title",
        " ",
        "--sender",
        "P",
        "--template",
        "tpl_x",
        "--collection.goal-amount",
        "0",
    )
    assert (ended.status, ended.out) == (3, "")
    assert "  --title: " in ended.err
    assert "  --collection.goal-amount: " in ended.err
    assert "status: 422, request: " in ended.err
    assert await world.owner.fetchval("select count(*) from cards") == 0


async def test_exits_with_4_for_a_missing_record(world: World, alice_ww: Ww) -> None:
    ended = await alice_ww("cards", "retrieve", "card_01h455vb4pex5vsknk084sn02q", "--json")
    assert (ended.status, ended.out) == (4, "")
    assert "not_found" in ended.err
    assert "request: " in ended.err


async def test_exits_with_5_if_the_server_is_down(world: World, ww: Ww) -> None:
    given = {"WELLWISH_API_KEY": "k", "WELLWISH_CLIENT_SECRET": "s"}
    ended = await ww("cards", "list", **given, WELLWISH_BASE_URL=f"http://127.0.0.1:{free_port()}")
    assert (ended.status, ended.out) == (5, "")
    assert ended.err.endswith("Check the network, then retry. (connection_failed)\n")
    wrong = await ww("cards", "list", **given, WELLWISH_BASE_URL="localhost")
    assert (wrong.status, wrong.err) == (2, "base_url must look like https://cards.example.com.\n")


@contextmanager
def proxy(status: int, *headers: tuple[str, str]) -> Generator[str]:
    """A server that returns HTML to every request."""

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            self.rfile.read(int(self.headers.get("content-length", 0)))
            self.send_response(status)
            for name, value in headers:
                self.send_header(name, value)
            self.end_headers()
            self.wfile.write(b"<html>Sign in to the guest network</html>")

        def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - of the library
            pass

    with HTTPServer(("127.0.0.1", 0), Handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()


@pytest.mark.parametrize(
    ("status", "headers"),
    [
        (200, ()),
        (404, ()),
        (502, ()),
        (429, ()),
        (429, (("retry-after", "3600"),)),
        (302, (("location", "/x"),)),
    ],
)
async def test_exits_with_5_after_a_response_of_a_proxy(
    ww: Ww, status: int, headers: tuple[tuple[str, str], ...]
) -> None:
    given = {"WELLWISH_API_KEY": "k", "WELLWISH_CLIENT_SECRET": "s"}
    with proxy(status, *headers) as url:
        ended = await ww("cards", "list", **given, WELLWISH_BASE_URL=url)
    assert (ended.status, ended.out) == (5, "")
    assert "roxies in front of the server" in ended.err
    assert ("Retry in 3600 s." in ended.err) is bool(headers and status == 429)


async def test_runs_as_a_process(alice_ww: Ww) -> None:
    process = await asyncio.to_thread(alice_ww.start, "cards", "retrieve", "card_x")
    out, err = await asyncio.to_thread(process.communicate, timeout=60)
    assert (process.returncode, out) == (4, "")
    assert "Code: not_found" in err


async def test_a_reader_may_end_early(alice_ww: Ww) -> None:
    """The pipe closes before the first write, as in `ww templates list | head -n 1`."""
    process = await asyncio.to_thread(alice_ww.start, "templates", "list")
    assert process.stdout is not None
    process.stdout.close()
    process.stdout = None
    _, err = await asyncio.to_thread(process.communicate, timeout=60)
    assert (process.returncode, err) == (0, "")


async def test_completes_commands(ww: Ww) -> None:
    ended = await ww("completion", "bash")
    assert ended.status == 0
    assert "webhook-endpoints" in ended.out
