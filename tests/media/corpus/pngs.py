"""PNG files in every form that the format has, and with the oddities of their writers."""

import struct
import zlib
from collections.abc import Iterator, Sequence
from typing import Final

from PIL import Image

from tests.media.corpus import exifs, profiles
from tests.media.corpus.rows import COLOURS, COLUMNS, PATCH, SIZE, Colour, Row, Shown, picture, shown

SIGNATURE: Final = b"\x89PNG\r\n\x1a\n"
GREY, RGB, PALETTE, GREY_ALPHA, RGBA = 0, 2, 3, 4, 6
_NAMES: Final = {0: "grey", 2: "RGB", 3: "a palette", 4: "grey with alpha", 6: "RGBA"}
_SAMPLES: Final = {0: 1, 2: 3, 3: 1, 4: 2, 6: 4}
_DEPTHS: Final = {0: (1, 2, 4, 8, 16), 2: (8, 16), 3: (1, 2, 4, 8), 4: (8, 16), 6: (8, 16)}
_ADAM7: Final = (
    (0, 0, 8, 8), (4, 0, 8, 8), (0, 4, 4, 8), (2, 0, 4, 4), (0, 2, 2, 4), (1, 0, 2, 2), (0, 1, 1, 2),
)  # fmt: skip
_ALPHA: Final = (255, 255, 0, 255, 128, 255, 255, 64, 255, 255, 192, 255)

Samples = Sequence[Sequence[Sequence[int]]]  # samples by row and pixel


def chunk(name: bytes, value: bytes = b"", *, crc: int | None = None) -> bytes:
    checksum = zlib.crc32(name + value) if crc is None else crc
    return struct.pack(">I", len(value)) + name + value + struct.pack(">I", checksum)


def head(kind: int, depth: int, size: tuple[int, int] = SIZE, interlaced: int = 0) -> bytes:
    return chunk(b"IHDR", struct.pack(">IIBBBBB", *size, depth, kind, 0, 0, interlaced))


def _packed(rows: Samples, depth: int) -> bytes:
    """Returns filtered rows of samples."""
    made = bytearray()
    for row in rows:
        made.append(0)
        samples = [sample for pixel in row for sample in pixel]
        if depth == 8:
            made += bytes(samples)
            continue
        if depth == 16:
            made += struct.pack(f">{len(samples)}H", *samples)
            continue
        bits = "".join(f"{sample:0{depth}b}" for sample in samples)
        bits += "0" * (-len(bits) % 8)
        made += int(bits, 2).to_bytes(len(bits) // 8) if bits else b""
    return bytes(made)


def data(rows: Samples, depth: int, *, interlaced: bool = False) -> bytes:
    """Returns the compressed pixels."""
    if not interlaced:
        return zlib.compress(_packed(rows, depth), 9)
    parts = [[row[left::across] for row in rows[top::down]] for left, top, across, down in _ADAM7]
    return zlib.compress(b"".join(_packed(part, depth) for part in parts), 9)


def _samples(kind: int, depth: int) -> tuple[Samples, Image.Image, bytes]:
    """Returns the samples of the usual picture, its expected appearance in this form, and a palette."""
    most = 2**depth - 1
    palette = list(COLOURS)[: most + 1]
    samples: list[list[int]] = []
    seen: list[Colour] = []
    for at, (colour, alpha) in enumerate(zip(COLOURS, _ALPHA, strict=True)):
        red, green, blue = colour
        level = round((red * 299 + green * 587 + blue * 114) // 1000 * most / 255)
        shade = round(level * 255 / most)
        if kind == PALETTE:
            samples.append([at % len(palette)])
            seen.append((*palette[at % len(palette)], 255))
        elif kind in (GREY, GREY_ALPHA):
            samples.append([level, alpha * most // 255][: _SAMPLES[kind]])
            seen.append((shade, shade, shade, alpha if kind == GREY_ALPHA else 255))
        else:
            samples.append([each * most // 255 for each in (*colour, alpha)][: _SAMPLES[kind]])
            seen.append((*colour, alpha if kind == RGBA else 255))
    rows: list[list[list[int]]] = []
    for first in range(0, len(samples), COLUMNS):
        line = [each for each in samples[first : first + COLUMNS] for _ in range(PATCH)]
        rows += [line] * PATCH
    flat = bytes(value for colour in palette for value in colour)
    return rows, picture(seen), chunk(b"PLTE", flat) if kind == PALETTE else b""


def png(*chunks: bytes) -> bytes:
    return SIGNATURE + b"".join(chunks) + chunk(b"IEND")


_ROWS, _SEEN, _ = _samples(RGB, 8)
PIXELS: Final = data(_ROWS, 8)
HEAD: Final = head(RGB, 8)
DATA: Final = chunk(b"IDAT", PIXELS)
PLAIN: Final = png(HEAD, DATA)


def every_form() -> Iterator[Row]:
    """Yields each colour type in each depth, with and without interlacing."""
    for kind, depths in _DEPTHS.items():
        for depth in depths:
            rows, seen, palette = _samples(kind, depth)
            for interlaced in (False, True):
                content = png(
                    head(kind, depth, interlaced=int(interlaced)),
                    palette,
                    chunk(b"IDAT", data(rows, depth, interlaced=interlaced)),
                )
                name = f"PNG, {_NAMES[kind]}, {depth} bits{', interlaced' if interlaced else ''}"
                yield Row(name, "photo", content, [shown(seen)])


def _ramp(most: int) -> tuple[bytes, Shown]:
    """Returns a ramp of 16-bit grey values from 0 to ``most``, and its expected appearance."""
    across, down = SIZE
    rows = [[[round(x * most / (across - 1))] for x in range(across)]] * down
    line = bytes(round(pixel[0] / 257) for pixel in rows[0])
    seen = Image.frombytes("L", SIZE, line * down)
    return png(head(GREY, 16), chunk(b"IDAT", data(rows, 16))), shown(seen)


def ramps() -> Iterator[Row]:
    for most in (65_535, 4_095, 255):
        content, seen = _ramp(most)
        yield Row(f"PNG, grey, 16 bits, up to {most}", "photo", content, [seen], tolerance=6)


def transparent() -> Iterator[Row]:
    """Yields transparency by one colour or by the entries of a palette."""
    for depth in (1, 2, 4, 8, 16):
        rows, seen, _ = _samples(GREY, depth)
        level = rows[0][0][0]
        clear = _cleared(seen)
        key = chunk(b"tRNS", struct.pack(">H", level))
        yield Row(
            f"PNG, grey, {depth} bits, one transparent",
            "photo",
            png(head(GREY, depth), key, chunk(b"IDAT", data(rows, depth))),
            [shown(clear)],
        )
    for depth in (8, 16):
        rows, seen, _ = _samples(RGB, depth)
        key = chunk(b"tRNS", struct.pack(">3H", *rows[0][0]))
        content = png(head(RGB, depth), key, chunk(b"IDAT", data(rows, depth)))
        clear = _cleared(seen)
        yield Row(f"PNG, RGB, {depth} bits, one transparent", "photo", content, [shown(clear)])
    rows, seen, palette = _samples(PALETTE, 8)
    for name, alphas in (("a few", (0, 128)), ("too many", (0, 128, *[255] * 100))):
        clear = seen.copy()
        for at, alpha in enumerate(alphas[:2]):
            clear.paste((*COLOURS[at], alpha), (at * 32, 0, at * 32 + 32, 32))
        content = png(head(PALETTE, 8), palette, chunk(b"tRNS", bytes(alphas)), chunk(b"IDAT", data(rows, 8)))
        yield Row(f"PNG, a palette with {name} transparencies", "photo", content, [shown(clear)])


def _cleared(seen: Image.Image) -> Image.Image:
    """Returns the picture with the colour of its first pixel transparent."""
    first = seen.getpixel((0, 0))
    return picture([(0, 0, 0, 0) if each == first else each for each in shown(seen).colours])


def pixels(made: Image.Image) -> Samples:
    """Returns the samples of a picture."""
    flat, count = made.tobytes(), len(made.getbands())
    each = [list(flat[at : at + count]) for at in range(0, len(flat), count)]
    return [each[at : at + made.width] for at in range(0, len(each), made.width)]


def chunks() -> Iterator[Row]:
    """Yields pictures with metadata that is unknown, damaged, doubled, misplaced or large."""
    seen = [shown()]
    text = chunk(b"tEXt", b"Comment\x00harmless")
    for name, parts in {
        "unknown ancillary chunks": (HEAD, chunk(b"prVt", b"anything"), DATA, chunk(b"teSt")),
        "a wrong checksum of a text": (HEAD, chunk(b"tEXt", b"Comment\x00x", crc=7), DATA),
        "a wrong checksum of the gamma": (HEAD, chunk(b"gAMA", struct.pack(">I", 45_455), crc=7), DATA),
        "a text of 2 MB": (HEAD, chunk(b"zTXt", b"a\x00\x00" + zlib.compress(bytes(2_000_000))), DATA),
        "a text without a keyword": (HEAD, chunk(b"tEXt", b"\x00\x00"), DATA),
        "a damaged compressed text": (HEAD, chunk(b"zTXt", b"a\x00\x00damaged"), DATA),
        "a damaged international text": (HEAD, chunk(b"iTXt", b"a\x00\x01\x00\x00\x00damaged"), DATA),
        "a damaged time": (HEAD, chunk(b"tIME", b"\x00"), DATA),
        "a size of pixels of 0": (HEAD, chunk(b"pHYs", bytes(9)), DATA),
        "a short size of pixels": (HEAD, chunk(b"pHYs", b"\x00"), DATA),
        "a background": (HEAD, chunk(b"bKGD", struct.pack(">3H", 0, 255, 0)), DATA),
        "significant bits": (HEAD, chunk(b"sBIT", bytes([5, 6, 5])), DATA),
        "a suggested palette": (HEAD, chunk(b"PLTE", bytes(range(12))), DATA),
        "texts behind the picture": (HEAD, DATA, text, text),
        "empty parts of data": (HEAD, chunk(b"IDAT"), DATA, chunk(b"IDAT")),
        "data in parts of one byte": (HEAD, *(chunk(b"IDAT", bytes([each])) for each in PIXELS)),
        "data in parts of 100 bytes": (
            HEAD,
            *(chunk(b"IDAT", PIXELS[at : at + 100]) for at in range(0, len(PIXELS), 100)),
        ),
        "bytes behind the compressed data": (HEAD, chunk(b"IDAT", PIXELS + b"more")),
        "a histogram and a stereo mark": (HEAD, chunk(b"hIST", bytes(2)), chunk(b"sTER", b"\x01"), DATA),
        "a transparency of 1 byte": (HEAD, chunk(b"tRNS", b"\x00"), DATA),
    }.items():
        yield Row(f"PNG with {name}", "photo", png(*parts), seen)
    old = PLAIN[60:] + chunk(b"IEND")
    for name, rest in (("an older picture", old), ("a line break", b"\n"), ("zeros", bytes(999))):
        yield Row(f"PNG, then {name}", "photo", PLAIN + rest, seen)
    yield Row("PNG without its end", "photo", PLAIN[:-12], seen)
    sharp = Image.new("RGB", SIZE)
    sharp.paste(picture())
    yield Row("PNG with turns of filters", "photo", _filtered(), seen)


def _filtered() -> bytes:
    """Returns a PNG whose rows have the five filters in turn."""
    flat = [bytes(sample for pixel in row for sample in pixel) for row in _ROWS]
    made, before = bytearray(), bytes(len(flat[0]))
    for number, row in enumerate(flat):
        how = number % 5
        made.append(how)
        for at, value in enumerate(row):
            left = row[at - 3] if at >= 3 else 0
            corner = before[at - 3] if at >= 3 else 0
            guess = (0, left, before[at], (left + before[at]) // 2, _paeth(left, before[at], corner))[how]
            made.append((value - guess) & 255)
        before = row
    return png(HEAD, chunk(b"IDAT", zlib.compress(bytes(made))))


def _paeth(left: int, above: int, corner: int) -> int:
    guess = left + above - corner
    return min((left, above, corner), key=lambda each: abs(guess - each))


def coloured() -> Iterator[Row]:
    """Yields profiles, primaries and gammas, valid and damaged."""
    seen = shown()
    linear, wide = struct.pack(">I", 100_000), struct.pack(">I", 45_455)
    srgb = struct.pack(">8I", 31_270, 32_900, 64_000, 33_000, 30_000, 60_000, 15_000, 6_000)
    for name, value in {
        "of 200 zeros": bytes(200),
        "of junk": bytes(range(200)),
        "that is cut in half": profiles.srgb()[: len(profiles.srgb()) // 2],
        "that is empty": b"",
    }.items():
        content = png(HEAD, chunk(b"iCCP", b"profile\x00\x00" + zlib.compress(value)), DATA)
        yield Row(f"PNG with a profile {name}", "photo", content, [seen])
    damaged = png(HEAD, chunk(b"iCCP", b"profile\x00\x00damaged"), DATA)
    yield Row("PNG with a damaged compressed profile", "photo", damaged, [seen])
    wider = picture([profiles.to_swapped(each) for each in COLOURS])
    swapped = chunk(b"iCCP", b"p\x00\x00" + zlib.compress(profiles.swapped()))
    rows = pixels(wider)
    content = png(HEAD, swapped, chunk(b"IDAT", data(rows, 8)))
    yield Row("PNG with a profile of swapped colours", "photo", content, [seen])
    rows, indexed, _ = _samples(PALETTE, 8)
    flat = bytes(value for colour in COLOURS for value in profiles.to_swapped(colour))
    content = png(head(PALETTE, 8), swapped, chunk(b"PLTE", flat), chunk(b"IDAT", data(rows, 8)))
    yield Row("PNG, a palette with a profile", "photo", content, [shown(indexed)])
    bright = picture([tuple(profiles.encoded(each / 255) for each in colour) for colour in COLOURS])
    for name, chunks_ in {
        "linear gamma": [chunk(b"gAMA", linear)],
        "linear gamma and the primaries of sRGB": [chunk(b"gAMA", linear), chunk(b"cHRM", srgb)],
    }.items():
        yield Row(f"PNG with {name}", "photo", png(HEAD, *chunks_, DATA), [shown(bright)], tolerance=16)
    for name, chunks_ in {
        "the gamma of sRGB": [chunk(b"gAMA", wide)],
        "gamma 0": [chunk(b"gAMA", bytes(4))],
        "a linear gamma that sRGB overrules": [chunk(b"gAMA", linear), chunk(b"sRGB", b"\x00")],
        "primaries of zeros": [chunk(b"gAMA", wide), chunk(b"cHRM", bytes(32))],
    }.items():
        yield Row(f"PNG with {name}", "photo", png(HEAD, *chunks_, DATA), [seen])


def turned() -> Iterator[Row]:
    for orientation in range(1, 9):
        stored = exifs.stored(picture(), orientation)
        rows = pixels(stored)
        content = png(
            head(RGB, 8, stored.size), chunk(b"eXIf", exifs.exif(orientation)), chunk(b"IDAT", data(rows, 8))
        )
        yield Row(f"PNG with orientation {orientation}", "photo", content, [shown()])
    for name, value in exifs.damaged().items():
        yield Row(f"PNG with Exif data {name}", "photo", png(HEAD, chunk(b"eXIf", value), DATA), [shown()])
