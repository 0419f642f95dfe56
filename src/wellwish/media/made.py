"""What was made of a file that somebody sent: the pieces that are kept, and the measures."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Piece:
    """One file to keep."""

    name: str
    type: str
    content: bytes
    width: int | None = None
    height: int | None = None


@dataclass(frozen=True)
class Made:
    """What is kept of a file; type and size are those of what was sent."""

    content_type: str
    bytes: int
    pieces: list[Piece]
    width: int | None
    height: int | None
    duration_ms: int | None
