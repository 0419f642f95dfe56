"""Fail invitations with dead jobs, which would otherwise remain queued forever."""

from collections.abc import Sequence
from typing import Any

import msgspec

from wellwish.cards.access import EVERYTHING, CardAccess
from wellwish.cards.wake_jobs import tell_organisers_of
from wellwish.delivery.mail import INTERNAL_ERROR
from wellwish.infra import events
from wellwish.infra.db import Tx
from wellwish.infra.http import Services
from wellwish.invitations import expand
from wellwish.invitations.invitation import InvitationRow
from wellwish.invitations.send import Sending, still_due


async def fail_sendings(tx: Tx, _services: Services, args: dict[str, Any]) -> None:
    """Fails the invitations whose message has not been written."""
    access = _access(args)
    waiting = await still_due(tx, access, msgspec.convert(args["sendings"], list[Sending]))
    await _fail(tx, access, [each.row.id for each in waiting])


async def fail_post(tx: Tx, _services: Services, args: dict[str, Any]) -> None:
    """Fails the invitation of a channel, unless it was requested again."""
    access = _access(args)
    row = await tx.maybe(
        InvitationRow,
        """
        select {columns} from invitations
        where account_id = :account_id and id = :id and asked = :number for no key update
        """,
        account_id=access.account_id,
        id=args["invite_id"],
        number=args["number"],
    )
    await _fail(tx, access, [] if row is None else [row.id])


async def fail_parent(tx: Tx, _services: Services, args: dict[str, Any]) -> None:
    """Fails the invitation of a group and drops its remaining members."""
    access = _access(args)
    await _fail(tx, access, [args["invite_id"]])
    await expand.drop(tx, access, args["invite_id"], INTERNAL_ERROR)


def _access(args: dict[str, Any]) -> CardAccess:
    return CardAccess(args["account_id"], args["card_id"], EVERYTHING)


async def _fail(tx: Tx, access: CardAccess, invite_ids: Sequence[str]) -> None:
    """Fails queued invitations. Invitations that were sent before keep their status."""
    failed = await tx.many(
        InvitationRow,
        """
        update invitations set
          status = 'failed', status_reason = :reason, version = version + 1, updated_at = :now
        where account_id = :account_id and id = any (:ids) and status = 'queued'
        returning {columns}
        """,
        account_id=access.account_id,
        ids=list(invite_ids),
        reason=INTERNAL_ERROR,
    )
    data = [
        {"invite_id": each.id, "card_id": access.card_id, "status": "failed", "reason": INTERNAL_ERROR}
        for each in failed
    ]
    await events.record_each(tx, access.account_id, "invitation.failed", card_id=access.card_id, data=data)
    if failed:
        await tell_organisers_of(tx, access)
