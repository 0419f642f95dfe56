"""The pictures in a container, each as a separate file for the decoder, and how to show them.

Containers are written anew with nothing but what a decoder needs, so that damaged or unknown metadata, and
whatever follows the picture, reach no decoder.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Final

from wellwish.media.untrusted.confine import RefusedError

MAX_PIXELS: Final = 40_000_000  # 40 megapixels, from the media brief
MAX_FRAMES: Final = 300
MAX_FRAME_PIXELS: Final = 75_000_000  # all frames together, at 25 ms a megapixel
MAX_PROFILE_BYTES: Final = 1024**2


class Disposal(Enum):
    """What happens to the place of a frame before the next one is drawn."""

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
    is_blended: bool  # drawn over the canvas; else it replaces its place


@dataclass(frozen=True, kw_only=True)
class Container:
    """A parsed picture. ``still`` is empty if only the frames show it; a still picture has no frames."""

    width: int
    height: int
    still: bytes = b""
    frames: Sequence[Frame] = ()
    plays: int = 0  # how often an animation is shown; 0 for without end
    end: int  # the offset of what follows the picture
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
        """Raises RefusedError if decoding all frames would be too expensive: each is drawn on the canvas."""
        count = len(self.frames)
        if count > MAX_FRAMES or count * self.width * self.height > MAX_FRAME_PIXELS:
            raise RefusedError("frames")
