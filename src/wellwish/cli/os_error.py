"""Errors of the operating system as sentences with a remedy, without numbers."""

import errno
import socket
import ssl
from collections.abc import Callable
from typing import Final

_OF_FILES: Final[dict[int, Callable[[str], str]]] = {
    errno.EACCES: lambda file: f"This user may not access {file}. Grant access, or run this as its owner.",
    errno.EPERM: lambda file: f"This user may not change {file}. Run the command as its owner.",
    errno.ENOENT: lambda file: f"{file} does not exist. Create it, or correct its name.",
    errno.EISDIR: lambda file: f"{file} is a folder. Specify a file.",
    errno.ENOTDIR: lambda file: f"{file} is not a folder, or a part of its path is a file.",
    errno.EEXIST: lambda file: f"{file} already exists. Remove it, or specify another name.",
    errno.EROFS: lambda file: f"{file} is on a read-only file system.",
    errno.ENOSPC: lambda file: f"The disk with {file} is full. Free some space.",
    errno.EDQUOT: lambda file: f"The disk quota of {file} is used up. Free some space.",
}  # fmt: skip
_FULL: Final = (errno.ENOSPC, errno.EDQUOT)


def sentence(error: OSError) -> str:
    """Returns what happened and what to do."""
    if isinstance(error, socket.gaierror):
        return f"A host name could not be resolved: {error.strerror}. Check the URLs of the settings."
    if isinstance(error, ssl.SSLError):  # its errno is not an operating system error
        return f"TLS failed ({error.reason or error}). Check the certificates of the servers in the settings."
    if isinstance(error, ConnectionError):
        return (
            "The connection to a server was refused or broken. Check that the server is running and its URL "
            "is correct: `wellwish doctor` tests each server."
        )
    if isinstance(error, TimeoutError):
        return "A server did not respond in time. `wellwish doctor` tests each server."
    if error.errno in _FULL and not error.filename:
        return "A disk is full; `df -h` shows which one. Free some space."
    if error.errno in _OF_FILES:
        return _OF_FILES[error.errno](str(error.filename or "the data folder"))
    return f"A resource that the command needs is unavailable: {error.strerror or error}"
