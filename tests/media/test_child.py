"""Compromised programs that parse uploads: their output is limited, and they end."""

import asyncio
import json
import subprocess
import sys
import tracemalloc
from pathlib import Path

import pytest

from tests.waiting import until
from wellwish.base.errors import MediaBroken, Unavailable
from wellwish.base.limiter import Key, Limiter
from wellwish.media.child import Program, Uploads

pytestmark = pytest.mark.anyio
MIB = 1024**2
KEY = Key("account", "card")
NINE_FILES = json.dumps({"files": [{"name": "", "type": "audio/ogg", "bytes": 0}] * 9})


def program(max_output_bytes: int = MIB) -> Program:
    return Program("any", Limiter(1), Uploads(64 * MIB), max_output_bytes)


@pytest.fixture
def replaced(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A shell script that runs in place of the program; writes its process ID next to it."""
    script = tmp_path / "script"
    monkeypatch.setattr(sys, "executable", str(script))
    return script


def _write(script: Path, command: str) -> None:
    script.write_text(f"#!/bin/sh\necho $$ > {script}.pid\n{command}\n")
    script.chmod(0o700)


def _is_running(script: Path) -> bool:
    pid = Path(f"{script}.pid").read_text().strip()
    return subprocess.run(["/bin/kill", "-0", pid], check=False, stderr=subprocess.DEVNULL).returncode == 0


async def _peak(running: Program) -> int:
    """Returns the peak memory of this process while the program writes without end."""
    tracemalloc.start()
    try:
        with pytest.raises(MediaBroken):
            await running.run(KEY, b"x")
        return tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()


@pytest.mark.parametrize(
    "command",
    ["exec cat /dev/zero", "cat /dev/zero & cat /dev/zero", "setsid head -c 9000000 /dev/zero & wait"],
    ids=["one process", "two processes", "a process of another group"],
)
async def test_ends_a_program_that_writes_without_end(replaced: Path, command: str) -> None:
    _write(replaced, command)
    assert await _peak(program()) < 4 * MIB
    assert not _is_running(replaced)


async def test_memory_grows_with_the_limit(replaced: Path) -> None:
    """The control: without the limit, the output would fill the memory for 30 seconds."""
    _write(replaced, "exec cat /dev/zero")
    assert await _peak(program(32 * MIB)) > 16 * MIB


@pytest.mark.parametrize("size", [1, 5 * MIB])
async def test_a_program_may_end_without_reading(replaced: Path, size: int) -> None:
    _write(replaced, 'echo \'{"refused": "truncated"}\'')
    with pytest.raises(MediaBroken, match="truncated"):
        await program().run(KEY, bytes(size))


async def test_a_program_may_write_before_it_reads(replaced: Path) -> None:
    file = '{"name": "", "type": "audio/ogg", "bytes": 900000}'
    _write(replaced, f"echo '{{\"files\": [{file}]}}'; head -c 900000 /dev/zero; exec cat > /dev/null")
    _, [content] = await program().run(KEY, bytes(5 * MIB))
    assert content == bytes(900_000)


@pytest.mark.parametrize(
    "command",
    [
        "head -c 100000 /dev/zero | tr '\\000' ' '; echo '{}'",
        f"echo '{NINE_FILES}'",
        "exit 1",
        "exec true",
    ],
    ids=["a long header", "many files", "a failure", "nothing"],
)
async def test_refuses_other_output(replaced: Path, command: str) -> None:
    _write(replaced, command)
    with pytest.raises(Unavailable):
        await program().run(KEY, b"x")


async def test_a_cancelled_upload_ends_its_program(replaced: Path) -> None:
    _write(replaced, "exec sleep 60")
    task = asyncio.create_task(program().run(KEY, bytes(5 * MIB)))
    await until(Path(f"{replaced}.pid").exists)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    assert not _is_running(replaced)
