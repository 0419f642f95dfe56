"""Ask the providers what happened, so that a lost callback is found: within two looks, a minute."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any, Final

import structlog
from msgspec import Struct

from wellwish import clock
from wellwish.checkout import AwayError, Heard, Merchant
from wellwish.http import Parts
from wellwish.payments import apply
from wellwish.payments.merchant import everybody

POLL: Final = "payments.poll"
EVERY: Final = timedelta(seconds=30)
# What was written in a transaction that began earlier may come to light later, and clocks differ.
_OVERLAP: Final = timedelta(minutes=10)
_FIRST: Final = timedelta(days=30)  # for so long Stripe keeps its events


class _Known(Struct):
    id: str


log: Final = structlog.get_logger("wellwish.payments")


async def run(parts: Parts, args: dict[str, Any]) -> datetime:
    """Takes what is new at each provider; returns when it looks again."""
    del args
    began = clock.now()
    for merchant in await everybody(parts):
        try:
            await look(parts, merchant)
        except AwayError as error:
            log.warning("provider is away", merchant=merchant.name, error=str(error))
    return began + EVERY


async def unknown(parts: Parts, merchant: Merchant, heard: Sequence[Heard]) -> list[Heard]:
    """Returns the events that were not taken before."""
    async with parts.db.statement() as tx:
        rows = await tx.many(
            _Known,
            "select id from provider_events where merchant = :merchant and id = any (:ids) limit 1000000",
            merchant=merchant.name,
            ids=[each.event_id for each in heard],
        )
    known = {row.id for row in rows}
    return [each for each in heard if each.event_id not in known]


async def look(parts: Parts, merchant: Merchant) -> int:
    """Takes what was told since the last look, and returns how much of it was new. Raises AwayError."""
    began = clock.now()
    async with parts.db.statement() as tx:
        until = await tx.value(
            "select polled_until from provider_polls where merchant = :merchant", merchant=merchant.name
        )
    since = began - _FIRST if until is None else until - _OVERLAP
    provider = parts.checkout.by_name[merchant.provider]
    outcomes: list[apply.Outcome] = []
    for heard in await unknown(parts, merchant, await provider.events(merchant, since)):
        told = await provider.understand(merchant, heard)
        if told is not None:
            outcomes.append(await apply.take(parts, told))
    if "early" not in outcomes:
        async with parts.db.statement() as tx:
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
