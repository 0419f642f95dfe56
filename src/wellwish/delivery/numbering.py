"""Decide whether a number may get texts, by numbering plans and the operator's list of countries."""

from collections.abc import Collection
from typing import Final

from phonenumbers import NumberParseException, PhoneNumberType, is_valid_number, number_type, parse
from phonenumbers import region_code_for_number as region_of

INVALID: Final = "invalid_number"
LANDLINE: Final = "landline"
NOT_MOBILE: Final = "not_mobile"
COUNTRY: Final = "country_not_allowed"

# In North America, for example, a number does not show whether it is a mobile number.
_TAKES_TEXTS: Final = frozenset(
    {PhoneNumberType.MOBILE, PhoneNumberType.FIXED_LINE_OR_MOBILE, PhoneNumberType.VOIP}
)


def refusal(number: str, countries: Collection[str] | None) -> str | None:
    """Returns the reason why a number in E.164 form gets no texts, or None.

    Only listed countries get texts, which prevents traffic pumping to expensive numbers. Demo mode sends
    nothing, so it has no list and accepts invalid numbers, too: people try it with made-up ones.
    """
    try:
        parsed = parse(number)
    except NumberParseException:
        return INVALID
    if not is_valid_number(parsed):
        return None if countries is None else INVALID
    if countries is not None and region_of(parsed) not in countries:
        return COUNTRY
    kind = number_type(parsed)
    if kind == PhoneNumberType.FIXED_LINE:
        return LANDLINE
    return None if kind in _TAKES_TEXTS else NOT_MOBILE
