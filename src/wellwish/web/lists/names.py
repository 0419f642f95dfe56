"""Names in one text, with a separator between them. A name that contains one is in quotes."""

import re
from collections.abc import Iterable
from typing import Final

FORM: Final = ";"  # the separator of forms
_LIST: Final = ";|"  # those of lists, which other programs export
_QUOTE: Final = '"'


def split(text: str, separators: str = FORM) -> list[str]:
    """Returns the names in order. A quote within a name is doubled if the name is in quotes."""
    found = re.finditer(rf'\s*(?:"((?:[^"]|"")+)"(?=\s*(?:[{separators}]|$))|([^{separators}]+))', text)
    names = ((each[1] or "").replace(_QUOTE * 2, _QUOTE) or each[2] for each in found)
    return [name.strip() for name in names if name.strip()]


def split_cell(text: str) -> list[str]:
    """Returns the names in the cell of a list."""
    return split(text, _LIST)


def join(names: Iterable[str]) -> str:
    """Returns the text of which ``split`` and ``split_cell`` return the names."""
    return f"{FORM} ".join(_quoted(each) for each in names)


def _quoted(name: str) -> str:
    is_plain = not name.startswith(_QUOTE) and not {*_LIST} & {*name}
    return name if is_plain else f"{_QUOTE}{name.replace(_QUOTE, _QUOTE * 2)}{_QUOTE}"
