"""Send an email: claim it, hand it to a server, record the outcome.

Only the first and the last step are transactions. If the process dies between the server's reply and the
record, the email is sent again with the same Message-ID. Therefore, the outcome is recorded immediately, in
one transaction with other emails that were accepted within the same milliseconds.
"""

import asyncio
import random
from collections.abc import Sequence
from datetime import datetime, timedelta
from functools import partial
from typing import Any, Final

import structlog
from msgspec import Struct

from wellwish.base import clock
from wellwish.base.errors import Unavailable
from wellwish.base.idn import is_host
from wellwish.delivery import bounce_address, mute, suppression
from wellwish.delivery.letter import envelope
from wellwish.delivery.message import MessageRow
from wellwish.delivery.outcome import Outcome, Owners
from wellwish.delivery.suppression import BOUNCED
from wellwish.infra.db import Tx
from wellwish.infra.http import Services
from wellwish.infra.jobs import Handler, OnDead, Running, end_with, running_job
from wellwish.infra.mail import (
    BouncedError,
    DeferredError,
    LostError,
    RejectedError,
    SuppressedError,
    UnsupportedAddressError,
)

# Delays between attempts while no server accepts an email.
PAUSES_S: Final = (10, 30, 60, 120, 300, 600, 900, 1800)
GIVE_UP: Final = timedelta(hours=4)  # time after the first attempt until temporary failures become final
JITTER: Final = 0.2  # fraction of each delay, so that emails that failed together are not retried together
NO_SERVER_PAUSE: Final = timedelta(minutes=10)
_RECORD_TRIES: Final = 20
_RECORD_PAUSE_S: Final = 0.25

# The reasons that a message and its invitation can have for their state.
NO_MAILBOX: Final = "no_such_mailbox"
REJECTED: Final = "rejected"
INVALID_ADDRESS: Final = "invalid_address"  # IDNA 2008 refuses the domain
NO_SMTPUTF8: Final = "no_smtputf8"  # no server supports characters beyond ASCII before the @
INTERNAL_ERROR: Final = "internal_error"  # the job failed permanently
GAVE_UP: Final = "gave_up"
RETRYING: Final = "retrying"
COMPLAINED: Final = "complained"

log: Final = structlog.get_logger("wellwish.delivery")


def handing_over(owners: Owners) -> Handler:
    """Returns the job. The job returns the time of the next attempt if no server accepts the email."""

    async def run(services: Services, args: dict[str, Any]) -> datetime | None:
        if not services.mail.ready:
            return clock.now() + NO_SERVER_PAUSE
        async with services.send_slots:
            row = await _claim(services, owners, args["account_id"], args["message_id"])
        if row is None or row.content is None:
            return None
        letter = envelope(row, row.content, owners.link(services, row), services)
        try:
            taken = await services.mail.send(letter)
        except BouncedError as error:
            await _settle(services, owners, row, Outcome("bounced", NO_MAILBOX), error.detail)
        except SuppressedError as error:
            await _settle_suppressed(services, owners, row, error)
        except RejectedError as error:
            await _settle(services, owners, row, Outcome("failed", REJECTED), error.detail)
        except UnsupportedAddressError as error:
            await _settle(services, owners, row, Outcome("failed", NO_SMTPUTF8), error.detail)
        except (DeferredError, LostError) as error:
            return await put_off(services, owners, row, error.detail)
        else:
            await record(services, owners, row, taken.provider, taken.provider_id)
        return None

    return Handler(run, failing(owners))


def failing(owners: Owners) -> OnDead:
    """Returns the ``on_dead`` of a message's job, which fails the message unless it was sent."""

    async def fail(tx: Tx, services: Services, args: dict[str, Any]) -> None:
        row = await tx.maybe(
            MessageRow,
            """
            select {columns} from messages
            where account_id = :account_id and id = :id and status = 'queued' for no key update
            """,
            account_id=args["account_id"],
            id=args["message_id"],
        )
        if row is not None:
            await settle(tx, services, owners, row, Outcome("failed", INTERNAL_ERROR), "dead")

    return fail


async def _claim(services: Services, owners: Owners, account_id: str, message_id: str) -> MessageRow | None:
    """Counts an attempt and returns the message, or None if it must no longer be sent."""
    async with services.db.transaction([account_id]) as tx:
        row = await tx.maybe(
            MessageRow,
            """
            update messages set attempts = attempts + 1, first_attempt_at = coalesce(first_attempt_at, :now)
            where account_id = :account_id and id = :id and status = 'queued'
            returning {columns}
            """,
            account_id=account_id,
            id=message_id,
        )
        if row is None:
            return None
        if not is_host(row.recipient.rpartition("@")[2]):
            await settle(tx, services, owners, row, Outcome("failed", INVALID_ADDRESS), "idna")
            return None
        # Checked again immediately before sending.
        find = suppression.barred if row.lists_address else suppression.among
        barred = await find(tx, services.keys, account_id, [row.address_key], row.still_sent)
        if barred:
            await end(tx, row, "suppressed", barred[row.address_key])
            await owners.follow(tx, services, row, Outcome("suppressed", barred[row.address_key]))
            return None
        if reason := await mute.obstacle(tx, services.keys, row) or await owners.obstacle(tx, row):
            await end(tx, row, "dropped", reason)
            return None
        await bounce_address.expect(tx, services, row)
    return row


async def end(tx: Tx, row: MessageRow, status: str, reason: str | None, detail: str | None = None) -> int:
    """Ends a message; returns 0 if it has already ended."""
    return await tx.run(
        """
        update messages set status = :status, status_reason = :reason, last_answer = :detail
        where account_id = :account_id and id = :id and status in ('queued', 'handed_over', 'delivered')
        """,
        account_id=row.account_id,
        id=row.id,
        status=status,
        reason=reason,
        detail=detail,
    )


class _Accepted(Struct, frozen=True):
    """A message that a server accepted."""

    row: MessageRow
    provider: str
    provider_id: str
    run: Running | None


async def record(
    services: Services,
    owners: Owners,
    row: MessageRow,
    provider: str,
    provider_id: str,
) -> None:
    """Records that a server accepted the message, and ends the job.

    Retries during a short database outage, to avoid sending a second copy. Keeps an outcome that was recorded
    earlier.
    """
    accepted = _Accepted(row, provider, provider_id, running_job())
    for left in range(_RECORD_TRIES, -1, -1):
        try:
            await services.accepted.give(accepted, partial(_record, services, owners))
        except Unavailable:
            if not left:
                raise
            await asyncio.sleep(_RECORD_PAUSE_S)
        else:
            return


async def _record(services: Services, owners: Owners, accepted: Sequence[_Accepted]) -> None:
    """Records accepted messages of any number of accounts."""
    rows = [each.row for each in accepted]
    async with services.db.transaction(sorted({row.account_id for row in rows})) as tx:
        await tx.run(
            """
            update messages set
              status = case when status = 'queued' then 'handed_over' else status end,
              handed_over_at = :now, provider = scope.provider, provider_id = scope.provider_id,
              last_answer = null, status_reason = null
            from unnest(:accounts::text[], :ids::text[], :providers::text[], :provider_ids::text[])
              as scope (tenant, message_id, provider, provider_id)
            where account_id = scope.tenant and id = scope.message_id
            """,
            accounts=[row.account_id for row in rows],
            ids=[row.id for row in rows],
            providers=[each.provider for each in accepted],
            provider_ids=[each.provider_id for each in accepted],
        )
        await owners.follow_accepted(tx, rows)
        for each in accepted:
            end_with(tx, each.run)


async def _settle(services: Services, owners: Owners, row: MessageRow, outcome: Outcome, detail: str) -> None:
    async with services.db.transaction([row.account_id]) as tx:
        await settle(tx, services, owners, row, outcome, detail)


async def _settle_suppressed(
    services: Services, owners: Owners, row: MessageRow, error: SuppressedError
) -> None:
    """Ends a message to an address that the provider suppresses, and suppresses the address, too."""
    reason = suppression.PROVIDER_REASONS.get(error.reason or "")
    outcome = Outcome("bounced", NO_MAILBOX) if reason == BOUNCED else Outcome("suppressed", reason)
    async with services.db.transaction([row.account_id]) as tx:
        if reason not in (None, BOUNCED):
            address = suppression.seal(services.keys, row.address_key)
            await suppression.suppress(tx, address, row.suppresses_for, reason, everywhere=True)
        await settle(tx, services, owners, row, outcome, error.detail)


async def settle(
    tx: Tx, services: Services, owners: Owners, row: MessageRow, outcome: Outcome, detail: str
) -> None:
    """Ends a message permanently. A hard bounce suppresses the address for all accounts. A repeated callback
    does not, because the suppression may have been lifted since.
    """
    if outcome.what == "bounced" and row.status != "bounced":
        address = suppression.seal(services.keys, row.address_key)
        await suppression.suppress(tx, address, row.suppresses_for, BOUNCED, everywhere=True)
    if await end(tx, row, outcome.what, outcome.reason, detail):
        await owners.follow(tx, services, row, outcome)
    log.info("mail not accepted", message_id=row.id, what=outcome.what, answer=detail)


async def apply_outcome(
    tx: Tx, services: Services, owners: Owners, row: MessageRow, outcome: Outcome
) -> None:
    """Applies a provider's callback about a message. Callbacks can arrive in any order and more than once."""
    if outcome.what == "complained":
        address = suppression.seal(services.keys, row.address_key)
        await suppression.suppress(tx, address, row.suppresses_for, suppression.COMPLAINED, everywhere=True)
    elif outcome.what == "delivered":
        if await _delivered(tx, row):
            await owners.follow(tx, services, row, outcome)
    else:
        await settle(tx, services, owners, row, outcome, "callback")


async def _delivered(tx: Tx, row: MessageRow) -> int:
    return await tx.run(
        """
        update messages set status = 'delivered', delivered_at = :now
        where account_id = :account_id and id = :id and status in ('queued', 'handed_over')
        """,
        account_id=row.account_id,
        id=row.id,
    )


async def put_off(services: Services, owners: Owners, row: MessageRow, detail: str) -> datetime | None:
    """Returns the time of the next attempt, or None after the last one."""
    now = clock.now()
    if row.first_attempt_at is not None and now - row.first_attempt_at >= GIVE_UP:
        await _settle(services, owners, row, Outcome("failed", GAVE_UP), detail)
        return None
    async with services.db.transaction([row.account_id]) as tx:
        await tx.run(
            """
            update messages set status_reason = :reason, last_answer = :detail
            where account_id = :account_id and id = :id and status = 'queued'
            """,
            account_id=row.account_id,
            id=row.id,
            reason=RETRYING,
            detail=detail,
        )
        await owners.follow(tx, services, row, Outcome("retrying", RETRYING))
    pause_s = PAUSES_S[min(row.attempts, len(PAUSES_S)) - 1]
    return now + timedelta(seconds=pause_s * random.uniform(1 - JITTER, 1 + JITTER))  # noqa: S311 - no secret
