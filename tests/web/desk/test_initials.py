"""Initials are letters."""

import pytest

from wellwish.web.desk.initials import initials

TABLE = [
    ("Anna Karlsson", "AK"),
    ("Anna (HR)", "AH"),
    ("Jonas", "J"),
    ("leo@acme.example", "L"),
    ("Dr. Abena Maria Osei", "DO"),
    ("3M Anna", "MA"),
    ("محمد علي", "مع"),
    ("李雷", "李"),
    ("Éva", "É"),
    ("123", "?"),
    ("", "?"),
]


@pytest.mark.parametrize(("name", "letters"), TABLE)
def test_are_the_first_letters_of_the_first_and_last_word(name: str, letters: str) -> None:
    assert initials(name) == letters
