"""The servers to measure, as separate processes on loopback."""

import os
import socket
import subprocess
import sys
import time
from collections.abc import Generator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Final

from stage import Stage

_HERE: Final = Path(__file__).parent
_READY_S: Final = 30.0
_STOP_S: Final = 35.0


@dataclass(frozen=True)
class Running:
    """A server that accepts requests."""

    pid: int
    port: int


@contextmanager
def wellwish(stage: Stage, workers: int, pool_size: int) -> Generator[Running]:
    """Starts Wellwish from its command line, without the job worker."""
    port = _free_port()
    environment = {
        "DATABASE_URL": stage.runtime_dsn,
        "WELLWISH_OWNER_DATABASE_URL": stage.owner_dsn,
        "WELLWISH_SECRET_KEY": stage.secret_key.hex(),
        "WELLWISH_DATA_DIR": str(stage.folder / "server"),
        "WELLWISH_PORT": str(port),
        "WELLWISH_WORKERS": str(workers),
        "WELLWISH_POOL_SIZE": str(pool_size),
        "WELLWISH_REQUESTS_PER_MINUTE": "0",
        "WELLWISH_PAGE_REQUESTS_PER_MINUTE": "0",
        "WELLWISH_SIGNINGS_PER_MINUTE": "0",
    }
    log = stage.folder / f"wellwish-{workers}.log"
    with _process(["-m", "wellwish", "serve"], environment, port, log) as running:
        yield running


@contextmanager
def whole(stage: Stage) -> Generator[Running]:
    """Starts Wellwish with the embedded database, the job worker, sandbox payments and default settings."""
    port = _free_port()
    environment = {
        "WELLWISH_SECRET_KEY": stage.secret_key.hex(),
        "WELLWISH_DATA_DIR": str(stage.folder),
        "WELLWISH_PORT": str(port),
        "WELLWISH_REQUESTS_PER_MINUTE": "0",
        "WELLWISH_PAGE_REQUESTS_PER_MINUTE": "0",
        "WELLWISH_SIGNINGS_PER_MINUTE": "0",
    }
    with _process(["-m", "wellwish", "serve"], environment, port, stage.folder / "whole.log") as running:
        yield running


@contextmanager
def worker(stage: Stage, smtp_port: int) -> Generator[Running]:
    """Starts the job worker, which sends mail to a server on loopback without daily limits."""
    environment = {
        "DATABASE_URL": stage.runtime_dsn,
        "WELLWISH_OWNER_DATABASE_URL": stage.owner_dsn,
        "WELLWISH_SECRET_KEY": stage.secret_key.hex(),
        "WELLWISH_DATA_DIR": str(stage.folder / "server"),
        "WELLWISH_BASE_URL": "https://cards.example",
        "WELLWISH_SMTP_URLS": f"smtp://127.0.0.1:{smtp_port}?tls=none",
        "WELLWISH_MAIL_FROM": "cards@cards.example",
        "WELLWISH_MESSAGES_PER_DAY": "0",
        "WELLWISH_MESSAGES_PER_DAY_UNPROVEN": "0",
    }
    with (stage.folder / "worker.log").open("wb") as output:
        process = _started(["-m", "wellwish", "work"], environment, output)
    try:
        yield Running(process.pid, 0)
    finally:
        _stop(process)


@contextmanager
def orm(stage: Stage, workers: int, pool_size: int) -> Generator[Running]:
    """Starts the FastAPI and SQLAlchemy version under uvicorn."""
    port = _free_port()
    environment = {
        "BENCH_DATABASE_URL": stage.runtime_dsn.replace("postgresql://", "postgresql+asyncpg://"),
        "BENCH_SECRET_KEY": stage.secret_key.hex(),
        "BENCH_BASE_URL": f"http://localhost:{port}",
        "BENCH_POOL_SIZE": str(pool_size),
    }
    command = [
        "-m", "uvicorn", "orm.app:app", "--app-dir", str(_HERE), "--port", str(port),
        "--workers", str(workers), "--no-access-log", "--log-level", "warning",
    ]  # fmt: skip
    with _process(command, environment, port, stage.folder / f"orm-{workers}.log") as running:
        yield running


@contextmanager
def trivial(stage: Stage) -> Generator[Running]:
    """Starts the server that does no work."""
    port = _free_port()
    with _process([str(_HERE / "trivial.py"), str(port)], {}, port, stage.folder / "trivial.log") as running:
        yield running


@contextmanager
def _process(
    arguments: list[str], environment: Mapping[str, str], port: int, log: Path
) -> Generator[Running]:
    with log.open("wb") as output:
        process = _started(arguments, environment, output)
    try:
        _await_answer(process, port, log)
        yield Running(process.pid, port)
    finally:
        _stop(process)


def _started(
    arguments: list[str], environment: Mapping[str, str], output: IO[bytes]
) -> "subprocess.Popen[bytes]":
    inherited = {name: value for name, value in os.environ.items() if not name.startswith("WELLWISH_")}
    return subprocess.Popen(
        [sys.executable, *arguments],
        env={**inherited, **environment},
        stdin=subprocess.DEVNULL,
        stdout=output,
        stderr=output,
    )


def _stop(process: "subprocess.Popen[bytes]") -> None:
    process.terminate()
    try:
        process.wait(_STOP_S)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()


def _await_answer(process: "subprocess.Popen[bytes]", port: int, log: Path) -> None:
    end = time.monotonic() + _READY_S
    while time.monotonic() < end and process.poll() is None:
        try:
            with socket.create_connection(("127.0.0.1", port), timeout=1) as connection:
                connection.sendall(b"GET /readyz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
                connection.settimeout(2)
                if b" 200 " in connection.recv(100):
                    return
        except OSError:
            pass
        time.sleep(0.1)
    raise RuntimeError(f"a server did not start:\n{log.read_text()[-2000:]}")


def _free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as listening:
        return int(listening.getsockname()[1])
