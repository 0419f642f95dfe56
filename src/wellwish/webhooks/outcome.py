"""Record attempts as delivered, due again or failed, and disable endpoints that fail for too long."""

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from email.utils import parsedate_to_datetime
from random import SystemRandom
from typing import Final

from msgspec import Struct

from wellwish.base import clock
from wellwish.infra import events, jobs
from wellwish.infra.db import Tx
from wellwish.webhooks.delivery import TRIES
from wellwish.webhooks.endpoint import FAILING_FOR, SILENT_FOR, EndpointRow
from wellwish.webhooks.payload import PendingDelivery

TELL_OWNERS: Final = "webhooks.tell_owners"  # a job of delivery, which webhooks must not import

# Seconds from one attempt to the next: 10 attempts over about 3 days.
DELAYS_S: Final = (0, 5, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 86_400)
JITTER: Final = 0.2  # fraction of each delay, so that a recovering receiver does not get all messages at once
_LONGEST_WAIT_S: Final = 86_400  # maximum delay that a receiver can request with Retry-After
_LONGEST_PAUSE_S: Final = 3_600  # maximum resulting delay of the endpoint's other messages
# The pause of an endpoint that does not respond is a tenth of the time since its last response, so that
# unreachable endpoints do not starve healthy ones.
_AWAY_PART, _LONGEST_AWAY_S = 0.1, 300
_WAITS_FOR: Final = (429, 503)
_GONE: Final = 410
_random: Final = SystemRandom()


class Attempt(Struct, frozen=True):
    """An attempt: the status and the start of the body, or the reason for the missing response."""

    delivery: PendingDelivery
    at: datetime
    status: int | None
    answer: str | None
    error: str | None
    duration_ms: int
    retry_after: str | None

    @property
    def succeeded(self) -> bool:
        """Whether the receiver accepted the message."""
        return self.status is not None and 200 <= self.status < 300

    @property
    def is_final(self) -> bool:
        """Whether this is the last attempt, because the receiver is gone."""
        return self.status == _GONE


class _Kept(Struct):
    id: str


async def keep(tx: Tx, account_id: str, endpoint: EndpointRow, tried: Sequence[Attempt]) -> None:
    """Records the attempts and the state of the endpoint."""
    kept = await _move_on(tx, account_id, tried)
    await _write_down(tx, account_id, [each for each in tried if each.delivery.delivery_id in kept])
    failing_since = _failing_since(endpoint, tried, tx.real_now)
    pause_s = _pause_s(tried, failing_since, tx.real_now)
    paused_until = tx.real_now + timedelta(seconds=pause_s) if pause_s else None
    if failing_since or (failing_since, paused_until) != (endpoint.failing_since, endpoint.paused_until):
        await tx.run(
            """
            update webhook_endpoints set failing_since = :failing_since, last_failed_at = :last_failed_at,
              paused_until = :paused_until
            where account_id = :account_id and id = :id
            """,
            account_id=account_id,
            id=endpoint.id,
            failing_since=failing_since,
            last_failed_at=tx.real_now if failing_since else None,
            paused_until=paused_until,
        )
    if any(each.is_final for each in tried):
        await _disable(tx, account_id, endpoint.id, "gone")
    elif failing_since is not None and failing_since <= tx.real_now - FAILING_FOR:
        await _disable(tx, account_id, endpoint.id, "failing")


def _failing_since(endpoint: EndpointRow, tried: Sequence[Attempt], now: datetime) -> datetime | None:
    if any(each.succeeded for each in tried):
        return None
    silent = endpoint.last_failed_at is None or now - endpoint.last_failed_at > SILENT_FOR
    return now if silent else endpoint.failing_since or now


def _pause_s(tried: Sequence[Attempt], failing_since: datetime | None, now: datetime) -> float:
    asked = max(asked_for_s(each, now) for each in tried)
    if asked:
        return min(asked, _LONGEST_PAUSE_S)
    if failing_since is not None and all(each.status is None for each in tried):
        return min((now - failing_since).total_seconds() * _AWAY_PART, _LONGEST_AWAY_S)
    return 0


def next_at(tried: Attempt, now: datetime) -> datetime:
    """Returns the time of the next attempt after a failed one."""
    done = min(TRIES - tried.delivery.tries_left + 1, TRIES - 1)
    delay_s = DELAYS_S[done] * _random.uniform(1 - JITTER, 1 + JITTER)
    return now + timedelta(seconds=max(delay_s, asked_for_s(tried, now)))


def asked_for_s(tried: Attempt, now: datetime) -> float:
    """Returns the seconds that the receiver requests with ``Retry-After`` (RFC 9110 section 10.2.3)."""
    if tried.status not in _WAITS_FOR or tried.retry_after is None:
        return 0
    given = tried.retry_after.strip()
    if given.isascii() and given.isdigit():
        return min(int(given[:9]), _LONGEST_WAIT_S)
    try:
        until = parsedate_to_datetime(given)
    except ValueError:
        return 0
    until = until if until.tzinfo else until.replace(tzinfo=UTC)
    # The receiver does not know the test clock.
    return min(max((until + clock.ahead() - now).total_seconds(), 0), _LONGEST_WAIT_S)


async def _move_on(tx: Tx, account_id: str, tried: Sequence[Attempt]) -> set[str]:
    """Updates each delivery with its attempt, unless another worker has, and returns the updated IDs."""
    rows = await tx.many(
        _Kept,
        """
        update webhook_deliveries d set
          attempts = d.attempts + 1,
          tries_left = d.tries_left - 1,
          status = case
            when t.succeeded then 'delivered' when d.tries_left <= 1 or t.is_final then 'failed'
            else 'pending' end,
          next_attempt_at = case when not (t.succeeded or t.is_final) and d.tries_left > 1 then t.next_at end,
          delivered_at = case when t.succeeded then :now::timestamptz else d.delivered_at end,
          updated_at = :now
        from unnest(:delivery_ids::text[], :counts::int[], :succeeded::bool[], :finals::bool[],
            :next_ats::timestamptz[])
          as t (id, attempts, succeeded, is_final, next_at)
        where d.account_id = :account_id and d.id = t.id and d.attempts = t.attempts and d.status = 'pending'
        returning d.id
        """,
        account_id=account_id,
        delivery_ids=[each.delivery.delivery_id for each in tried],
        counts=[each.delivery.attempts for each in tried],
        succeeded=[each.succeeded for each in tried],
        finals=[each.is_final for each in tried],
        next_ats=[next_at(each, tx.real_now) for each in tried],
    )
    return {row.id for row in rows}


async def _write_down(tx: Tx, account_id: str, tried: Sequence[Attempt]) -> None:
    await tx.run(
        """
        insert into webhook_attempts
          (account_id, delivery_id, number, response_status, response_body, error, duration_ms, created_at)
        select :account_id, t.delivery_id, t.number, t.response_status, t.response_body, t.error,
          t.duration_ms, t.created_at
        from unnest(:delivery_ids::text[], :numbers::int[], :statuses::int[], :answers::text[],
          :errors::text[], :durations::int[], :ats::timestamptz[])
          as t (delivery_id, number, response_status, response_body, error, duration_ms, created_at)
        on conflict do nothing
        """,
        account_id=account_id,
        delivery_ids=[each.delivery.delivery_id for each in tried],
        numbers=[each.delivery.attempts + 1 for each in tried],
        statuses=[each.status for each in tried],
        answers=[each.answer for each in tried],
        errors=[each.error for each in tried],
        durations=[each.duration_ms for each in tried],
        ats=[each.at for each in tried],
    )


async def _disable(tx: Tx, account_id: str, endpoint_id: str, reason: str) -> None:
    disabled = await tx.run(
        """
        update webhook_endpoints
        set disabled_at = :now, disabled_reason = :reason, version = version + 1, updated_at = :now
        where account_id = :account_id and id = :id and disabled_at is null
        """,
        account_id=account_id,
        id=endpoint_id,
        reason=reason,
    )
    if disabled:
        data = {"webhook_endpoint_id": endpoint_id, "reason": reason}
        await events.record(tx, account_id, "webhook_endpoint.disabled", data=data)
        arguments = {
            "account_id": account_id,
            "endpoint_id": endpoint_id,
            "disabled_at": clock.rfc3339(tx.now),
        }
        await jobs.enqueue(tx, TELL_OWNERS, [arguments])
