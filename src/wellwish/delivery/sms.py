"""Hand a text over: claim it, give it to a carrier that takes it, write down what became of it.

Carriers know no idempotency key: a text whose answer was lost goes out by the next carrier, because one
too many is better than none.
"""

from datetime import datetime
from functools import partial
from typing import Any, Final
from urllib.parse import urlencode

from msgspec import Struct

from wellwish import clock
from wellwish.db import Tx
from wellwish.delivery import budget, carriers, mail, suppression
from wellwish.delivery.mail import NO_SERVER_PAUSE, Outcome, Owners
from wellwish.delivery.message import LINK_MARK, MessageRow
from wellwish.delivery.suppression import STOPPED
from wellwish.http import Services
from wellwish.jobs import Run
from wellwish.sms import Accepted, AwayError, RefusedError, parts_of, simplified

# Why a text, and with it an invitation, is where it is.
SMS_BUDGET: Final = "sms_budget"  # queued until the account may send texts again

# Of a carrier's refusals: the number is nobody's, so nobody tries it again.
NOBODYS: Final = frozenset({"unknown_number"})


class _Claimed(Struct):
    row: MessageRow
    text: str


def handing_over(owners: Owners) -> Run:
    """Returns the job; it says when it is to run again where no carrier takes the text, or may not now."""

    async def run(services: Services, args: dict[str, Any]) -> datetime | None:
        if not services.sms.ready:
            return clock.now() + NO_SERVER_PAUSE
        async with services.send_slots:
            claimed = await _claim(services, owners, args["account_id"], args["message_id"])
        if not isinstance(claimed, _Claimed):
            return claimed
        try:
            accepted = await hand_over(services, claimed.row, claimed.text)
        except RefusedError as error:
            async with services.db.transaction([claimed.row.account_id]) as tx:
                await refuse(tx, services, owners, claimed.row, error.reason, error.detail)
        except AwayError as error:
            return await mail.put_off(services, owners, claimed.row, str(error))
        else:
            row = claimed.row
            taken = partial(
                carriers.taken, name=accepted.carrier, account_id=row.account_id, message_id=row.id
            )
            await mail.record(services, owners, row, accepted.carrier, accepted.sid, taken)
        return None

    return run


async def hand_over(services: Services, row: MessageRow, text: str) -> Accepted:
    """Gives a text to the first carrier that takes it. Raises RefusedError, AwayError."""
    async with services.db.statement() as tx:
        asked = await carriers.order(tx, services.sms)
    trouble = AwayError("no carrier")
    for carrier in asked:
        try:
            return await carrier.send(row.recipient, text, callback_url(services, carrier.name, row))
        except AwayError as error:
            trouble = error
            async with services.db.transaction() as tx:
                await carriers.failed(tx, services.sms, carrier.name)
    raise trouble


def callback_url(services: Services, carrier: str, row: MessageRow) -> str:
    """Returns where the carrier tells what becomes of a text; its signature covers the ids."""
    ids = urlencode({"account_id": row.account_id, "message_id": row.id})
    return f"{services.settings.base_url}/callbacks/sms/{carrier}/status?{ids}"


async def refuse(
    tx: Tx, services: Services, owners: Owners, row: MessageRow, reason: str, detail: str
) -> None:
    """Ends a text that no carrier delivers. Who has told the carrier to stop has told us."""
    outcome = Outcome("bounced" if reason in NOBODYS else "failed", reason)
    if reason == STOPPED:
        hashed = suppression.address_hash(services.keys, row.address_key)
        await suppression.suppress(tx, hashed, row.account_id, STOPPED, everywhere=True)
        outcome = Outcome("suppressed", STOPPED)
    await mail.settle(tx, services, owners, row, outcome, detail)


async def _claim(
    services: Services, owners: Owners, account_id: str, message_id: str
) -> _Claimed | datetime | None:
    """Counts an attempt and returns the text; or when it may go, or None where it is not to go any more."""
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
        # Counted once a text, however often it is tried.
        if not row.attempts and not await budget.take_text(tx, services, account_id, parts_of(text).count):
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
    """Tells whether a text is not to be sent: asked once more in the last moment before it leaves."""
    barred = await suppression.among(tx, services.keys, row.account_id, [row.address_key])
    if barred:
        await mail.settle(tx, services, owners, row, Outcome("suppressed", barred[row.address_key]), "")
    elif reason := await owners.obstacle(tx, row):
        await mail.end(tx, row, "dropped", reason)
    else:
        return False
    return True
