"""Read cards from pasted rows and files."""

import pytest

from wellwish.base.language import LANGUAGES, Language
from wellwish.web.lists import header
from wellwish.web.lists.cards import COLUMNS, UNUSED, Card, read
from wellwish.web.lists.person import TooWideError

RIGHT = ["Hi", "Maya", "maya@x.org", "warm", "2027-12-31"]


def cells(card: Card) -> list[str]:
    return [card.cells[name] for name in COLUMNS]


@pytest.mark.parametrize(
    "text",
    [
        "Hi; Maya; maya@x.org; warm; 2027-12-31",
        "Hi\tMaya\tmaya@x.org\twarm\t31.12.2027",
        "Hi,Maya,maya@x.org,warm,12/31/2027",
        '\ufeff"Hi","Maya","maya@x.org","warm","31. Dezember 2027"\r\n',
        "Hi;Maya;\u200bmaya@x.org\u200b.;warm;2027-12-31",
        "Hi;Maya;<mailto:maya@x.org>;warm;2027-12-31",
        "Hi;Maya <maya@x.org>;;warm;2027-12-31",
        "Hi;;Maya <maya@x.org>;warm;2027-12-31",
        "Hi;Maya (maya@x.org);maya@x.org;warm;2027-12-31",
        'Hi;"Maya";maya@x.org;warm;2027-12-31',
        "sep=;\nHi;Maya;maya@x.org;warm;2027-12-31",
        "\n\nEnd;Template;Title;Name;E-Mail\n2027-12-31;warm;Hi;Maya;maya@x.org",
        "title, recipient, email address, design, closing day\nHi,Maya,maya@x.org,warm,31.12.2027",
        "title,recipient,recipient_email,template,end\nHi,Maya,maya@x.org,warm,2027-12-31",
        "Title;For;Email address;Design;Closes on\nHi;Maya;maya@x.org;warm;31.12.2027",
        "Title;For;Email;Design;Date\nHi;Maya;maya@x.org;warm;31.12.2027",
        "Title;For;Work email;Design;Deadline\nHi;Maya;maya@x.org;warm;31.12.2027",
        "Titel;Empfänger;E-Mail-Adresse;Motiv;Datum\nHi;Maya;maya@x.org;warm;31.12.2027",
        "العنوان;المستلم;البريد الإلكتروني;التصميم;التاريخ\nHi;Maya;maya@x.org;warm;31.12.2027",
    ],
)
def test_reads_the_cells(text: str) -> None:
    found = read(text, 200)
    [card] = found.cards
    assert (cells(card), card.faults) == (RIGHT, {})
    assert [*found.unknown, *found.unused, *found.days] == []


@pytest.mark.parametrize("language", LANGUAGES.values(), ids=list(LANGUAGES))
def test_reads_the_words_of_the_page(language: Language) -> None:
    words = ["Title", "Who is it for?", "Email address", "Design", "Closes on"]
    for names in (header.CARD_COLUMNS.values(), words):
        text = ";".join(language.gettext(each) for each in names) + "\nHi;Maya;maya@x.org;warm;31.12.2027"
        found = read(text, 200)
        assert cells(found.cards[0]) == RIGHT, text
        assert not found.unknown


def test_asks_what_an_unknown_column_is() -> None:
    text = "Title,Design,Wann,Notes,Empty\nHi,warm,,,\nYo,warm,31.12.2027,cake,"
    found = read(text, 200)
    assert [(each.index, each.name, each.sample) for each in found.unknown] == [
        (2, "Wann", "31.12.2027"),
        (3, "Notes", "cake"),
    ]
    found = read(text, 200, uses={2: "end", 3: UNUSED})
    assert (found.unknown, found.unused) == ([], ["Notes"])
    assert found.cards[1].cells["end"] == "2027-12-31"
    found = read(text, 200, uses={2: "title"})  # a column that the list has
    assert [each.name for each in found.unknown] == ["Wann", "Notes"]
    found = read("Hi;Maya;maya@x.org;warm;2027-12-31;extra", 200)
    assert [each.name for each in found.unknown] == ["6"]


def test_asks_which_day_is_meant() -> None:
    text = "Hi;;;warm;03/04/2027\nYo;;;warm;12/31/2027"
    found = read(text, 200)
    assert found.ambiguous == "03/04/2027"
    assert list(found.days) == ["dmy", "mdy"]
    assert [dict(each.faults) for each in found.cards] == [{"end": "which_day"}, {}]
    found = read(text, 200, order="mdy")
    assert [each.cells["end"] for each in found.cards] == ["2027-03-04", "2027-12-31"]
    assert found.ambiguous == ""


@pytest.mark.parametrize(
    ("text", "faults"),
    [
        ("Hi;Maya;leo@acme;warm;", {"recipient_email": "unreachable"}),
        ("Hi;Maya;maya@@x.org;warm;", {"recipient_email": "not_email"}),
        ("Hi;Maya;maya@x.org, bo@x.org;warm;", {"recipient_email": "two_people"}),
        ("Hi;Maya <a@x.org> Bo <b@x.org>;;warm;", {"recipient": "two_people"}),
        ("Hi;Maya (a@x.org);b@x.org;warm;", {"recipient": "named_address"}),
        ("Hi;@SUM(1);;warm;", {"recipient": "no_address"}),
        ("Hi;Maya;maya@x.org;warm;soon", {"end": "no_day"}),
        ("Hi;Maya;maya@x.org;warm;30.02.2027", {"end": "no_day"}),
        ("Hi;Maya;maya@x.org;warm;2027-12-24T18:00:00Z", {}),
    ],
)
def test_names_what_it_does_not_understand(text: str, faults: dict[str, str]) -> None:
    [card] = read(text, 200).cards
    assert card.faults == faults


def test_names_the_line_of_the_same_card() -> None:
    found = read("Hi;Maya;;warm\n\nYo;;;warm\nHi;Maya;;warm", 200)
    assert [(each.line, each.first_line) for each in found.cards] == [(1, None), (3, None), (4, 1)]


def test_keeps_text_that_a_spreadsheet_would_run() -> None:
    [card] = read('=cmd("a"); =SUM(1); ; warm', 200).cards
    assert cells(card) == ['=cmd("a")', "=SUM(1)", "", "warm", ""]


def test_reads_one_card_more_than_the_limit() -> None:
    assert len(read("Hi;;;warm\n" * 500, 200).cards) == 201


def test_refuses_rows_with_too_many_columns() -> None:
    with pytest.raises(TooWideError):
        read("x;" * 300, 200)
    assert len(read('"' + "x" * 200_000, 200).cards) == 1
