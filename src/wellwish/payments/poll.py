"""Poll the providers, so that a lost callback is found within two polls, a minute."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any, Final

import structlog
from msgspec import Struct

from wellwish import clock, jobs
from wellwish.checkout import Merchant, ProviderUnavailableError, RawProviderEvent
from wellwish.http import Services
from wellwish.payments import apply
from wellwish.payments import merchant as merchants

POLL: Final = "payments.poll"
POLL_ACCOUNT: Final = "payments.poll_account"
EVERY: Final = timedelta(seconds=30)
# A transaction that began earlier may become visible later, and clocks differ.
OVERLAP: Final = timedelta(minutes=10)
_FIRST: Final = timedelta(days=30)  # how long Stripe keeps events


class _Known(Struct):
    id: str


log: Final = structlog.get_logger("wellwish.payments")


async def run(services: Services, args: dict[str, Any]) -> datetime:
    """Applies the new events of the operator's providers; returns the time of the next poll.

    Each account's provider has its own job, so that one that hangs does not delay the others.
    """
    del args
    began = clock.now()
    async with services.db.transaction() as tx:
        due = await merchants.polled(tx)
        named = {each.merchant: {"account_id": each.account_id, "merchant": each.merchant} for each in due}
        await jobs.wake(tx, POLL_ACCOUNT, named)
    for merchant in services.checkout.merchants:
        await _try(services, merchant)
    return began + EVERY


async def run_account(services: Services, args: dict[str, Any]) -> None:
    """Applies the new events of an account's provider, if it can still be reached."""
    async with services.db.transaction([args["account_id"]]) as tx:
        merchant = await merchants.find_by_name(tx, services, args["account_id"], args["merchant"])
    if merchant is not None:
        await _try(services, merchant)


async def _try(services: Services, merchant: Merchant) -> None:
    """Polls; an unavailable provider waits for the next poll."""
    try:
        await look(services, merchant)
    except ProviderUnavailableError as error:
        log.warning("provider unavailable", merchant=merchant.name, error=str(error))


async def unknown(
    services: Services, merchant: Merchant, raw_events: Sequence[RawProviderEvent]
) -> list[RawProviderEvent]:
    """Returns the events that were not applied before."""
    async with services.db.statement() as tx:
        rows = await tx.many(
            _Known,
            "select id from provider_events where merchant = :merchant and id = any (:ids) limit 1000000",
            merchant=merchant.name,
            ids=[each.event_id for each in raw_events],
        )
    known = {row.id for row in rows}
    return [each for each in raw_events if each.event_id not in known]


async def look(services: Services, merchant: Merchant) -> int:
    """Applies the events since the last poll; returns how many are new. Raises ProviderUnavailableError."""
    began = clock.now()
    async with services.db.statement() as tx:
        until = await tx.value(
            "select polled_until from provider_polls where merchant = :merchant", merchant=merchant.name
        )
    since = began - _FIRST if until is None else until - OVERLAP
    provider = services.checkout.adapter(merchant.provider)
    outcomes: list[apply.Outcome] = []
    for raw_events in await unknown(services, merchant, await provider.events(merchant, since)):
        event = await provider.interpret(merchant, raw_events)
        if event is not None:
            outcomes.append(await apply.take(services, event))
    if "early" not in outcomes:
        async with services.db.statement() as tx:
            await tx.run(
                """
                insert into provider_polls (merchant, polled_until) values (:merchant, :until)
                on conflict (merchant) do update set polled_until =
                  greatest(provider_polls.polled_until, excluded.polled_until)
                """,
                merchant=merchant.name,
                until=began,
            )
    return sum(outcome == "applied" for outcome in outcomes)
