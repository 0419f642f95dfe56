"""Revoke an invitation."""

from msgspec import Struct

from wellwish.base.errors import InvitationState
from wellwish.cards.access import CardAccess
from wellwish.cards.link import INVITATION, Link, withdraw
from wellwish.cards.wake_jobs import tell_organisers_of
from wellwish.infra import events
from wellwish.infra.db import Tx
from wellwish.infra.http import IfMatch, Services
from wellwish.invitations.invitation import Invitation, InvitationRow, locked, single


async def revoke(
    tx: Tx, access: CardAccess, services: Services, invite_id: str, if_match: IfMatch
) -> Invitation:
    """The link stops working immediately. For a saved group, the invitations of members who have not signed
    end, too.

    Raises NotFound, PreconditionFailed, InvitationState.
    """
    row = await locked(tx, access, invite_id)
    if_match.check((await single(tx, access, services, row)).version)
    if row.status in ("contributed", "revoked"):
        raise InvitationState(f"The invitation is {row.status}.")
    revoked = await _end(tx, access, row)
    ended = [Link(INVITATION, each.id, each.link_version) for each in revoked]
    await withdraw(tx, services.keys, ended)
    payloads = [{"invite_id": each.id, "card_id": access.card_id} for each in revoked]
    await events.record_each(
        tx, access.account_id, "invitation.revoked", card_id=access.card_id, data=payloads
    )
    await tell_organisers_of(tx, access)
    return await single(tx, access, services, next(each for each in revoked if each.id == row.id))


async def _end(tx: Tx, access: CardAccess, row: InvitationRow) -> list[InvitationRow]:
    """Revokes and returns the invitation and, for a group, those of its members.

    Locks the rows in the same order as ``send`` before the update.
    """
    ending = await tx.many(
        _Id,
        """
        select id from invitations
        where account_id = :account_id and card_id = :card_id and (id = :id or parent_id = :id)
          and status not in ('contributed', 'revoked')
        order by id limit 20000
        for no key update
        """,
        account_id=access.account_id,
        card_id=access.card_id,
        id=row.id,
    )
    return await tx.many(
        InvitationRow,
        """
        update invitations set
          status = 'revoked', status_reason = null, version = version + 1, updated_at = :now
        where account_id = :account_id and id = any (:ids)
        returning {columns}
        """,
        account_id=access.account_id,
        ids=[each.id for each in ending],
    )


class _Id(Struct):
    id: str
