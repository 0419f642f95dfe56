"""Mistakes with real processes and servers: `doctor` names whatever stops another command."""

import asyncio
import json
import os
import signal
import socket
import ssl
import subprocess
import sys
from collections.abc import AsyncGenerator, Generator, Iterator
from contextlib import asynccontextmanager, contextmanager, suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any, ClassVar

import pytest

from tests.cli.mistakes import OF_SETTINGS, Given
from tests.commands import Ended, wellwish
from tests.fakes import smtp
from tests.fakes.certificates import Authority
from tests.listening import free_port
from wellwish.infra.embedded import OWNER, RUNTIME, Cluster

pytestmark = pytest.mark.process

MAIL = {
    "WELLWISH_POSTMARK_TOKEN": "token",
    "WELLWISH_MAIL_FROM": "cards@example.org",
    "WELLWISH_POSTAL_ADDRESS": "Example Ltd, 1 High Street, London",
}
SSL_REQUEST = 80877103  # PostgreSQL, 54.7
ALL = ("doctor", "serve", "work", "migrate")
# With `wellwish.env` of a real installation, in which one line is wrong.
CHOSEN = {
    "hash in the password": ALL,
    "port closed": ("doctor", "serve", "work"),
    "database missing": ("doctor", "serve", "work"),
    "host is a name": ALL,
    "host of another machine": ("doctor", "serve"),
    "base URL with a path": ALL,
    "key in quotes": ALL,
    "another key": ("doctor", "serve", "work"),
    "bundles missing": ("doctor", "migrate"),
    "workers": ALL,
}


@pytest.fixture(scope="module")
def given(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Given]:
    """A durable installation without a mistake."""
    with Cluster(tmp_path_factory.mktemp("durable") / "postgres") as cluster:
        made = {name: value for name, value in os.environ.items() if not name.startswith("WELLWISH_")}
        made |= MAIL | {
            "DATABASE_URL": cluster.dsn(RUNTIME),
            "WELLWISH_OWNER_DATABASE_URL": cluster.dsn(OWNER),
            "WELLWISH_SECRET_KEY": "00" * 32,
            "WELLWISH_DATA_DIR": str(tmp_path_factory.mktemp("data")),
            "WELLWISH_PORT": str(free_port()),
        }
        assert wellwish(made, "migrate").returncode == 0
        assert wellwish(made, "jobs", "list").returncode == 0  # records the key
        yield made


def run(given: Given, *words: str) -> Ended:
    command = [sys.executable, "-P", "-m", "wellwish", *words]
    ended = subprocess.run(command, env=given, capture_output=True, text=True, timeout=180, check=False)
    return Ended(ended.returncode, ended.stdout, ended.stderr)


def refused(given: Given, says: str, *commands: str) -> None:
    """Each command ends with status 1 and the sentence, and with no traceback."""
    for command in commands:
        ended = run(given, command)
        assert ended.returncode == 1, (command, ended)
        assert says in ended.stderr, (command, ended)
        assert "Traceback" not in ended.stderr
        if command != "doctor":  # which prints more
            assert ended.stderr.count("\n") == 1, ended.stderr


@pytest.mark.parametrize("name", CHOSEN)
def test_a_process_ends_with_the_sentence(name: str, given: Given, tmp_path: Path) -> None:
    mistake = OF_SETTINGS[name]
    refused(mistake.change(given, tmp_path), mistake.says, *CHOSEN[name])


def test_control_the_installation_has_no_mistake(given: Given) -> None:
    ended = run(given, "doctor")
    assert ended.returncode == 0, ended.stderr
    assert run(given, "migrate").stderr == "The schema is up to date.\n"


def test_names_the_program_on_the_port(given: Given) -> None:
    with socket.socket() as other:
        other.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        other.bind(("127.0.0.1", int(given["WELLWISH_PORT"])))
        other.listen()
        says = f"Another process already uses port {given['WELLWISH_PORT']} of 127.0.0.1. Stop it, or set"
        refused(given, says, "doctor", "serve")
    assert run(given, "doctor").returncode == 0, "the control"


def test_a_server_that_runs_does_not_disturb_the_doctor(given: Given) -> None:
    command = [sys.executable, "-P", "-m", "wellwish", "serve"]
    with subprocess.Popen(command, env=given, stderr=subprocess.PIPE, text=True) as process:
        try:
            assert process.stderr is not None
            assert "Wellwish is listening" in process.stderr.readline()
            assert "Another process" not in run(given, "doctor").stderr
        finally:
            process.send_signal(signal.SIGTERM)
            process.wait(30)


@asynccontextmanager
async def postgres_with(context: ssl.SSLContext) -> AsyncGenerator[int]:
    """A server that agrees to TLS (PostgreSQL, 54.2.11) and begins the handshake."""

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        request = await reader.readexactly(8)
        if int.from_bytes(request[4:]) == SSL_REQUEST:
            writer.write(b"S")
            await writer.drain()
            with suppress(ssl.SSLError, OSError):
                await writer.start_tls(context)
        writer.close()

    server = await asyncio.start_server(serve, "127.0.0.1", 0)
    async with server:
        yield server.sockets[0].getsockname()[1]


@pytest.mark.parametrize(
    ("from_days", "to_days", "says"),
    [(-9, -1, "certificate has expired"), (1, 2, "certificate is not yet valid")],
)
async def test_names_an_expired_certificate_of_the_database(
    from_days: float, to_days: float, says: str, given: Given, tmp_path: Path
) -> None:
    context = Authority(tmp_path).server("localhost", from_days=from_days, to_days=to_days)
    async with postgres_with(context) as port:
        query = f"sslmode=verify-full&sslrootcert={tmp_path}/authority.pem"
        url = f"postgresql://app@localhost:{port}/wellwish?{query}"
        changed = given | {"DATABASE_URL": url}
        sentence = f"the certificate of the server is not accepted ({says}). Renew it, or name its authority"
        await asyncio.to_thread(refused, changed, sentence, "doctor", "serve", "work")


async def test_names_an_untrusted_certificate_of_a_mail_server(given: Given, tmp_path: Path) -> None:
    context = Authority(tmp_path).server("localhost")
    async with smtp.serving(smtp.Post(), context) as post:
        changed = given | {
            "WELLWISH_SMTP_URLS": f"smtp://localhost:{post.port}",
            "WELLWISH_BOUNCES_ADDRESS": "bounce@example.org",
        }
        del changed["WELLWISH_POSTMARK_TOKEN"]
        says = f"localhost:{post.port} of WELLWISH_SMTP_URLS cannot be used: its certificate is not accepted"
        await asyncio.to_thread(refused, changed, says, "doctor")
        trusting = changed | {"SSL_CERT_FILE": f"{tmp_path}/authority.pem"}
        assert (await asyncio.to_thread(run, trusting, "doctor")).returncode == 0, "the control"


class Bucket(BaseHTTPRequestHandler):
    """Refuses every request as S3 does."""

    status: ClassVar[int]
    code: ClassVar[str]

    def do_PUT(self) -> None:
        self.rfile.read(int(self.headers.get("content-length", 0)))
        body = f"<Error><Code>{self.code}</Code><Message>secret words</Message></Error>".encode()
        self.send_response(self.status)
        self.send_header("content-length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    do_GET = do_DELETE = do_PUT  # noqa: N815 - names of the library

    def log_message(self, format: str, *args: Any) -> None:  # noqa: A002 - the library's name
        pass


@contextmanager
def bucket(status: int, code: str) -> Generator[int]:
    handler = type("Refusing", (Bucket,), {"status": status, "code": code})
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        yield server.server_port
        server.shutdown()


@pytest.mark.parametrize(
    ("status", "code", "remedy"),
    [
        (404, "NoSuchBucket", "Create the bucket, or correct WELLWISH_MEDIA_URL."),
        (403, "AccessDenied", "Correct WELLWISH_MEDIA_KEY and WELLWISH_MEDIA_SECRET"),
        (400, "AuthorizationHeaderMalformed", "Check WELLWISH_MEDIA_URL, WELLWISH_MEDIA_REGION"),
    ],
)
def test_names_the_status_of_a_bucket(status: int, code: str, remedy: str, given: Given) -> None:
    with bucket(status, code) as port:
        changed = given | {
            "WELLWISH_MEDIA_URL": "s3://photos",
            "WELLWISH_MEDIA_KEY": "key",
            "WELLWISH_MEDIA_SECRET": "secret",
            "WELLWISH_MEDIA_ENDPOINT": f"http://127.0.0.1:{port}",
        }
        refused(
            changed, f"the bucket photos of WELLWISH_MEDIA_URL (status {status}, {code}). {remedy}", "doctor"
        )
        assert "secret words" not in run(changed, "doctor").stderr


def test_names_a_standby(tmp_path: Path, given: Given) -> None:
    """A server that waits for the log of a primary: it answers, and accepts no writes."""
    place = tmp_path / "postgres"
    with Cluster(place) as cluster:
        urls = {"DATABASE_URL": cluster.dsn(RUNTIME), "WELLWISH_OWNER_DATABASE_URL": cluster.dsn(OWNER)}
        assert wellwish(given | urls, "migrate").returncode == 0
        assert wellwish(given | urls, "jobs", "list").returncode == 0
    (place / "data" / "standby.signal").touch()
    with Cluster(place):
        says = "The server is a standby, which is read-only. Point the URL to the primary"
        refused(given | urls, says, *ALL)


def test_json_has_one_finding_for_a_key_file_that_is_missing(given: Given, tmp_path: Path) -> None:
    changed = {name: value for name, value in given.items() if name != "WELLWISH_SECRET_KEY"}
    changed["WELLWISH_SECRET_KEY_FILE"] = str(tmp_path / "nokey")
    found = json.loads(run(changed, "doctor", "--json").stdout)
    assert [each["level"] for each in found] == ["error"]


def test_examines_an_installation_that_was_never_started(given: Given, tmp_path: Path) -> None:
    """The embedded database, without a server key: `serve` makes both."""
    fresh = {name: value for name, value in given.items() if "DATABASE_URL" not in name}
    del fresh["WELLWISH_SECRET_KEY"]
    fresh["WELLWISH_DATA_DIR"] = str(tmp_path / "data")
    ended = run(fresh, "doctor")
    assert ended.returncode == 0, ended.stderr
    assert "Unused: The embedded database lacks " in ended.stderr
    assert "`wellwish serve` applies them when it starts." in ended.stderr
    assert not (tmp_path / "data/secret.key").exists()
