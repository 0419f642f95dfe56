"""Show a note in a handwriting that has all letters of its words.

Browsers use another font for each missing letter, which would mix two typefaces in a word.
"""

import re
from typing import Final

STEADY: Final = "patrick"
# Letters that Patrick Hand has and another handwriting lacks, as a character class.
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
    """Returns the handwriting in which to show texts: ``pen``, or ``STEADY`` if ``pen`` lacks letters."""
    lacks = _LACKS.get(pen)
    return STEADY if lacks is not None and any(lacks.search(each) for each in texts if each) else pen
