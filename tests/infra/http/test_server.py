"""The service as a process, called over a socket: behaviour that only a real server shows."""

import json
import os
import re
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.listening import free_port
from tests.waiting import PATIENCE_S, wait_until

pytestmark = pytest.mark.process

DEADLINE_S = 3.0  # A busy machine may need a second for each piece of a body.


@dataclass
class Served:
    """A demo on a loopback port, and a token of its account."""

    port: int
    token: str
    process_id: int = 0

    def speak(
        self, *pieces: bytes, pause_s: float = 0, patience_s: float = PATIENCE_S
    ) -> tuple[bytes, float]:
        """Sends the pieces. Returns the bytes received until the server closed, and the elapsed seconds."""
        began = time.monotonic()
        with socket.create_connection(("127.0.0.1", self.port), timeout=patience_s) as connection:
            try:
                for piece in pieces:
                    connection.sendall(piece)
                    time.sleep(pause_s)  # the client pauses this long
            except (BrokenPipeError, ConnectionResetError):
                pass  # refused while sending
            answer = b""
            try:
                while piece := connection.recv(65536):
                    answer += piece
            except ConnectionResetError:
                pass
        return answer, time.monotonic() - began

    def head(self, method: str, path: str, *headers: str) -> bytes:
        """Returns the head of an authorized request."""
        lines = [
            f"{method} {path} HTTP/1.1",
            f"Host: localhost:{self.port}",
            f"Authorization: Bearer {self.token}",
            *headers,
            "",
            "",
        ]
        return "\r\n".join(lines).encode("latin-1")


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """The demo, with a deadline of three seconds for bodies."""
    port, folder = free_port(), tmp_path_factory.mktemp("served")
    environment = {name: value for name, value in os.environ.items() if not name.startswith("WELLWISH_")}
    environment |= {
        "WELLWISH_PORT": str(port),
        "WELLWISH_DATA_DIR": str(folder / "data"),
        "WELLWISH_BODY_DEADLINE_S": str(DEADLINE_S),
        "WELLWISH_LOG_LEVEL": "error",
    }
    environment.pop("DATABASE_URL", None)
    command = [sys.executable, "-P", "-m", "wellwish", "serve", "--demo"]
    log = (folder / "log").open("wb")
    process = subprocess.Popen(command, env=environment, stdout=log, stderr=log)
    try:
        yield Served(port, _token(port, process, folder / "log"), process.pid)
    finally:
        process.send_signal(signal.SIGTERM)
        process.wait(30)
        log.close()


def _token(port: int, process: "subprocess.Popen[bytes]", log: Path) -> str:
    served = Served(port, "")
    request = f"GET /livez HTTP/1.1\r\nHost: localhost:{port}\r\nConnection: close\r\n\r\n".encode()

    def speaks() -> bool:
        assert process.poll() is None, log.read_text()
        return bool(served.speak(request))

    wait_until(speaks, despite=OSError)
    host = f"Host: localhost:{port}\r\nConnection: close\r\nContent-Length: 0\r\n"
    answer, _ = served.speak(f"POST /account/api-access/credentials/rotate HTTP/1.1\r\n{host}\r\n".encode())
    pair = _body(answer)
    headers = f"x-api-key: {pair['api_key']}\r\nx-client-secret: {pair['client_secret']}\r\n"
    answer, _ = served.speak(f"POST /account/api-access/token HTTP/1.1\r\n{host}{headers}\r\n".encode())
    return _body(answer)["access_token"]


def _status(answer: bytes) -> int:
    found = re.match(rb"HTTP/1\.[01] (\d{3})", answer)
    assert found is not None, answer[:200]
    return int(found[1])


def _body(answer: bytes) -> dict[str, str]:
    return json.loads(answer.partition(b"\r\n\r\n")[2])


JSON_HEADERS = ("Content-Type: application/json",)


def test_ends_a_body_that_does_not_come(served: Served) -> None:
    head = served.head("POST", "/api/cards", *JSON_HEADERS, "Content-Length: 1000")
    answer, took_s = served.speak(head)
    assert _status(answer) == 408
    assert _body(answer)["code"] == "body_too_slow"
    assert took_s > DEADLINE_S * 0.9


def test_ends_a_body_that_trickles(served: Served) -> None:
    head = served.head("POST", "/api/cards", *JSON_HEADERS, "Content-Length: 1000")
    answer, _ = served.speak(head, *[b" "] * 60, pause_s=0.1)
    assert _status(answer) == 408


def test_takes_a_body_that_comes_in_time(served: Served) -> None:
    """The control: a slow body within the deadline is accepted."""
    head = served.head("POST", "/api/cards", *JSON_HEADERS, "Content-Length: 2", "Connection: close")
    answer, _ = served.speak(head, b"{", b"}", pause_s=0.2)
    assert _status(answer) == 422


def test_refuses_a_large_body_before_it_is_sent(served: Served) -> None:
    head = served.head("POST", "/api/cards", *JSON_HEADERS, f"Content-Length: {2**30}")
    answer, _ = served.speak(head)
    assert _status(answer) == 413


def test_refuses_a_large_body_while_it_streams(served: Served) -> None:
    head = served.head("POST", "/api/cards", *JSON_HEADERS, "Transfer-Encoding: chunked")
    chunk = b"10000\r\n" + b"x" * 65536 + b"\r\n"
    answer, _ = served.speak(head, *[chunk] * 8)
    assert _status(answer) == 413


@pytest.mark.parametrize(
    "body",
    [
        b"zz\r\n{}\r\n0\r\n\r\n",
        b"2\r\n{}0\r\n\r\n",
        b"-2\r\n{}\r\n0\r\n\r\n",
        b"f" * 17 + b"\r\n{}\r\n0\r\n\r\n",
    ],
)
def test_refuses_malformed_chunks(served: Served, body: bytes) -> None:
    head = served.head("POST", "/account/api-access/token", *JSON_HEADERS, "Transfer-Encoding: chunked")
    answer, _ = served.speak(head + body)
    assert _status(answer) == 400, "after the deadline, it would be 408"
    assert _body(answer)["code"] == "malformed_request"
    good, _ = served.speak(head, b"2\r\n{}\r\n0\r\n\r\n" + served.head("GET", "/livez", "Connection: close"))
    assert _status(good) == 401  # the control


@pytest.mark.parametrize(
    ("head", "status"),
    [
        ("GET /livez HTTP/1.1\r\n", 400),
        ("GET /livez HTTP/1.1\r\nHost: a.example\r\nHost: b.example\r\n", 400),
        ("GET /livez HTTP/1.1\r\nHost: a.example\r\nHost: a.example\r\n", 400),
        ("GET /livez HTTP/1.1\r\nHost: a/b?c@d\r\n", 400),
        ("GET /livez HTTP/1.1\r\nHost: a b\r\n", 400),
        ("GET /livez HTTP/1.1\r\nHost: user@a.example\r\n", 400),
        ("GET /livez HTTP/1.1\r\nHost: a.example:x\r\n", 400),
        ("GET /livez HTTP/1.1\r\nHost: [::1\r\n", 400),
        ("GET /livez HTTP/1.1\r\nHost: a%zz\r\n", 400),
        ("GET /nowhere HTTP/1.1\r\n", 400),
        ("GET /livez HTTP/1.0\r\n", 200),
        ("GET /livez HTTP/1.1\r\nHost: a.example:8080\r\n", 200),
        ("GET /livez HTTP/1.1\r\nHost: [2001:db8::1]:80\r\n", 200),
        ("GET /livez HTTP/1.1\r\nHost: _a-b.example.\r\n", 200),
        ("GET /livez HTTP/1.1\r\nHost:\r\n", 400),
        ("GET /livez HTTP/1.1\r\nHost: :80\r\n", 400),
        ("GET http://a.example/livez HTTP/1.1\r\nHost: a.example\r\n", 200),
    ],
)
def test_needs_one_valid_host(served: Served, head: str, status: int) -> None:
    """RFC 9112 section 3.2."""
    answer, _ = served.speak(f"{head}Connection: close\r\n\r\n".encode())
    assert _status(answer) == status


def test_answers_head_without_a_body_on_the_wire(served: Served) -> None:
    answer, _ = served.speak(served.head("HEAD", "/api/templates", "Connection: close"))
    assert _status(answer) == 200
    head, _, body = answer.partition(b"\r\n\r\n")
    assert body == b""
    assert b"content-length:" in head.lower()


def test_refuses_two_lengths_of_one_body(served: Served) -> None:
    """Request smuggling exploits conflicting Content-Length and Transfer-Encoding headers, or two lengths."""
    for extra in (
        ("Content-Length: 4", "Transfer-Encoding: chunked"),
        ("Content-Length: 4", "Content-Length: 5"),
    ):
        head = served.head("POST", "/api/cards", *JSON_HEADERS, *extra, "Connection: close")
        answer, _ = served.speak(head, b"0\r\n\r\n" + served.head("GET", "/api/cards", "Connection: close"))
        assert answer.count(b"HTTP/1.1 ") <= 1
        assert not answer or _status(answer) in (400, 408, 422)


def test_refuses_headers_without_end(served: Served) -> None:
    many = [f"X-Filler-{number}: {'x' * 1000}" for number in range(1000)]
    answer, _ = served.speak(served.head("GET", "/api/cards", *many))
    assert not answer or _status(answer) in (400, 431)


@pytest.mark.parametrize(
    "path",
    [
        "/api/cards/%00",
        "/api/cards/%ff",
        "/api/cards/..%2f..%2fetc",
        "/api/%E2%80%AEcards",
        "/api/cards?q=%ff%00",
    ],
)
def test_refuses_any_path_in_order(path: str, served: Served) -> None:
    answer, _ = served.speak(served.head("GET", path, "Connection: close"))
    assert _status(answer) in (400, 404, 422), answer


def test_serves_on_after_all_that(served: Served) -> None:
    answer, _ = served.speak(served.head("GET", "/api/cards", "Connection: close"))
    assert _status(answer) == 200


def test_reads_the_rest_of_a_body_that_it_refuses(served: Served) -> None:
    """Otherwise the server would reset the connection, perhaps before a proxy has read the response."""
    half = b" " * 1_500_000
    head = served.head(
        "POST", "/api/cards", "Content-Type: application/json", f"Content-Length: {2 * len(half)}"
    ).replace(served.token.encode(), b"wrong")
    with socket.create_connection(("127.0.0.1", served.port), timeout=PATIENCE_S) as connection:
        connection.sendall(head + half)
        answer = connection.recv(65536)
        assert _status(answer) == 401
        time.sleep(0.2)  # the server would close the connection by then
        connection.sendall(half)
        connection.sendall(served.head("GET", "/api/cards", "Connection: close"))
        while piece := connection.recv(65536):
            answer += piece
    assert b"HTTP/1.1 200" in answer


@pytest.mark.load
def test_ends_slow_headers_and_serves_others_meanwhile(served: Served) -> None:
    """A hundred connections send incomplete headers.

    Other clients notice no delay, and all hundred are closed.
    """
    held = [socket.create_connection(("127.0.0.1", served.port), timeout=30) for _ in range(100)]
    try:
        for connection in held:
            connection.sendall(b"GET /api/cards HTTP/1.1\r\nHost: localhost\r\nX-Slow: ")
        for _ in range(20):
            answer, took_s = served.speak(served.head("GET", "/api/cards", "Connection: close"))
            assert _status(answer) == 200
            assert took_s < 1
        began = time.monotonic()
        for connection in held:
            try:
                while connection.recv(65536):
                    pass
            except ConnectionResetError:
                pass
        assert time.monotonic() - began < 12
    finally:
        for connection in held:
            connection.close()


def _workers(server: int) -> set[int]:
    """Returns the worker processes, which carry their number in their name."""
    found: set[int] = set()
    for each in Path(f"/proc/{server}/task").glob("*/children"):
        with suppress(OSError):  # a thread or a worker that has ended meanwhile
            for child in map(int, each.read_text().split()):
                with suppress(OSError):
                    if b"worker-" in Path(f"/proc/{child}/cmdline").read_bytes():
                        found.add(child)
    return found


def _until(condition: Callable[[], bool]) -> None:
    wait_until(condition)


def test_serves_again_after_its_worker_was_killed_again_and_again(served: Served) -> None:
    """Kills each new worker, four times; the server's library gives up after two deaths in 5.5 seconds."""
    killed: set[int] = set()

    def kill_next() -> bool:
        new = _workers(served.process_id) - killed
        for each in new:
            killed.add(each)
            os.kill(each, signal.SIGKILL)
        return bool(new)

    def answers() -> bool:
        with suppress(OSError):
            return b" 200 " in served.speak(served.head("GET", "/livez", "Connection: close"))[0][:20]
        return False

    for _ in range(4):
        _until(kill_next)
    _until(answers)
    assert _workers(served.process_id).isdisjoint(killed)
