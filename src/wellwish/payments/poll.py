"""Ask the providers what happened, so that a lost callback is found: within two looks, a minute."""

from datetime import datetime, timedelta
from typing import Any, Final

import structlog

from wellwish import clock
from wellwish.checkout import AwayError, Merchant
from wellwish.http import Parts
from wellwish.payments import apply

POLL: Final = "payments.poll"
EVERY: Final = timedelta(seconds=30)
# What was written in a transaction that began earlier may come to light later, and clocks differ.
_OVERLAP: Final = timedelta(minutes=10)
_FIRST: Final = timedelta(days=30)  # for so long Stripe keeps its events

log: Final = structlog.get_logger("wellwish.payments")


async def run(parts: Parts, args: dict[str, Any]) -> datetime:
    """Takes what is new at each provider; returns when it looks again."""
    del args
    began = clock.now()
    merchant = parts.checkout.operator
    if merchant is not None:
        try:
            await look(parts, merchant)
        except AwayError as error:
            log.warning("provider is away", merchant=merchant.name, error=str(error))
    return began + EVERY


async def look(parts: Parts, merchant: Merchant) -> int:
    """Takes what was told since the last look, and returns how much of it was new. Raises AwayError."""
    began = clock.now()
    async with parts.db.statement() as tx:
        until = await tx.value(
            "select polled_until from provider_polls where merchant = :merchant", merchant=merchant.name
        )
    since = began - _FIRST if until is None else until - _OVERLAP
    found = await parts.checkout.by_name[merchant.provider].events(merchant, since)
    outcomes = [await apply.take(parts, told) for told in found]
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
