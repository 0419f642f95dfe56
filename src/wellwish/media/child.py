"""Run the programs that parse and decode uploads in child processes that can access only the file.

Code of ``untrusted`` never runs in this process, whose event loop serves all requests.
"""

import asyncio
import contextlib
import os
import signal
import sys
from asyncio.subprocess import DEVNULL, PIPE, Process
from collections import Counter
from collections.abc import Generator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Annotated, Final, Literal, cast

import msgspec
from msgspec import Meta, Struct

from wellwish.base.errors import Fault, MediaBroken, MediaTooLarge, Unavailable
from wellwish.base.limiter import Key, Limiter, LimiterError

_PATIENCE_S: Final = 30.0  # elapsed time; each program also limits its CPU time
_QUEUE_S: Final = 20.0
_RETRY_AFTER_S: Final = 10
_PIECE_BYTES: Final = 256 * 1024  # the capacity of a pipe; larger pieces delay other requests
_HEADER_BYTES: Final = 16 * 1024
_OUT_OF_TIME: Final = frozenset({-signal.SIGXCPU, -signal.SIGALRM})
_OUT_OF_TIME_SAYS: Final = "Processing the file took too long."

_BROKEN: Final = {
    "broken": "The file is truncated or damaged.",
    "truncated": "The file is truncated.",
    "segments": "The file consists of too many parts.",
    "hidden": "The file contains an archive, a document or a script after the picture.",
}
_TOO_LARGE: Final = {
    "pixels": "A picture can be at most 40 megapixels.",
    "frames": "An animation can have at most 300 frames and 75 megapixels in total.",
    "memory": "Processing the file took too much memory.",
}


_Number = Annotated[int, Meta(ge=0, lt=2**31)]


class File(Struct, frozen=True):
    """A file created by a program. A compromised decoder cannot choose another path or type."""

    name: Annotated[str, Meta(pattern="^([0-9a-z]{1,8}[.](webp|jpg|png|mp4|webm))?$")]
    type: Annotated[str, Meta(pattern="^(image/(webp|jpeg|png)|video/(mp4|webm)|audio/(ogg|webm|mp4|mpeg))$")]
    bytes: _Number
    width: _Number | None = None
    height: _Number | None = None


class Header(Struct, frozen=True):
    """The header of a program's output: the reason code of a refusal, or a description of the files.

    ``kind`` is the kind of a picture: an animated photo is a GIF.
    """

    refused: str | None = None
    duration_ms: int | None = None
    kind: Literal["photo", "gif", "still", "logo", "account_logo"] | None = None
    files: Annotated[list[File], Meta(max_length=8)] = []


@dataclass
class Uploads:
    """Limits the bytes of uploads that are waiting or being processed, by the rule of ``Limiter`` for places.

    A card, account or platform that already holds bytes may reserve more only if at least as many bytes then
    remain free as it holds.
    """

    max_bytes: int
    held: int = 0
    shares: Counter[object] = field(default_factory=Counter[object])

    @contextmanager
    def hold(self, key: Key, size: int) -> Generator[None]:
        """Reserves the bytes. Raises Unavailable if the card, account or platform exceeds its share."""
        owners = (*([f"payer {key.payer}"] if key.payer else ()), key.account, key)
        room = self.max_bytes - self.held
        for owner in owners:
            own = self.shares[owner]
            room = (room + own) // 2 - own if own else room
        if size > room:
            raise _busy("Too many files are being processed.")
        self.held += size
        self.shares.update(dict.fromkeys(owners, size))
        try:
            yield
        finally:
            self.held -= size
            self.shares.subtract(dict.fromkeys(owners, size))
            for owner in owners:
                if not self.shares[owner]:
                    del self.shares[owner]


@dataclass(frozen=True)
class Program:
    """A module of ``untrusted``, with its limits of concurrent processes, of waiting bytes and of output."""

    module: str
    limiter: Limiter
    uploads: Uploads
    max_output_bytes: int

    async def run(self, key: Key, content: bytes, *args: str) -> tuple[Header, list[bytes]]:
        """Returns the header and the files that the program wrote.

        Waits for a free slot. Raises MediaBroken, MediaTooLarge, Unavailable. The header contains only reason
        codes whose text depends on the kind of file, such as ``not_accepted``.
        """
        try:
            with self.uploads.hold(key, len(content)):
                async with self.limiter.slot(key, _QUEUE_S):
                    says, rest = await _run(self, args, content)
        except LimiterError as error:
            raise _busy("Too many files are being processed.") from error
        if says.refused in _TOO_LARGE:
            raise too_large(_TOO_LARGE[says.refused])
        if says.refused in _BROKEN:
            raise broken(_BROKEN[says.refused])
        contents: list[bytes] = []
        for file in says.files:
            contents.append(rest[: file.bytes])
            rest = rest[file.bytes :]
        return says, contents


def broken(detail: str) -> MediaBroken:
    return MediaBroken(detail, faults=[Fault("/content", "broken", detail)])


def too_large(detail: str) -> MediaTooLarge:
    return MediaTooLarge(detail, faults=[Fault("/content", "too_large", detail)])


def _busy(detail: str) -> Unavailable:
    return Unavailable(detail, headers={"Retry-After": str(_RETRY_AFTER_S)})


async def _run(program: Program, args: tuple[str, ...], content: bytes) -> tuple[Header, bytes]:
    try:
        process = await asyncio.create_subprocess_exec(
            sys.executable, "-I", "-B", "-m", program.module, *args,
            stdin=PIPE, stdout=PIPE, stderr=DEVNULL, env={}, cwd="/", start_new_session=True,
        )  # fmt: skip
    except OSError as error:  # no memory, or no process left
        raise _busy("The file could not be processed.") from error
    try:
        async with asyncio.timeout(_PATIENCE_S):
            out = await _exchange(process, content, program.max_output_bytes)
            await process.wait()
    except TimeoutError as error:
        raise too_large(_OUT_OF_TIME_SAYS) from error
    finally:
        await _end(process)
    if process.returncode in _OUT_OF_TIME:
        raise too_large(_OUT_OF_TIME_SAYS)
    line, newline, _ = out[:_HEADER_BYTES].partition(b"\n")
    rest = out[len(line) + 1 :]
    if process.returncode != 0 or not newline:
        # The process was killed, or a limit ended it before it could report the reason.
        raise _busy("The file could not be processed.")
    try:
        return msgspec.json.decode(line, type=Header), rest
    except msgspec.DecodeError as error:
        raise _busy("The file could not be processed.") from error


async def _exchange(process: Process, content: bytes, max_bytes: int) -> bytes:
    """Writes the file to the process and returns its output. Raises MediaBroken if it writes too much.

    The limit prevents a compromised decoder from exhausting the memory; valid files stay below it.
    """
    writing = asyncio.create_task(_write(process, content))
    try:
        out = bytearray()
        while piece := await _out_of(process).read(_PIECE_BYTES):
            out += piece
            if len(out) > max_bytes:
                raise broken(_BROKEN["broken"])
        await writing
        return bytes(out)
    finally:
        writing.cancel()
        await asyncio.wait([writing])


async def _write(process: Process, content: bytes) -> None:
    assert process.stdin is not None  # noqa: S101 - a pipe was requested
    with contextlib.suppress(BrokenPipeError, ConnectionResetError):  # the process may end without reading
        for at in range(0, len(content), _PIECE_BYTES):
            process.stdin.write(content[at : at + _PIECE_BYTES])
            await process.stdin.drain()
    process.stdin.close()


def _out_of(process: Process) -> asyncio.StreamReader:
    assert process.stdout is not None  # noqa: S101 - a pipe was requested
    return process.stdout


async def _end(process: Process) -> None:
    if process.returncode is None:
        with contextlib.suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
    # Close the pipes, since asyncio waits for their end, and a process outside the group could keep them
    # open.
    transport = cast("asyncio.SubprocessTransport", vars(process)["_transport"])  # there is no public API
    for number in (0, 1):
        if (pipe := transport.get_pipe_transport(number)) is not None:
            pipe.close()
    await asyncio.shield(process.wait())
