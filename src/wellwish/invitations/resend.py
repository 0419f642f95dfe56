"""Resend an invitation."""

import math
from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Annotated, Final

from wellwish.base import ids
from wellwish.base.errors import InvitationNotResendable, TooManyResends
from wellwish.cards.access import CardAccess
from wellwish.cards.card_row import HeldCard, check_open
from wellwish.delivery import budget, suppression
from wellwish.infra import events
from wellwish.infra.db import Tx, UniqueViolation
from wellwish.infra.http import Body, Caller, Services, Warnings, line
from wellwish.infra.http.budget import INVITEES
from wellwish.invitations import post_to_channel, send
from wellwish.invitations.invitation import Invitation, InvitationRow, locked, single
from wellwish.invitations.send import Sending

# Maximum resends per hour, starting with the first resend.
RESENDS: Final = 5
WINDOW: Final = timedelta(hours=1)


class Resend(Body, frozen=True, kw_only=True):
    """The invitation to resend."""

    invite_id: Annotated[
        str, line(255, "ID of the invitation.", required=True, schema={"pattern": ids.pattern("inv")})
    ]


async def resend(
    tx: Tx,
    caller: Caller,
    access: CardAccess,
    on_card: HeldCard,
    services: Services,
    body: Resend,
    warnings: Warnings,
) -> Invitation:
    """The link stays the same. For a saved group, the message goes to members who have neither signed nor
    declined.

    Raises NotFound, CardClosed, CardState, InvitationNotResendable, TooManyResends.
    """
    check_open(on_card, tx.now)
    row = await locked(tx, access, body.invite_id)
    if row.status in ("contributed", "declined", "revoked"):
        raise InvitationNotResendable(f"The invitation is {row.status}.")
    if row.status == "suppressed":
        raise InvitationNotResendable(
            "The invitation is suppressed. Once the suppression is lifted, invite the address again."
        )
    is_label = row.is_shared and not row.asked  # a label has no address
    targets = [] if is_label else await find_targets(tx, access, row)
    if not targets and not is_label and not row.is_parent:
        raise InvitationNotResendable("The address has a newer invitation to the card.")
    targets = await _reachable(tx, services, access, targets)
    await _once_more(tx, services, row)
    services.budget.charge(caller.payer, len(targets) // INVITEES)
    targets = await _within_budget(tx, services, access, targets)
    asked = await _ask(tx, access, [each.id for each in targets])
    # Budgets are counted here, so that the caller sees a refusal; the job does not count again.
    sendings = [
        Sending(each.id, each.link_version, each.asked, counted=True, kind="resend")
        for each in asked
        if not each.is_shared
    ]
    await send.enqueue(tx, access, sendings)
    await post_to_channel.enqueue(tx, access, [each for each in asked if each.is_shared])
    if not asked:
        warnings.add("/invite_id", "nothing_sent", "No message was sent, because nobody can receive one.")
    payloads = [
        {"invite_id": each, "card_id": access.card_id}
        for each in sorted({row.id, *(each.id for each in asked)})
    ]
    await events.record_each(
        tx, access.account_id, "invitation.resent", card_id=access.card_id, data=payloads
    )
    return await single(tx, access, services, next((each for each in asked if each.id == row.id), row))


async def find_targets(tx: Tx, access: CardAccess, row: InvitationRow) -> list[InvitationRow]:
    """Locks and returns the invitation or, for a group, those of members who neither signed nor declined.

    Omits failed and bounced invitations whose address has been invited again.
    """
    return await tx.many(
        InvitationRow,
        """
        select {columns} from invitations i
        where account_id = :account_id and card_id = :card_id and (id = :id or parent_id = :id)
          and not is_parent and status not in ('contributed', 'declined', 'revoked', 'suppressed')
          and (status not in ('failed', 'bounced') or not exists (
            select 1 from invitations o
            where o.account_id = :account_id and o.card_id = :card_id and o.address_key = i.address_key
              and o.status not in ('revoked', 'failed', 'bounced')))
        order by id limit 10000
        for no key update
        """,
        account_id=access.account_id,
        card_id=access.card_id,
        id=row.id,
    )


async def _reachable(
    tx: Tx, services: Services, access: CardAccess, targets: Sequence[InvitationRow]
) -> Sequence[InvitationRow]:
    """Returns the invitations whose address is not suppressed.

    Raises InvitationNotResendable if none is left.
    """
    barred = await suppression.among(
        tx, services.keys, access.account_id, [each.address_key for each in targets]
    )
    if targets and len(barred) == len({each.address_key for each in targets}):
        raise InvitationNotResendable("The address is suppressed and receives no more messages.")
    return [each for each in targets if each.address_key not in barred]


async def _once_more(tx: Tx, services: Services, row: InvitationRow) -> None:
    """Counts one resend. Raises TooManyResends.

    The lock on the invitation prevents two resends from starting two windows.
    """
    subject = services.keys.pseudonym(f"resends of {row.id}")
    ends_at = await budget.window_end(tx, subject) or tx.now + WINDOW
    if not await budget.take(tx, [subject], RESENDS, ends_at):
        detail = f"An invitation can be resent {RESENDS} times per hour."
        raise TooManyResends(detail, headers=_retry_after(tx, ends_at))


async def _within_budget(
    tx: Tx, services: Services, access: CardAccess, targets: Sequence[InvitationRow]
) -> Sequence[InvitationRow]:
    """Returns the invitations whose address may receive another message today.

    Raises TooManyResends if none may.
    """
    if not targets:
        return targets
    within = await budget.within_day(tx, services, access.card_id, [each.address_key for each in targets])
    if not within:
        detail = "The address has reached its message limit for today."
        raise TooManyResends(detail, headers=_retry_after(tx, budget.day_end(tx.now)))
    return [each for each in targets if each.address_key in within]


def _retry_after(tx: Tx, ends_at: datetime) -> dict[str, str]:
    return {"Retry-After": str(math.ceil((ends_at - tx.now).total_seconds()))}


async def _ask(tx: Tx, access: CardAccess, invite_ids: Sequence[str]) -> list[InvitationRow]:
    """Assigns each invitation its next message number. Raises InvitationNotResendable."""
    if not invite_ids:
        return []
    try:
        return await tx.many(
            InvitationRow,
            """
            update invitations set
              asked = asked + 1, sends = true, status_reason = null,
              status = case when status in ('failed', 'bounced') then 'queued' else status end,
              version = version + 1, updated_at = :now
            where account_id = :account_id and id = any (:ids)
            returning {columns}
            """,
            account_id=access.account_id,
            ids=list(invite_ids),
        )
    except UniqueViolation as error:  # the address was invited again concurrently
        raise InvitationNotResendable("The address has a newer invitation to the card.") from error
