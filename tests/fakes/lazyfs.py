"""A FUSE file system (run as root) that loses data not yet fsynced at a simulated power failure.

Each write reaches a backing folder, and the file system keeps the overwritten data until the file is fsynced.
A power cut restores contents and lengths exactly; until power returns, every call fails. File names survive,
as with a metadata journal: only file contents are lost.

Run as ``python -m tests.fakes.lazyfs BEHIND MOUNT``. It reads the commands ``cut`` and ``on`` line by line
and answers each.
"""

import asyncio
import ctypes
import errno
import importlib
import os
import re
import stat
import sys
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from threading import Lock, Thread
from typing import Any, Final

from tests.waiting import until

BLOCK: Final = 8192
_UMOUNT_DETACH: Final = 2  # sys/mount.h
_CAP_SYS_ADMIN: Final = 21  # linux/capability.h
_PATIENCE_S: Final = 20.0


def why_not() -> str | None:
    """Returns the reason why this system cannot mount the file system, or None."""
    rights = re.search(r"^CapEff:\s*(\w+)", Path("/proc/self/status").read_text(), re.MULTILINE)
    if os.geteuid() != 0 or rights is None or not int(rights[1], 16) >> _CAP_SYS_ADMIN & 1:
        return "this process may not mount a file system: it is not root, or lacks CAP_SYS_ADMIN"
    try:
        os.close(os.open("/dev/fuse", os.O_RDWR))
        importlib.import_module("mfusepy")  # fails if the library is missing
    except OSError as error:
        return f"FUSE is not there: {error}"
    return None


@dataclass
class Unsynced:
    """The data of a file that a power cut would restore."""

    descriptor: int
    size: int
    blocks: dict[int, bytes] = field(default_factory=dict)


class Disk:
    """The operations of the file system, serialized."""

    use_ns = True

    def __init__(self, behind: Path) -> None:
        self.behind = str(behind)
        self.unsynced: dict[int, Unsynced] = {}
        self._lock = Lock()
        self.powered = True

    def path(self, name: str) -> str:
        if not self.powered:
            raise OSError(errno.EIO, "no power")
        return self.behind + name

    # Tracking data that a power cut loses.

    def remember(self, descriptor: int, begin: int, end: int) -> None:
        """Saves a range of a file before a write."""
        if not self.powered:
            raise OSError(errno.EIO, "no power")
        found = os.fstat(descriptor)
        kept = self.unsynced.get(found.st_ino)
        if kept is None:
            # A separate descriptor: the caller's may be write-only, or closed before the cut.
            mine = os.open(f"/proc/self/fd/{descriptor}", os.O_RDWR)
            kept = self.unsynced[found.st_ino] = Unsynced(mine, found.st_size)
        for block in range(begin // BLOCK, (min(end, kept.size) + BLOCK - 1) // BLOCK):
            if block not in kept.blocks:
                kept.blocks[block] = os.pread(kept.descriptor, BLOCK, block * BLOCK)

    def forgive(self, inode: int) -> None:
        kept = self.unsynced.pop(inode, None)
        if kept is not None:
            os.close(kept.descriptor)

    def cut(self) -> str:
        """Restores every file to its last fsync. Returns the number of files and bytes."""
        with self._lock:
            self.powered = False
            count = len(self.unsynced)
            size = sum(len(block) for kept in self.unsynced.values() for block in kept.blocks.values())
            for kept in self.unsynced.values():
                os.ftruncate(kept.descriptor, kept.size)
                for block, data in kept.blocks.items():
                    os.pwrite(kept.descriptor, data[: kept.size - block * BLOCK], block * BLOCK)
                os.close(kept.descriptor)
            self.unsynced.clear()
        return f"{count} {size}"

    def on(self) -> str:
        """Restores power."""
        self.powered = True
        return "on"

    # Files.

    def create(self, name: str, mode: int) -> int:
        return os.open(self.path(name), os.O_RDWR | os.O_CREAT, mode)

    def open(self, name: str, flags: int) -> int:
        # Also readable, to save overwritten data.
        writing = (flags & os.O_ACCMODE) != os.O_RDONLY
        opened = os.open(self.path(name), os.O_RDWR if writing else os.O_RDONLY)
        if flags & os.O_TRUNC:
            self.truncate(name, 0, opened)
        return opened

    def read(self, name: str, size: int, offset: int, handle: int) -> bytes:
        self.path(name)
        return os.pread(handle, size, offset)

    def write(self, name: str, data: bytes, offset: int, handle: int) -> int:
        del name
        with self._lock:
            self.remember(handle, offset, offset + len(data))
            return os.pwrite(handle, data, offset)

    def truncate(self, name: str, length: int, handle: int | None = None) -> int:
        opened = os.open(self.path(name), os.O_RDWR) if handle is None else handle
        try:
            with self._lock:
                self.remember(opened, length, os.fstat(opened).st_size)
                os.ftruncate(opened, length)
        finally:
            if handle is None:
                os.close(opened)
        return 0

    def fsync(self, name: str, datasync: int, handle: int) -> int:
        del datasync
        self.path(name)
        with self._lock:
            self.forgive(os.fstat(handle).st_ino)
        return 0

    def release(self, name: str, handle: int) -> int:
        del name
        os.close(handle)
        return 0

    # Names.

    def unlink(self, name: str) -> int:
        found = os.lstat(self.path(name))
        with self._lock:
            os.unlink(self.path(name))
            if found.st_nlink == 1:
                self.forgive(found.st_ino)
        return 0

    def rename(self, old: str, new: str) -> int:
        with self._lock:
            replaced = os.lstat(self.path(new)).st_ino if os.path.lexists(self.path(new)) else None
            os.rename(self.path(old), self.path(new))
            if replaced is not None:
                self.forgive(replaced)
        return 0

    def mkdir(self, name: str, mode: int) -> int:
        os.mkdir(self.path(name), mode)
        return 0

    def rmdir(self, name: str) -> int:
        os.rmdir(self.path(name))
        return 0

    def link(self, target: str, source: str) -> int:
        os.link(self.path(source), self.path(target))
        return 0

    def symlink(self, target: str, source: str) -> int:
        os.symlink(source, self.path(target))
        return 0

    def readlink(self, name: str) -> str:
        return os.readlink(self.path(name))

    def readdir(self, name: str, handle: int) -> list[str]:
        del handle
        return [".", "..", *os.listdir(self.path(name))]

    # Metadata.

    def getattr(self, name: str, handle: int | None = None) -> dict[str, Any]:
        found = os.lstat(self.path(name)) if handle is None else os.fstat(handle)
        names = ("st_mode", "st_ino", "st_nlink", "st_uid", "st_gid", "st_size", "st_blocks")
        times = {f"st_{each}time": getattr(found, f"st_{each}time_ns") for each in "amc"}
        return {each: getattr(found, each) for each in names} | times

    def chmod(self, name: str, mode: int) -> int:
        os.chmod(self.path(name), stat.S_IMODE(mode))
        return 0

    def chown(self, name: str, uid: int, gid: int) -> int:
        os.chown(self.path(name), uid, gid)
        return 0

    def utimens(self, name: str, times: tuple[int, int] | None = None) -> int:
        if times is None:
            os.utime(self.path(name))
        else:
            os.utime(self.path(name), ns=times)
        return 0

    def statfs(self, name: str) -> dict[str, int]:
        found = os.statvfs(self.path(name))
        names = ("f_bsize", "f_frsize", "f_blocks", "f_bfree", "f_bavail", "f_files", "f_ffree", "f_namemax")
        return {each: getattr(found, each) for each in names}


class PowerSupply:
    """Controls the file system process from a test."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self.process = process

    async def tell(self, word: str) -> str:
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.write(f"{word}\n".encode())
        async with asyncio.timeout(_PATIENCE_S):
            answer = (await self.process.stdout.readline()).decode().strip()
        assert answer, "the file system has ended"
        return answer

    async def cut(self) -> tuple[int, int]:
        """Cuts the power. Returns the numbers of restored files and bytes."""
        count, size = (await self.tell("cut")).split()
        return int(count), int(size)

    async def on(self) -> None:
        await self.tell("on")


@asynccontextmanager
async def mounted(behind: Path, mount: Path) -> AsyncGenerator[PowerSupply]:
    """Mounts the file system over the folder ``behind`` at ``mount`` until the end of the block."""
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-P", "-m", "tests.fakes.lazyfs", str(behind), str(mount),
        env={**os.environ, "PYTHONPATH": str(Path(__file__).parents[2])},
        stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE,
    )  # fmt: skip
    try:
        ended = "the file system could not be mounted"
        await until(lambda: os.path.ismount(mount) or process.returncode is not None, within_s=_PATIENCE_S)
        assert process.returncode is None, ended
        yield PowerSupply(process)
    finally:
        ctypes.CDLL(None).umount2(str(mount).encode(), _UMOUNT_DETACH)
        if process.returncode is None:
            process.kill()
        await process.wait()


def serve(behind: Path, mount: Path) -> None:
    """Serves until the file system is unmounted."""
    from mfusepy import FUSE  # imported here, since the library may be missing

    disk = Disk(behind)

    def listen() -> None:
        for line in sys.stdin:
            print({"cut": disk.cut, "on": disk.on}[line.strip()](), flush=True)

    Thread(target=listen, daemon=True).start()
    FUSE(
        disk, str(mount), foreground=True, nothreads=True, allow_other=True, direct_io=True,
        attr_timeout=0, entry_timeout=0, negative_timeout=0, fsname="lazyfs",
    )  # fmt: skip


if __name__ == "__main__":
    serve(Path(sys.argv[1]), Path(sys.argv[2]))
