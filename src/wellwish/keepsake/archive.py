"""The keepsake as a folder in one file: written while it is sent, so that no card has to fit into memory."""

import zipfile
from collections.abc import AsyncIterator
from datetime import datetime
from typing import BinaryIO, Final, cast

from msgspec import Struct

_STORED: Final = (".woff2", ".webp", ".jpg", ".png", ".gif", ".avif", ".mp4", ".m4a", ".webm", ".ogg", ".mp3")


class Entry(Struct, frozen=True):
    """A file of the folder: its name with forward slashes, and its bytes."""

    name: str
    content: bytes


class _Sink:
    """Takes what the archive writes and gives it away piece by piece; it cannot be sought in."""

    def __init__(self) -> None:
        self._pieces: list[bytes] = []

    def write(self, data: bytes) -> int:
        self._pieces.append(bytes(data))
        return len(data)

    def flush(self) -> None:
        """Nothing waits."""

    def drain(self) -> bytes:
        taken, self._pieces = b"".join(self._pieces), []
        return taken


async def stream(entries: AsyncIterator[Entry], at: datetime) -> AsyncIterator[bytes]:
    """Yields the bytes of a ZIP file (APPNOTE 6.3) with these files, all of them dated ``at``."""
    sink = _Sink()
    stamp = (at.year, at.month, at.day, at.hour, at.minute, at.second)
    with zipfile.ZipFile(cast("BinaryIO", sink), "w") as archive:  # it only writes, and never seeks
        async for entry in entries:
            about = zipfile.ZipInfo(entry.name, stamp)
            about.external_attr = 0o644 << 16
            stored = entry.name.endswith(_STORED)
            about.compress_type = zipfile.ZIP_STORED if stored else zipfile.ZIP_DEFLATED
            archive.writestr(about, entry.content)
            yield sink.drain()
    yield sink.drain()
