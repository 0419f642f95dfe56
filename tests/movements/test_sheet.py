"""Cells are text in every spreadsheet, whichever of comma, semicolon and tab separates them."""

import csv
import io
from typing import Final

import pytest

from wellwish.movements import sheet

FORMULA: Final = ("=", "+", "-", "@", "\uff1d", "\uff0b", "\uff0d", "\uff20")
# Each text, and what its cell contains.
CELLS: Final = {
    "=1+2": "'=1+2",
    "+1": "'+1",
    "-1": "'-1",
    "@SUM(A1)": "'@SUM(A1)",
    "\uff1d1+2": "'\uff1d1+2",
    '=HYPERLINK("http://x")': '\'=HYPERLINK("http://x")',
    " =1": "' =1",
    "\xa0=1": "'\xa0=1",
    '"=1': '\'"=1',
    "\tx": "'\tx",
    "\rx": "'\rx",
    "\0x": "'\0x",
    "Eve;=1+1": "Eve;'=1+1",
    "Eve; =1+1": "Eve;' =1+1",
    'Eve;"=1+1"': 'Eve;\'"=1+1"',
    "Eve;;;@x": "Eve;;;'@x",
    "a\t=1+1": "a\t'=1+1",
    "a\n=1+1": "a\n'=1+1",
    "a\r\n-1": "a\r\n'-1",
    "a\u2028+1": "a\u2028'+1",
    "a;\uff0b1": "a;'\uff0b1",
    "=1;=2\t=3\n=4": "'=1;'=2\t'=3\n'=4",
    # Not formulas.
    "a=b": "a=b",
    "a,=1": "a,=1",  # a comma separates cells, but not within quotes
    "12-30": "12-30",
    "Well done ;-)": "Well done ;-)",
    "a;b\tc": "a;b\tc",
    'say "hi"': 'say "hi"',
    "two\nlines": "two\nlines",
    "": "",
}  # fmt: skip


@pytest.mark.parametrize("text", CELLS)
def test_defuses_text_that_would_be_a_formula(text: str) -> None:
    written = sheet.lines([["first", text, "last"]])
    [row] = csv.reader(io.StringIO(written.decode(), newline=""))
    assert row == ["first", CELLS[text], "last"]
    if CELLS[text] != text:
        assert written.startswith(b'first,"')


@pytest.mark.parametrize(
    ("separators", "is_quote_known"),
    [(",", True), (";", True), ("\t", True), (",;\t", True), (";", False), ("\t", False), (";\t", False)],
)
def test_no_separator_starts_a_formula(separators: str, is_quote_known: bool) -> None:
    """A reader splits at these characters, some also within quotes, and ignores spaces and quotes."""
    for text in CELLS:
        cells = split(sheet.lines([["first", text, "last"]]).decode(), separators, is_quote_known)
        assert not [each for each in cells if starts_formula(each)], text
    naive = "=1,Eve;=1,a\t=3"
    assert [each for each in split(naive, separators, is_quote_known) if starts_formula(each)]  # the control


def split(text: str, separators: str, is_quote_known: bool) -> list[str]:
    cells, quoted = [""], False
    for each in text:
        if each == '"' and is_quote_known and (quoted or not cells[-1].strip(" ")):
            quoted = not quoted
        elif not quoted and each in separators + "\r\n":
            cells.append("")
        else:
            cells[-1] += each
    return cells


def starts_formula(cell: str) -> bool:
    bare = cell.lstrip(' \xa0"')
    return bare.startswith(FORMULA) and not bare.startswith("-)")


def test_quotes_as_rfc_4180_does() -> None:
    given = [["a,b", 'say "hi"', "two\nlines", None, "a;b", "x\ty", "\0x", "a=b"]]
    assert sheet.lines(given) == (b'"a,b","say ""hi""","two\nlines",,"a;b","x\ty","\'\0x",a=b\r\n')
