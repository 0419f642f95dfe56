"""JPEG files of unusual encoders, cameras and programs."""

import io
import struct
from collections.abc import Iterator
from typing import Any, Final

from PIL import Image

from tests.media.corpus import exifs, profiles
from tests.media.corpus.flat_jpeg import JFIF, flat, planes, segment, ycc
from tests.media.corpus.rows import COLOURS, SIZE, Row, picture, shown


def by_pillow(made: Image.Image | None = None, **given: Any) -> bytes:
    out = io.BytesIO()
    (picture() if made is None else made).save(out, "JPEG", **{"quality": 95, **given})
    return out.getvalue()


YCC: Final = planes([ycc(each) for each in COLOURS])
ALIKE: Final = ((1, 1), (1, 1), (1, 1))
PLAIN: Final = by_pillow(subsampling=0)


def _with(*segments: bytes, of: bytes = PLAIN) -> bytes:
    """Returns a JPEG with the segments inserted after its start marker."""
    return of[:2] + b"".join(segments) + of[2:]


def encoders() -> Iterator[Row]:
    seen = [shown()]
    options: dict[str, dict[str, Any]] = {
        "progressive": {"progressive": True},
        "progressive, 4:2:0": {"progressive": True, "subsampling": 2},
        "4:2:0": {"subsampling": 2},
        "4:2:2": {"subsampling": 1},
        "4:4:4": {"subsampling": 0},
        "optimised": {"optimize": True},
        "of RGB": {"keep_rgb": True},
        "with restart markers": {"restart_marker_blocks": 1},
        "with restart markers by row": {"restart_marker_rows": 1, "progressive": True},
    }
    for name, given in options.items():
        yield Row(f"JPEG, {name}", "photo", by_pillow(**given), seen)
    for name, sampling in {
        "4:1:1": ((4, 1), (1, 1), (1, 1)),
        "4:4:0": ((1, 2), (1, 1), (1, 1)),
        "4:1:0": ((4, 2), (1, 1), (1, 1)),
        "more colour than light": ((1, 1), (2, 2), (2, 2)),
        "factors of 3": ((3, 1), (1, 1), (1, 1)),
        "4:2:1 of two kinds": ((2, 2), (2, 1), (1, 2)),
        "factors of 2 for all": ((2, 1), (2, 1), (2, 1)),
    }.items():
        yield Row(f"JPEG, {name}", "photo", flat(YCC, sampling), seen, tolerance=20)
    yield Row("JPEG, a scan for each part", "photo", flat(YCC, ALIKE, interleaved=False), seen)
    yield Row(
        "JPEG, a scan for each part, 4:2:0",
        "photo",
        flat(YCC, ((2, 2), (1, 1), (1, 1)), interleaved=False),
        seen,
    )
    yield Row("JPEG, restarts after each block", "photo", flat(YCC, ALIKE, restart=1), seen)
    yield Row("JPEG, extended sequential", "photo", flat(YCC, ALIKE, process=0xC1), seen)
    rgb = planes(COLOURS)
    yield Row("JPEG, parts named RGB", "photo", flat(rgb, ALIKE, ids=b"RGB", head=b""), seen)
    adobe = segment(0xEE, b"Adobe\x00\x64\x00\x00\x00\x00\x00")
    yield Row("JPEG, RGB by Adobe", "photo", flat(rgb, ALIKE, head=adobe), seen)
    yield Row("JPEG without JFIF or Adobe", "photo", flat(YCC, ALIKE, head=b""), seen)
    yield Row("JPEG, parts from 0", "photo", flat(YCC, ALIKE, ids=(0, 1, 2)), seen)
    grey = picture().convert("L")
    yield Row("JPEG, grey", "photo", by_pillow(grey), [shown(grey)])
    yield Row("JPEG, grey, sampling 2 by 2", "photo", flat([grey], [(2, 2)]), [shown(grey)])


def inks() -> Iterator[Row]:
    """Yields CMYK and YCCK, which encoders store inverted."""
    cmyk = picture().convert("CMYK")
    yield Row("JPEG, CMYK", "photo", by_pillow(cmyk), [shown()])
    inverted = [tuple(255 - value for value in (*(255 - each for each in colour), 0)) for colour in COLOURS]
    four = planes(inverted)
    alike = ((1, 1),) * 4
    yield Row("JPEG, CMYK without Adobe", "photo", flat(four, alike, head=b""), [shown()])
    cmyk_mark = segment(0xEE, b"Adobe\x00\x64\x00\x00\x00\x00\x00")
    yield Row("JPEG, CMYK by Adobe", "photo", flat(four, alike, head=cmyk_mark), [shown()])
    ycck_mark = segment(0xEE, b"Adobe\x00\x64\x00\x00\x00\x00\x02")
    # YCCK has the colours of the complements of C, M and Y (ITU-T T.872), which are stored inverted.
    ycck = planes([(*ycc(tuple(255 - each for each in colour)), 255) for colour in COLOURS])
    yield Row("JPEG, YCCK by Adobe", "photo", flat(ycck, alike, head=ycck_mark), [shown()])
    yield Row(
        "JPEG, YCCK, 4:2:0", "photo", flat(ycck, ((2, 2), (1, 1), (1, 1), (2, 2)), head=ycck_mark), [shown()]
    )


def segments() -> Iterator[Row]:
    seen = [shown()]
    thumbnail = by_pillow(picture(COLOURS[::-1]).resize((32, 24)))
    for name, content in {
        "a comment": _with(segment(0xFE, b"harmless")),
        "many segments of applications": _with(
            *(segment(0xE0 + at, b"x" * 50) for at in range(1, 16) if at != 14)
        ),
        "two JFIF headers": _with(segment(0xE0, JFIF)),
        "a short JFIF header": _with(segment(0xE0, b"JFIF\x00")),
        "a thumbnail in JFXX": _with(segment(0xE0, b"JFXX\x00\x10" + thumbnail)),
        "a damaged Photoshop segment": _with(segment(0xED, b"Photoshop 3.0\x008BIM\x04\x04damaged")),
        "a damaged index of pictures": _with(segment(0xE2, b"MPF\x00II*\x00\xff\xff\xff\xff")),
        "XMP": _with(segment(0xE1, b"http://ns.adobe.com/xap/1.0/\x00<x:xmpmeta/>")),
        "filling bytes before segments": flat(YCC, ALIKE, fill=b"\xff" * 500),
        "bytes between segments": flat(YCC, ALIKE, fill=b"\x00\x01\x02"),
        "a number of lines again": flat(YCC, ALIKE, after_scan=segment(0xDC, struct.pack(">H", SIZE[1]))),
        "an empty restart interval": _with(segment(0xDD, b"\x00\x00")),
        "a short Adobe segment": _with(segment(0xEE, b"Adobe")),
        "tables twice": _with(PLAIN[PLAIN.index(b"\xff\xdb") : PLAIN.index(b"\xff\xc0")]),
    }.items():
        yield Row(f"JPEG with {name}", "photo", content, seen)
    other = by_pillow(picture(COLOURS[::-1]))
    for name, rest in {
        "zeros": bytes(5_000),
        "a line break": b"\n",
        "another picture": other,
        "a film": b"\x00\x00\x00\x18ftypmp42" + bytes(range(256)) * 4_000,
    }.items():
        yield Row(f"JPEG, then {name}", "photo", PLAIN + rest, seen)
    yield Row("JPEG without its end", "photo", PLAIN[:-2], seen)
    yield Row("JPEG without its end, progressive", "photo", by_pillow(progressive=True)[:-2], seen)
    yield Row("JPEG without its end, then zeros", "photo", PLAIN[:-2] + bytes(500), seen)
    two = io.BytesIO()
    picture().save(two, "MPO", save_all=True, append_images=[picture(COLOURS[::-1])], quality=95)
    yield Row("JPEG, two pictures (MPO)", "photo", two.getvalue(), seen)
    lines = flat(YCC, ALIKE, height=0, after_scan=segment(0xDC, struct.pack(">H", SIZE[1])))
    yield Row("JPEG with its height behind the scan", "photo", lines, status=422)


def coloured() -> Iterator[Row]:
    seen = [shown()]
    wider = by_pillow(picture([profiles.to_swapped(each) for each in COLOURS]), subsampling=0)
    swapped = profiles.swapped()

    def profile(value: bytes, parts: int = 1, of: bytes = PLAIN, turned: bool = False) -> bytes:
        size = -(-len(value) // parts) or 1
        made = [
            segment(0xE2, b"ICC_PROFILE\x00" + bytes([at + 1, parts]) + value[at * size : (at + 1) * size])
            for at in range(parts)
        ]
        return _with(*(made[::-1] if turned else made), of=of)

    for name, content in {
        "a profile of 200 zeros": profile(bytes(200)),
        "a profile of junk": profile(bytes(range(200))),
        "a profile that is cut in half": profile(profiles.srgb()[: len(profiles.srgb()) // 2]),
        "an empty profile": profile(b""),
        "a profile of sRGB": profile(profiles.srgb()),
        "a profile of swapped colours": profile(swapped, of=wider),
        "a profile in three parts": profile(swapped, 3, of=wider),
        "a profile for grey": profile(profiles.grey(2.2)),
    }.items():
        yield Row(f"JPEG with {name}", "photo", content, seen)
    yield Row(
        "JPEG with a profile in turned parts", "photo", profile(swapped, 3, of=wider, turned=True), seen
    )
    grey = picture().convert("L")
    linear = picture([(profiles.encoded(value / 255),) * 3 for value in shown_greys(grey)])
    yield Row(
        "JPEG, grey with a linear profile",
        "photo",
        profile(profiles.grey(1.0), of=by_pillow(grey)),
        [shown(linear)],
        tolerance=18,
    )
    yield Row(
        "JPEG, grey with a damaged profile", "photo", profile(bytes(200), of=by_pillow(grey)), [shown(grey)]
    )
    cmyk = by_pillow(picture().convert("CMYK"))
    yield Row("JPEG, CMYK with a profile for RGB", "photo", profile(swapped, of=cmyk), seen)


def shown_greys(grey: Image.Image) -> list[int]:
    return [colour[0] for colour in shown(grey).colours]


def turned() -> Iterator[Row]:
    def stored(orientation: int, value: bytes) -> bytes:
        made = by_pillow(exifs.stored(picture(), orientation), subsampling=0)
        return _with(segment(0xE1, b"Exif\x00\x00" + value), of=made)

    for orientation in range(1, 9):
        content = stored(orientation, exifs.exif(orientation))
        yield Row(f"JPEG with orientation {orientation}", "photo", content, [shown()])
    yield Row("JPEG with orientation 6, big-endian", "photo", stored(6, exifs.exif(6, ">")), [shown()])
    for name, value in exifs.damaged().items():
        yield Row(f"JPEG with Exif data {name}", "photo", stored(1, value), [shown()])
