"""Stopping the server: cleanly, and repeated if the first signal is lost."""

import signal
import subprocess
import sys
from pathlib import Path

import pytest

from wellwish.infra.embedded import server as server_module
from wellwish.infra.embedded.folder import Folder
from wellwish.infra.embedded.server import Server

pytestmark = pytest.mark.process

# Acts like the launcher just before exec replaces it with PostgreSQL: ignores a number of interrupts.
_DEAF = """
import signal, sys
left = int(sys.argv[1])
def received(*_):
    global left
    if not left:
        sys.exit(7)
    left -= 1
signal.signal(signal.SIGINT, received)
signal.signal(signal.SIGQUIT, signal.SIG_DFL)  # a shell's background jobs ignore it
print("ready", flush=True)
while True:
    signal.pause()
"""


@pytest.mark.parametrize(
    ("deaf_to", "ends_with"),
    [
        pytest.param(0, 7, id="received"),
        pytest.param(1, 7, id="lost once"),
        pytest.param(9, -signal.SIGQUIT, id="never received, the control"),
    ],
)
def test_resends_a_lost_stop_signal(
    deaf_to: int, ends_with: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # A clean end gets less time than in production.
    kept = [(number, 2.0 if number == signal.SIGINT else 30.0) for number, _ in server_module._SHUTDOWN]
    monkeypatch.setattr(server_module, "_SHUTDOWN", kept)
    command = [sys.executable, "-I", "-c", _DEAF, str(deaf_to)]
    with subprocess.Popen(command, stdout=subprocess.PIPE) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == b"ready\n"
        server = Server(Folder(tmp_path), durable=False)
        server._process = process
        server.stop()
        assert process.returncode == ends_with
        assert not server.alive()
