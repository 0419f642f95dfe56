"""E-mail addresses and phone numbers: their form as it is accepted, and the key that compares them.

Only the form counts here, so special-use domains (RFC 6761) are as good as any. Whether an address
can be reached is found out when something is sent to it.
"""

import re
import unicodedata
from typing import Final

import email_validator

MAX_EMAIL_BYTES: Final = 254  # RFC 5321 4.5.3.1.3, with RFC 3696 erratum 1690

_ATOM: Final = r"[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+"
# An R-LDH label (RFC 5890 2.3.1: two characters and two hyphens) is left to the library, as Punycode is.
_LABEL: Final = r"(?![A-Za-z0-9]{2}--)[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?"
# What nearly every address looks like; a hundred times faster than the library, which agrees on these.
_PLAIN: Final = re.compile(
    rf"(?=.{{1,{MAX_EMAIL_BYTES}}}\Z)(?=[^@]{{1,64}}@){_ATOM}(?:\.{_ATOM})*@{_LABEL}(?:\.{_LABEL})*"
)

# The library refuses .test, .local, .invalid and the like by a list that it leaves to its users to change.
email_validator.SPECIAL_USE_DOMAIN_NAMES.clear()

# Spaces, dots, hyphens (those of typesetters too) and brackets.
_PUNCTUATION: Final = re.compile(r"[\s.()\[\]\u2010-\u2015-]+")
_INTERNATIONAL: Final = re.compile(r"\+[0-9]{7,15}")  # E.164: 15 digits at most
_NATIONAL: Final = re.compile(r"[0-9]{3,17}")


def email_address(given: str) -> str:
    """Returns the address as sent, but trimmed and with its domain in lower case.

    Accepts a Mailbox of RFC 5321 4.1.2, internationalised ones (RFC 6531) too. Raises ValueError.
    """
    trimmed = given.strip(" ")
    if _PLAIN.fullmatch(trimmed) is None:
        _normalised(trimmed)
    local, _, domain = trimmed.rpartition("@")
    return f"{local}@{domain.lower()}"


def email_key(email: str) -> str:
    """Returns what two spellings of one address share: letter case, quotes and Punycode make no difference.

    Raises ValueError for what is no address.
    """
    trimmed = email.strip(" ")
    if _PLAIN.fullmatch(trimmed) is not None:
        return trimmed.lower()
    return unicodedata.normalize("NFC", _normalised(trimmed).lower())


def phone_number(given: str, country: str | None) -> str:
    """Returns the number as ``+`` and 7 to 15 digits, without asking any numbering plan.

    A number without ``+`` is taken as dialled in the country (ISO 3166 alpha-2). Raises ValueError.
    """
    number = _PUNCTUATION.sub("", given)
    if not number.startswith("+"):
        number = _as_dialled(number, country)
    if _INTERNATIONAL.fullmatch(number) is None:
        raise ValueError(
            "Must be a phone number of 7 to 15 digits with its country code, such as +44 20 7946 0958."
        )
    return number


def _normalised(address: str) -> str:
    # The library counts an address's characters only after it has looked at each of them.
    if len(address) > MAX_EMAIL_BYTES:
        raise ValueError(f"Must be an e-mail address of at most {MAX_EMAIL_BYTES} bytes.")
    try:
        return email_validator.validate_email(
            address,
            check_deliverability=False,
            globally_deliverable=False,
            allow_quoted_local=True,
            allow_domain_literal=True,
            strict=True,
        ).normalized
    except (email_validator.EmailNotValidError, UnicodeError) as error:
        raise ValueError(f"Must be an e-mail address. {error}") from error


def _as_dialled(number: str, country: str | None) -> str:
    if _NATIONAL.fullmatch(number) is None:
        return number
    if country is None:
        raise ValueError(
            "Must begin with + and a country code: the account has no country that would tell it."
        )
    import phonenumbers  # heavy, and most accounts write the country code

    try:
        parsed = phonenumbers.parse(number, country)
    except phonenumbers.NumberParseException:
        raise ValueError(
            "Must begin with + and a country code: the account's country does not tell it."
        ) from None
    return phonenumbers.format_number(parsed, phonenumbers.PhoneNumberFormat.E164)
