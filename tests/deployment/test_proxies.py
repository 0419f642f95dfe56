"""The configurations of docs/operate/proxies.md work as printed, with one of two servers dead."""

import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from http.client import HTTPConnection
from pathlib import Path

import pytest

from tests.journeys.test_readme import free_port, wait_for

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
    text = text.replace("cards.example.org", f"http://:{port}")
    command = [name, "run", "--adapter", "caddyfile", "--config", file]
    return command, "{\n\tadmin off\n}\n" + text


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


@pytest.mark.full
@pytest.mark.parametrize("name", NAMES)
def test_serves_through_the_proxy(name: str, server: int) -> None:
    if shutil.which(name, path=f"{os.environ['PATH']}:/usr/sbin") is None:
        pytest.skip(f"NO {name.upper()} ON THIS MACHINE: its configuration is not tried")
    port = free_port()
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place)
        folder.chmod(0o755)
        command, text = adapted(name, port, server, free_port(), folder)
        (folder / name).write_text(text)
        environment = {"PATH": f"{os.environ['PATH']}:/usr/sbin", "HOME": place, "XDG_DATA_HOME": place}
        with (folder / "output").open("wb") as output:
            process = subprocess.Popen(command, env=environment, stdout=output, stderr=output)
        try:
            try:
                wait_for(f"http://127.0.0.1:{port}/livez", 20)
            except (urllib.error.URLError, ConnectionError, TimeoutError):
                pytest.fail((folder / "output").read_text()[-2000:])
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
                time.sleep(pause_s)
                assert {status(port, "/api/cards", b"{}") for _ in range(3)} == {401}
        finally:
            process.terminate()
            process.wait(30)
