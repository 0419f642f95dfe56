"""Quality checks for every cover. Each raises AssertionError with its findings."""

import re
from xml.etree import ElementTree as ET

import brotli
from PIL import ImageFilter

from wellwish_covers.colour import channels, contrast
from wellwish_covers.paper import Piece, Sheet
from wellwish_covers.raster import pixels
from wellwish_covers.scatter import SAFE

# Compressed bytes that a phone loads for the large view.
MAX_COMPRESSED = 48 * 1024
MIN_CONTRAST = 4.5
# The share of the ground around letters that may be decoration with too little contrast, such as stars.
MAX_SHARE_BELOW = 0.02

ALLOWED = {
    "svg",
    "title",
    "defs",
    "g",
    "path",
    "use",
    "clipPath",
    "linearGradient",
    "radialGradient",
    "stop",
    "pattern",
}
NAMESPACE = "{http://www.w3.org/2000/svg}"


def check_document(svg: str) -> None:
    root = ET.fromstring(svg)
    assert root.tag == f"{NAMESPACE}svg"
    assert set(root.attrib) == {"viewBox", "role"}, "only a viewBox, so that it takes the size of its place"
    titles = root.findall(f"{NAMESPACE}title")
    assert len(titles) == 1
    assert titles[0].text
    ids = [e.attrib["id"] for e in root.iter() if "id" in e.attrib]
    assert len(ids) == len(set(ids)), "an ID twice"
    for element in root.iter():
        assert element.tag.removeprefix(NAMESPACE) in ALLOWED, f"{element.tag} is not allowed"
        for name, value in element.attrib.items():
            assert not name.startswith("on"), f"{name} is a script"
            assert name != "style"
            if name.endswith("href"):
                assert value.startswith("#"), f"{value} is outside"
                assert value[1:] in ids
            for target in re.findall(r"url\(([^)]*)\)", value):
                assert target.startswith("#"), f"{target} is outside"
                assert target[1:] in ids


def check_weight(svg: str) -> None:
    size = len(brotli.compress(svg.encode()))
    assert size <= MAX_COMPRESSED, f"{size} bytes compressed"


def check_lettering_is_inside(sheet: Sheet) -> None:
    pieces = sheet.lettering()
    assert pieces, "no lettering"
    for piece in pieces:
        x0, y0, x1, y1 = piece.box
        inside = x0 >= SAFE.x0 - 0.1 and y0 >= SAFE.y0 - 0.1 and x1 <= SAFE.x1 + 0.1 and y1 <= SAFE.y1 + 0.1
        assert inside, f"lettering at {piece.box} leaves the safe area"


def share_below(piece: Piece, ground: object, width: int = 200) -> float:
    """Returns the share of pixels in and next to a piece with too little contrast to it."""
    scale = width / 1000
    box = piece.box.grow(14)
    crop = tuple(round(v * scale) for v in box)
    white = piece.svg.replace(f'fill="{piece.colour}"', 'fill="#fff"')
    stage = (
        f'<svg xmlns="{NAMESPACE[1:-1]}" viewBox="0 0 1000 1400"><path d="M0 0H1000V1400H0Z"/>{white}</svg>'
    )
    mask = pixels(stage, width).convert("L")
    near = mask.filter(ImageFilter.MaxFilter(3)).crop(crop)
    colour = channels(piece.colour)
    behind = ground.crop(crop)  # pyright: ignore[reportAttributeAccessIssue]
    data, marks = behind.tobytes(), near.tobytes()
    low = total = 0
    seen: dict[tuple[int, int, int], bool] = {}
    for i, mark in enumerate(marks):
        if mark > 100:
            pixel = (data[3 * i], data[3 * i + 1], data[3 * i + 2])
            if pixel not in seen:
                seen[pixel] = contrast(colour, pixel) < MIN_CONTRAST
            low += seen[pixel]
            total += 1
    return low / total


def check_contrast(sheet: Sheet) -> None:
    """Checks each piece against the ground, or against its own edge on the ground."""
    plain = pixels(sheet.svg(lettering=False, edges=False), 200)
    for piece in sheet.lettering():
        share = share_below(piece, plain)
        if share > MAX_SHARE_BELOW:
            share = min(share, share_below(piece, pixels(sheet.svg(lettering=False), 200)))
        assert share <= MAX_SHARE_BELOW, (
            f"{piece.colour} at {piece.box}: {share:.0%} of the background is too near"
        )
