"""Erase a person's contributions to a card, and their invitations to it.

If an invitation disappeared together with an anonymous note, the account could tell who wrote the note. The
note is therefore separated from the invitation immediately, and removed days later, unless the person wants
it removed immediately.
"""

import secrets
from collections.abc import Sequence
from datetime import datetime
from typing import Any, Final

from msgspec import Struct

from wellwish.base.crypto import Keys
from wellwish.base.errors import NotFound
from wellwish.cards.access import EVERYTHING, CardAccess
from wellwish.cards.link import INVITATION, Link, withdraw
from wellwish.cards.wake_jobs import tell_organisers_of
from wellwish.contributions import contribution, receipt_address
from wellwish.contributions.remove import remove
from wellwish.infra import events, jobs
from wellwish.infra.db import Tx
from wellwish.infra.http import Services
from wellwish.privacy.person import Person

ERASE_NOTE: Final = "people.erase_note"
# Uniformly distributed, so that the time of the removal says little about the time of the request; within the
# month of article 12 (3) of the GDPR.
_DELAY_FROM_S: Final = 24 * 3600
_DELAY_TO_S: Final = 21 * 24 * 3600


class _Card(Struct, frozen=True):
    card_id: str


class Named(Struct, frozen=True):
    """The columns of a contribution with a name that are needed to erase and to count it."""

    id: str
    money_status: str | None


class Invited(Struct, frozen=True):
    """The columns of an invitation that are needed to end it."""

    id: str
    status: str
    link_version: int


class _Signed(Struct, frozen=True):
    id: str
    anonymous: bool
    note_status: str


class OwnLink(Struct, frozen=True):
    """A contribution whose link was emailed to the person."""

    contribution_id: str
    card_id: str


async def own_links(tx: Tx, keys: Keys, account_id: str, person: Person, before: datetime) -> list[OwnLink]:
    """Returns the contributions whose current link was emailed to the person, and those whose keyed hash
    remained after the account had erased the person.

    A link that was replaced may have been that of somebody else with the link of the author's invitation.
    """
    return await tx.many(
        OwnLink,
        """
        select distinct m.link_subject_id as contribution_id, m.card_id
        from messages m join contributions c
          on c.account_id = m.account_id and c.id = m.link_subject_id and c.own_link_version = m.link_version
        where m.account_id = :account_id and m.kind = 'own_link'
          and m.card_id is not null and lower(m.recipient) = any (:spellings::text[])
          and m.created_at <= :before
        union
        select b.id, b.card_id from contributions b
        where b.account_id = :account_id and b.author_hashes <> '{}' and :author_hash = any (b.author_hashes)
        union
        select f.id, f.card_id from contributions f
        where f.account_id = :account_id and f.author_hash = :author_hash
        order by 1 limit 10000
        """,
        account_id=account_id,
        author_hash=person.erasure_hash(keys),
        spellings=list(person.spellings),
        before=before,
    )


async def cards_of(tx: Tx, keys: Keys, account_id: str, person: Person, before: datetime) -> list[str]:
    """Returns the cards of the person's invitations, and of contributions whose link was emailed to them."""
    linked = await own_links(tx, keys, account_id, person, before)
    invited = await invited_cards(tx, account_id, person, before)
    return sorted({*invited, *(each.card_id for each in linked)})


async def invited_cards(tx: Tx, account_id: str, person: Person, before: datetime) -> list[str]:
    rows = await tx.many(
        _Card,
        """
        select distinct card_id from invitations
        where account_id = :account_id and address_key = :key and updated_at <= :before
        order by card_id limit 100000
        """,
        account_id=account_id,
        key=person.key,
        before=before,
    )
    return [row.card_id for row in rows]


async def erase_on_card(
    tx: Tx,
    services: Services,
    access: CardAccess,
    person: Person,
    *,
    before: datetime,
    with_anonymous: bool,
) -> tuple[int, int]:
    """Removes the person's notes and deletes their invitations.

    Returns the number of invitations, which the account sees, and that of notes.
    """
    await lock_card(tx, access)
    own = [
        each.contribution_id
        for each in await own_links(tx, services.keys, access.account_id, person, before)
        if each.card_id == access.card_id
    ]
    invited = await find_invited(tx, access, person, before)
    notes = 0
    for signed in await _signed(tx, access, [each.id for each in invited], own, before):
        await receipt_address.erase(tx, access.account_id, signed.id)
        if signed.anonymous and signed.note_status != contribution.DELETED and not with_anonymous:
            await separate(tx, access, signed.id)
        else:
            await erase_contribution(tx, services, access, signed.id)
        notes += signed.note_status != contribution.DELETED
    await delete_invitations(tx, services, access, invited)
    return len(invited), notes


async def run(services: Services, args: dict[str, Any]) -> None:
    """Removes a note that was separated from its author's invitation. A second run has no effect."""
    access = CardAccess(args["account_id"], args["card_id"], EVERYTHING)
    async with services.db.transaction([access.account_id]) as tx:
        await lock_card(tx, access)
        await erase_contribution(tx, services, access, args["contribution_id"])


async def lock_card(tx: Tx, access: CardAccess) -> None:
    """Locks the card, even if it is deleted: its rows exist until its erasure."""
    await tx.value(
        "select true from cards where account_id = :account_id and id = :id for no key update",
        account_id=access.account_id,
        id=access.card_id,
    )


async def erase_contribution(tx: Tx, services: Services, access: CardAccess, contribution_id: str) -> None:
    """Removes the contribution as its author would, including the reasons of refund requests."""
    try:
        found = await contribution.locked(tx, access, contribution_id)
    except NotFound:  # erased with its card
        return
    await remove(tx, services, access, found)
    await tx.run(
        """
        update refund_requests set reason = null, note = null, version = version + 1, updated_at = :now
        where account_id = :account_id and card_id = :card_id and contribution_id = :contribution_id
          and (reason is not null or note is not null)
        """,
        account_id=access.account_id,
        card_id=access.card_id,
        contribution_id=contribution_id,
    )
    # Emails to organisers may contain the name.
    await tx.run(
        "delete from messages where account_id = :account_id and card_id = :card_id and kind = 'card_news'",
        account_id=access.account_id,
        card_id=access.card_id,
    )
    # The emails to owners about the request quote its reason.
    await tx.run(
        """
        delete from messages m using refund_requests r
        where m.account_id = :account_id and r.account_id = m.account_id and r.card_id = :card_id
          and r.contribution_id = :contribution_id and m.kind = 'refund_request'
          and starts_with(m.dedupe_key, 'refund_request:' || r.id || ':')
        """,
        account_id=access.account_id,
        card_id=access.card_id,
        contribution_id=contribution_id,
    )


async def find_invited(tx: Tx, access: CardAccess, person: Person, before: datetime) -> list[Invited]:
    return await tx.many(
        Invited,
        """
        select {columns} from invitations
        where account_id = :account_id and card_id = :card_id and address_key = :key
          and updated_at <= :before
        order by id limit 1000 for no key update
        """,
        account_id=access.account_id,
        card_id=access.card_id,
        key=person.key,
        before=before,
    )


async def find_named(tx: Tx, access: CardAccess, invitation_ids: Sequence[str]) -> list[Named]:
    """Returns the contributions with a name, which the account sees, of these invitations."""
    return await tx.many(
        Named,
        """
        select {columns} from contributions
        where account_id = :account_id and card_id = :card_id and invitation_id = any (:ids::text[])
          and not anonymous and note_status <> 'deleted'
        order by id limit 10000
        """,
        account_id=access.account_id,
        card_id=access.card_id,
        ids=list(invitation_ids),
    )


async def _signed(
    tx: Tx, access: CardAccess, invitations: Sequence[str], own: Sequence[str], before: datetime
) -> list[_Signed]:
    return await tx.many(
        _Signed,
        """
        select {columns} from contributions
        where account_id = :account_id and card_id = :card_id
          and (invitation_id = any (:invitations::text[]) or id = any (:own::text[]))
          and created_at <= :before
        order by id limit 10000
        """,
        account_id=access.account_id,
        card_id=access.card_id,
        invitations=list(invitations),
        own=list(own),
        before=before,
    )


async def separate(tx: Tx, access: CardAccess, contribution_id: str) -> None:
    """Removes the hidden reference to the invitation, and schedules the removal of the note."""
    separated = await tx.run(
        """
        update contributions set invitation_id = null, author_hash = null, author_hashes = '{}'
        where account_id = :account_id and id = :id and note_status <> 'deleted'
        """,
        account_id=access.account_id,
        id=contribution_id,
    )
    if separated:
        args = {
            "account_id": access.account_id,
            "card_id": access.card_id,
            "contribution_id": contribution_id,
        }
        delay_s = _DELAY_FROM_S + secrets.randbelow(_DELAY_TO_S - _DELAY_FROM_S)
        await jobs.enqueue(tx, ERASE_NOTE, [args], delay_s=delay_s)


async def delete_invitations(
    tx: Tx, services: Services, access: CardAccess, invited: Sequence[Invited]
) -> None:
    if not invited:
        return
    links = [Link(INVITATION, each.id, each.link_version) for each in invited]
    await withdraw(tx, services.keys, links)
    deleted = await tx.run(
        "delete from invitations where account_id = :account_id and id = any (:ids::text[])",
        account_id=access.account_id,
        ids=[each.id for each in invited],
    )
    await tx.run(
        """
        update invitation_counts set used = greatest(used - :deleted::int, 0)
        where account_id = :account_id and card_id in (:card_id, '')
        """,
        account_id=access.account_id,
        card_id=access.card_id,
        deleted=deleted,
    )
    data = [{"invite_id": each.id, "card_id": access.card_id} for each in invited if each.status != "revoked"]
    await events.record_each(tx, access.account_id, "invitation.revoked", card_id=access.card_id, data=data)
    if data:
        await tell_organisers_of(tx, access)
