"""The sandboxed process that decodes pictures: its isolation and limits, and the response when it dies."""

import asyncio
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tests.media import files
from wellwish.errors import MediaTooLarge, Unavailable
from wellwish.media import picture

pytestmark = pytest.mark.anyio


def _children() -> list[int]:
    listed = Path(f"/proc/{os.getpid()}/task/{os.getpid()}/children").read_text().split()
    return [pid for pid in map(int, listed) if b"redraw.py" in Path(f"/proc/{pid}/cmdline").read_bytes()]


def _environment(pid: int) -> bytes:
    return Path(f"/proc/{pid}/environ").read_bytes()


async def test_is_unavailable_when_the_process_is_killed() -> None:
    task = asyncio.create_task(picture.redrawn(files.photo(6_000, 6_000, "PNG"), "photo"))
    while not (found := _children()):
        await asyncio.sleep(0.01)
    os.kill(found[0], signal.SIGKILL)
    with pytest.raises(Unavailable) as caught:
        await task
    assert caught.value.headers["Retry-After"]
    assert (await picture.redrawn(files.photo(), "photo")).pieces, "the control: the next one is drawn"


async def test_ends_the_process_of_a_picture_that_takes_too_long(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(picture, "_PATIENCE_S", 0.01)
    with pytest.raises(MediaTooLarge):
        await picture.redrawn(files.photo(6_000, 6_000, "PNG"), "photo")
    assert not _children()


async def test_runs_no_more_than_two_at_once() -> None:
    tasks = [asyncio.create_task(picture.redrawn(files.photo(1_500, 1_500), "photo")) for _ in range(6)]
    most = 0
    while not all(task.done() for task in tasks):
        most = max(most, len(_children()))
        await asyncio.sleep(0.01)
    assert all(task.result().pieces for task in tasks)
    assert most == 2


async def test_pictures_that_wait_hold_no_more_memory_than_there_is_for_them(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    content = files.photo()
    monkeypatch.setattr(picture, "_MOST_HELD", 2 * len(content))
    drawn = await asyncio.gather(
        *(picture.redrawn(content, "photo") for _ in range(3)), return_exceptions=True
    )
    assert [isinstance(each, Unavailable) for each in drawn] == [False, False, True]
    assert (await picture.redrawn(content, "photo")).pieces, "the control: there is room again"


@pytest.mark.parametrize(
    "tries",
    [
        "open('/etc/passwd')",
        "open('/tmp/wellwish-escaped', 'w')",
        "__import__('socket').socket()",
        "__import__('subprocess').run(['/bin/true'], check=True)",
        "bytearray(2 * 1024**3)",
    ],
)
def test_lets_nothing_out_once_it_is_confined(tries: str) -> None:
    folder = Path(picture.__file__).parent
    program = (
        f"import sys; sys.path.insert(0, {str(folder)!r}); import redraw; import socket, subprocess\n"
        f"{{confine}}\n"
        f"try:\n    {tries}\nexcept (OSError, MemoryError): sys.exit(7)\n"
    )

    def ends(confine: str) -> int:
        command = [sys.executable, "-I", "-B", "-c", program.replace("{confine}", confine)]
        return subprocess.run(command, check=False, capture_output=True, timeout=60).returncode

    assert ends("redraw.confine()") == 7
    assert ends("") == 0, "the control: without the limits it can"
    Path("/tmp/wellwish-escaped").unlink(missing_ok=True)


async def test_gives_the_process_no_environment_and_no_name() -> None:
    task = asyncio.create_task(picture.redrawn(files.photo(4_000, 4_000, "PNG"), "photo"))
    while not (found := _children()):
        await asyncio.sleep(0.01)
    assert not _environment(found[0])
    await task
