"""The pages of the book, each with as many notes as fit on a screen, in the order of signing.

The heights are estimates from the sizes of the notes, in CSS pixels at a note's normal zoom, for the
narrowest page: a phone 390 px wide. Pages that overflow can scroll.
"""

from collections.abc import Iterator, Sequence
from typing import Final

from wellwish.contributions.note_sizes import NoteSize

PAGE_PX: Final = 515
_LINE_PX: Final = 284  # the width of a line of text
_FRAME_PX: Final = 92  # padding, author and the gap to the next note
_PHOTO_PX: Final = (0, 150, 150, 216, 216)  # by number of photos; two are side by side
_DRAWING_PX: Final = 136
_VOICE_PX: Final = 92  # a recording with the summary of its transcript
_PRIVATE_PX: Final = 26
_ANSWER_PX: Final = 38  # the link to thank the author, with its margin
# Average octets per letter above which letters are as wide as they are high: Han, kana, emoji.
_WIDE_OCTETS: Final = 2.5
# Line height and average letter advance, including the share of the ragged edge, by handwriting.
_PENS: Final[dict[str, tuple[float, float]]] = {
    "kalam": (25.6, 9.4),
    "caveat": (33.1, 9.4),
    "patrick": (27.8, 9.2),
    "gochi": (28.7, 9.8),
    "reenie": (39.3, 9.6),
    "shadows": (29.1, 10.0),
    "courier": (22.1, 10.4),
}


def height(note: NoteSize) -> float:
    """Returns the estimated height of a note in CSS pixels."""
    line, advance = _PENS[note.pen]
    if note.letters and note.octets / note.letters > _WIDE_OCTETS:
        advance = line / 1.38
    wrapped = -(-note.letters * advance // _LINE_PX)
    rows = 0 if not note.letters else max(wrapped, 1) + note.lines - 1
    return (
        _FRAME_PX
        + rows * line
        + _PHOTO_PX[note.photos]
        + _DRAWING_PX * note.has_drawing
        + _VOICE_PX * note.has_voice
        + _PRIVATE_PX * note.is_private
    )


def pages(notes: Sequence[NoteSize], *, may_answer: bool = False) -> list[int]:
    """Returns the number of notes on each page, for as few pages as possible of similar height."""
    heights = [height(each) + _ANSWER_PX * may_answer for each in notes]
    most = len([*_filled(heights, PAGE_PX)])
    least, enough = 0.0, float(PAGE_PX)
    while enough - least > 8:
        middle = (least + enough) / 2
        if len([*_filled(heights, middle)]) > most:
            least = middle
        else:
            enough = middle
    return [*_filled(heights, enough)]


def _filled(heights: Sequence[float], page: float) -> Iterator[int]:
    """Yields the number of notes on each page. A note taller than a page gets a separate page."""
    count, used = 0, 0.0
    for each in heights:
        if count and used + each > page:
            yield count
            count, used = 0, 0.0
        count, used = count + 1, used + each
    if count:
        yield count
