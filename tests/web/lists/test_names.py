"""Names of teams in one text."""

import random

import pytest

from wellwish.web.lists.names import join, split, split_cell


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("", []),
        (" ; ;", []),
        ("Design; Berlin;", ["Design", "Berlin"]),
        ('"R;D"; Berlin', ["R;D", "Berlin"]),
        ('Berlin ;"R;D" ', ["Berlin", "R;D"]),
        ('"The ""A"" team";B', ['The "A" team', "B"]),
        ('Screens of 5"; B', ['Screens of 5"', "B"]),
        ('"Half; B', ['"Half', "B"]),
        ('"A" team; B', ['"A" team', "B"]),
    ],
)
def test_reads_names(text: str, names: list[str]) -> None:
    assert split(text) == split_cell(text) == names


def test_only_lists_have_a_second_separator() -> None:
    assert split("A|B") == ["A|B"]
    assert split_cell("A|B; C") == ["A", "B", "C"]


def test_reads_every_name_that_it_writes() -> None:
    seed = 20261129
    pick = random.Random(seed)
    for _ in range(2000):
        names = [
            name
            for _ in range(pick.randrange(4))
            if (name := "".join(pick.choices('ab;|" ', k=pick.randint(1, 6))).strip())
        ]
        text = join(names)
        assert split(text) == split_cell(text) == names, f"seed {seed}: {text}"
