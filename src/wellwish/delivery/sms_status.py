"""Record a carrier's status callback: delivered, or failed with a reason."""

from typing import Final

from msgspec import Struct

from wellwish.delivery import mail, sms
from wellwish.delivery.mail import Outcome, Owners
from wellwish.delivery.message import MessageRow
from wellwish.infra.db import Tx
from wellwish.infra.http import Services
from wellwish.infra.sms import REFUSALS

# Twilio's "Message status values"; intermediate statuses are ignored.
_ARRIVED: Final = frozenset({"delivered", "read"})
_LOST: Final = frozenset({"undelivered", "failed", "canceled"})
_NOT_DELIVERED: Final = "not_delivered"


class Reported(Struct, frozen=True):
    """A carrier's report: its ID for the text, the new status, and the error code or 0."""

    sid: str
    status: str
    code: int


async def note(
    tx: Tx,
    services: Services,
    owners: Owners,
    account_id: str,
    message_id: str,
    reported: Reported,
) -> None:
    """Updates a text message. Late, reordered and repeated callbacks have no effect.

    A callback may overtake the carrier's response, so a text that is still queued is updated, too.
    """
    if reported.status not in _ARRIVED | _LOST:
        return
    row = await tx.maybe(
        MessageRow,
        """
        select {columns} from messages
        where account_id = :account_id and id = :id and channel = 'sms' and attempts > 0
          and status in ('queued', 'handed_over') and (provider_id is null or provider_id = :sid)
        for no key update
        """,
        account_id=account_id,
        id=message_id,
        sid=reported.sid,
    )
    if row is None:
        return
    if reported.status in _LOST:
        reason = REFUSALS.get(reported.code, _NOT_DELIVERED)
        detail = f"callback {reported.status} {reported.code}"
        await sms.refuse(tx, services, owners, row, reason, detail)
        return
    await mail.apply_outcome(tx, services, owners, row, Outcome("delivered"))
