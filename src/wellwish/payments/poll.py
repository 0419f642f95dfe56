"""Poll the providers, so that events of lost callbacks are found within two polls, or a minute."""

import asyncio
from collections.abc import Generator, Sequence
from contextlib import contextmanager
from datetime import datetime, timedelta
from typing import Any, Final

import structlog
from msgspec import Struct

from wellwish.base import clock
from wellwish.base.errors import Unavailable
from wellwish.infra import jobs
from wellwish.infra.checkout import Merchant, ProviderPayout, ProviderUnavailableError, RawProviderEvent
from wellwish.infra.http import Services
from wellwish.infra.jobs import RetryLaterError
from wellwish.payments import apply, payout
from wellwish.payments import merchant as merchants

POLL: Final = "payments.poll"
POLL_ACCOUNT: Final = "payments.poll_account"
EVERY: Final = timedelta(seconds=30)
AGAIN_S: Final = 5.0  # pause after the database was unavailable
# Transactions that began earlier may become visible later, and clocks differ.
OVERLAP: Final = timedelta(minutes=10)
_FIRST: Final = timedelta(days=30)  # Stripe lists events for this long


# Polls retry unreadable events for as long as Stripe retries callbacks.
_TRIES_FOR: Final = timedelta(days=3)
# Time limit of a poll, so that it ends before the job's time limit regardless of the number of events. A
# failed job is retried with increasing delays, and this job also wakes the polls of all accounts.
LASTS: Final = timedelta(seconds=25)
MOST_S: Final = 40.0  # maximum per poll, including the calls that list events


class _Known(Struct):
    id: str
    is_unlisted: bool


log: Final = structlog.get_logger("wellwish.payments")


async def run(services: Services, args: dict[str, Any]) -> datetime:
    """Applies new events of the operator's providers and returns the time of the next poll.

    The next poll is due immediately if this one did not reach all events. Each account's provider has a
    separate job, so that a slow provider does not delay others. Raises RetryLaterError.
    """
    del args
    began = clock.now()
    with _again():
        async with services.db.transaction() as tx:
            due = await merchants.polled(tx)
            named = {
                each.merchant: {"account_id": each.account_id, "merchant": each.merchant} for each in due
            }
            await jobs.wake(tx, POLL_ACCOUNT, named)
        finished = [await _try(services, merchant) for merchant in services.checkout.merchants]
    return began + EVERY if all(finished) else clock.now()


async def run_account(services: Services, args: dict[str, Any]) -> datetime | None:
    """Applies the new events of an account's provider, if it is still accessible. Raises RetryLaterError."""
    with _again():
        async with services.db.transaction([args["account_id"]]) as tx:
            merchant = await merchants.find_by_name(tx, services, args["account_id"], args["merchant"])
        if merchant is None or await _try(services, merchant):
            return None
    return clock.now()


@contextmanager
def _again() -> Generator[None]:
    """Retries a poll soon, without limit, if the database is unavailable.

    If the job failed instead, its delays would increase to minutes, in which lost callbacks would not be
    noticed.
    """
    try:
        yield
    except Unavailable as error:
        raise RetryLaterError(AGAIN_S) from error


async def _try(services: Services, merchant: Merchant) -> bool:
    """Polls a provider. After an error, the next poll retries. Returns False if there are more events."""
    try:
        async with asyncio.timeout(MOST_S):
            return await look(services, merchant)
    except (ProviderUnavailableError, TimeoutError) as error:
        log.warning("provider unavailable", merchant=merchant.name, error=str(error) or type(error).__name__)
    except Unavailable:
        raise
    except Exception as error:  # noqa: BLE001 - no merchant delays another
        log.warning("poll failed", merchant=merchant.name, error=type(error).__name__)
    return True


async def unknown(
    services: Services, merchant: Merchant, raw_events: Sequence[RawProviderEvent]
) -> list[RawProviderEvent]:
    """Returns the events that are not stored yet.

    Marks stored unmatched events as listed by the provider.
    """
    async with services.db.statement() as tx:
        rows = await tx.many(
            _Known,
            """
            select id, outcome in ('unknown', 'mismatch', 'waiting') and listed_at is null as is_unlisted
            from provider_events where merchant = :merchant and id = any (:ids) limit 1000000
            """,
            merchant=merchant.name,
            ids=[each.event_id for each in raw_events],
        )
    await _listed(services, merchant, [row.id for row in rows if row.is_unlisted])
    known = {row.id for row in rows}
    return [each for each in raw_events if each.event_id not in known]


async def _listed(services: Services, merchant: Merchant, event_ids: Sequence[str]) -> None:
    if event_ids:
        async with services.db.statement() as tx:
            await tx.run(
                """
                update provider_events set listed_at = :now where merchant = :merchant and id = any (:ids)
                """,
                merchant=merchant.name,
                ids=list(event_ids),
            )


async def look(services: Services, merchant: Merchant) -> bool:
    """Applies the events since the last poll. Raises ProviderUnavailableError.

    Returns False if the time limit expired, so that the next call continues. Skips malformed events. The next
    polls retry events that fail for other reasons, for three days.
    """
    began = clock.now()
    async with services.db.statement() as tx:
        until = await tx.value(
            "select polled_until from provider_polls where merchant = :merchant", merchant=merchant.name
        )
    since = began - _FIRST if until is None else until - OVERLAP
    left: list[datetime] = []
    is_finished = True
    raw_events = await services.checkout.adapter(merchant.provider).events(merchant, since)
    for each in await unknown(services, merchant, raw_events):
        if clock.now() - began > LASTS:
            left.append(each.occurred_at)
            is_finished = False
            break
        try:
            await _take(services, merchant, each)
        except Unavailable:
            raise
        except Exception as error:  # noqa: BLE001 - no event delays another; the next polls retry it
            log.warning(
                "event not explained",
                merchant=merchant.name,
                provider_event=each.event_id,
                why=f"{type(error).__name__}: {error}"[:200],
            )
            left.append(each.occurred_at)
    polled_until = min([began, *(max(each, began - _TRIES_FOR) for each in left)])
    async with services.db.statement() as tx:
        await tx.run(
            """
            insert into provider_polls (merchant, polled_until) values (:merchant, :until)
            on conflict (merchant) do update set polled_until =
              greatest(provider_polls.polled_until, excluded.polled_until)
            """,
            merchant=merchant.name,
            until=polled_until,
        )
    return is_finished


async def _take(services: Services, merchant: Merchant, raw: RawProviderEvent) -> None:
    """Applies one event, unless it is malformed or belongs to another program. Raises
    ProviderUnavailableError.
    """
    try:
        event = await services.checkout.adapter(merchant.provider).interpret(merchant, raw)
    except (AttributeError, KeyError, TypeError, ValueError) as error:
        log.warning(
            "event stepped over",
            merchant=merchant.name,
            provider_event=raw.event_id,
            why=type(error).__name__,
        )
        return
    if isinstance(event, ProviderPayout):
        await payout.report(services, merchant, event)
    elif event is not None and apply.concerns(merchant, event):
        outcome = await apply.take(services, event)
        if outcome in ("unknown", "mismatch", "waiting"):
            await _listed(services, merchant, [event.event_id])
