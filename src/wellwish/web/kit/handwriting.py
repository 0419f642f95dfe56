"""Show a note in a handwriting that has all letters of its words.

A browser takes each letter that a font lacks from another font, so that a word has letters of two faces.
"""

import re
from typing import Final

STEADY: Final = "patrick"
# Letters that Patrick Hand has and another handwriting lacks, as a class of a regular expression.
LACKS: Final = {
    "kalam": "Ĉ-ċĔĕĜĝĠġĤ-ĩĬ-ĭĲ-ĵĸĿŀŉ-ŋŎŏŜŝŦ-ũŬŭŴ-ŷſƠơƯưǍ-ǔǰǺ-ǿȷḀḁḾḿẀ-ẅẠ-ỹ",
    "caveat": "ſƠơƯưǍ-ǓǰḀḁḾḿẠ-ựỴ-ỷ",
    "gochi": "Ā-İĲ-őŔ-ſƒƠơƯưǍ-ǔǰǺ-ǿȘ-țȷḀḁḾḿẀ-ẅẠ-ỹ",
    "reenie": "Ā-İĲ-őŔ-ſƒƠơƯưǍ-ǔǰǺ-ǿȘ-țȷḀḁḾḿẀ-ẅẠ-ỹ",
    "shadows": "ď-đģĪĲĳĸľŊŋťŧſƠơƯưǍ-ǔǰǺǻȚțȷḀḁḾḿẠ-ựỴ-ỹ",
    "courier": "ĸŉſƠơƯưǍ-ǔǰǺ-ǿḀḁḾḿẠ-ựỴ-ỹ",
}
_LACKS: Final = {pen: re.compile(f"[{letters}]") for pen, letters in LACKS.items()}


def legible_pen(pen: str, *texts: str | None) -> str:
    """Returns the handwriting in which to show texts: ``pen``, or another one if it lacks letters."""
    lacks = _LACKS.get(pen)
    return STEADY if lacks is not None and any(lacks.search(each) for each in texts if each) else pen
