"""The address of an invitation: its spelling, and the key under which a card knows it once."""

from collections.abc import Sequence
from typing import Final

from wellwish.accounts.user import email_key
from wellwish.cards.card import SELF, CardRow
from wellwish.cards.recipient import RecipientRow
from wellwish.http.addresses import email_address, phone_number

EMAIL: Final = "email"
SMS: Final = "sms"
GROUP: Final = "group"

# Words for the channels, in any letter case; the first of each line goes out.
_WORDS: Final = {EMAIL: ("email",), SMS: ("sms", "phone", "text"), GROUP: ("group",)}
_MEANING: Final = {word: meant for meant, words in _WORDS.items() for word in words}


def channel(given: str) -> str:
    """Returns the channel that a word means. Raises ValueError."""
    meant = _MEANING.get(given.lower())
    if meant is None:
        raise ValueError(f"Must be one of: {', '.join(_WORDS)}.")
    return meant


def spelled(delivery_type: str, given: str, country: str | None) -> str:
    """Returns an address in its one spelling, by its form alone. Raises ValueError."""
    if delivery_type == EMAIL:
        return email_address(given)
    return phone_number(given, country) if delivery_type == SMS else given


def key(delivery_type: str, spelling: str) -> str:
    """Returns what two spellings of one address share."""
    return f"{delivery_type}:{email_key(spelling) if delivery_type == EMAIL else spelling}"


def of_recipients(card: CardRow, people: Sequence[RecipientRow]) -> set[str]:
    """Returns the keys of the card's recipients, who are not invited unless they sign their own card."""
    if card.card_type == SELF:
        return set()
    keys = {key(EMAIL, person.email) for person in people if person.email is not None}
    return keys | {key(SMS, person.phone) for person in people if person.phone is not None}
