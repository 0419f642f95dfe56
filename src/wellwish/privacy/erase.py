"""Erase a person's data in all accounts.

Each step is a repeatable transaction of one account, so starting an interrupted erasure again
continues it. The journal entry is written before the first step.
"""

from collections.abc import AsyncGenerator
from datetime import datetime
from typing import Final

from msgspec import Struct

from wellwish.accounts import reply_to
from wellwish.base import clock, ids
from wellwish.cards.access import EVERYTHING, CardAccess
from wellwish.contributions import receipt_address
from wellwish.infra import jobs
from wellwish.infra.http import Services
from wellwish.privacy import (
    account_data,
    account_rows,
    contributor,
    inform,
    journal,
    recipient,
    search,
    user_rows,
)
from wellwish.privacy.account_record import PAYMENT_REASON
from wellwish.privacy.exports.purge import expire_exports_of
from wellwish.privacy.person import Person
from wellwish.privacy.visible import find_hashes


class Kept(Struct, frozen=True):
    """Data that remains after an erasure, with the reason."""

    account_id: str
    what: str
    reason: str


class Erasure(Struct, frozen=True):
    """The accounts in which the person's data was erased, and the remaining data."""

    changed: list[str]
    kept: list[Kept]


_LAST_OWNER: Final = (
    "The person is the only owner of the account. Add another owner first, or ask the operator to close the "
    "account."
)


async def erase(services: Services, person: Person, at: datetime, *, with_anonymous: bool = False) -> Erasure:
    """Erases the person's data unless it is newer than ``at``, and informs the owners of the accounts.

    Anonymous notes are erased within three weeks, or immediately if ``with_anonymous`` is set. Raises
    Unavailable before the first change if the journal cannot be written.
    """
    await journal.record(services, person, at)
    return await erase_recorded(services, person, at, with_anonymous=with_anonymous)


async def erase_recorded(
    services: Services, person: Person, at: datetime, *, with_anonymous: bool = False
) -> Erasure:
    """Erases the data for an entry that the journal already contains, as ``erase`` does."""
    async with services.db.statement() as tx:
        user_id = None if person.email is None else await user_rows.find_user(tx, person, at)
    erasure = Erasure([], [])
    async for account_id, is_visible in _accounts(services, person):
        terms = _Terms(person, at, user_id, with_anonymous, is_visible)
        await _erase_in(services, account_id, terms, erasure)
    async with services.db.transaction() as tx:
        await user_rows.erase_traces(tx, services.keys, person, at)
        if user_id is not None:
            await user_rows.erase_user(tx, person, user_id)
    return erasure


class _Terms(Struct, frozen=True):
    person: Person
    at: datetime
    user_id: str | None
    with_anonymous: bool
    is_visible: bool  # whether the account sees any of the data


async def _accounts(services: Services, person: Person) -> AsyncGenerator[tuple[str, bool]]:
    async for page in jobs.account_pages(services.db, size=search.ACCOUNTS):
        async with services.db.transaction(page) as tx:
            found = await search.find_accounts(tx, services, person, page)
        for each in found.items():
            yield each


async def _erase_in(services: Services, account_id: str, terms: _Terms, erasure: Erasure) -> None:
    """Erases the person in one account, card by card, and adds the outcome."""
    db, person, at = services.db, terms.person, terms.at + clock.ahead()
    async with db.transaction([account_id]) as tx:
        hashes = await find_hashes(tx, services.keys, account_id, person) if terms.is_visible else []
        payments = (await account_data.load(tx, services, account_id, person, tx.now)).payments
        signed = await contributor.cards_of(tx, services.keys, account_id, person, at)
        received = await recipient.cards_for(tx, account_id, person, at)
        confirmed = await receipt_address.find_of(tx, services.keys, account_id, person.email)
    # Only what the account sees decides the email: it must not depend on anonymous notes.
    seen, hidden = len(received), len(confirmed)
    for card_id in signed:
        access = CardAccess(account_id, card_id, EVERYTHING)
        async with db.transaction([account_id]) as tx:
            invited, notes = await contributor.erase_on_card(
                tx, services, access, person, before=at, with_anonymous=terms.with_anonymous
            )
            hidden += notes
            seen += invited
            seen += await expire_exports_of(tx, account_id, hashes)
    for card_id in received:
        async with db.transaction([account_id]) as tx:
            access = CardAccess(account_id, card_id, EVERYTHING)
            await recipient.erase_from_card(tx, services, access, person)
            seen += await expire_exports_of(tx, account_id, hashes)
    erasure.kept.extend(Kept(account_id, f"payment of {each.id}", PAYMENT_REASON) for each in payments)
    async with db.transaction([account_id]) as tx:
        for contribution_id in confirmed:
            await receipt_address.erase(tx, account_id, contribution_id)
        # People first: their lock comes before those of groups, as in requests.
        seen += await account_rows.erase_people(tx, services.keys, account_id, person, at)
        seen += await account_rows.erase_members_of_groups(tx, account_id, person, at)
        seen += await account_rows.erase_from_expansions(tx, account_id, person)
        seen += await account_rows.erase_admins(tx, account_id, person, at)
        seen += await reply_to.erase(tx, account_id, person.spellings, at)
        seen += await account_rows.erase_invitations_as_member(tx, account_id, person, at)
        if terms.user_id is not None:
            left = await account_rows.erase_member(tx, account_id, terms.user_id, at)
            seen += left == "ended"
            if left == "kept":
                erasure.kept.append(Kept(account_id, "membership", _LAST_OWNER))
        messages, to_contributor = await account_rows.erase_messages(
            tx, services.keys, account_id, person, at
        )
        hidden += to_contributor
        seen += messages
        seen += await expire_exports_of(tx, account_id, hashes)
        if seen or hidden:
            erasure.changed.append(account_id)
        if seen and terms.is_visible:
            await inform.inform_owners(tx, services, account_id, "erased", ids.new("psn"))
