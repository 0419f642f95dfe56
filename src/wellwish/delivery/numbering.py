"""Decide whether a number may get text messages, by numbering plan and the operator's countries."""

from collections.abc import Collection
from typing import Final

from phonenumbers import NumberParseException, PhoneNumberType, is_valid_number, number_type, parse
from phonenumbers import region_code_for_number as region_of

INVALID: Final = "invalid_number"
LANDLINE: Final = "landline"
NOT_MOBILE: Final = "not_mobile"
COUNTRY: Final = "country_not_allowed"

# In North America, for example, mobile numbers cannot be distinguished from landline numbers.
_TAKES_TEXTS: Final = frozenset(
    {PhoneNumberType.MOBILE, PhoneNumberType.FIXED_LINE_OR_MOBILE, PhoneNumberType.VOIP}
)


def refusal(number: str, countries: Collection[str] | None) -> str | None:
    """Returns the reason why a number in E.164 form gets no text messages, or None. Only listed countries get
    text messages, which prevents traffic pumping to expensive numbers. In demo mode and for test data,
    nothing is sent: ``countries`` is None, and invalid numbers are accepted, since people make up numbers.
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
