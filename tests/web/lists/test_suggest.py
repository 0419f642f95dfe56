"""Another spelling for an address that cannot be used or did not work."""

import pytest

from wellwish.web.lists.suggest import suggest

_KNOWN = ["acme.example", "kitchen.example"]


@pytest.mark.parametrize(
    ("text", "corrected"),
    [
        ("mia@@acme.example", "mia@acme.example"),
        ("Mia Rossi mia@@acme.example", "Mia Rossi mia@acme.example"),
        ("wren@acme.exmaple", "wren@acme.example"),
        ("wren@acm.example", "wren@acme.example"),
        ("leo@acme", "leo@acme.example"),
        ("anna@acme,example", "anna@acme.example"),
        ("Bo <bo@acme..example>", "Bo <bo@acme.example>"),
        ("cy@gmial.com", "cy@gmail.com"),
        ("cy@gmx.d", "cy@gmx.de"),
        # Nothing to correct, no similar domain, or no certain correction.
        ("mia@acme.example", ""),
        ("mia@elsewhere.example", ""),
        ("leo@nowhere", ""),
        ("Nobody", ""),
        ("@acme.example", ""),
        ("mia@", ""),
        ("x" * 300 + "@@acme.example", ""),
    ],
)
def test_corrects_what_is_certain(text: str, corrected: str) -> None:
    assert suggest(text, _KNOWN) == corrected


def test_does_not_choose_between_two() -> None:
    assert suggest("leo@acme", ["acme.example", "acme.test"]) == ""
    assert suggest("leo@acme.tes", ["acme.test", "acme.ted"]) == ""
