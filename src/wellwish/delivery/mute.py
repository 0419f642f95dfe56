"""The link that ends the email about a card to one reader, who has signed or organises the card.

The token is derived like the tokens of cards; the table of links contains the hashes of token and address.
"""

from collections.abc import Collection, Sequence
from typing import Final, Protocol

from msgspec import Struct

from wellwish.base.crypto import Keys, link_hash
from wellwish.delivery.suppression import address_hash
from wellwish.infra.db import Tx

KIND: Final = "mute"


def url(keys: Keys, base_url: str, account_id: str, card_id: str, address_key: str) -> str:
    """Returns the link, which is a secret: for messages, never for a table or a log."""
    return f"{base_url}/u/{_token(keys, account_id, card_id, address_hash(keys, address_key))}"


def _token(keys: Keys, account_id: str, card_id: str, hashed: bytes) -> str:
    return keys.link_token(KIND, f"{account_id}/{card_id}/{hashed.hex()}", 1)


async def publish(tx: Tx, keys: Keys, account_id: str, readers: Sequence[tuple[str, str]]) -> None:
    """Activates the unsubscribe links of ``readers``: pairs of a card ID and the key of an address."""
    hashed = sorted({(address_hash(keys, address_key), card_id) for card_id, address_key in readers})
    await tx.run(
        """
        insert into links (hash, account_id, kind, subject_id, card_id)
        select l.hash, :account_id, :kind, l.subject_id, l.card_id
        from unnest(:hashes::bytea[], :subjects::text[], :cards::text[]) as l (hash, subject_id, card_id)
        on conflict (hash) do nothing
        """,
        account_id=account_id,
        kind=KIND,
        hashes=[link_hash(_token(keys, account_id, card_id, each)) for each, card_id in hashed],
        subjects=[each.hex() for each, _ in hashed],
        cards=[card_id for _, card_id in hashed],
    )


class Mute(Struct, frozen=True):
    """The card and the address that a link mutes; the address is hashed, in hexadecimal."""

    account_id: str
    card_id: str
    subject_id: str


async def find_mute(tx: Tx, token: str) -> Mute | None:
    """Returns the target of the token, or None."""
    return await tx.maybe(
        Mute,
        "select {columns} from links where hash = :hash and kind = :kind and card_id is not null",
        hash=link_hash(token),
        kind=KIND,
    )


async def take(tx: Tx, found: Mute) -> None:
    """Ends emails about the card to the address immediately. Repeated calls have no effect."""
    await tx.see([found.account_id])
    await tx.run(
        """
        insert into muted_cards (account_id, card_id, address_hash, created_at)
        select c.account_id, c.id, :hashed, :now from cards c
        where c.account_id = :account_id and c.id = :card_id
        on conflict (account_id, card_id, address_hash) do nothing
        """,
        account_id=found.account_id,
        card_id=found.card_id,
        hashed=bytes.fromhex(found.subject_id),
    )


async def undo(tx: Tx, found: Mute) -> None:
    """Permits the email about the card again."""
    await tx.see([found.account_id])
    await tx.run(
        """
        delete from muted_cards
        where account_id = :account_id and card_id = :card_id and address_hash = :hashed
        """,
        account_id=found.account_id,
        card_id=found.card_id,
        hashed=bytes.fromhex(found.subject_id),
    )


class _Hash(Struct):
    address_hash: bytes


async def among(tx: Tx, keys: Keys, account_id: str, card_id: str, address_keys: Collection[str]) -> set[str]:
    """Returns the addresses that have muted the card."""
    by_hash = {address_hash(keys, each): each for each in address_keys}
    rows = await tx.many(
        _Hash,
        """
        select {columns} from muted_cards
        where account_id = :account_id and card_id = :card_id and address_hash = any (:hashes::bytea[])
        limit :count
        """,
        account_id=account_id,
        card_id=card_id,
        hashes=list(by_hash),
        count=len(by_hash),
    )
    return {by_hash[each.address_hash] for each in rows}


class Mail(Protocol):
    """An email, with the card whose email its reader can end."""

    @property
    def account_id(self) -> str: ...

    @property
    def muted_card_id(self) -> str | None: ...

    @property
    def address_key(self) -> str: ...


async def obstacle(tx: Tx, keys: Keys, mail: Mail) -> str | None:
    """Returns the reason why an email is no longer wanted, or None."""
    card_id, key = mail.muted_card_id, mail.address_key
    return "muted" if card_id and await among(tx, keys, mail.account_id, card_id, [key]) else None


async def is_muted(tx: Tx, found: Mute) -> bool:
    """Returns whether the email about the card to the address has ended."""
    await tx.see([found.account_id])
    return await tx.value(
        """
        select exists (
          select 1 from muted_cards
          where account_id = :account_id and card_id = :card_id and address_hash = :hashed)
        """,
        account_id=found.account_id,
        card_id=found.card_id,
        hashed=bytes.fromhex(found.subject_id),
    )


async def erase_of_card(tx: Tx, account_id: str, card_id: str) -> None:
    await tx.run(
        "delete from muted_cards where account_id = :account_id and card_id = :card_id",
        account_id=account_id,
        card_id=card_id,
    )
