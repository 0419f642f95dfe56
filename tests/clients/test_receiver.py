"""The complete receiver in the guide to webhooks, run as printed."""

import os
import subprocess
import sys
from collections.abc import Generator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Final

import httpx2
import pytest

from tests.journeys.test_guides import ROOT, receiver
from tests.listening import free_port
from tests.waiting import PATIENCE_S, wait_until
from wellwish.webhooks import signature

pytestmark = pytest.mark.process

SECRET: Final = "whsec_c2VjcmV0IG9mIHRoZSByZWNlaXZlciEh"
BODY: Final = '{"type":"contribution.created","timestamp":"2030-11-21T09:30:00Z","data":{"card_id":"card_1"}}'


@contextmanager
def listening(command: list[str], folder: Path, port: int, **environment: str) -> Generator[Path]:
    """Runs a receiver until the end of the block. Yields the file with its output."""
    printed = folder / "printed"
    with printed.open("w") as out:
        process = subprocess.Popen(
            command, cwd=folder, stdout=out, stderr=subprocess.STDOUT, env={**os.environ, **environment}
        )
    try:

        def listens() -> bool:
            assert process.poll() is None, printed.read_text()
            httpx2.get(f"http://127.0.0.1:{port}/", timeout=PATIENCE_S)
            return True

        wait_until(listens, despite=httpx2.ConnectError)
        yield printed
    finally:
        process.kill()
        process.wait()


def post(port: int, event_id: str, body: str = BODY, minutes: float = 0, secret: str = SECRET) -> int:
    # The receiver uses the machine's clock.
    at = datetime.now(UTC) - timedelta(minutes=minutes)
    headers = signature.headers((secret,), event_id, at, body.encode())
    url = f"http://127.0.0.1:{port}/hook"
    return httpx2.post(url, content=BODY, headers=headers, timeout=PATIENCE_S).status_code


def check(port: int, printed: Path) -> None:
    """An event takes effect once; forged and old webhooks are refused."""
    assert [post(port, "evt_1"), post(port, "evt_1"), post(port, "evt_2")] == [204, 204, 204]
    assert post(port, "evt_3", BODY.replace("card_1", "card_2")) == 400
    assert post(port, "evt_4", minutes=6) == 400
    assert post(port, "evt_5", secret="whsec_" + "A" * 40) == 400
    assert printed.read_text().count("Somebody signed card_1") == 2


def test_receives_each_event_once(tmp_path: Path) -> None:
    port = free_port()
    file = tmp_path / "receiver.py"
    file.write_text(receiver("python").replace("3000", str(port)))
    environment = {"WEBHOOK_SECRET": SECRET, "PYTHONPATH": str(ROOT / "clients/python/src")}
    command = [sys.executable, "-u", "-W", "error", str(file)]
    with listening(command, tmp_path, port, **environment) as printed:
        check(port, printed)
