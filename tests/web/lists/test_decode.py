"""Decode files."""

import pytest

from wellwish.web.lists.decode import NotTextError, decode

_LIST = "Name;E-Mail\r\nZoë;zoe@x.example\r\n"
_ARABIC = "الاسم;البريد\nآنا;ana@x.example\n"  # noqa: RUF001


@pytest.mark.parametrize("text", [_LIST, _ARABIC, "ana@x.example", ""])
@pytest.mark.parametrize(
    "encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "utf-16-le-mark", "utf-16-be-mark"]
)
def test_decodes_unicode_with_and_without_a_mark(text: str, encoding: str) -> None:
    marked = f"\ufeff{text}" if encoding.endswith("-mark") else text
    assert decode(marked.encode(encoding.removesuffix("-mark"))) == text


def test_decodes_what_excel_saves_in_western_europe() -> None:
    assert decode(_LIST.encode("cp1252")) == _LIST


@pytest.mark.parametrize(
    "raw",
    [
        b"\x89PNG\r\n\x1a\n\x00\x00", b"PK\x03\x04\x14\x00", b"PK\x03\x04\x14\x00\x06\x00\x08\x00",
        b"\x00" * 9, b"\x00" * 10,
        b"\xff\xfea", b"caf\x81\xe9", b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1\x00\x00", b"%PDF-1.7\n\x00\xff",
    ],
)  # fmt: skip
def test_refuses_a_file_that_is_no_text(raw: bytes) -> None:
    with pytest.raises(NotTextError):
        decode(raw)
