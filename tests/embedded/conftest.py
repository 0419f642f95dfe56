"""Data folders: small paths, gone afterwards, and with them every process that worked in them."""

import os
import shutil
import signal
import tempfile
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from tests.embedded.processes import eventually, servers
from wellwish.embedded import Cluster

# A cluster is a thousand files: a copy takes 0.2 s in memory and up to 1 s on a disk.
MEMORY = Path("/dev/shm")
MEMORY_NEEDED_BYTES = 2 * 1024**3


def _temporary() -> tempfile.TemporaryDirectory[str]:
    roomy = os.access(MEMORY, os.W_OK) and shutil.disk_usage(MEMORY).free > MEMORY_NEEDED_BYTES
    return tempfile.TemporaryDirectory(
        prefix="ww-", dir=MEMORY if roomy else None, ignore_cleanup_errors=True
    )


@pytest.fixture
def place() -> Iterator[Path]:
    """An empty folder for data folders. Fails the test that leaves a process there."""
    with _temporary() as name:
        path = Path(name)
        yield path
        # The server of a process that the test killed needs a moment.
        ended = eventually(lambda: not servers(path), within_s=10)
        for process in servers(path):
            with suppress(ProcessLookupError):
                os.kill(process, signal.SIGKILL)
        assert ended


@pytest.fixture(scope="session")
def model() -> Iterator[Path]:
    """A data folder with a cluster that was shut down."""
    with _temporary() as name:
        path = Path(name, "db")
        with Cluster(path, durable=False):
            pass
        yield path


@pytest.fixture
def folder(place: Path, model: Path) -> Path:
    """A data folder of the test's own, with a cluster that was shut down."""
    return Path(shutil.copytree(model, place / "db"))
