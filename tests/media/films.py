"""Generated videos, valid and hostile."""

import io
import struct
from collections.abc import Mapping, Sequence
from fractions import Fraction
from importlib import import_module
from typing import Any, Final

from PIL import Image

AV: Final[Any] = import_module("av")
FORMS: Final = {"mp4": ("libx264", "aac"), "webm": ("libvpx-vp9", "libopus")}
SECRET: Final = "Secret place +52.5200+013.4050/"


def film(
    seconds: float = 1,
    form: str = "mp4",
    *,
    size: tuple[int, int] = (64, 48),
    rate: int = 10,
    codecs: Sequence[str] = (),
    pictures: int = 1,
    times: Sequence[int] = (),
    metadata: Mapping[str, str] | None = None,
    muxer: str = "",
    shown: Image.Image | None = None,
) -> bytes:
    """Returns a video with a silent track, of plain colours or one picture.

    ``times`` are those of its frames, in ticks.
    """
    video, audio = codecs or FORMS[form]
    out = io.BytesIO()
    with AV.open(out, "w", format=muxer or form) as made:
        made.metadata.update(metadata or {})
        streams = [made.add_stream(video, rate=rate) for _ in range(pictures)]
        sound = made.add_stream(audio, rate=48000) if audio else None
        for stream in streams:
            stream.width, stream.height = size
            stream.pix_fmt = "yuv420p"
            stream.codec_context.thread_count = 1
        for at in range(max(1, int(seconds * rate))):
            for stream in streams:
                frame = AV.VideoFrame.from_image(shown or Image.new("RGB", size, (at * 7 % 256, 90, 200)))
                frame.pts, frame.time_base = (times[at] if times else at), Fraction(1, rate)
                made.mux(stream.encode(frame))
        for stream in streams:
            made.mux(stream.encode(None))
        if sound is not None:
            silence(made, sound, int(seconds * 48000), "fltp" if audio == "aac" else "s16")
    return out.getvalue()


def silence(made: Any, stream: Any, samples: int, layout: str) -> None:
    for at in range(0, samples, 960):
        frame = AV.AudioFrame(format=layout, layout="mono", samples=960)
        for plane in frame.planes:
            plane.update(bytes(plane.buffer_size))
        frame.sample_rate, frame.pts, frame.time_base = 48000, at, Fraction(1, 48000)
        made.mux(stream.encode(frame))
    made.mux(stream.encode(None))


def boxed(content: bytes, name: bytes, old: bytes, new: bytes) -> bytes:
    """Returns an MP4 with bytes replaced in its first box of this name."""
    at = content.index(name)
    end = at + struct.unpack_from(">I", content, at - 4)[0]
    assert old in content[at:end]
    return content[:at] + content[at:end].replace(old, new, 1) + content[end:]


# The values a, b, c and d of each rotation's matrix, and the corners that must be visible, row by row.
TURNS: Final = {
    "upright": ((1, 0, 0, 1), "RGBW"),
    "turned by 90": ((0, 1, -1, 0), "BRWG"),
    "turned by 180": ((-1, 0, 0, -1), "WBGR"),
    "turned by 270": ((0, -1, 1, 0), "GWRB"),
    "mirrored": ((-1, 0, 0, 1), "GRWB"),
    "mirrored upside down": ((1, 0, 0, -1), "BWRG"),
    "mirrored and turned by 90": ((0, 1, 1, 0), "RBGW"),
    "mirrored and turned by 270": ((0, -1, -1, 0), "WGBR"),
}
_CORNERS: Final = {"R": (220, 30, 30), "G": (30, 180, 30), "B": (30, 30, 220), "W": (240, 240, 240)}


def turned(content: bytes, matrix: tuple[int, int, int, int] = (0, 1, -1, 0)) -> bytes:
    """Returns an MP4 whose pictures are turned, by default by 90 degrees (ISO/IEC 14496-12, 8.3.2)."""
    upright = struct.pack(">9i", 65536, 0, 0, 0, 65536, 0, 0, 0, 1 << 30)
    a, b, c, d = (each * 65536 for each in matrix)
    return boxed(content, b"tkhd", upright, struct.pack(">9i", a, b, 0, c, d, 0, 0, 0, 1 << 30))


def corners(matrix: tuple[int, int, int, int]) -> bytes:
    """Returns a video of four colours, turned by a matrix."""
    picture = Image.new("RGB", (64, 48))
    for at, colour in enumerate(_CORNERS.values()):
        picture.paste(colour, (at % 2 * 32, at // 2 * 24, at % 2 * 32 + 32, at // 2 * 24 + 24))
    return turned(film(0.5, codecs=("libx264", ""), shown=picture), matrix)


def corner(colour: tuple[int, ...]) -> str:
    """Returns the name of the nearest colour."""
    return min(
        _CORNERS, key=lambda name: sum(abs(a - b) for a, b in zip(_CORNERS[name], colour, strict=False))
    )


def referring(content: bytes) -> bytes:
    """Returns an MP4 which claims that its pictures are in another file (``dref``, 8.7.2)."""
    return boxed(content, b"dref", b"url \x00\x00\x00\x01", b"url \x00\x00\x00\x00")


def claiming(content: bytes, ticks: int) -> bytes:
    """Returns an MP4 whose header declares another duration."""
    at = content.index(b"mvhd")
    return content[: at + 20] + struct.pack(">I", ticks) + content[at + 24 :]
