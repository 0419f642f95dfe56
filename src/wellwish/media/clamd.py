"""Scan with clamd's command INSTREAM (clamd(8)): the content in chunks, then a one-line reply."""

import asyncio
import struct
from typing import Final

from wellwish.base.settings.media import Clamd

_CONNECT_S: Final = 3.0
_TOTAL_S: Final = 20.0
_PIECE_BYTES: Final = 64 * 1024
_LINE_BYTES: Final = 4096


class AwayError(Exception):
    """The scanner did not respond, or responded with an error."""


async def is_clean(clamd: Clamd, content: bytes) -> bool:
    """Returns whether the scanner finds nothing. Raises AwayError."""
    try:
        async with asyncio.timeout(_TOTAL_S):
            reader, writer = await asyncio.wait_for(_connected(clamd), _CONNECT_S)
            try:
                line = await _asked(reader, writer, content)
            finally:
                writer.close()
    except (OSError, TimeoutError, asyncio.IncompleteReadError, asyncio.LimitOverrunError) as error:
        raise AwayError from error
    if line == b"stream: OK":
        return True
    if line.startswith(b"stream: ") and line.endswith(b" FOUND"):
        return False
    raise AwayError  # If clamd reports a limit or an error, the file may be infected.


async def _connected(clamd: Clamd) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    if clamd.path is not None:
        return await asyncio.open_unix_connection(clamd.path, limit=_LINE_BYTES)
    return await asyncio.open_connection(clamd.host, clamd.port, limit=_LINE_BYTES)


async def _asked(reader: asyncio.StreamReader, writer: asyncio.StreamWriter, content: bytes) -> bytes:
    writer.write(b"zINSTREAM\x00")
    for start in range(0, len(content), _PIECE_BYTES):
        piece = content[start : start + _PIECE_BYTES]
        writer.write(struct.pack(">I", len(piece)) + piece)
        await writer.drain()
    writer.write(struct.pack(">I", 0))
    await writer.drain()
    return (await reader.readuntil(b"\x00"))[:-1].strip()
