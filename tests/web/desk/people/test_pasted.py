"""Read people from pasted text and files."""

import string

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from wellwish.web.desk.people.pasted import NotTextError, decode, parse, write


def read(text: str) -> list[tuple[str, str]]:
    return [(each.name, each.address) for each in parse(text, 1000)]


@pytest.mark.parametrize(
    ("text", "people"),
    [
        ("ana@x.org", [("", "ana@x.org")]),
        ("Ana <ana@x.org>", [("Ana", "ana@x.org")]),
        ('"Weber, Ana" <ana@x.org>', [("Weber, Ana", "ana@x.org")]),
        ("Ana Weber ana@x.org", [("Ana Weber", "ana@x.org")]),
        ("Ana\tana@x.org", [("Ana", "ana@x.org")]),
        ("ana@x.org;Ana", [("Ana", "ana@x.org")]),
        ("Ana,Weber,ana@x.org", [("Ana Weber", "ana@x.org")]),
        ("a@x.org, b@x.org; c@x.org", [("", "a@x.org"), ("", "b@x.org"), ("", "c@x.org")]),
        ("Ana <a@x.org>, Bo <b@x.org>", [("Ana", "a@x.org"), ("Bo", "b@x.org")]),
        ("Ana, a@x.org, Bo, b@x.org", [("Ana", "a@x.org"), ("Bo", "b@x.org")]),
        ("mailto:ana@x.org", [("", "ana@x.org")]),
        ("Ana; +44 20 7946 0958", [("Ana", "+44 20 7946 0958")]),
        ("Ana <+44 (20) 7946-0958>", [("Ana", "+44 (20) 7946-0958")]),
        ("Ana, ana@x.org, +44 20 7946 0958", [("Ana", "ana@x.org")]),
        ("a@x.org, +44 20 7946 0958", [("", "a@x.org"), ("", "+44 20 7946 0958")]),
        ("\r\n\n a@x.org \r b@x.org\u2028c@x.org", [("", "a@x.org"), ("", "b@x.org"), ("", "c@x.org")]),
        ("name,email\nAna,ana@x.org", [("Ana", "ana@x.org")]),
        ("Vorname;Nachname;Abteilung;E-Mail\nAna;Weber;Küche;ana@x.org", [("Ana Weber", "ana@x.org")]),
        ("email,phone\n,+442079460958\nana@x.org,+442079460958", [("", "+442079460958"), ("", "ana@x.org")]),
        ("الاسم,البريد الإلكتروني\nآنا,ana@x.org", [("آنا", "ana@x.org")]),  # noqa: RUF001
        ("\ufeffEmail\nana@x.org", [("", "ana@x.org")]),
        ("Handy, ana@x.org\nMobil <b@x.org>", [("Handy", "ana@x.org"), ("Mobil", "b@x.org")]),
        ("Mail;+44 20 7946 0958", [("Mail", "+44 20 7946 0958")]),
        ("just words", [("", "")]),
        ("12345", [("", "")]),
        ("Ana <nothing>", [("Ana", "nothing")]),
        ('=cmd("a"),ana@x.org', [("=cmd(a)", "ana@x.org")]),
        ("O'Neil <o@x.org>, 5\" <b@x.org>", [("O'Neil", "o@x.org"), ('5"', "b@x.org")]),
        ("a < b, ana@x.org", [("a < b", "ana@x.org")]),
        ("", []),
        (" ,;\t\n,,", []),
    ],
)
def test_reads(text: str, people: list[tuple[str, str]]) -> None:
    assert read(text) == people


def test_numbers_the_lines_of_the_text() -> None:
    found = parse("\nname,email\nAna,ana@x.org\n\nBo,b@x.org", 1000)
    assert [(each.line, each.text) for each in found] == [(3, "Ana,ana@x.org"), (5, "Bo,b@x.org")]


def test_stops_after_one_too_many() -> None:
    assert len(parse("a@x.org\n" * 1000, 1000)) == 1000
    assert len(parse("a@x.org,b@x.org\n" * 100_000, 1000)) == 1001


@pytest.mark.parametrize(
    ("raw", "text"),
    [
        ("Zoë".encode(), "Zoë"),
        ("Zoë".encode("utf-8-sig"), "Zoë"),
        ("Zoë".encode("utf-16"), "Zoë"),
        ("Zoë".encode("cp1252"), "Zoë"),
        (b"", ""),
    ],
)
def test_decodes(raw: bytes, text: str) -> None:
    assert decode(raw) == text


@pytest.mark.parametrize(
    "raw", [b"\x89PNG\r\n\x1a\n\x00\x00", b"PK\x03\x04\x14\x00", b"\x00" * 9, b"\xff\xfea", b"caf\x81\xe9"]
)
def test_refuses_a_file_that_is_no_text(raw: bytes) -> None:
    with pytest.raises(NotTextError):
        decode(raw)


_NAMES = st.text(string.ascii_letters + "äßé '", min_size=1, max_size=20).filter(str.strip)
_ADDRESSES = st.from_regex(r"[a-z]{1,9}@[a-z]{1,9}\.org", fullmatch=True)


_WRITTEN = given(
    st.lists(st.tuples(_NAMES, _ADDRESSES), max_size=20), st.sampled_from([",", ";", "\t", " <"])
)


def reads_back(people: list[tuple[str, str]], separator: str) -> None:
    lines = [f"{name}{separator}{address}{'>' * (separator == ' <')}" for name, address in people]
    assert read("\n".join(lines)) == [(" ".join(name.split()), address) for name, address in people]


@_WRITTEN
def test_reads_back_what_was_written(people: list[tuple[str, str]], separator: str) -> None:
    reads_back(people, separator)


@pytest.mark.full
@settings(max_examples=5000, derandomize=False)
@_WRITTEN
def test_reads_back_thousands(people: list[tuple[str, str]], separator: str) -> None:
    reads_back(people, separator)


@given(st.text(max_size=300))
def test_reads_any_text_within_its_lines(text: str) -> None:
    found = parse(text, 10)
    assert len(found) <= 11
    assert all(1 <= each.line <= len(text) + 1 and "\n" not in each.name + each.address for each in found)


@given(st.lists(st.tuples(_NAMES, _ADDRESSES), max_size=20))
def test_reads_what_it_writes(people: list[tuple[str, str]]) -> None:
    written = write(parse("\n".join(f"{address}\t{name}" for name, address in people), 1000))
    assert read(written) == [(" ".join(name.split()), address) for name, address in people]
