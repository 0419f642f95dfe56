"""The configurations of docs/operate/proxies.md work as printed, with one of two servers dead."""

import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from collections.abc import Generator, Iterator
from contextlib import contextmanager, suppress
from http.client import HTTPConnection
from pathlib import Path

import pytest

from tests.journeys.test_readme import wait_for
from tests.listening import free_port

PAGE = Path(__file__).resolve().parents[2] / "docs" / "operate" / "proxies.md"
SERVER_CLOSES_AFTER_S = 9  # docs/operate/proxies.md: after 9 to 10 seconds
NAMES = ("nginx", "haproxy", "caddy")
KEPT = {
    "nginx": r"keepalive_timeout (\d+)s",
    # HAProxy purges half of the idle connections in each interval.
    "haproxy": r"pool-purge-delay (\d+)s",
    "caddy": r"keepalive (\d+)s",
}


def configuration(name: str) -> str:
    found = re.search(rf"```{name}\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
    assert found is not None
    return found[1]


@pytest.mark.parametrize("name", NAMES)
def test_closes_idle_connections_before_the_server_does(name: str) -> None:
    (kept,) = re.findall(KEPT[name], configuration(name))
    assert int(kept) < SERVER_CLOSES_AFTER_S
    assert "/metrics" in configuration(name)


def adapted(name: str, port: int, server: int, dead: int, folder: Path) -> tuple[list[str], str]:
    """Returns the command and the configuration, without TLS and on other ports."""
    text = configuration(name).replace(":8080", f":{dead}").replace(":8081", f":{server}")
    file = str(folder / name)
    if name == "nginx":
        text = re.sub(r"^\s*ssl_.*\n", "", text, flags=re.MULTILINE)
        text = text.replace("listen 443 ssl http2", f"listen 127.0.0.1:{port}")
        kinds = ("proxy", "client_body", "fastcgi", "uwsgi", "scgi")
        paths = "".join(f"{each}_temp_path {folder}/{each};" for each in kinds)
        main = f"daemon off; pid {folder}/pid; error_log stderr; events {{}}"
        text = f"{main} http {{ access_log off; {paths}\n{text} }}"
        return [name, "-c", file], text
    if name == "haproxy":
        return [name, "-db", "-f", file], re.sub(r"bind :443 .*", f"bind 127.0.0.1:{port}", text)
    text = text.replace("cards.example.org", f"http://:{port}").replace("{\n", "{\n\tadmin off\n", 1)
    return [name, "run", "--adapter", "caddyfile", "--config", file], text


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[int]:
    """A demo, which creates its own database."""
    port = free_port()
    environment = {
        **os.environ,
        "WELLWISH_PORT": str(port),
        "WELLWISH_DATA_DIR": str(tmp_path_factory.mktemp("proxied")),
        "WELLWISH_PROXIES": "1",
        "WELLWISH_LOG_LEVEL": "error",
    }
    command = [sys.executable, "-P", "-m", "wellwish", "serve", "--demo"]
    with subprocess.Popen(command, env=environment, stderr=subprocess.DEVNULL) as process:
        try:
            wait_for(f"http://localhost:{port}/readyz")
            yield port
        finally:
            process.send_signal(signal.SIGTERM)
            process.wait(60)


def status(port: int, path: str, body: bytes | None = None) -> int:
    connection = HTTPConnection("127.0.0.1", port, timeout=30)
    try:
        headers = {"Host": f"localhost:{port}", "Content-Type": "application/json"}
        connection.request("GET" if body is None else "POST", path, body, headers)
        answer = connection.getresponse()
        answer.read()
        return answer.status
    finally:
        connection.close()


@contextmanager
def proxied(name: str, server: int, *changes: tuple[str, str]) -> Generator[int]:
    """Runs a proxy with its configuration, changed; yields its port."""
    if shutil.which(name, path=f"{os.environ['PATH']}:/usr/sbin") is None:
        pytest.skip(f"NO {name.upper()} ON THIS MACHINE: its configuration is not tried")
    port = free_port()
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place)
        folder.chmod(0o755)
        command, text = adapted(name, port, server, free_port(), folder)
        for old, new in changes:
            assert old in text, old
            text = text.replace(old, new)
        (folder / name).write_text(text)
        environment = {"PATH": f"{os.environ['PATH']}:/usr/sbin", "HOME": place, "XDG_DATA_HOME": place}
        with (folder / "output").open("wb") as output:
            process = subprocess.Popen(command, env=environment, stdout=output, stderr=output)
        try:
            try:
                wait_for(f"http://127.0.0.1:{port}/livez", 20)
            except (urllib.error.URLError, ConnectionError, TimeoutError):
                pytest.fail((folder / "output").read_text()[-2000:])
            yield port
        finally:
            process.terminate()
            process.wait(30)


@pytest.mark.full
@pytest.mark.parametrize("name", NAMES)
def test_serves_through_the_proxy(name: str, server: int) -> None:
    with proxied(name, server) as port:
        # One of the two servers is dead, but no request fails, whatever its method.
        assert {status(port, "/livez") for _ in range(20)} == {200}
        unauthorised = {status(port, "/api/cards", b"{}") for _ in range(20)}
        assert unauthorised == {401}
        # A body above the limits of nginx reaches the server, which refuses it.
        assert status(port, "/api/cards", b" " * 3_000_000) in (401, 413)
        assert status(port, "/metrics") == 404
        # The control: the server shows it to clients on this machine.
        with urllib.request.urlopen(f"http://127.0.0.1:{server}/metrics", timeout=10) as shown:
            assert shown.status == 200
        # Pauses around the times at which the server closes idle connections.
        for pause_s in (8.5, 9.5, 10.2):
            time.sleep(pause_s)  # the connection stays idle during this time
            assert {status(port, "/api/cards", b"{}") for _ in range(3)} == {401}


DEADLINES = {"nginx": "send_timeout 20s", "haproxy": "timeout client 60s", "caddy": "write 10m"}
_RESPONSES = 40
_BEGIN = b"HTTP/1.1 200"


@pytest.mark.full
@pytest.mark.parametrize("name", NAMES)
def test_closes_clients_that_do_not_read(name: str, server: int) -> None:
    """Uses the same settings, but with a timeout of 3 seconds."""
    longer = DEADLINES[name]
    with proxied(name, server, (longer, re.sub(r"\d+[sm]$", "3s", longer))) as port:
        assert pipelined(port, pause_s=0) == _RESPONSES  # the control
        assert pipelined(port, pause_s=12) < _RESPONSES


def pipelined(port: int, pause_s: float) -> int:
    """Requests large responses on one connection, and reads after a pause; returns how many begin."""
    request = f"GET /openapi.json HTTP/1.1\r\nHost: localhost:{port}\r\n"
    with socket.socket() as client:
        client.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 65536)
        client.settimeout(30)
        client.connect(("127.0.0.1", port))
        client.sendall(
            f"{request}\r\n".encode() * (_RESPONSES - 1) + f"{request}Connection: close\r\n\r\n".encode()
        )
        time.sleep(pause_s)  # the client reads nothing during this time
        count, tail = 0, b""
        with suppress(ConnectionResetError):
            while piece := client.recv(1_000_000):
                text = tail + piece
                count += text.count(_BEGIN)
                tail = text[1 - len(_BEGIN) :]
    return count
