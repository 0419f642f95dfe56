"""Read people from pasted text and from exports of other programs."""

import contextlib
import re
import string

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.web.lists import shown
from tests.web.lists.exports import EXPORTS, TABLES
from tests.web.lists.pasted import ADDRESSES, DECORATION, FINDINGS, NAMES, PHONES, SEPARATORS
from wellwish.base.language import LANGUAGES, Language
from wellwish.web.lists import clean, header, line
from wellwish.web.lists.person import MOST_PROBLEMS, People, Person, TooWideError
from wellwish.web.lists.read import read
from wellwish.web.lists.table import MOST_COLUMNS
from wellwish.web.lists.write import rewrite, write

PASTED = [*FINDINGS, *SEPARATORS, *NAMES, *DECORATION, *ADDRESSES, *PHONES]


@pytest.mark.parametrize(("text", "right"), PASTED)
def test_reads_what_people_paste(text: str, right: list[str]) -> None:
    assert shown(read(text, 1000)) == right


@pytest.mark.parametrize(("text", "right", "unused"), [*EXPORTS, *TABLES])
def test_reads_tables(text: str, right: list[str], unused: list[str]) -> None:
    found = read(text, 1000)
    assert (shown(found), list(found.unused_columns)) == (right, unused)


def test_the_table_has_its_size() -> None:
    assert len(PASTED) + len(EXPORTS) + len(TABLES) >= 180
    texts = [*(text for text, _ in PASTED), *(text for text, _, _ in (*EXPORTS, *TABLES))]
    assert len(set(texts)) == len(texts)


@pytest.mark.parametrize("language", LANGUAGES.values(), ids=list(LANGUAGES))
def test_reads_the_words_of_our_pages(language: Language) -> None:
    names = [language.gettext(each) for each in ("First name", "Last name", "Email address")]
    for separator in ",;\t":
        rows = f"{separator.join(names)}\n{separator.join(('Ana', 'Oz', 'ana@x.example'))}"
        assert shown(read(rows, 10)) == ["Ana Oz <ana@x.example>"]
    columns = header.CARD_COLUMNS
    assert [header.cards(language.gettext(each)) for each in columns.values()] == list(columns)


def test_numbers_the_lines_of_the_text() -> None:
    found = read('\nname,email\nAna,ana@x.org\n\nBo,"b"\n"Cy\nLi",c@x.org\nD,d@x.org', 1000)
    assert [each.line for each in found.people] == [3, 6, 8]
    assert [(each.line, each.text) for each in found.problems] == [(5, 'Bo,"b"')]
    found = read("ana@x.org\n\nnobody\nBo <bo@x.org>, Cy <cy@x.org>", 1000)
    assert [each.line for each in (*found.people, *found.problems)] == [1, 4, 4, 3]
    assert not found.is_one_line
    assert read("ana@x.org, nobody, leo@acme", 10).is_one_line


def test_stops_after_one_too_many() -> None:
    assert len(read("a@x.org\n" * 1000, 1000).people) == 1000
    assert len(read("a@x.org,b@x.org\n" * 2000, 1000).people) == 1001
    found = read("nobody; at all\n" * 2000, 1000)
    assert len(found.problems) == MOST_PROBLEMS
    assert found.hidden_problems == 2000 - MOST_PROBLEMS


def test_refuses_a_table_with_too_many_columns() -> None:
    names = ["email", *(f"c{number}" for number in range(MOST_COLUMNS))]
    with pytest.raises(TooWideError):
        read(",".join(names), 10)
    assert read(",".join(names[:-1]) + "\nana@x.org", 10).people  # the control
    assert len(read("Ana <ana@x.org>, " * 2 * MOST_COLUMNS, 1000).people) == 2 * MOST_COLUMNS  # no table


# Properties of any text.

_NAMES = st.text(string.ascii_letters + "äßé '", min_size=1, max_size=20).filter(
    # A line that begins with a lone "i" or "y" ("and") continues the list of the previous line.
    lambda text: clean.has_letters(clean.name(text)) and line.CONJUNCTION.match(clean.name(text)) is None
)
_ADDRESS = st.from_regex(
    r"[a-z]{1,9}(?:[.+_-][a-z0-9]{1,5})?@[a-z]{1,9}\.(?:org|example|co\.uk)", fullmatch=True
)
_WORDS = st.one_of(
    _ADDRESS,
    _ADDRESS.map(lambda text: f"<{text}>"),
    _ADDRESS.map(lambda text: f"({text})"),
    _NAMES,
    st.sampled_from(
        ["and", "&", "-", "•", "1.", "@ana", "a@b", "a@@b.org", "@", '"', "'", "“", "”", "name", "email",
         "Name,E-Mail\n", "+44 20 7946 0958", "\nBEGIN:VCARD\n", "\nEMAIL:a@x.org\n", "\nEND:VCARD\n",
         "\u200c", "sep=;\n", "mailto:", '"a b"@x.org']
    ),
    st.text(max_size=4),
)  # fmt: skip
_GLUE = st.sampled_from([" ", " ", ", ", ",", ";", "\t", "\n", "/", "", " and ", " ::: "])
_TEXTS = st.lists(st.tuples(_WORDS, _GLUE), max_size=14).map(lambda parts: "".join(map("".join, parts)))
_AT_WORD = re.compile(r"[a-z0-9._+-]*@[a-z0-9.-]*")


def lost(text: str, found: People) -> list[str]:
    """Returns the names with an ``@``, and the words with one that are in no address and in no problem."""
    names = [each.name for each in found.people if "@" in each.name]
    addresses = (" ".join((each.email, *each.others)) for each in found.people)
    kept = _plain("\n".join((*addresses, *(each.text for each in found.problems))))
    mentions = _plain("\n".join(f"@{each.name}" for each in found.people if "@" not in each.name))
    words = (each.strip("._+-") for each in _AT_WORD.findall(_plain(clean.clean(text))))
    # A list numbered without spaces: "1.ana@x.example".
    missing = [each for each in words if each.lstrip("0123456789.") not in kept and each not in mentions]
    return names + (missing if not found.unused_columns else [])


def _plain(text: str) -> str:
    return clean.of_address(text).lower()


@given(_TEXTS)
def test_loses_no_word_with_an_at(text: str) -> None:
    assert lost(text, read(text, 1000)) == []


@given(st.text(max_size=300))
def test_reads_any_text(text: str) -> None:
    assert lost(text, read(text, 1000)) == []


@pytest.mark.parametrize(("text", "right"), PASTED)
def test_loses_no_word_of_the_table(text: str, right: list[str]) -> None:
    assert lost(text, read(text, 1000)) == []


def test_notices_lost_words() -> None:
    """The control: the result of the former parser."""
    text = "ana@x.example bo@x.example cy@x.example"
    former = People(people=[Person(1, text, "ana@x.example bo@x.example", "cy@x.example")])
    assert lost(text, former) == ["ana@x.example bo@x.example", "ana@x.example", "bo@x.example"]


@given(_TEXTS)
def test_reads_what_it_writes(text: str) -> None:
    found = read(text, 1000)
    right = [(each.name, each.email, each.phone) for each in found.people]
    for written in (write(found.people), rewrite(found)):
        again = read(written, 1000)
        assert [(each.name, each.email, each.phone) for each in again.people] == right


@pytest.mark.full
@settings(max_examples=5000, derandomize=False)
@given(_TEXTS)
def test_loses_no_word_in_thousands_of_texts(text: str) -> None:
    found = read(text, 1000)
    assert lost(text, found) == []
    assert [each.email for each in read(rewrite(found), 1000).people] == [each.email for each in found.people]


@given(st.lists(st.tuples(_NAMES, _ADDRESS), max_size=20), st.sampled_from([",", ";", "\t", " <", " (", " "]))
def test_reads_lines_with_names(people: list[tuple[str, str]], separator: str) -> None:
    end = {" <": ">", " (": ")"}.get(separator, "")
    found = read("\n".join(f"{name}{separator}{address}{end}" for name, address in people), 1000)
    right = [(clean.name(name), address) for name, address in people]
    assert [(each.name, each.email) for each in found.people] == right


_PARTS = (
    '"a ', "a@", "a@b.co/", "(", "1 ", '"\\', " ", "-", "“a", "<", "'", "BEGIN:VCARD\n", "a,",
    'name,email\n"a,', "x.", "EMAIL;QUOTED-PRINTABLE:=\n", "[", "\u200c", "a;a;", "1.\n", "«",
    "Ana <ana@x.org> ", "and ", '"a""',
)  # fmt: skip


def reads_repeated(part: str, count: int) -> None:
    for text in (part * count, f"{part * count}@x.org", f"a@{part * count}", f"email\n{part * count}"):
        with contextlib.suppress(TooWideError):
            assert all("@" not in each.name for each in read(text, 1000).people)


@pytest.mark.parametrize("part", _PARTS)
def test_reads_repeated_parts(part: str) -> None:
    reads_repeated(part, 2000)


@pytest.mark.full
@pytest.mark.parametrize("part", _PARTS)
def test_reads_a_megabyte_of_repeated_parts(part: str) -> None:
    """With a parser of quadratic time, each would take hours."""
    reads_repeated(part, 1_000_000 // len(part))
