"""Data folders with short paths, removed after the test together with all processes that work in them."""

import os
import shutil
import signal
import tempfile
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from tests.infra.embedded.processes import eventually, servers
from wellwish.infra.embedded import Cluster

# A cluster has a thousand files: a copy takes 0.2 s in memory and up to 1 s on disk.
MEMORY = Path("/dev/shm")
MEMORY_NEEDED_BYTES = 2 * 1024**3


def _temporary() -> tempfile.TemporaryDirectory[str]:
    roomy = os.access(MEMORY, os.W_OK) and shutil.disk_usage(MEMORY).free > MEMORY_NEEDED_BYTES
    return tempfile.TemporaryDirectory(
        prefix="ww-", dir=MEMORY if roomy else None, ignore_cleanup_errors=True
    )


@pytest.fixture
def place() -> Iterator[Path]:
    """An empty folder for data folders. A test that leaves a process there fails."""
    with _temporary() as name:
        path = Path(name)
        yield path
        # The server needs a moment to end after the test killed its supervisor.
        ended = eventually(lambda: not servers(path))
        for process in servers(path):
            with suppress(ProcessLookupError):
                os.kill(process, signal.SIGKILL)
        assert ended


@pytest.fixture(scope="session")
def model() -> Iterator[Path]:
    """A data folder with a stopped cluster."""
    with _temporary() as name:
        path = Path(name, "db")
        with Cluster(path, durable=False):
            pass
        yield path


@pytest.fixture
def folder(place: Path, model: Path) -> Path:
    """A separate data folder with a stopped cluster for each test."""
    return Path(shutil.copytree(model, place / "db"))
