"""Forms that two people save."""

import pytest
from msgspec import Struct

from wellwish.web.desk import merged


class Typed(Struct, frozen=True, kw_only=True):
    title: str = ""
    gift: str = ""
    goal: str = ""
    designs: tuple[str, ...] = ()


SEEN = Typed(title="Hello", gift="1", goal="50", designs=("a", "b"))


def test_keeps_the_changes_of_both() -> None:
    was = merged.marks(SEEN)
    mine = Typed(title="Mine", gift="1", goal="50", designs=("a", "b"))
    theirs = Typed(title="Hello", gift="1", goal="60", designs=("c",))
    assert merged.changed(mine, theirs, was) == {"title"}
    kept = Typed(title="Mine", gift="1", goal="60", designs=("c",))
    assert merged.merged(mine, theirs, was) == (kept, set())


def test_names_what_both_changed_differently() -> None:
    was = merged.marks(SEEN)
    mine = Typed(title="Mine", gift="1", goal="70", designs=("c",))
    theirs = Typed(title="Theirs", gift="", goal="", designs=("c",))
    kept, both = merged.merged(mine, theirs, was, {"goal": "gift"})
    assert (kept, both) == (mine, {"title", "goal", "gift"})


@pytest.mark.parametrize("was", ["", "x", "[]", '{"title": 1}'])
def test_without_marks_whatever_differs_is_a_change(was: str) -> None:
    mine = Typed(title="Mine", gift="1")
    kept, both = merged.merged(mine, SEEN, was)
    assert (kept, both) == (mine, {"title", "goal", "designs"})


def test_marks_are_short_and_reveal_nothing() -> None:
    was = merged.marks(Typed(title="x" * 5000))
    assert len(was) < 200
    assert "x" * 20 not in was
