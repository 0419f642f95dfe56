"""Erase a person's data in one account, as far as the account can see it.

Each step is a transaction that can be repeated, so an interrupted erasure continues. The same statements run
whether or not the person wrote an anonymous note, and none of them counts such a note.
"""

from collections.abc import Awaitable, Callable, Sequence
from datetime import datetime

from msgspec import Struct

from wellwish.accounts import reply_to
from wellwish.cards.access import EVERYTHING, CardAccess
from wellwish.contributions.gift import SETTLED
from wellwish.infra.db import Tx
from wellwish.infra.http import Services
from wellwish.privacy import account_rows, author, contributor, recipient, user_rows
from wellwish.privacy.exports.purge import expire_exports_of
from wellwish.privacy.person import Person
from wellwish.privacy.tally import Tally
from wellwish.privacy.visible import count_visible, find_hashes

# Called in the transaction of each step.
Done = Callable[[Tx, Tally], Awaitable[None]]


class Cards(Struct, frozen=True):
    """The cards that the person was invited to, and those for the person."""

    invited: Sequence[str]
    received: Sequence[str]

    def __len__(self) -> int:
        return len(self.invited) + len(self.received)


async def erase_visible(services: Services, account_id: str, person: Person, before: datetime) -> Tally:
    """Erases the data unless it is newer than ``before``. Returns the numbers of records."""
    total = Tally()

    async def add(tx: Tx, tally: Tally) -> None:
        nonlocal total
        del tx
        total = total.plus(tally)

    async with services.db.transaction([account_id]) as tx:
        cards = await find_cards(tx, account_id, person, before)
    await erase_cards(services, account_id, person, before, cards, add)
    async with services.db.transaction([account_id]) as tx:
        hashes = await find_hashes(tx, services.keys, account_id, person)
        await add(tx, await erase_rows(tx, services, account_id, person, before))
        await expire_exports_of(tx, account_id, hashes)
    return total


async def find_cards(tx: Tx, account_id: str, person: Person, before: datetime) -> Cards:
    return Cards(
        await contributor.invited_cards(tx, account_id, person, before),
        await recipient.cards_for(tx, account_id, person, before),
    )


async def erase_cards(
    services: Services, account_id: str, person: Person, before: datetime, cards: Cards, done: Done
) -> None:
    """Erases named notes, invitations and recipients, card by card."""
    for card_id in cards.invited:
        async with services.db.transaction([account_id]) as tx:
            access = CardAccess(account_id, card_id, EVERYTHING)
            await done(tx, await _erase_invited(tx, services, access, person, before))
    for card_id in cards.received:
        async with services.db.transaction([account_id]) as tx:
            access = CardAccess(account_id, card_id, EVERYTHING)
            is_erased = await recipient.erase_from_card(tx, services, access, person)
            await done(tx, Tally(recipients=int(is_erased)))


async def _erase_invited(
    tx: Tx, services: Services, access: CardAccess, person: Person, before: datetime
) -> Tally:
    await contributor.lock_card(tx, access)
    invited = await contributor.find_invited(tx, access, person, before)
    ids = [each.id for each in invited]
    signed = await contributor.find_named(tx, access, ids)
    for each in signed:
        await contributor.erase_contribution(tx, services, access, each.id)
    await author.separate_from_invitations(tx, services.keys, access.account_id, access.card_id, person, ids)
    await contributor.delete_invitations(tx, services, access, invited)
    return Tally(
        invitations=len(invited),
        notes=len(signed),
        payment_record=sum(each.money_status in SETTLED for each in signed),
        open_payment=sum(each.money_status in ("pending", "processing") for each in signed),
    )


async def erase_rows(tx: Tx, services: Services, account_id: str, person: Person, before: datetime) -> Tally:
    """Erases the rows that belong to no card."""
    found = await count_visible(tx, services.keys, account_id, person)
    user_id = None if person.email is None else await user_rows.find_user(tx, person, before)
    # People first: their lock comes before those of groups, as in requests.
    people = await account_rows.erase_people(tx, services.keys, account_id, person, before)
    groups = await account_rows.erase_members_of_groups(tx, account_id, person, before)
    await account_rows.erase_from_expansions(tx, account_id, person)
    admins = await account_rows.erase_admins(tx, account_id, person, before)
    replies = await reply_to.erase(tx, account_id, person.spellings, before)
    invited = await account_rows.erase_invitations_as_member(tx, account_id, person, before)
    left = "none" if user_id is None else await account_rows.erase_member(tx, account_id, user_id, before)
    await author.separate_from_mails(tx, services.keys, account_id, person)
    await account_rows.erase_messages(tx, services.keys, account_id, person, before)
    is_user = bool(admins or invited or left != "none")
    return Tally(
        card_admins=admins,
        groups=groups,
        people=people,
        members=int(left == "ended"),
        member_invitations=invited,
        suppressions=found.suppressions,
        reply_addresses=replies,
        last_owner=int(left == "kept"),
        sign_in=int(is_user),
        audit_log=found.audit_log,
        refusal_of_messages=found.refusal_of_messages,
    )
