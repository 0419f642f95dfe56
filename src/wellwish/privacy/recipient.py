"""Erase a recipient's name, contact details and thanks from the cards that are for them."""

from collections.abc import Sequence
from datetime import datetime

from msgspec import Struct

from wellwish.cards.access import CardAccess
from wellwish.cards.link import VIEW, Link, publish, withdraw
from wellwish.cards.words import words
from wellwish.infra.db import Tx
from wellwish.infra.http import Services
from wellwish.media import pdf_cache, thanks_media
from wellwish.privacy.contributor import lock_card
from wellwish.privacy.person import Person


class _Card(Struct, frozen=True):
    card_id: str


class _Recipient(Struct, frozen=True):
    id: str
    position: int
    link_version: int


class _Described(Struct, frozen=True):
    title: str
    sender: str
    is_first: bool


async def cards_for(tx: Tx, account_id: str, person: Person, before: datetime) -> list[str]:
    """Returns the cards that have the person as a recipient."""
    rows = await tx.many(
        _Card,
        """
        select distinct c.id as card_id from cards c
        left join recipients r on r.account_id = c.account_id and r.card_id = c.id
        where c.account_id = :account_id and c.updated_at <= :before and (
          lower(c.recipient_email) = any (:spellings::text[]) or lower(r.email) = any (:spellings::text[])
          or r.phone = :phone)
        order by 1 limit 100000
        """,
        account_id=account_id,
        spellings=list(person.spellings),
        phone=person.phone,
        before=before,
    )
    return [row.card_id for row in rows]


async def erase_from_card(tx: Tx, services: Services, access: CardAccess, person: Person) -> bool:
    """Removes the recipient's name, contact details and thanks, and replaces their link.

    Returns whether the card still had any of it.
    """
    await lock_card(tx, access)
    found = await tx.many(
        _Recipient,
        """
        select {columns} from recipients
        where account_id = :account_id and card_id = :card_id
          and (lower(email) = any (:spellings::text[]) or phone = :phone)
        order by position limit 100
        """,
        account_id=access.account_id,
        card_id=access.card_id,
        spellings=list(person.spellings),
        phone=person.phone,
    )
    ids = [each.id for each in found]
    await tx.run(
        """
        update recipients set name = null, email = null, phone = null, locale = null, external_id = null,
          link_version = link_version + 1
        where account_id = :account_id and card_id = :card_id and id = any (:ids::text[])
        """,
        account_id=access.account_id,
        card_id=access.card_id,
        ids=ids,
    )
    await _erase_thanks(tx, access, ids)
    await withdraw(tx, services.keys, [Link(VIEW, each.id, each.link_version) for each in found])
    fresh = [Link(VIEW, each.id, each.link_version + 1) for each in found]
    await publish(tx, services.keys, access.account_id, access.card_id, fresh)
    is_described = await _undescribe(tx, access, person, is_first=any(each.position == 0 for each in found))
    await pdf_cache.erase_from_card(tx, access.account_id, access.card_id)
    return bool(found) or is_described


async def _erase_thanks(tx: Tx, access: CardAccess, recipient_ids: Sequence[str]) -> None:
    """Erases the thanks with their files, and the sent emails that quote them or name the recipient."""
    await thanks_media.erase_of(tx, access.account_id, access.card_id, recipient_ids)
    await tx.run(
        """
        delete from thanks
        where account_id = :account_id and card_id = :card_id and recipient_id = any (:ids::text[])
        """,
        account_id=access.account_id,
        card_id=access.card_id,
        ids=list(recipient_ids),
    )
    await tx.run(
        """
        delete from messages
        where account_id = :account_id and card_id = :card_id and kind in ('card_opened', 'card_thanked')
        """,
        account_id=access.account_id,
        card_id=access.card_id,
    )


async def _undescribe(tx: Tx, access: CardAccess, person: Person, *, is_first: bool) -> bool:
    """Erases the first recipient's name from the card itself, and from its search words.

    Returns whether the card had it.
    """
    row = await tx.maybe(
        _Described,
        """
        select title, sender,
          coalesce(lower(recipient_email) = any (:spellings::text[]), false) as is_first
        from cards where account_id = :account_id and id = :id
        """,
        account_id=access.account_id,
        id=access.card_id,
        spellings=list(person.spellings),
    )
    if row is None or not (row.is_first or is_first):
        return False
    await tx.run(
        """
        with former as (
          delete from card_words w using cards c
          where c.account_id = :account_id and c.id = :id and w.account_id = c.account_id and w.card_id = c.id
            and w.word = any (c.words) and w.word <> all (:words::text[])
        )
        update cards set recipient = null, recipient_email = null, words = :words::text[],
          version = version + 1, updated_at = :now
        where account_id = :account_id and id = :id
        """,
        account_id=access.account_id,
        id=access.card_id,
        words=words(row.title, row.sender),
    )
    return True
