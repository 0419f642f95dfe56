"""The initials of a person, shown in a circle in place of a picture."""

import re
from typing import Final

_WORD: Final = re.compile(r"[^\W\d_]")


def initials(name: str) -> str:
    """Returns the first letters of the first and the last word, or of the only word; ``?`` without letters.

    Only letters count: "Anna (HR)" is AH, and "leo@acme.example" is L.
    """
    words = [found[0] for word in name.partition("@")[0].split() if (found := _WORD.search(word)) is not None]
    return "".join(dict.fromkeys((words[0], words[-1])) if len(words) > 1 else words[:1]).upper() or "?"
