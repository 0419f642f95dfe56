"""The layout of a backup: ``manifest.json``, ``database.dump``, ``media/`` and ``SHA256SUMS``.

A backup is written to NAME.unfinished and renamed once it is completely on disk, so a folder with any other
name is complete. SHA256SUMS has the format of `sha256sum`, which can check it without Wellwish.
"""

import errno
import fcntl
import hashlib
import os
import re
import shutil
from collections.abc import Callable, Generator, Iterator
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path
from typing import Final

import msgspec
from msgspec import Struct

from wellwish.backup.error import BackupError

MANIFEST: Final = "manifest.json"
DUMP: Final = "database.dump"
MEDIA: Final = "media"
SUMS: Final = "SHA256SUMS"
FORMAT: Final = 1
_UNFINISHED: Final = ".unfinished"
_BLOCK_BYTES: Final = 1 << 20
_LINE: Final = re.compile(r"([0-9a-f]{64})  (.+)")

Count = Callable[[int], None]


class MediaCount(Struct, frozen=True):
    """The number and the total size of the media in a backup."""

    files: int
    bytes: int


class Manifest(Struct, frozen=True, kw_only=True):
    """The description of a backup; ``rows`` maps each table to its number of rows."""

    format: int
    wellwish: str
    taken_at: datetime
    server: str
    key_fingerprint: str | None
    migrations: list[str]
    rows: dict[str, int]
    media: MediaCount | None


class Backup:
    """A complete backup. Its files may be damaged: only `check` reads them all."""

    def __init__(self, folder: Path) -> None:
        """Raises BackupError if the folder is not a complete backup, OSError."""
        if folder.name.endswith(_UNFINISHED):
            raise BackupError(f"{folder} is an unfinished backup. Delete it and use a complete one.")
        if not (folder / MANIFEST).is_file() or not (folder / SUMS).is_file():
            raise BackupError(f"{folder} is not a backup: it has no {MANIFEST} or no {SUMS}.")
        self.folder: Final = folder
        self.dump: Final = folder / DUMP
        try:
            self.manifest: Final = msgspec.json.decode((folder / MANIFEST).read_bytes(), type=Manifest)
            self.sums: Final = _parse((folder / SUMS).read_text(encoding="utf-8"))
        except ValueError as error:
            raise BackupError(f"The backup {folder} is damaged: {error}.") from error
        if self.manifest.format != FORMAT:
            raise BackupError(
                f"The backup {folder} has format {self.manifest.format}, but this version of Wellwish reads "
                f"format {FORMAT}. Install the version that created it, {self.manifest.wellwish}."
            )

    @property
    def identity(self) -> str:
        """The checksum of the checksums, which is unique to each backup."""
        return hashlib.sha256((self.folder / SUMS).read_bytes()).hexdigest()

    def media(self) -> Iterator[str]:
        """Yields the names of the media in storage."""
        for name in self.sums:
            folder, _, rest = name.partition("/")
            if folder == MEDIA:
                yield rest

    def check(self, count: Count) -> None:
        """Reads every file, and blocks meanwhile. Raises BackupError with the first damaged, missing and
        surplus files.
        """
        expected = {MANIFEST, DUMP, *self.sums}
        found = {name for name, _ in _files(self.folder)} - {SUMS}
        faults = [f"{name} is missing" for name in sorted(expected - found)]
        faults += [f"{name} is not in {SUMS}" for name in sorted(found - self.sums.keys())]
        for name in sorted(found & self.sums.keys()):
            if digest(self.folder / name, count) != self.sums[name]:
                faults.append(f"{name} is damaged")
        media = self.manifest.media
        if media is not None and media.files != sum(1 for _ in self.media()):
            faults.append(f"{SUMS} does not list all {media.files} media files")
        if faults:
            more = "" if len(faults) <= 10 else f"; and {len(faults) - 10} more"
            raise BackupError(f"The backup {self.folder} is damaged: {'; '.join(faults[:10])}{more}.")


@contextmanager
def unfinished(folder: Path) -> Generator[Path]:
    """Yields the folder to write to, and renames it to ``folder`` at the end; deletes it after an error.

    First deletes the remains of a killed process. Raises OSError, and BackupError if the folder exists or
    another process is writing it.
    """
    if folder.exists():
        raise BackupError(f"{folder} exists. Specify a new folder: backups are never overwritten.")
    aside = folder.with_name(folder.name + _UNFINISHED)
    aside.mkdir(mode=0o700, parents=True, exist_ok=True)
    descriptor = os.open(aside, os.O_RDONLY | os.O_DIRECTORY)
    try:
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise BackupError(f"Another process is writing {aside}. Wait for it.") from None
        try:
            _empty(aside)
            yield aside
            _sync(aside)
            if folder.exists():
                raise BackupError(f"{folder} was created in the meantime. Nothing was overwritten.")
            aside.rename(folder)
            _sync_one(folder.parent)
        except BaseException as error:
            shutil.rmtree(aside, ignore_errors=True)
            if _is_full(error):
                raise BackupError(
                    f"The disk with {folder.parent} is full. Free some space, or choose another disk."
                ) from None
            raise
    finally:
        os.close(descriptor)


def _is_full(error: BaseException) -> bool:
    match error:
        case ExceptionGroup(exceptions=errors):
            return any(_is_full(each) for each in errors)
        case OSError(errno=number):
            return number in (errno.ENOSPC, errno.EDQUOT)
        case _:
            return False


def seal(folder: Path, manifest: Manifest, sums: dict[str, str]) -> None:
    """Writes the manifest and the checksums; ``sums`` contains the checksums of the other files."""
    text = msgspec.json.format(msgspec.json.encode(manifest), indent=2)
    (folder / MANIFEST).write_bytes(text + b"\n")
    every = {**sums, MANIFEST: digest(folder / MANIFEST, lambda _: None)}
    lines = "".join(f"{every[name]}  {name}\n" for name in sorted(every))
    (folder / SUMS).write_text(lines, encoding="utf-8")


def digest(file: Path, count: Count) -> str:
    """Returns the SHA-256 of a file in hexadecimal, and counts the bytes read."""
    hashed = hashlib.sha256()
    with file.open("rb") as opened:
        while block := opened.read(_BLOCK_BYTES):
            hashed.update(block)
            count(len(block))
    return hashed.hexdigest()


def _parse(text: str) -> dict[str, str]:
    found: dict[str, str] = {}
    for line in text.splitlines():
        match = _LINE.fullmatch(line)
        if match is None or ".." in match[2].split("/") or match[2].startswith("/"):
            raise ValueError(f"{SUMS} has the line {line[:80]!r}")
        found[match[2]] = match[1]
    return found


def _files(folder: Path) -> Iterator[tuple[str, Path]]:
    for place, _, names in os.walk(folder):
        for name in names:
            path = Path(place, name)
            yield str(path.relative_to(folder)), path


def _empty(folder: Path) -> None:
    for entry in folder.iterdir():
        if entry.is_dir() and not entry.is_symlink():
            shutil.rmtree(entry)
        else:
            entry.unlink()


def _sync(folder: Path) -> None:
    for place, _, names in os.walk(folder, topdown=False):
        for name in names:
            _sync_one(Path(place, name))
        _sync_one(Path(place))


def _sync_one(path: Path) -> None:
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
