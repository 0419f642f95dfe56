"""The quick tests pass while a demo uses the default port, as when both commands in the README run."""

import os
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, suppress
from pathlib import Path

import pytest

from tests.journeys.test_readme import ROOT, running

pytestmark = pytest.mark.process

DEFAULT_PORT = 8080
# The commands that look at the port, and a page that measures requests.
TESTS = ("tests/cli/test_server_key.py", "tests/cli/test_doctor.py", "tests/web/operating/test_metrics.py")


@pytest.fixture
def default_port(tmp_path: Path) -> Iterator[None]:
    """A demo on port 8080, or another program that already uses the port."""
    with ExitStack() as stack:
        with suppress(OSError), socket.socket() as probing:
            probing.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            probing.bind(("127.0.0.1", DEFAULT_PORT))
            probing.close()
            stack.enter_context(running(tmp_path / "data", port=DEFAULT_PORT))
        yield


@pytest.mark.usefixtures("default_port")
def test_tests_pass_beside_a_demo_on_the_default_port() -> None:
    with socket.create_connection(("127.0.0.1", DEFAULT_PORT), 5):
        pass  # the control: the port is in use
    environment = {name: value for name, value in os.environ.items() if not name.startswith("PYTEST_")}
    words = [sys.executable, "-P", "-m", "pytest", "-q", "-n", "0", "-p", "no:cacheprovider", *TESTS]
    done = subprocess.run(
        words, check=False, cwd=ROOT, env=environment, capture_output=True, text=True, timeout=500
    )
    assert done.returncode == 0, done.stdout[-4000:]
