"""A lock that the kernel releases when its last holder dies."""

import fcntl
import os
import weakref
from pathlib import Path


class Lock:
    """An exclusive flock on a file, shared with child processes that inherit `descriptor`."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self.descriptor: int | None = None
        _locks.add(self)

    def acquire(self) -> bool:
        """Tries to acquire the lock without waiting. Returns whether this process holds it.

        Raises OSError if the file cannot be opened.
        """
        if self.descriptor is not None:
            return True
        descriptor = os.open(self._path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            os.close(descriptor)
            return False
        self.descriptor = descriptor
        return True

    def release(self) -> None:
        """Releases the lock of this process. Children that inherited the descriptor still hold it."""
        if self.descriptor is not None:
            os.close(self.descriptor)
            self.descriptor = None


_locks: weakref.WeakSet[Lock] = weakref.WeakSet()


def _forget_in_child() -> None:
    for lock in _locks:
        lock.release()


# A forked worker inherits its parent's flocks and would keep them after the parent's death.
os.register_at_fork(after_in_child=_forget_in_child)
