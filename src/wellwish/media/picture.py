"""Decode pictures in a separate process that gets nothing but the picture and limited time."""

import asyncio
import contextlib
import os
import signal
import sys
from asyncio.subprocess import DEVNULL, PIPE, Process
from pathlib import Path
from typing import Final, Literal

import msgspec
from msgspec import Struct

from wellwish.errors import Fault, MediaBroken, MediaNotAccepted, MediaTooLarge, Unavailable
from wellwish.limiter import Key, Limiter, LimiterError
from wellwish.media import sniff
from wellwish.media.made import Made, Piece

MAX_BYTES: Final = 20_000_000
_PROGRAM: Final = Path(__file__).with_name("redraw.py")
_PATIENCE_S: Final = 30.0
_LIMITER: Final = Limiter(2)  # each may use 1.5 GiB of memory
_QUEUE_S: Final = 20.0
_MOST_HELD: Final = 256 * 1024**2  # bytes of pictures that are waiting or being decoded in this process
_RETRY_AFTER_S: Final = 10
_OUT_OF_TIME: Final = frozenset({-signal.SIGXCPU, -signal.SIGALRM})

_held = 0


class _File(Struct, frozen=True):
    name: str
    type: str
    width: int
    height: int
    bytes: int


class _Was(Struct, frozen=True):
    format: str
    width: int
    height: int


class _Says(Struct, frozen=True):
    refused: str | None = None
    was: _Was | None = None
    files: list[_File] = []


async def redrawn(content: bytes, kind: Literal["photo", "gif", "logo"]) -> Made:
    """Returns the re-encoded picture. Raises MediaBroken, MediaTooLarge, MediaNotAccepted, Unavailable."""
    if not content:
        raise broken("The file is empty.")
    if len(content) > MAX_BYTES:
        raise too_large("A picture can have at most 20 MB.")
    what = sniff.picture(content)
    if what is None or what not in _ACCEPTED[kind]:
        raise MediaNotAccepted(faults=[Fault("/content", "not_accepted", _SAYS[kind])])
    sniff.check_whole(content, what)
    says, rest = await _run(content, kind)
    if says.refused in ("pixels", "frames", "memory"):
        raise too_large(_WORDS[says.refused])
    if says.was is None:
        raise broken("The picture is truncated or damaged.")
    pieces: list[Piece] = []
    for file in says.files:
        pieces.append(Piece(file.name, file.type, rest[: file.bytes], file.width, file.height))
        rest = rest[file.bytes :]
    largest = max(says.files, key=lambda file: file.width)
    return Made(what, len(content), pieces, largest.width, largest.height, None)


_ACCEPTED: Final = {
    "photo": ("image/jpeg", "image/png", "image/webp"),
    "gif": ("image/gif",),
    "logo": ("image/jpeg", "image/png", "image/webp", "image/gif"),
}
_SAYS: Final = {
    "photo": "A photo must be a JPEG, PNG or WebP file.",
    "gif": "A GIF must be a GIF file.",
    "logo": "A logo must be a JPEG, PNG, WebP or GIF file.",
}
_WORDS: Final = {
    "pixels": "A picture can have at most 40 megapixels.",
    "frames": "A GIF can have at most 300 frames and 300 megapixels in total.",
    "memory": "Processing the picture takes too much memory.",
}


def broken(detail: str) -> MediaBroken:
    return MediaBroken(detail, faults=[Fault("/content", "broken", detail)])


def too_large(detail: str) -> MediaTooLarge:
    return MediaTooLarge(detail, faults=[Fault("/content", "too_large", detail)])


def _busy(detail: str) -> Unavailable:
    return Unavailable(detail, headers={"Retry-After": str(_RETRY_AFTER_S)})


async def _run(content: bytes, kind: str) -> tuple[_Says, bytes]:
    """Waits for a place; refuses at once if the waiting pictures would exceed the memory limit."""
    global _held  # noqa: PLW0603 - counted for the whole process
    if _held + len(content) > _MOST_HELD:
        raise _busy("Too many pictures are being processed.")
    _held += len(content)
    try:
        async with _LIMITER.slot(Key(str(id(content)), ""), _QUEUE_S):
            return await _one(content, kind)
    except LimiterError as error:
        raise _busy("Too many pictures are being processed.") from error
    finally:
        _held -= len(content)


async def _one(content: bytes, kind: str) -> tuple[_Says, bytes]:
    try:
        process = await asyncio.create_subprocess_exec(
            sys.executable, "-I", "-B", str(_PROGRAM), kind,
            stdin=PIPE, stdout=PIPE, stderr=DEVNULL, env={}, cwd="/", start_new_session=True,
        )  # fmt: skip
    except OSError as error:  # no memory, or no process left
        raise _busy("The picture could not be processed.") from error
    try:
        async with asyncio.timeout(_PATIENCE_S):
            out, _ = await process.communicate(content)
    except TimeoutError as error:
        raise too_large("Processing the picture takes more than 30 seconds.") from error
    finally:
        await _end(process)
    if process.returncode in _OUT_OF_TIME:
        raise too_large("Processing the picture takes more than 30 seconds.")
    line, newline, rest = out.partition(b"\n")
    if process.returncode != 0 or not newline:
        # Killed from outside, or by a limit before it could report it.
        raise _busy("The picture could not be processed.")
    return msgspec.json.decode(line, type=_Says), rest


async def _end(process: Process) -> None:
    if process.returncode is None:
        with contextlib.suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        await asyncio.shield(process.wait())
