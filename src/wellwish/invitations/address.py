"""The address of an invitation: its canonical spelling, and its key, which is unique on a card."""

from collections.abc import Iterable, Sequence
from typing import Final

from wellwish.cards.card_row import SELF, CardRow
from wellwish.cards.recipient import RecipientRow
from wellwish.delivery import suppression
from wellwish.delivery.suppression import key as key  # noqa: PLC0414 - part of what this noun knows
from wellwish.infra.db import Tx
from wellwish.infra.http import Services
from wellwish.infra.http.addresses import email_address, phone_number
from wellwish.invitations.invitation import RECIPIENT

EMAIL: Final = "email"
SMS: Final = "sms"
GROUP: Final = "group"

# Synonyms of the channels, in any letter case; the first word of each tuple is canonical.
_WORDS: Final = {EMAIL: ("email",), SMS: ("sms", "phone", "text"), GROUP: ("group",)}
_MEANING: Final = {word: meant for meant, words in _WORDS.items() for word in words}


def channel(given: str) -> str:
    """Raises ValueError for an unknown word."""
    meant = _MEANING.get(given.lower())
    if meant is None:
        raise ValueError(f"Must be one of: {', '.join(_WORDS)}.")
    return meant


def spelled(delivery_type: str, given: str, country: str | None) -> str:
    """Returns the canonical spelling of an address, checking only its syntax. Raises ValueError."""
    if delivery_type == EMAIL:
        return email_address(given)
    return phone_number(given, country) if delivery_type == SMS else given


def recipient_addresses(card: CardRow, people: Sequence[RecipientRow]) -> set[str]:
    """Returns the keys of recipients' addresses, which must not be invited; none for a card for oneself."""
    if card.card_type == SELF:
        return set()
    keys = {key(EMAIL, person.email) for person in people if person.email is not None}
    return keys | {key(SMS, person.phone) for person in people if person.phone is not None}


async def barred(
    tx: Tx,
    services: Services,
    card: CardRow,
    people: Sequence[RecipientRow],
    keys: Iterable[str],
    *,
    is_recorded: bool = True,
) -> dict[str, str | None]:
    """Returns the keys that must not receive messages, with the reason that the account may know.

    These are the card's recipients and suppressed addresses. With ``is_recorded``, suppressions caused by
    another account are added to this account's list.
    """
    asked = set(keys)
    recipients = dict.fromkeys(recipient_addresses(card, people) & asked, RECIPIENT)
    find = suppression.barred if is_recorded else suppression.among
    return {**await find(tx, services.keys, card.account_id, asked), **recipients}


def why_suppressed(reason: str | None, *, is_owner: bool) -> str:
    """Returns the warning. Admins may not learn recipients' addresses, so their warning has no reason."""
    if reason == RECIPIENT and is_owner:
        return "This person is a recipient of the card, so no message is sent."
    return "This address is suppressed, so no message is sent."
