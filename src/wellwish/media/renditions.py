"""The files created from an upload, with their dimensions and duration."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Piece:
    """One file to store."""

    name: str
    type: str
    content: bytes
    width: int | None = None
    height: int | None = None


@dataclass(frozen=True)
class Renditions:
    """The files created from an upload; ``content_type`` and ``bytes`` describe the upload.

    ``is_gif`` is true for animated pictures, even if they were sent as a photo.
    """

    content_type: str
    bytes: int
    pieces: list[Piece]
    width: int | None
    height: int | None
    duration_ms: int | None
    is_gif: bool = False
