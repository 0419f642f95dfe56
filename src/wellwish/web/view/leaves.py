"""The two leaves of the opened card: a few notes look like letters, many notes are scattered."""

import re
from collections.abc import Iterable, Sequence
from typing import Final

from wellwish.web.view.sheet import Sheet
from wellwish.web.view.show import Excerpt

FEW: Final = 3
_ON_SPREAD: Final = 11
_ON_LEFT: Final = 5
_PICTURES: Final = 4  # maximum number of scattered notes without text
# Characters that fit on the spread, by the number of notes. Smaller type would not look handwritten.
_LETTERS: Final = {1: 700, 2: 420, 3: 260}
_PHOTO: Final = 160  # the space of an image, in characters
_SCATTERED: Final = 140
_LINES: Final = {1: 16, 2: 12, 3: 7}
_FEW_LINES: Final = 5


def leaves(notes: Sequence[Sheet]) -> list[list[Excerpt]]:
    """Returns the notes on the left and the right leaf, in the order of signing; an empty list if none.

    A single note is a letter on the right leaf. The leaves show at most eleven notes, and only the beginning
    of a long note.
    """
    count = len(notes)
    if not notes:
        return []
    if count <= FEW:
        shown = [
            _excerpt(each, _LETTERS[count] - _PHOTO * (count > 1 and each.picture is not None), _LINES[count])
            for each in notes
        ]
        return [shown[: count // 2], shown[count // 2 :]]
    shown = [_excerpt(each, _SCATTERED, _FEW_LINES) for each in _scattered(notes)]
    half = min(_ON_LEFT, len(shown) // 2)
    return [shown[:half], shown[half:]]


def _scattered(notes: Iterable[Sheet]) -> list[Sheet]:
    """Returns up to eleven notes, of which at most four have no text."""
    chosen: list[Sheet] = []
    pictures = 0
    for each in notes:
        pictures += not each.text
        if each.text or pictures <= _PICTURES:
            chosen.append(each)
    return chosen[:_ON_SPREAD]


def _excerpt(note: Sheet, letters: int, lines: int) -> Excerpt:
    text = "\n".join(note.text.split("\n")[:lines])
    if len(text) > letters:
        # Cut at a nearby space, otherwise between characters that do not combine.
        text = text[:letters]
        text = text.rpartition(" ")[0] if " " in text[letters // 2 :] else _whole(text)
    is_cut = text != note.text
    return Excerpt(note, f"{text.rstrip()}…" if is_cut else text, is_cut)


def _whole(text: str) -> str:
    """Drops the last character cluster, which may be incomplete."""
    return re.sub(r"\S[\u0300-\u036f\u200d\ufe0f\U0001f3fb-\U0001f3ff]*\Z", "", text)
