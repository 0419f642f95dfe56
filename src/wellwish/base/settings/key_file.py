"""The file of the server key in the data folder of the embedded database."""

import os
import secrets
from pathlib import Path

from wellwish.base.crypto import KEY_BYTES


def kept_key(file: Path, *, make: bool) -> bytes:
    """Returns the server key in the file. Raises ValueError if the file is not a key.

    A missing file is created if ``make``; otherwise the key is empty.
    """
    if not file.exists():
        if not make:
            return b""
        file.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        fresh = file.with_name(f"secret.key.{os.getpid()}")
        with open(os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as writing:
            writing.write(secrets.token_hex(KEY_BYTES) + "\n")
            writing.flush()
            os.fsync(writing.fileno())
        try:
            os.link(fresh, file)  # unlike rename, link cannot replace the key of another process
        except FileExistsError:
            pass
        finally:
            fresh.unlink()
    return _key_of(file)


def _key_of(file: Path) -> bytes:
    """Raises ValueError if the file has no key."""
    try:
        key = bytes.fromhex(file.read_text().strip())
    except ValueError:
        key = b""
    if len(key) < KEY_BYTES:
        raise ValueError(
            f"{file} must have {KEY_BYTES * 2} hexadecimal digits. Restore the server key from your copy"
        )
    return key
