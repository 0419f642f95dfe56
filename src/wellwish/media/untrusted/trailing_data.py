"""Data after the end of a file is dropped, but files in two formats are refused."""

from typing import Final

from wellwish.media.untrusted.confine import RefusedError

# Signatures that readers of archives, scripts and documents look for anywhere in a file or at its end.
_HIDDEN: Final = (
    b"pk\x05\x06",
    b"pk\x03\x04",
    b"<script",
    b"<html",
    b"<?php",
    b"%pdf-",
    b"rar!\x1a\x07",
    b"7z\xbc\xaf",
)


def check(rest: bytes, *more: bytes) -> None:
    """Raises RefusedError if the data after the end of a file is in a format of other programs."""
    lower = rest.lower()
    if any(sign in lower for sign in (*_HIDDEN, *more)):
        raise RefusedError("hidden")
