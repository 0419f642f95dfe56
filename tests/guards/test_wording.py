"""Comments, docstrings, literals, templates and documents use no refused word (STYLE.md, English)."""

import pytest

from tests.guards import wording
from tests.guards.wording import EXCEPTIONS, REFUSED, ROOT, above, counts, found_in, lowered


def test_refuses_more_refused_words_than_the_baseline_allows() -> None:
    found = above(wording.baseline(), wording.everything())
    assert not found, "reword these, see STYLE.md:\n" + "\n".join(found)


def test_removes_missing_rooms_from_the_baseline() -> None:
    rooms = {wording.room(name) for name in wording.files()}
    assert not wording.baseline().keys() - rooms, "run python -P -m tests.guards.wording --lower"


def test_names_only_exceptions_that_exist() -> None:
    assert all((ROOT / name).is_file() for name in EXCEPTIONS)


# The controls.


@pytest.mark.parametrize(
    ("text", "word"),
    [
        ("The owner is told.", "told"),
        ("An event that was heard.", "heard"),
        ("Beside the card.", "beside"),
        ("It stands in the row.", "stands"),
        ("Whoever asks.", "whoever"),
        ("The owner alone.", "alone"),
        ("It was tried in vain.", "in vain"),
        ("In the midst of it.", "midst"),
        ("It holds the queue up.", "holds up"),
        ("A job of its own.", "of its own"),
        ("What is due is sent.", "what is"),
        ("Done the way that it was.", "the way that"),
        ("The name of who signs.", "who"),
    ],
)
def test_detects_each_kind_of_refused_word(text: str, word: str) -> None:
    for file, source in (
        ("src/wellwish/seeded.py", f'def f() -> None:\n    """{text}"""'),
        ("src/wellwish/seeded.py", f"x = 1  # {text}"),
        ("src/wellwish/seeded.py", f'x = f"{{1}} {text}"'),
        ("src/wellwish/web/seeded.html", f"<p>{text}</p>"),
        ("docs/seeded.md", text),
    ):
        (found,) = found_in(file, source)
        assert found.word == word
        assert above({}, [found])
        assert not above({wording.room(file): 1}, [found])


def test_covers_every_word_of_the_list_in_the_controls() -> None:
    mark = test_detects_each_kind_of_refused_word.pytestmark[0]  # type: ignore[attr-defined]
    assert {word for _, word in mark.args[1]} | {"which nobody", "none of ours"} == set(REFUSED)


def test_reads_a_comment_over_several_lines_as_one_text() -> None:
    (found,) = found_in("src/wellwish/seeded.py", "x = 1\n# A job of its\n# own.")
    assert (found.line, found.word) == (2, "of its own")


def test_passes_ordinary_sentences_and_identifiers() -> None:
    source = (
        'def told(beside: int) -> int:\n    """Returns the count; REST stands for more."""\n    return beside'
    )
    assert not found_in("src/wellwish/seeded.py", source)


def test_lowers_the_baseline_and_never_raises_it() -> None:
    assert lowered({"a": 3, "b": 2, "c": 1}, {"a": 1, "b": 5}) == {"a": 1, "b": 2}
    assert counts(found_in("docs/seeded.md", "told and heard")) == {"docs": 2}
