"""The commands of the README run as printed."""

import os
import re
import signal
import subprocess
import sys
import urllib.error
import urllib.request
from collections.abc import Generator, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.listening import free_port
from tests.waiting import PATIENCE_S, wait_until

pytestmark = pytest.mark.process

ROOT = Path(__file__).parents[2]


@pytest.fixture
def demo(tmp_path: Path) -> Iterator[str]:
    with running(tmp_path / "data") as url:
        yield url


@contextmanager
def running(data: Path, code: Path = ROOT, *, port: int | None = None) -> Generator[str]:
    """Runs a demo of the code in a folder on a port or a free one, as script/server does; yields its URL."""
    port = port or free_port()
    environment = {
        **os.environ,
        "WELLWISH_PORT": str(port),
        "WELLWISH_DATA_DIR": str(data),
        "WELLWISH_LOG_LEVEL": "error",
        "PYTHONPATH": str(code / "src"),
    }
    command = [sys.executable, "-P", "-m", "wellwish", "serve", "--demo"]
    with subprocess.Popen(command, env=environment, cwd=code, stderr=subprocess.DEVNULL) as server:
        try:
            wait_for(f"http://localhost:{port}/readyz")
            yield f"http://localhost:{port}"
        finally:
            server.send_signal(signal.SIGTERM)
            server.wait(30)


def wait_for(url: str, patience_s: float = PATIENCE_S) -> None:
    def answers() -> bool:
        with urllib.request.urlopen(url, timeout=5):
            return True

    away = (urllib.error.URLError, ConnectionError, TimeoutError)
    wait_until(answers, within_s=patience_s, despite=away)


def quickstart() -> str:
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    found = re.search(r"<!-- quickstart.*?-->\n```sh\n(.*?)```", text, re.DOTALL)
    assert found is not None
    return found[1]


def test_the_ten_lines_create_a_card_and_an_invitation(demo: str) -> None:
    commands = quickstart().replace("http://localhost:8080", demo)
    done = subprocess.run(
        ["sh", "-eu", "-c", commands], check=True, capture_output=True, text=True, timeout=60
    )
    assert '"delivery_id":"jonas@example.com"' in done.stdout
    assert '"code"' not in done.stdout, done.stdout
