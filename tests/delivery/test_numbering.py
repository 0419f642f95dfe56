"""Phone numbers that can receive texts, and those that are refused."""

import pytest

from wellwish.delivery.numbering import refusal

COUNTRIES = ("US", "GB", "DE")


@pytest.mark.parametrize(
    ("number", "expected"),
    [
        ("+447400123456", None),
        ("+4915112345678", None),
        ("+12025550123", None),
        ("+442079460958", "landline"),
        ("+493012345678", "landline"),
        ("+449098790000", "not_mobile"),  # premium rate
        ("+448001111111", "not_mobile"),  # toll free
        ("+14165550123", "country_not_allowed"),  # Canada, which shares +1
        ("+18765551234", "country_not_allowed"),  # Jamaica
        ("+33612345678", "country_not_allowed"),
        ("+447", "invalid_number"),
        ("+999123456789", "invalid_number"),
        ("+1202555", "invalid_number"),
        ("nonsense", "invalid_number"),
    ],
)
def test_checks_the_numbering_plan_and_the_countries(number: str, expected: str | None) -> None:
    assert refusal(number, COUNTRIES) == expected


@pytest.mark.parametrize(
    ("number", "expected"),
    [
        ("+447700900123", None),  # reserved for fiction, in no numbering plan
        ("+15555555555", None),
        ("+33612345678", None),
        ("+442079460958", "landline"),
        ("+448001111111", "not_mobile"),
    ],
)
def test_a_demo_takes_made_up_numbers_of_every_country_but_no_landline(
    number: str, expected: str | None
) -> None:
    assert refusal(number, None) == expected


def test_writes_to_no_country_that_is_not_named() -> None:
    assert refusal("+447400123456", ()) == "country_not_allowed"
