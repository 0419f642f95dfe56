"""The person: an email address or a phone number, and its spellings in tables."""

from typing import Literal

from msgspec import Struct

from wellwish.accounts.user import email_key
from wellwish.base.crypto import Keys
from wellwish.base.idn import ascii_domain
from wellwish.delivery import suppression
from wellwish.delivery.channel import EMAIL, SMS
from wellwish.infra.http.addresses import phone_number


class Person(Struct, frozen=True):
    """An address: ``email`` or ``phone``; the other is None. ``spellings`` are in lower case."""

    channel: Literal["email", "sms"]
    email: str | None
    phone: str | None
    spellings: tuple[str, ...]

    @property
    def address(self) -> str:
        return self.email or self.phone or ""

    @property
    def key(self) -> str:
        """The key of the address, prefixed with its channel, as invitations store it."""
        return suppression.key(self.channel, self.address)

    def erasure_hash(self, keys: Keys) -> bytes:
        """Returns the keyed hash that the journal of erasures contains."""
        return keys.person(self.key)

    def suppression_hash(self, keys: Keys) -> bytes:
        """Returns the keyed hash that the tables of suppressions, languages and muted cards contain."""
        return suppression.address_hash(keys, self.key)


def parse_person(address: str) -> Person:
    """Returns the person with an address. Raises ValueError for an invalid one."""
    if "@" not in address:
        if not any(each.isdigit() for each in address):
            raise ValueError(
                f"{address!r} is neither an email address, such as ana@example.com, nor a phone number, such "
                "as +44 20 7946 0958."
            )
        phone = phone_number(address, None)
        return Person(SMS, None, phone, (phone,))
    key = email_key(address)
    return Person(EMAIL, key, None, tuple(sorted({key, address.strip(" ").lower(), ascii_domain(key)})))
