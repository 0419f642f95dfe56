"""Whether a number can and may get texts: by the numbering plans, and by the operator's list of countries."""

from collections.abc import Collection
from typing import Final

from phonenumbers import NumberParseException, PhoneNumberType, is_valid_number, number_type, parse
from phonenumbers import region_code_for_number as region_of

INVALID: Final = "invalid_number"
LANDLINE: Final = "landline"
NOT_MOBILE: Final = "not_mobile"
COUNTRY: Final = "country_not_allowed"

# In North America, for one, a number does not tell whether it is a mobile phone's.
_TAKES_TEXTS: Final = frozenset(
    {PhoneNumberType.MOBILE, PhoneNumberType.FIXED_LINE_OR_MOBILE, PhoneNumberType.VOIP}
)


def refusal(number: str, countries: Collection[str] | None) -> str | None:
    """Returns why nothing is sent to a number in E.164 form, or None.

    Only the countries named are written to: whoever pumps traffic to numbers that earn them money needs
    one where texts are dear. Without a list, in a demo, from which nothing leaves, every country is as good
    as any other and so is a number that no plan knows: people try things out with made-up ones.
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
