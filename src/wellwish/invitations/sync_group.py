"""Invite new members of a group."""

from collections.abc import Sequence
from typing import Any, Final

import msgspec
from msgspec import Struct

from wellwish.base.errors import CardClosed, CardState, NotFound
from wellwish.cards import card_row
from wellwish.cards.access import EVERYTHING, CardAccess
from wellwish.groups import group
from wellwish.groups.group import Member
from wellwish.infra import jobs
from wellwish.infra.db import Tx
from wellwish.infra.http import WHOLE_LIMIT, Caller, Page, Services, Warnings
from wellwish.invitations import expand
from wellwish.invitations.batch import first_mentions
from wellwish.invitations.expand import wanted
from wellwish.invitations.invitation import Invitation, InvitationRow, locked, records

SYNC: Final = "invitations.sync"


async def sync_group(
    tx: Tx, caller: Caller, services: Services, group_id: str, warnings: Warnings
) -> Page[Invitation]:
    """Invites members who joined the group later to the open cards to which the group was invited.

    This runs in the background. Returns the group's invitations to open cards, newest first; ``progress``
    includes the new members. Members who already have an invitation to a card, in any status, are skipped.
    If there are more than 1,000 open cards, only the newest 1,000 are synchronised. Raises NotFound.
    """
    row = await group.load(tx, caller.account_id, group_id)
    parents = await _parents(tx, caller.account_id, row.id)
    if len(parents) > WHOLE_LIMIT:
        warnings.add("", "not_all", f"Only the newest {WHOLE_LIMIT:,} open cards are synchronised.")
    parents = parents[:WHOLE_LIMIT]
    args = [
        {"account_id": caller.account_id, "card_id": each.card_id, "invite_id": each.id} for each in parents
    ]
    await jobs.enqueue(tx, SYNC, args)
    anywhere = CardAccess(caller.account_id, "", EVERYTHING)  # the account's own groups, on any card
    return Page(data=await records(tx, anywhere, services, parents))


async def _parents(tx: Tx, account_id: str, group_id: str) -> list[InvitationRow]:
    return await tx.many(
        InvitationRow,
        """
        select {i.columns} from invitations i
        where i.account_id = :account_id and i.group_id = :group_id and i.is_parent
          and i.status not in ('revoked', 'failed')
          and exists (
            select 1 from cards c
            where c.account_id = :account_id and c.id = i.card_id and c.deleted_at is null
              and c.state = 'open' and (c.contribution_ends_at is null or c.contribution_ends_at > :now))
        order by i.id desc limit :count
        """,
        account_id=account_id,
        group_id=group_id,
        count=WHOLE_LIMIT + 1,
    )


async def run(services: Services, args: dict[str, Any]) -> None:
    """Adds the new members to the expansion. A second run has no effect."""
    access = CardAccess(args["account_id"], args["card_id"], EVERYTHING)
    async with services.db.transaction([access.account_id]) as tx:
        try:
            await card_row.held_open(tx, access)
            parent = await locked(tx, access, args["invite_id"])
        except (NotFound, CardClosed, CardState):
            return
        if parent.status in ("revoked", "failed") or parent.group_id is None:
            return
        members = await group.members(tx, access.account_id, parent.group_id)
        new = await _new(tx, access, parent, members)
        if new:
            await _add(tx, access, parent, new)
            await jobs.enqueue(tx, expand.EXPAND, [args])


async def _new(tx: Tx, access: CardAccess, parent: InvitationRow, members: Sequence[Member]) -> list[Member]:
    """Returns the members without an existing or pending invitation to the card."""
    by_key = {wanted(member).address_key: member for member in reversed(members)}
    known = await tx.many(
        _Known,
        """
        select address_key from invitations
        where account_id = :account_id and card_id = :card_id and address_key = any (:keys)
        limit 100000
        """,
        account_id=access.account_id,
        card_id=access.card_id,
        keys=list(by_key),
    )
    waiting = await expand.waiting(tx, access, parent.id)
    left_out = {each.address_key for each in known} | first_mentions(map(wanted, waiting)).keys()
    return [member for key, member in reversed(by_key.items()) if key not in left_out]


class _Known(Struct):
    address_key: str


async def _add(tx: Tx, access: CardAccess, parent: InvitationRow, new: Sequence[Member]) -> None:
    await tx.run(
        """
        update expansions set members = members || :new::jsonb, members_total = members_total + :count
        where account_id = :account_id and invitation_id = :invite_id
        """,
        account_id=access.account_id,
        invite_id=parent.id,
        new=msgspec.json.encode(new).decode(),
        count=len(new),
    )
    # The total is part of the record, so the version increases.
    await tx.run(
        """
        update invitations set version = version + 1, updated_at = :now
        where account_id = :account_id and id = :id
        """,
        account_id=access.account_id,
        id=parent.id,
    )
