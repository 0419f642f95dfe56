"""The placeholders of a rule's texts."""

import pytest

from wellwish.occasions.rule_body import filled


@pytest.mark.parametrize(
    ("text", "name", "years", "expected"),
    [
        ("Happy birthday, {name}!", "Maya", None, "Happy birthday, Maya!"),
        ("{years} years with {name}", "Maya", 5, "5 years with Maya"),
        ("{name} and {name}", "Jo", None, "Jo and Jo"),
        ("Hi {name}", "{years}", 5, "Hi {years}"),  # a name is never a placeholder
        ("No placeholder", "Maya", None, "No placeholder"),
        ("{name}", "x" * 300, None, "x" * 255),
    ],
)
def test_fills_the_placeholders(text: str, name: str, years: int | None, expected: str) -> None:
    assert filled(text, name, years, 255) == expected
