"""Recordings of phones and programs in every accepted codec and container, with the tags that they add."""

import io
import math
import struct
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from importlib import import_module
from typing import Any, Final

from tests.media.sounds import box

AV: Final[Any] = import_module("av")
SECONDS: Final = 1.5
_TONES: Final = (440, 660, 880)  # Hz, one after the other, so that a missing part is noticed
_HARMLESS: Final = bytes(range(1, 200))


@dataclass(frozen=True)
class Recording:
    """``code``: of the refusal, if any. ``sound``: a file with the same samples, by default ``content``."""

    name: str
    content: bytes
    media_type: str = ""
    code: str = ""
    sound: bytes = b""


@cache
def encoded(
    codec: str,
    form: str,
    hertz: int = 44_100,
    layout: str = "mono",
    options: tuple[tuple[str, str], ...] = (),
    codec_options: tuple[tuple[str, str], ...] = (),
    tags: tuple[tuple[str, str], ...] = (("title", "harmless"), ("artist", "nobody")),
) -> bytes:
    """Returns three tones in this codec and container."""
    out = io.BytesIO()

    def written(*_: Any) -> io.BytesIO:
        return io.BytesIO(out.getvalue())

    # To put an index first, FFmpeg reads its output again.
    with AV.open(out, "w", format=form, io_open=written, container_options=dict(options)) as made:
        made.metadata.update(dict(tags))
        # FFmpeg calls its encoder of Vorbis experimental.
        stream = made.add_stream(codec, rate=hertz, options={"strict": "experimental", **dict(codec_options)})
        stream.layout = layout
        frame_format = stream.codec_context.codec.audio_formats[0].name
        size = 576
        resampler = AV.AudioResampler(format=frame_format, layout=layout, rate=hertz)
        for start in range(0, int(SECONDS * hertz), size):
            frame = AV.AudioFrame(format="s16", layout="mono", samples=size)
            frame.planes[0].update(_tones(hertz)[2 * start : 2 * (start + size)].ljust(2 * size, b"\x00"))
            frame.sample_rate, frame.pts, frame.time_base = hertz, start, Fraction(1, hertz)
            for each in resampler.resample(frame):
                made.mux(stream.encode(each))
        made.mux(stream.encode(None))
    return out.getvalue()


@cache
def _tones(hertz: int) -> bytes:
    count = int(SECONDS * hertz)
    turn = 2 * math.pi / hertz
    values = [round(12_000 * math.sin(turn * _TONES[2 * at // hertz] * at)) for at in range(count)]
    return struct.pack(f"<{count}h", *values)


def decoded(content: bytes) -> bytes:
    """Returns the samples of a recording, mono with 16 bits at 48 kHz."""
    resampler = AV.AudioResampler(format="s16", layout="mono", rate=48_000)
    with AV.open(io.BytesIO(content)) as given:
        frames = [each for frame in given.decode(audio=0) for each in resampler.resample(frame)]
    return b"".join(bytes(each.planes[0])[: 2 * each.samples] for each in frames)


def mp4() -> Iterator[Recording]:
    plain = encoded("aac", "ipod")
    live = "frag_keyframe+empty_moov"
    for name, form, more in (
        ("M4A", "ipod", {}),
        ("MP4", "mp4", {}),
        ("3GP", "3gp", {"hertz": 16_000}),
        ("QuickTime", "mov", {}),
        ("M4A, stereo at 48 kHz", "ipod", {"hertz": 48_000, "layout": "stereo"}),
        ("M4A at 8 kHz", "ipod", {"hertz": 8_000}),
        ("M4A with its index first", "ipod", {"options": (("movflags", "+faststart"),)}),
        ("M4A in fragments", "mp4", {"options": (("movflags", live),)}),
        ("M4A in fragments with a base", "mp4", {"options": (("movflags", f"{live}+default_base_moof"),)}),
    ):  # fmt: skip
        yield Recording(f"AAC, {name}", encoded("aac", form, **more), "audio/mp4")
    yield Recording("Opus, MP4", encoded("libopus", "mp4", 48_000), "audio/mp4")
    yield Recording("MP3, MP4", encoded("libmp3lame", "mp4"), "audio/mp4")
    for name, rest in {
        "a line break": b"\n",
        "zeros": bytes(500),
        "an ID3 tag": _id3v1(),
        "an unknown box": box(b"abcd", _HARMLESS),
        "half a free box": box(b"free", _HARMLESS)[:-50],
    }.items():
        yield Recording(f"AAC, M4A, then {name}", plain + rest, "audio/mp4", sound=plain)
    yield Recording(
        "AAC, M4A, cut in its sound",
        encoded("aac", "mp4", options=(("movflags", "+faststart"),))[:-900],
        code="broken",
    )
    yield Recording("Apple Lossless", encoded("alac", "ipod"), code="lossless")
    yield Recording("Apple Lossless in QuickTime", encoded("alac", "mov"), code="lossless")
    yield Recording("PCM in QuickTime", encoded("pcm_s16le", "mov"), code="not_accepted")
    yield Recording("AMR in 3GP", encoded("amr_nb", "3gp", 8_000), code="not_accepted")
    yield Recording("FLAC in MP4", encoded("flac", "mp4"), code="not_accepted")


def ogg() -> Iterator[Recording]:
    opus, vorbis = encoded("libopus", "ogg", 48_000), encoded("vorbis", "ogg", layout="stereo")
    for name, content in (("Opus", opus), ("Vorbis", vorbis)):
        yield Recording(f"{name}, Ogg", content, "audio/ogg")
        yield Recording(f"{name}, Ogg, then a line break", content + b"\n", "audio/ogg", sound=content)
        yield Recording(f"{name}, Ogg, then bytes", content + _HARMLESS, "audio/ogg", sound=content)
    stereo = encoded("libopus", "ogg", 48_000, "stereo")
    yield Recording("Opus, Ogg, stereo", stereo, "audio/ogg")
    short = encoded("libopus", "ogg", 48_000, codec_options=(("frame_duration", "2.5"),))
    yield Recording("Opus, Ogg, packets of 2.5 ms", short, "audio/ogg")
    pages = encoded("libopus", "ogg", 48_000, options=(("page_duration", "20000"),))
    yield Recording("Opus, Ogg, a page for each packet", pages, "audio/ogg")
    long_tag = encoded("vorbis", "ogg", layout="stereo", tags=(("comment", "harmless " * 9_000),))
    yield Recording("Vorbis, Ogg, with a long comment", long_tag, "audio/ogg")
    yield Recording("Vorbis, Ogg, cut in a page", vorbis[:-20], code="broken")
    yield Recording("FLAC, Ogg", encoded("flac", "ogg"), code="not_accepted")


def webm() -> Iterator[Recording]:
    for form, called in (("webm", "WebM"), ("matroska", "MKA")):
        yield Recording(f"Opus, {called}", encoded("libopus", form, 48_000), "audio/webm")
        yield Recording(f"Vorbis, {called}", encoded("vorbis", form, layout="stereo"), "audio/webm")
    live = encoded("libopus", "webm", 48_000, options=(("live", "1"),))
    yield Recording("Opus, WebM, as it is recorded", live, "audio/webm")
    plain = encoded("libopus", "webm", 48_000)
    yield Recording("Opus, WebM, then bytes", plain + _HARMLESS, "audio/webm", sound=plain)
    checked = encoded("libopus", "matroska", 48_000, options=(("write_crc32", "1"),))
    yield Recording("Opus, MKA, with checksums", checked, "audio/webm")
    yield Recording("AAC, MKA", encoded("aac", "matroska"), code="not_accepted")


def _id3v2(size: int = 300, *, flags: int = 0, version: int = 4) -> bytes:
    """Returns a tag with a title, and padding up to this size."""
    frame = b"TIT2" + struct.pack(">IH", 9, 0) + b"\x00harmless"
    sizes = bytes(size >> shift & 127 for shift in (21, 14, 7, 0))
    head = bytes([version, 0, flags]) + sizes
    return b"ID3" + head + frame.ljust(size, b"\x00") + (b"3DI" + head if flags & 0x10 else b"")


def _id3v1() -> bytes:
    return b"TAG" + b"harmless".ljust(125, b"\x00")


def _ape() -> bytes:
    item = struct.pack("<II", 8, 0) + b"Title\x00harmless"
    size = len(item) + 32
    head = b"APETAGEX" + struct.pack("<IIII", 2_000, size, 1, 0xA0000000) + bytes(8)
    return head + item + b"APETAGEX" + struct.pack("<IIII", 2_000, size, 1, 0x80000000) + bytes(8)


def mp3() -> Iterator[Recording]:
    bare: Mapping[str, str] = {"write_xing": "0", "id3v2_version": "0"}
    plain = encoded("libmp3lame", "mp3", options=tuple(bare.items()))
    for name, more in {
        "constant rate": {},
        "variable rate": {"codec_options": (("global_quality", "600"), ("flags", "+qscale"))},
        "average rate": {"codec_options": (("abr", "1"),)},
        "without a reservoir": {"codec_options": (("reservoir", "0"),)},
        "stereo": {"layout": "stereo"},
        "stereo, not joint": {"layout": "stereo", "codec_options": (("joint_stereo", "0"),)},
        "48 kHz": {"hertz": 48_000},
        "22.05 kHz (MPEG-2)": {"hertz": 22_050},
        "8 kHz (MPEG-2.5)": {"hertz": 8_000},
        "with ID3v1": {"options": (("write_id3v1", "1"),)},
        "with ID3v2.3": {"options": (("id3v2_version", "3"),)},
    }.items():
        yield Recording(f"MP3, {name}", encoded("libmp3lame", "mp3", **more), "audio/mpeg")  # pyright: ignore[reportArgumentType]
    for name, content in {
        "without tags": plain,
        "with two tags": _id3v2() + _id3v2() + plain,
        "with a tag with a footer": _id3v2(flags=0x10) + plain,
        "with a tag of version 2.2": _id3v2(version=2) + plain,
        "with a large tag": _id3v2(60_000) + plain,
        "with zeros behind the tag": _id3v2() + bytes(2_000) + plain,
        "with bytes behind the tag": _id3v2() + _HARMLESS + plain,
        "with APE": plain + _ape(),
        "with APE and ID3v1": plain + _ape() + _id3v1(),
        "with APE in front": _id3v2() + _ape() + plain,
        "with lyrics": plain + b"LYRICSBEGINharmlessLYRICSEND" + _id3v1(),
        "then zeros": plain + bytes(900),
        "then a line break": plain + b"\n",
        "then a tag": plain + _id3v2(),
    }.items():
        yield Recording(f"MP3, {name}", content, "audio/mpeg", sound=plain)
    yield Recording("MPEG layer II", encoded("mp2", "mp2"), code="not_accepted")
    yield Recording("AAC without a container", encoded("aac", "adts"), code="not_accepted")
    yield Recording("WAV", encoded("pcm_s16le", "wav"), code="not_accepted")


FAMILIES: Final = (mp4, ogg, webm, mp3)


@cache
def rows() -> tuple[Recording, ...]:
    return tuple(row for family in FAMILIES for row in family())
