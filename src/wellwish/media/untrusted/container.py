"""The pictures in a container, each as a separate file for the decoder, and their presentation.

Containers are rewritten with only the data that a decoder needs, so that damaged or unknown metadata and data
after the picture never reach a decoder.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Final

from wellwish.media.untrusted.confine import RefusedError

MAX_PIXELS: Final = 40_000_000  # 40 megapixels, from the media brief
MAX_FRAMES: Final = 300
MAX_FRAME_PIXELS: Final = 75_000_000  # of all frames together, at 25 ms per megapixel
MAX_PROFILE_BYTES: Final = 1024**2


class Disposal(Enum):
    """The treatment of a frame's area before the next frame is drawn."""

    KEEP = 0
    CLEAR = 1
    RESTORE = 2


@dataclass(frozen=True)
class Frame:
    """A frame of an animation as a separate picture, and its place on the canvas."""

    content: bytes
    left: int
    top: int
    duration_ms: int
    disposal: Disposal
    is_blended: bool  # drawn over the canvas; otherwise it replaces the pixels there


@dataclass(frozen=True, kw_only=True)
class Container:
    """A parsed picture. ``still`` is empty if only the frames contain it; a still picture has no frames."""

    width: int
    height: int
    still: bytes = b""
    frames: Sequence[Frame] = ()
    plays: int = 0  # number of times that an animation plays; 0 means infinitely
    end: int  # the offset of the data after the picture
    orientation: int = 1
    profile: bytes = b""  # ICC
    has_end: bool = True  # a JPEG without its last marker may be truncated

    def __post_init__(self) -> None:
        if not self.width or not self.height:
            raise RefusedError("broken")
        if self.width * self.height > MAX_PIXELS:
            raise RefusedError("pixels")

    @property
    def is_animated(self) -> bool:
        return len(self.frames) > 1

    def check_frames(self) -> None:
        """Raises RefusedError if drawing all frames on the canvas would be too expensive."""
        count = len(self.frames)
        if count > MAX_FRAMES or count * self.width * self.height > MAX_FRAME_PIXELS:
            raise RefusedError("frames")
