"""The program that copies a short video to a new file without metadata, and creates its poster.

Run as ``python -I -m wellwish.media.untrusted.film TYPE`` with the video on standard input. It writes a line
of JSON and then the files. Packets are copied, never encoded; one frame is decoded, for the poster. FFmpeg
reads the input only with the demuxer of its type, and opens no files, URLs or playlists.
"""

import io
import struct
import sys
from collections.abc import Iterator
from importlib import import_module
from typing import Any, Final

from PIL import Image

from wellwish.media.untrusted.confine import RefusedError, Result, confine, handle

_AV: Final[Any] = import_module("av")  # from the extra `video`
_STREAM: Final[Any] = import_module("av.stream")
_CONTAINER: Final[Any] = import_module("av.container")
_BITSTREAM: Final[Any] = import_module("av.bitstream")
# Loaded now, because a confined process cannot open files.
_LAZY: Final = [import_module(f"av.subtitles.{name}") for name in ("stream", "codeccontext")]

MAX_MS: Final = 31_000  # 30 s, and a margin for recorders that stop a little late
MAX_SIDE: Final = 4096
MAX_PIXELS: Final = 8_900_000  # 3840 by 2160, and the rows that a codec adds
MAX_PACKETS: Final = 12_000  # 30 s have 3,600 pictures at 120 Hz and 1,500 packets of sound
MAX_STREAMS: Final = 16  # streams of all kinds; phones add some with metadata, which are not copied
POSTER_SIDE: Final = 1280
CPU_S: Final = 10  # the largest files take less than a second
MEMORY_BYTES: Final = 1024 * 1024**2
_QUALITY: Final = 82

# Demuxer, muxer, codec of the pictures, codec of the sound.
_FORMS: Final = {
    "video/mp4": ("mov", "mp4", "h264", "aac"),
    "video/webm": ("matroska", "webm", "vp9", "opus"),
}
# Orientations by the signs of the numbers a, b, c and d of a matrix.
_TURNS: Final = {
    (0, 1, -1, 0): Image.Transpose.ROTATE_270,
    (-1, 0, 0, -1): Image.Transpose.ROTATE_180,
    (0, -1, 1, 0): Image.Transpose.ROTATE_90,
    (-1, 0, 0, 1): Image.Transpose.FLIP_LEFT_RIGHT,
    (1, 0, 0, -1): Image.Transpose.FLIP_TOP_BOTTOM,
    (0, 1, 1, 0): Image.Transpose.TRANSPOSE,
    (0, -1, -1, 0): Image.Transpose.TRANSVERSE,
}
# H.264 units without pictures (ITU-T H.264, table 7-1): cameras write locations and names into supplemental
# information (6).
_DROPPED_UNITS: Final = "remove_types=6"


def answer(media_type: str, content: bytes) -> Result:
    """Returns the new file and its poster. Raises RefusedError and the errors of FFmpeg."""
    demuxer, muxer, *codecs = _FORMS[media_type]
    with _opened(content, demuxer) as given:
        if len(given.streams) > MAX_STREAMS:
            raise RefusedError("segments")
        pictures = _chosen(given.streams.video, codecs[0])
        sound = _chosen(given.streams.audio, codecs[1]) if given.streams.audio else None
        if pictures is None or (given.streams.audio and sound is None):
            raise RefusedError("not_accepted")
        _check_size(pictures.codec_context.width, pictures.codec_context.height)
        made, duration_ms = _copied(given, [pictures, *([sound] if sound else [])], muxer)
    poster = _poster(made, demuxer)
    name = "video.mp4" if muxer == "mp4" else "video.webm"
    stills = [
        ("poster.webp", "image/webp", _written(poster, "WEBP", method=3)),
        ("poster.jpg", "image/jpeg", _written(poster, "JPEG", progressive=True, optimize=True)),
    ]
    files = [{"name": name, "type": media_type, "width": poster.width, "height": poster.height}]
    files += [
        {"name": each, "type": kind, "width": poster.width, "height": poster.height}
        for each, kind, _ in stills
    ]
    contents = [made, *(each for *_, each in stills)]
    for file, each in zip(files, contents, strict=True):
        file["bytes"] = len(each)
    return {"duration_ms": duration_ms, "files": files}, contents


def _refuse(*_: Any, **__: Any) -> Any:
    raise RefusedError("not_accepted")


def _opened(content: bytes, demuxer: str) -> Any:
    """Opens the file with a single demuxer, which may not open anything else."""
    return _AV.open(
        io.BytesIO(content),
        format=demuxer,
        metadata_errors="replace",
        io_open=_refuse,
        container_options={
            "protocol_whitelist": "",
            "format_whitelist": demuxer,
            "max_streams": str(MAX_STREAMS),
        },
    )


def _chosen(streams: Any, codec: str) -> Any | None:
    """Returns the first stream that is not a cover picture, or None if it has another codec."""
    for stream in streams:
        if not (stream.disposition & _STREAM.Disposition.attached_pic):
            return stream if stream.codec_context.name in (codec, f"lib{codec}") else None
    return None


def _check_size(width: int, height: int) -> None:
    if width < 2 or height < 2:
        raise RefusedError("broken")
    if max(width, height) > MAX_SIDE or width * height > MAX_PIXELS:
        raise RefusedError("pixels")


def _copied(given: Any, streams: list[Any], muxer: str) -> tuple[bytes, int]:
    """Returns the new file with these streams, and its duration in ms, computed from its packets."""
    out = io.BytesIO()
    options = {"movflags": "+faststart"} if muxer == "mp4" else {}
    spans: dict[int, tuple[float, float]] = {}

    def written(*_: Any) -> io.BytesIO:
        return io.BytesIO(out.getvalue())

    # With faststart, FFmpeg reads its output again to move it after the index.
    with _AV.open(out, "w", format=muxer, io_open=written, container_options=options) as made:
        made.flags |= _CONTAINER.Flags.bitexact.value  # omits the name of the program
        targets: dict[int, Any] = {}
        for stream in streams:
            target = made.add_stream_from_template(stream)
            target.metadata.clear()
            targets[stream.index] = target
        made.metadata.clear()
        pictures = streams[0]
        units = (
            _BITSTREAM.BitStreamFilterContext(f"filter_units={_DROPPED_UNITS}", pictures)
            if muxer == "mp4"
            else None
        )
        for packet in _packets(given, streams):
            index = packet.stream_index
            spans[index] = _span(packet, spans.get(index))
            is_picture = units is not None and index == pictures.index
            for each in units.filter(packet) if units is not None and is_picture else [packet]:
                each.stream = targets[index]
                made.mux(each)
    if pictures.index not in spans:
        raise RefusedError("broken")
    return out.getvalue(), round(max(end - start for start, end in spans.values()) * 1000)


def _packets(given: Any, streams: list[Any]) -> Iterator[Any]:
    """Yields the packets. Raises RefusedError if there are too many or one is damaged."""
    count = 0
    for packet in given.demux(*streams):
        count += 1
        if count > MAX_PACKETS:
            raise RefusedError("segments")
        if packet.size == 0:  # the end of a stream
            continue
        if packet.pts is None or packet.is_corrupt:
            raise RefusedError("truncated")
        yield packet


def _span(packet: Any, span: tuple[float, float] | None) -> tuple[float, float]:
    """Returns start and end of the packets so far, in seconds. The header's duration is not trusted."""
    start = float(packet.pts * packet.time_base)
    end = start + float((packet.duration or 0) * packet.time_base)
    first, last = span or (start, end)
    first, last = min(first, start), max(last, end)
    if (last - first) * 1000 > MAX_MS:
        raise RefusedError("duration")
    return first, last


def _poster(content: bytes, demuxer: str) -> Image.Image:
    """Returns the first frame of the new file, upright."""
    with _opened(content, demuxer) as given:
        stream = given.streams.video[0]
        stream.codec_context.thread_count = 1
        for frame in given.decode(stream):
            _check_size(frame.width, frame.height)
            scale = min(1, POSTER_SIDE / max(frame.width, frame.height))
            size = max(2, round(frame.width * scale)), max(2, round(frame.height * scale))
            return _upright(frame.reformat(*size, format="rgb24").to_image(), frame)
    raise RefusedError("broken")


def _upright(picture: Image.Image, frame: Any) -> Image.Image:
    """Returns the picture rotated or mirrored by the matrix of the frame (ISO/IEC 14496-12, 8.3.2)."""
    matrix = next((bytes(each) for each in frame.side_data if each.type.name == "DISPLAYMATRIX"), None)
    if matrix is None:
        return picture
    across, down, over, under = struct.unpack_from("=2i4x2i", matrix)
    how = _TURNS.get((_sign(across), _sign(down), _sign(over), _sign(under)))
    return picture if how is None else picture.transpose(how)


def _sign(number: int) -> int:
    return (number > 0) - (number < 0)


def _written(picture: Image.Image, form: str, **options: Any) -> bytes:
    out = io.BytesIO()
    picture.save(out, form, quality=_QUALITY, **options)
    return out.getvalue()


def main() -> None:
    """Processes a video and exits."""
    for form in ("WEBP", "JPEG"):  # completes Pillow's lazy imports before the limits apply
        _written(Image.new("RGB", (2, 2)), form)
    _AV.logging.set_level(None)
    confine(CPU_S, MEMORY_BYTES)
    handle(lambda content: answer(sys.argv[1], content))


if __name__ == "__main__":
    main()
