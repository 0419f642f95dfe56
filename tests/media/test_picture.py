"""The sandboxed process that decodes pictures: its isolation and limits, and the response when it dies."""

import asyncio
import io
import os
import signal
import subprocess
import sys
from contextlib import ExitStack
from pathlib import Path

import pytest
from PIL import Image

from tests.fifo import Fifo
from tests.media import files
from tests.waiting import turns, until
from wellwish.base.errors import MediaTooLarge, Unavailable
from wellwish.base.limiter import Key, Limiter
from wellwish.media import child, picture
from wellwish.media.child import Program
from wellwish.media.untrusted import redraw, rewrite

pytestmark = pytest.mark.anyio

KEY = Key("account", "card")


def _children() -> list[int]:
    listed = Path(f"/proc/{os.getpid()}/task/{os.getpid()}/children").read_text().split()
    commands = {int(pid): _read(f"/proc/{pid}/cmdline") for pid in listed}
    return [pid for pid, command in commands.items() if b".untrusted.redraw" in command]


def _read(path: str) -> bytes:
    """Returns the content of a file of a process, or nothing if the process has ended meanwhile."""
    try:
        return Path(path).read_bytes()
    except (FileNotFoundError, ProcessLookupError):
        return b""


def _environment(pid: int) -> bytes:
    return Path(f"/proc/{pid}/environ").read_bytes()


async def test_is_unavailable_when_the_process_is_killed() -> None:
    task = asyncio.create_task(picture.redrawn(files.photo(6_000, 6_000, "PNG"), "photo", KEY))
    found = await until(_children)
    os.kill(found[0], signal.SIGKILL)
    with pytest.raises(Unavailable) as caught:
        await task
    assert caught.value.headers["Retry-After"]
    assert (await picture.redrawn(files.photo(), "photo", KEY)).pieces, "the control: the next one is drawn"


async def test_ends_the_process_of_a_picture_that_takes_too_long(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(child, "_PATIENCE_S", 0.01)
    with pytest.raises(MediaTooLarge):
        await picture.redrawn(files.photo(6_000, 6_000, "PNG"), "photo", KEY)
    assert not _children()


async def test_runs_no_more_than_three_at_once() -> None:
    keys = [Key(f"account {number}", "card") for number in range(6)]
    content = files.photo(1_500, 1_500)
    tasks = [asyncio.create_task(picture.redrawn(content, "photo", key)) for key in keys]
    most = 0

    def are_done() -> bool:
        nonlocal most
        most = max(most, len(_children()))
        return all(task.done() for task in tasks)

    await until(are_done)
    assert all(task.result().pieces for task in tasks)
    assert most == 3


def test_uploads_that_wait_hold_no_more_memory_than_there_is_for_them() -> None:
    """An account that already uses memory gets half of the free bytes, and each of its cards a quarter."""
    uploads = child.Uploads(1_000)
    with ExitStack() as stack:
        for _ in range(2):
            stack.enter_context(uploads.hold(Key("a", "one"), 100))
        with pytest.raises(Unavailable) as caught:
            stack.enter_context(uploads.hold(Key("a", "one"), 100))
        assert caught.value.headers["Retry-After"]
        stack.enter_context(uploads.hold(Key("a", "two"), 300))
        with pytest.raises(Unavailable):
            stack.enter_context(uploads.hold(Key("a", "three"), 10))
        stack.enter_context(uploads.hold(Key("b", "one"), 500))
        with pytest.raises(Unavailable):
            stack.enter_context(uploads.hold(Key("c", "one"), 1))
    assert (uploads.held, uploads.shares) == (0, {})
    with uploads.hold(Key("c", "one"), 1_000):
        assert uploads.held == 1_000, "the control: there is room again"


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
    program = (
        "import sys, socket, subprocess; from wellwish.media.untrusted import redraw\n"
        "{confine}\n"
        f"try:\n    {tries}\nexcept (OSError, MemoryError): sys.exit(7)\n"
    )

    def ends(confine: str) -> int:
        command = [sys.executable, "-I", "-B", "-c", program.replace("{confine}", confine)]
        return subprocess.run(command, check=False, capture_output=True, timeout=60).returncode

    assert ends("redraw.confine(redraw.CPU_S, redraw.MEMORY_BYTES)") == 7
    assert ends("") == 0, "the control: without the limits it can"
    Path("/tmp/wellwish-escaped").unlink(missing_ok=True)


async def test_gives_the_process_no_environment_and_no_name() -> None:
    task = asyncio.create_task(picture.redrawn(files.photo(4_000, 4_000, "PNG"), "photo", KEY))
    found = await until(_children)
    assert not _environment(found[0])
    await task


async def _order(limiter: Limiter, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Returns the order in which pictures are processed, if six of one card are sent first."""
    began, ends = list[str](), dict[str, asyncio.Event]()

    async def run(module: str, args: tuple[str, ...], content: bytes) -> tuple[child.Header, bytes]:
        began.append(content[3:].decode())
        ends[began[-1]] = asyncio.Event()
        await ends[began[-1]].wait()
        return child.Header(files=[child.File("a.webp", "image/webp", 0, 1, 1)]), b""

    async def settle() -> None:
        await turns(9)

    monkeypatch.setattr(child, "_run", run)
    monkeypatch.setattr(picture, "_REDRAW", Program("", limiter, child.Uploads(2**20), 2**20))
    names = [*(f"a/one {number}" for number in range(6)), "a/two", "b/one", "c/one"]
    tasks: list[asyncio.Task[object]] = []
    for name in names:
        account, _, card = name.partition(" ")[0].partition("/")
        sent = picture.redrawn(b"\xff\xd8\xff" + name.encode(), "photo", Key(account, card))
        tasks.append(asyncio.create_task(sent))
        await settle()
    done = 0
    while done < len(names):
        ends[began[done]].set()
        done += 1
        await settle()
    await asyncio.gather(*tasks)
    return began


async def test_a_card_that_floods_does_not_delay_other_cards_and_accounts(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    began = await _order(Limiter(3), monkeypatch)
    assert began[:3] == ["a/one 0", "b/one", "c/one"], "others begin at once"
    assert began[3] == "a/two", "then another card of the account"
    assert began[4:] == [f"a/one {number}" for number in range(1, 6)]


async def test_others_wait_for_the_flood_in_the_order_of_requests(monkeypatch: pytest.MonkeyPatch) -> None:
    """The control."""
    began = await _order(Fifo(3), monkeypatch)
    assert began[-3:] == ["a/two", "b/one", "c/one"]


@pytest.mark.parametrize("program", ["redraw", "rewrite"])
def test_limits_the_processor_time_of_a_program(program: str) -> None:
    command = (
        f"from wellwish.media.untrusted import {program} as it; it.confine(1, it.MEMORY_BYTES)\n"
        "while True: pass"
    )
    ended = subprocess.run([sys.executable, "-I", "-B", "-c", command], check=False, timeout=60)
    assert ended.returncode in child._OUT_OF_TIME
    assert (redraw.CPU_S, rewrite.CPU_S) == (10, 5)


def test_writes_fewer_frames_of_a_long_animation(monkeypatch: pytest.MonkeyPatch) -> None:
    def written() -> tuple[int, int]:
        """Returns the frames and their milliseconds."""
        _, (content, *_) = redraw.answer("gif", "image/gif", files.gif(12))
        with Image.open(io.BytesIO(content)) as moving:
            frames = getattr(moving, "n_frames", 1)
            durations = [(moving.seek(at), moving.load(), moving.info["duration"])[2] for at in range(frames)]
        return frames, sum(durations)

    assert written() == (12, 12 * 80), "the control"
    monkeypatch.setattr(redraw, "MAX_ANIMATED_PIXELS", 5 * 60 * 40)
    assert written() == (4, 12 * 80)


@pytest.mark.parametrize(
    "line",
    [
        '{"files": [{"name": "../../secret.webp", "type": "image/webp", "bytes": 1}]}',
        '{"files": [{"name": "a.html", "type": "image/webp", "bytes": 1}]}',
        '{"files": [{"name": "a.webp", "type": "text/html", "bytes": 1}]}',
        '{"files": [{"name": "a.webp", "type": "image/webp", "bytes": -1}]}',
        "not JSON",
    ],
)
async def test_trusts_no_program(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, line: str) -> None:
    """A decoder that an attacker has taken over may write anything."""
    program = tmp_path / "program"
    program.write_text(f"#!/bin/sh\ncat >/dev/null\nprintf '%s\\nx' '{line}'\n")
    program.chmod(0o755)
    monkeypatch.setattr(child.sys, "executable", str(program))
    with pytest.raises(Unavailable):
        await picture.redrawn(files.photo(), "photo", KEY)
    good = '{"files": [{"name": "a.webp", "type": "image/webp", "bytes": 1}]}'
    program.write_text(program.read_text().replace(line, good))
    assert (await picture.redrawn(files.photo(), "photo", KEY)).pieces[0].content == b"x", "the control"
