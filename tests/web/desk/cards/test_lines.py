"""Cards read from pasted lines and CSV files."""

import pytest

from wellwish.web.desk.cards.lines import COLUMNS, BrokenError, Line, body_of, parse


def cells(line: Line) -> list[str]:
    return [line.cells[name] for name in COLUMNS]


@pytest.mark.parametrize(
    "text",
    [
        "Hi; Maya; maya@x.org; warm; 2027-01-01",
        "Hi\tMaya\tmaya@x.org\twarm\t2027-01-01",
        "Hi,Maya,maya@x.org,warm,2027-01-01",
        '\ufeff"Hi","Maya","maya@x.org","warm","2027-01-01"\r\n',
        "\n\nEnd;Template;Title;Name;E-Mail\n2027-01-01;warm;Hi;Maya;maya@x.org",
    ],
)
def test_reads_the_cells(text: str) -> None:
    [line] = parse(text.replace("\r\n", "\n"), 200)
    assert cells(line) == ["Hi", "Maya", "maya@x.org", "warm", "2027-01-01"]


def test_keeps_text_that_a_spreadsheet_would_run() -> None:
    [line] = parse('=cmd("a"); @SUM(1); ; warm', 200)
    assert cells(line) == ['=cmd("a")', "@SUM(1)", "", "warm", ""]


def test_reads_one_line_more_than_the_limit() -> None:
    assert len(parse("Hi;;;warm\n" * 500, 200)) == 201
    assert [line.number for line in parse("\n\nHi;;;warm\n\nYo;;;warm", 200)] == [3, 5]


def test_refuses_a_cell_that_is_too_long() -> None:
    with pytest.raises(BrokenError):
        parse("x" * 200_000, 200)


def test_an_unknown_design_stays_as_typed() -> None:
    body = body_of(parse("Hi;;;nonsense", 200), [], {"sender": "Priya", "timezone": ""})
    assert body == {"sender": "Priya", "cards": [{"title": "Hi", "template_id": "nonsense"}]}
