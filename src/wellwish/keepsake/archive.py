"""The keepsake as a ZIP file, written while it is sent, so that it need not fit in memory."""

import asyncio
import zipfile
from collections.abc import AsyncGenerator, AsyncIterator
from dataclasses import dataclass
from datetime import datetime
from typing import BinaryIO, Final, cast

_STORED: Final = (".woff2", ".webp", ".jpg", ".png", ".gif", ".avif", ".mp4", ".m4a", ".webm", ".ogg", ".mp3")


@dataclass(frozen=True)
class Entry:
    """A file in the archive: its path with forward slashes, and its bytes in pieces."""

    name: str
    pieces: AsyncIterator[bytes]


class _Sink:
    """A write-only, unseekable buffer between the archive and the response."""

    def __init__(self) -> None:
        self._pieces: list[bytes] = []

    def write(self, data: bytes) -> int:
        self._pieces.append(bytes(data))
        return len(data)

    def flush(self) -> None:
        """Does nothing, because ``drain`` returns the bytes."""

    def drain(self) -> bytes:
        taken, self._pieces = b"".join(self._pieces), []
        return taken


async def stream(entries: AsyncIterator[Entry], at: datetime) -> AsyncGenerator[bytes]:
    """Yields the bytes of a ZIP file (APPNOTE 6.3) with these entries, all of them dated ``at``."""
    sink = _Sink()
    stamp = (at.year, at.month, at.day, at.hour, at.minute, at.second)
    with zipfile.ZipFile(cast("BinaryIO", sink), "w") as archive:  # ZipFile never seeks in it
        async for entry in entries:
            about = zipfile.ZipInfo(entry.name, stamp)
            about.external_attr = 0o644 << 16
            stored = entry.name.endswith(_STORED)
            about.compress_type = zipfile.ZIP_STORED if stored else zipfile.ZIP_DEFLATED
            with archive.open(about, "w") as file:
                async for piece in entry.pieces:
                    await asyncio.to_thread(file.write, piece)
                    if written := sink.drain():
                        yield written
    yield sink.drain()
