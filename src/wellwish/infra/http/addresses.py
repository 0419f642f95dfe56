"""The accepted syntax of email addresses and phone numbers, and the key for comparing email addresses.

Only the syntax is checked, so special-use domains (RFC 6761) are accepted. Only sending a message shows
whether an address works.
"""

import re
import unicodedata
from typing import Final

import email_validator

MAX_EMAIL_BYTES: Final = 254  # RFC 5321 4.5.3.1.3, with RFC 3696 erratum 1690

_ATOM: Final = r"[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+"
# The library handles R-LDH labels (RFC 5890 2.3.1: two characters and two hyphens), such as Punycode.
_LABEL: Final = r"(?![A-Za-z0-9]{2}--)[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?"
# Matches almost all addresses a hundred times as fast as the library, with the same result.
_PLAIN: Final = re.compile(
    rf"(?=.{{1,{MAX_EMAIL_BYTES}}}\Z)(?=[^@]{{1,64}}@){_ATOM}(?:\.{_ATOM})*@{_LABEL}(?:\.{_LABEL})*"
)

# By default the library rejects .test, .local, .invalid and other special-use domains.
email_validator.SPECIAL_USE_DOMAIN_NAMES.clear()

# Spaces, dots, hyphens and dashes, brackets.
_PUNCTUATION: Final = re.compile(r"[\s.()\[\]\u2010-\u2015-]+")
_INTERNATIONAL: Final = re.compile(r"\+[0-9]{7,15}")  # E.164: at most 15 digits
_NATIONAL: Final = re.compile(r"[0-9]{3,17}")


def email_address(given: str) -> str:
    """Returns the address, trimmed and with its domain in lower case.

    Accepts a Mailbox of RFC 5321 4.1.2, including internationalised ones (RFC 6531). Raises ValueError.
    """
    trimmed = given.strip(" ")
    if _PLAIN.fullmatch(trimmed) is None:
        _normalised(trimmed)
    local, _, domain = trimmed.rpartition("@")
    return f"{local}@{domain.lower()}"


def reply_address(given: str) -> str:
    """Returns an address for the header Reply-To. Raises ValueError."""
    address = email_address(given)
    # Such a header requires SMTPUTF8 of every server on the route, even for ASCII recipients.
    if not address.rpartition("@")[0].isascii():
        raise ValueError("Must have only ASCII characters before the @.")
    return address


def email_key(email: str) -> str:
    """Returns a key that is the same for all spellings of an address, ignoring case, quotes and Punycode.

    Raises ValueError for an invalid address.
    """
    trimmed = email.strip(" ")
    if _PLAIN.fullmatch(trimmed) is not None:
        return trimmed.lower()
    return unicodedata.normalize("NFC", _normalised(trimmed).lower())


def phone_number(given: str, country: str | None) -> str:
    """Returns the number as ``+`` and 7 to 15 digits, without checking a numbering plan.

    A number without ``+`` is interpreted as dialled within the country (ISO 3166 alpha-2). Raises ValueError.
    """
    number = _PUNCTUATION.sub("", given)
    if not number.startswith("+"):
        number = _as_dialled(number, country)
    if _INTERNATIONAL.fullmatch(number) is None:
        raise ValueError(
            "Must be a phone number of 7 to 15 digits with a country code, such as +44 20 7946 0958."
        )
    return number


def _normalised(address: str) -> str:
    # The library checks the length only after it has parsed every character.
    if len(address) > MAX_EMAIL_BYTES:
        raise ValueError(f"Must be an email address of at most {MAX_EMAIL_BYTES} bytes.")
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
        raise ValueError(f"Must be an email address. {error}") from error


def _as_dialled(number: str, country: str | None) -> str:
    if _NATIONAL.fullmatch(number) is None:
        return number
    if country is None:
        raise ValueError(
            "Must begin with + and a country code, such as +1 415 555 0102. Only accounts with a default "
            "country, which the operator sets, can omit the country code."
        )
    import phonenumbers  # slow to import, and unnecessary for most numbers, which have a country code

    try:
        parsed = phonenumbers.parse(number, country)
    except phonenumbers.NumberParseException:
        raise ValueError(
            "Must begin with + and a country code, because it is not a valid number in the account's country."
        ) from None
    return phonenumbers.format_number(parsed, phonenumbers.PhoneNumberFormat.E164)
