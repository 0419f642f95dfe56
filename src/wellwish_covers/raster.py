"""Covers as raster images: pictures for pages, and link previews.

Needs the extra `covers`: resvg renders, Pillow encodes. Both are too slow to run while a request waits.
"""

import base64
from importlib import import_module
from io import BytesIO
from typing import Any, Final

from wellwish_covers.colour import mix
from wellwish_covers.curves import circle, num, rect
from wellwish_covers.paper import Sheet
from wellwish_covers.scatter import Box, chance, strew

# Encoder quality: flat papers show no loss at these values.
AVIF_QUALITY: Final = 60
JPEG_QUALITY: Final = 72

_NOTES: Final = (
    (652, 96, -5, "#fffdf6"), (846, 70, 4, "#ffe6df"), (1022, 118, -3, "#fff2c9"),
    (612, 270, 4, "#e4ecfb"), (800, 262, -4, "#fffdf6"), (986, 300, 5, "#e0f2ea"),
    (668, 442, -3, "#f1e6f6"), (862, 452, 3, "#fff2c9"), (1046, 474, -6, "#ffe6df"),
)  # fmt: skip
_PENS: Final = ("#1f2a52", "#9c1c4e", "#0f5e4d", "#8f3d12", "#5f2455")


def pixels(svg: str, width: int) -> Any:
    """Renders the document as a Pillow image of this width, on white."""
    image = import_module("PIL.Image")
    png = bytes(import_module("resvg_py").svg_to_bytes(svg_string=svg, width=width, skip_system_fonts=True))
    drawn = image.open(BytesIO(png)).convert("RGBA")
    sheet = image.new("RGBA", drawn.size, "white")
    sheet.alpha_composite(drawn)
    return sheet.convert("RGB")


def shrink(picture: Any, width: int) -> Any:
    height = round(picture.height * width / picture.width)
    return picture.resize((width, height), import_module("PIL.Image").Resampling.LANCZOS)


def avif(picture: Any) -> bytes:
    out = BytesIO()
    picture.save(out, "AVIF", quality=AVIF_QUALITY, speed=4)
    return out.getvalue()


def jpeg(picture: Any) -> bytes:
    out = BytesIO()
    picture.save(out, "JPEG", quality=JPEG_QUALITY, optimize=True, progressive=True)
    return out.getvalue()


def preview(cover: Any, wash: str, wash2: str, accent: str, seed: int) -> Any:
    """Returns a link preview for Open Graph, 1200 by 630: the cover at an angle among people's notes."""
    s = Sheet("", width=1200, height=630)
    rng = chance(seed)
    s.ground(s.across((0, mix(wash, accent, 0.1)), (1, wash2)))
    s.fill(circle(1080, 40, 330), "#ffffff", 0.3)
    s.fill(circle(90, 650, 300), "#ffffff", 0.22)
    for x, y in strew(rng, Box(20, 20, 1180, 610), 96, out=[Box(70, 20, 540, 610)]):
        s.fill(circle(x, y, rng.uniform(3, 6)), accent, 0.22)
    for x, y, turn, paper in _NOTES:
        with s.at(x, y, turn):
            _note(s, paper, _PENS[rng.randrange(5)], [rng.uniform(64, 124) for _ in range(4)])
    with s.at(116, 62, -5):
        s.paper(rect(0, 0, 362, 507, 10), "#fffaf2", lift=20, aside=6, shade=accent, depth=0.4)
        s.paper(rect(10, -4, 362, 507, 10), "#fffaf2", lift=4, shade=accent, depth=0.2)
        out = BytesIO()
        shrink(cover, 724).save(out, "PNG")
        data = base64.b64encode(out.getvalue()).decode()
        with s.clip(rect(0, 0, 362, 507, 10)):
            s.raw(f'<image href="data:image/png;base64,{data}" width="362" height="{num(506.8)}"/>')
    return pixels(s.svg(), 1200)


def _note(s: Sheet, paper: str, pen: str, widths: list[float]) -> None:
    """A note with lines that look like handwriting, too small to read."""
    s.paper(rect(0, 0, 158, 132, 5), paper, lift=8, aside=2, shade="#3a2040", depth=0.24)
    for i, width in enumerate(widths):
        strokes = "".join(f"q{2.4 + k % 3}-{5 + k * 3 % 5} {5.6 + k % 2} 0" for k in range(int(width / 6)))
        s.line(f"M16 {34 + i * 22}{strokes}", pen, 2.2, 0.75)
    s.line("M96 118q5-12 10 0t12-2 14 0", pen, 2.6, 0.9)
