"""Send a text message: claim it, hand it to a carrier, record the outcome. Carriers have no idempotency keys.
If the response is lost, the next carrier sends the message, since a duplicate is better than a loss.
"""

import time
from datetime import datetime
from typing import Any, Final
from urllib.parse import urlencode

from msgspec import Struct

from wellwish.base import clock
from wellwish.delivery import budget, mail, suppression
from wellwish.delivery.mail import NO_SERVER_PAUSE, Outcome, Owners
from wellwish.delivery.message import LINK_MARK, MessageRow
from wellwish.delivery.suppression import STOPPED
from wellwish.infra.db import Tx
from wellwish.infra.http import Services
from wellwish.infra.jobs import Handler
from wellwish.infra.sms import (
    Accepted,
    Carrier,
    CarrierRefusedError,
    CarrierUnavailableError,
    count_parts,
    simplified,
)

# Reasons for the state of a text message and its invitation.
SMS_BUDGET: Final = "sms_budget"  # queued until the account may send text messages again

# Carrier errors that mean that the number does not exist, and therefore count as bounces.
NOBODYS: Final = frozenset({"unknown_number"})


class _Claimed(Struct):
    row: MessageRow
    text: str


def handing_over(owners: Owners) -> Handler:
    """Returns the job.

    The job returns the time of the next attempt if no carrier accepts the message or it may not be sent yet.
    """

    async def run(services: Services, args: dict[str, Any]) -> datetime | None:
        if not services.sms.ready:
            return clock.now() + NO_SERVER_PAUSE
        async with services.send_slots:
            claimed = await _claim(services, owners, args["account_id"], args["message_id"])
        if not isinstance(claimed, _Claimed):
            return claimed
        try:
            accepted = await hand_over(services, claimed.row, claimed.text)
        except CarrierRefusedError as error:
            async with services.db.transaction([claimed.row.account_id]) as tx:
                await refuse(tx, services, owners, claimed.row, error.reason, error.detail)
        except CarrierUnavailableError as error:
            return await mail.put_off(services, owners, claimed.row, str(error))
        else:
            await mail.record(services, owners, claimed.row, accepted.carrier, accepted.sid)
        return None

    return Handler(run, mail.failing(owners))


async def hand_over(services: Services, row: MessageRow, text: str) -> Accepted:
    """Hands a text to the first carrier that accepts it.

    Raises CarrierRefusedError, CarrierUnavailableError.
    """
    trouble = CarrierUnavailableError("no carrier")
    for carrier in services.sms.failover.in_order():
        try:
            return await _try(services, carrier, row, text)
        except CarrierUnavailableError as error:
            trouble = error
    raise trouble


async def _try(services: Services, carrier: Carrier, row: MessageRow, text: str) -> Accepted:
    began, result = time.monotonic(), "deferred"
    try:
        accepted = await carrier.send(row.recipient, text, callback_url(services, carrier.name, row))
        result = "accepted"
        services.sms.failover.worked(carrier)
    except CarrierUnavailableError:
        services.sms.failover.failed(carrier)
        raise
    except CarrierRefusedError:
        result = "rejected"
        raise
    finally:
        services.meter.sent("sms", carrier.name, result, time.monotonic() - began)
    return accepted


def callback_url(services: Services, carrier: str, row: MessageRow) -> str:
    """Returns the URL of the status callback; the carrier's signature covers the IDs in it."""
    ids = urlencode({"account_id": row.account_id, "message_id": row.id})
    return f"{services.settings.base_url}/callbacks/sms/{carrier}/status?{ids}"


async def refuse(
    tx: Tx, services: Services, owners: Owners, row: MessageRow, reason: str, detail: str
) -> None:
    """Records that a text is not delivered. An opt-out at the carrier counts as an opt-out here."""
    outcome = Outcome("bounced" if reason in NOBODYS else "failed", reason)
    if reason == STOPPED:
        address = suppression.seal(services.keys, row.address_key)
        await suppression.suppress(tx, address, row.account_id, STOPPED, everywhere=True)
        outcome = Outcome("suppressed", STOPPED)
    await mail.settle(tx, services, owners, row, outcome, detail)


async def _claim(
    services: Services, owners: Owners, account_id: str, message_id: str
) -> _Claimed | datetime | None:
    """Counts an attempt and returns the text, a time to retry, or None if it must not be sent any more."""
    async with services.db.transaction([account_id]) as tx:
        row = await tx.maybe(
            MessageRow,
            """
            select {columns} from messages
            where account_id = :account_id and id = :id and status = 'queued' for no key update
            """,
            account_id=account_id,
            id=message_id,
        )
        if row is None or await _ended(tx, services, owners, row):
            return None
        text = simplified(row.body.replace(LINK_MARK, owners.link(services, row) or ""))
        # Each text message is counted once, regardless of retries.
        if not row.attempts and not await budget.take_text(tx, services, account_id, count_parts(text).count):
            await owners.follow(tx, services, row, Outcome("retrying", SMS_BUDGET))
            return budget.day_end(tx.now)
        begun = await tx.one(
            MessageRow,
            """
            update messages set attempts = attempts + 1, first_attempt_at = coalesce(first_attempt_at, :now)
            where account_id = :account_id and id = :id
            returning {columns}
            """,
            account_id=account_id,
            id=message_id,
        )
    return _Claimed(begun, text)


async def _ended(tx: Tx, services: Services, owners: Owners, row: MessageRow) -> bool:
    """Ends a message that must no longer be sent; returns whether it did. Called just before sending."""
    barred = await suppression.barred(tx, services.keys, row.account_id, [row.address_key])
    if barred:
        await mail.settle(tx, services, owners, row, Outcome("suppressed", barred[row.address_key]), "")
    elif reason := await owners.obstacle(tx, row):
        await mail.end(tx, row, "dropped", reason)
    else:
        return False
    return True
