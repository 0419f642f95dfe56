"""Expand an invited group: one invitation for each member of the snapshot."""

from collections.abc import Sequence
from typing import Any, Final

from msgspec import Struct

from wellwish.base.errors import CardClosed, CardState, NotFound, TooManyInvitations
from wellwish.cards import card, card_row
from wellwish.cards.access import EVERYTHING, CardAccess
from wellwish.groups.group import MAX_MEMBERS, Member
from wellwish.infra import jobs
from wellwish.infra.db import Tx
from wellwish.infra.http import Services
from wellwish.invitations import address, batch, remind
from wellwish.invitations.batch import BatchTerms, Wanted
from wellwish.invitations.invitation import CARD_CLOSED, INVITATION_LIMIT, InvitationRow, locked

EXPAND: Final = "invitations.expand"
CHUNK: Final = 500  # members per transaction, to keep its locks short


async def begin(tx: Tx, access: CardAccess, parents: Sequence[InvitationRow]) -> int:
    """Copies the current members of the groups and enqueues their invitations.

    Returns the number of copied members.
    """
    if not parents:
        return 0
    copied = await tx.value(
        """
        with made as (
        insert into expansions (account_id, invitation_id, members, members_total)
        select :account_id, p.invite_id,
          coalesce(jsonb_agg(jsonb_build_object('name', m.name, 'email', m.email, 'phone', m.phone)
            order by m.position) filter (where m.position is not null), '[]'),
          count(m.position)
        from unnest(:invite_ids::text[], :group_ids::text[]) as p (invite_id, group_id)
        left join lateral (
          select g.position, g.name, g.email, g.phone from group_members g
          where g.account_id = :account_id and g.group_id = p.group_id
          union all
          select row_number() over (order by q.name, q.id), q.name, q.email, q.phone
          from team_people t join people q on q.account_id = t.account_id and q.id = t.person_id
          where t.account_id = :account_id and t.group_id = p.group_id
            and q.left_at is null and (q.email is not null or q.phone is not null)
        ) as m on true
        group by p.invite_id
        returning members_total)
        select sum(members_total)::int from made
        """,
        account_id=access.account_id,
        invite_ids=[parent.id for parent in parents],
        group_ids=[parent.group_id for parent in parents],
    )
    args = [
        {"account_id": access.account_id, "card_id": access.card_id, "invite_id": parent.id}
        for parent in parents
    ]
    await jobs.enqueue(tx, EXPAND, args)
    return copied


async def run(services: Services, args: dict[str, Any]) -> None:
    """Continues where the last run stopped, since the transaction of each chunk records its progress."""
    access = CardAccess(args["account_id"], args["card_id"], EVERYTHING)
    try:
        while await _chunk(services, access, args["invite_id"]):
            pass
    except TooManyInvitations:
        async with services.db.transaction([access.account_id]) as tx:
            await locked(tx, access, args["invite_id"])
            await drop(tx, access, args["invite_id"], INVITATION_LIMIT)


async def _chunk(services: Services, access: CardAccess, invite_id: str) -> bool:
    """Invites the next members; returns whether there may be more."""
    async with services.db.transaction([access.account_id]) as tx:
        try:
            row = await card_row.held_open(tx, access)
            parent = await locked(tx, access, invite_id)
        except NotFound:
            return False
        except (CardClosed, CardState):
            await drop(tx, access, invite_id, CARD_CLOSED)
            return False
        if parent.status == "revoked":
            await drop(tx, access, invite_id, None)
            return False
        members = await waiting(tx, access, invite_id, CHUNK)
        if not members:
            await _finish(tx, access, invite_id)
            return False
        mentioned = batch.first_mentions(map(wanted, members))
        people = await card.recipients(tx, access.account_id, access.card_id)
        barred = await address.barred(tx, services, row, people, mentioned)
        made = await batch.add(tx, access, services, _terms(parent), list(mentioned.values()), barred)
        await _count(tx, access, invite_id, len(members), len(members) - len(made))
        await remind.plan(tx, access, row, parent.reminder)
    return True


class Waiting(Struct):
    """A member who has not been processed yet."""

    name: str | None
    email: str | None
    phone: str | None


async def waiting(tx: Tx, access: CardAccess, invite_id: str, limit: int = MAX_MEMBERS) -> list[Waiting]:
    """Returns the remaining members of the copy, in order.

    Positions are relative to the end of the copy, because new members are appended and completed copies are
    emptied.
    """
    return await tx.many(
        Waiting,
        """
        with copy as materialized (
          select members, members_done - members_total + jsonb_array_length(members) as looked_at
          from expansions where account_id = :account_id and invitation_id = :invite_id)
        select m.value ->> 'name', m.value ->> 'email', m.value ->> 'phone'
        from copy cross join lateral jsonb_array_elements(copy.members) with ordinality as m (value, position)
        where m.position > copy.looked_at
        order by m.position limit :limit
        """,
        account_id=access.account_id,
        invite_id=invite_id,
        limit=limit,
    )


def wanted(member: Waiting | Member) -> Wanted:
    """Returns the address of a member: the email address or, without one, the phone number."""
    delivery_type = address.SMS if member.email is None else address.EMAIL
    delivery_id = member.email or member.phone or ""
    return Wanted(
        delivery_type=delivery_type,
        delivery_id=delivery_id,
        address_key=address.key(delivery_type, delivery_id),
        name=member.name,
    )


def _terms(parent: InvitationRow) -> BatchTerms:
    return BatchTerms(
        parent_id=parent.id,
        title=parent.title,
        message=parent.message,
        reminder=parent.reminder,
        sends=parent.sends,
    )


async def _count(tx: Tx, access: CardAccess, invite_id: str, done: int, already_invited: int) -> None:
    await tx.run(
        """
        update expansions set members_done = members_done + :done,
          already_invited = already_invited + :already
        where account_id = :account_id and invitation_id = :invite_id
        """,
        account_id=access.account_id,
        invite_id=invite_id,
        done=done,
        already=already_invited,
    )


async def _finish(tx: Tx, access: CardAccess, invite_id: str) -> None:
    """Empties the copy of the members. The parent becomes ``sent`` when no member is queued."""
    await tx.run(
        "update expansions set members = '[]' where account_id = :account_id and invitation_id = :invite_id",
        account_id=access.account_id,
        invite_id=invite_id,
    )
    await tx.run(
        """
        update invitations set
          status = 'sent', status_reason = null, version = version + 1, updated_at = :now
        where account_id = :account_id and id = :invite_id and status = 'queued' and sends
        """,
        account_id=access.account_id,
        invite_id=invite_id,
    )


async def drop(tx: Tx, access: CardAccess, invite_id: str, reason: str | None) -> None:
    """Drops the remaining members. A queued parent fails, which allows inviting the group again."""
    dropped = await tx.run(
        """
        update expansions set members_dropped = members_total - members_done, members = '[]'
        where account_id = :account_id and invitation_id = :invite_id and members_done < members_total
        """,
        account_id=access.account_id,
        invite_id=invite_id,
    )
    if not dropped:
        return
    await tx.run(
        """
        update invitations set
          status = 'failed', status_reason = :reason, version = version + 1, updated_at = :now
        where account_id = :account_id and id = :invite_id and status = 'queued'
        """,
        account_id=access.account_id,
        invite_id=invite_id,
        reason=reason,
    )
