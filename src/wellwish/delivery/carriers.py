"""Divide text messages among the carriers, and reduce the share of a failing or slow one.

The rules and figures are those of GOV.UK Notify, which calls a share a priority out of 100. The shares are
stored in the database, so that all processes agree. Each rule locks them first, so that concurrent processes
do not apply it twice.
"""

import random
from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any, Final

from msgspec import Struct

from wellwish.base import clock
from wellwish.infra.db import Tx
from wellwish.infra.http import Services
from wellwish.infra.sms import Carrier, Carriers

STEP: Final = 10  # points of a hundred
FULL: Final = 100

MAX_ERRORS: Final = 50
ERRORS_WITHIN: Final = timedelta(seconds=60)
ERRORS_WAIT: Final = timedelta(minutes=1)

SLOW: Final = timedelta(minutes=5)  # from handing over to delivery
SLOW_WITHIN: Final = timedelta(minutes=15)
SLOW_PERCENT: Final = 15
SLOW_WAIT: Final = timedelta(minutes=5)

DRIFT_EVERY: Final = timedelta(minutes=15)

BALANCE: Final = "delivery.balance"
_BALANCE_EVERY: Final = timedelta(minutes=1)
_KEPT: Final = timedelta(hours=1)  # errors and texts, for longer than every period above


class Share(Struct, frozen=True):
    """A carrier and its weight."""

    name: str
    weight: int


class _Held(Struct, frozen=True):
    name: str
    weight: int
    moved_at: datetime


class _Traffic(Struct, frozen=True):
    carrier: str
    texts: int
    slow: int


async def order(tx: Tx, carriers: Carriers) -> list[Carrier]:
    """Returns the carriers in the order in which they are tried.

    The first is chosen at random by weight; the others follow by weight.
    """
    shares = [Share(each.name, each.resting_weight) for each in carriers.by_name.values()]
    if len(shares) > 1:
        moved = {each.name: each for each in await _shares(tx, carriers)}
        shares = [moved.get(each.name, each) for each in shares]
    weights = [each.weight for each in shares]
    # The random choice divides the load; security does not depend on it.
    first = random.choices(shares, weights if any(weights) else None)[0]  # noqa: S311
    others = sorted((each for each in shares if each is not first), key=lambda each: -each.weight)
    return [carriers.by_name[each.name] for each in (first, *others)]


async def failed(tx: Tx, carriers: Carriers, name: str) -> bool:
    """Counts an error of a carrier; more than 50 in a minute reduce its share.

    Returns whether it was reduced.
    """
    await tx.run("insert into carrier_errors (carrier, created_at) values (:carrier, :now)", carrier=name)
    errors = await tx.value(
        "select count(*) from carrier_errors where carrier = :carrier and created_at > :since",
        carrier=name,
        since=tx.now - ERRORS_WITHIN,
    )
    return errors > MAX_ERRORS and await _reduce(tx, carriers, name, ERRORS_WAIT)


async def taken(tx: Tx, name: str, account_id: str, message_id: str) -> None:
    """Records that a carrier accepted a text."""
    await tx.run(
        """
        insert into carrier_texts (account_id, message_id, carrier, handed_over_at)
        values (:account_id, :message_id, :carrier, :now)
        on conflict (account_id, message_id) do update set carrier = :carrier, handed_over_at = :now
        """,
        account_id=account_id,
        message_id=message_id,
        carrier=name,
    )


async def delivered(tx: Tx, account_id: str, message_id: str) -> None:
    """Records that the carrier reported the outcome of a text, whether it was delivered or not."""
    await tx.run(
        """
        update carrier_texts set delivered_at = :now
        where account_id = :account_id and message_id = :message_id and delivered_at is null
        """,
        account_id=account_id,
        message_id=message_id,
    )


async def run(services: Services, args: dict[str, Any]) -> datetime | None:
    """Balances the shares once a minute, however many workers run. Does nothing without carriers."""
    del args
    if not services.sms.ready:
        return None
    async with services.db.transaction() as tx:
        await balance(tx, services.sms)
    return clock.now() + _BALANCE_EVERY


async def balance(tx: Tx, carriers: Carriers) -> None:
    """Reduces the share of a slow carrier while another is faster; otherwise lets the shares drift back."""
    if len(carriers.by_name) > 1:
        slow = await _slow(tx, carriers)
        if slow is not None:
            await _reduce(tx, carriers, slow, SLOW_WAIT)
        else:
            await _drift(tx, carriers)
    for statement in _PAST:
        await tx.run(statement, before=tx.now - _KEPT)


_PAST: Final = (
    "delete from carrier_errors where created_at < :before",
    "delete from carrier_texts where handed_over_at < :before",
)


async def _shares(tx: Tx, carriers: Carriers) -> list[Share]:
    return await tx.many(
        Share,
        "select name, weight from carriers where name = any (:names) order by name limit 100",
        names=list(carriers.by_name),
    )


async def _slow(tx: Tx, carriers: Carriers) -> str | None:
    """Returns the slowest carrier, or None if none or all are slow: then the cause is elsewhere."""
    traffic = await tx.many(
        _Traffic,
        """
        select carrier, count(*) as texts,
          count(*) filter (where coalesce(delivered_at, :now) - handed_over_at > :slow) as slow
        from carrier_texts
        where carrier = any (:names) and handed_over_at > :since and handed_over_at <= :now
        group by carrier order by carrier limit 100
        """,
        names=list(carriers.by_name),
        since=tx.now - SLOW_WITHIN,
        slow=SLOW,
    )
    late = [each for each in traffic if each.slow * 100 >= SLOW_PERCENT * each.texts]
    if not late or len(late) == len(carriers.by_name):
        return None
    return max(late, key=lambda each: each.slow / each.texts).carrier


async def _reduce(tx: Tx, carriers: Carriers, name: str, wait: timedelta) -> bool:
    """Moves points from a carrier to the others, unless points were moved within ``wait``.

    Returns whether it moved any.
    """
    held = await _held(tx, carriers)
    if any(each.moved_at > tx.now - wait for each in held):
        return False
    weights = {each.name: each.weight for each in held}
    others = sorted(weights.keys() - {name})
    points = min(STEP, weights.get(name, 0))
    if not others or not points:
        return False
    weights[name] -= points
    for index in range(points):
        weights[others[index % len(others)]] += 1
    await _save(tx, {each: min(weight, FULL) for each, weight in weights.items()})
    return True


async def _drift(tx: Tx, carriers: Carriers) -> None:
    """Moves each share up to ten points towards the operator's setting."""
    held = await _held(tx, carriers)
    if any(each.moved_at > tx.now - DRIFT_EVERY for each in held):
        return
    resting = {name: carrier.resting_weight for name, carrier in carriers.by_name.items()}
    weights = {
        each.name: each.weight + max(-STEP, min(STEP, resting[each.name] - each.weight)) for each in held
    }
    if any(weights[each.name] != each.weight for each in held):
        await _save(tx, weights)


async def _held(tx: Tx, carriers: Carriers) -> list[_Held]:
    """Returns all shares, locked; inserts missing rows first."""
    await tx.run(
        """
        insert into carriers (name, weight, moved_at)
        select made.name, made.weight, 'epoch'
        from unnest(:names::text[], :weights::int[]) as made (name, weight)
        on conflict (name) do nothing
        """,
        names=sorted(carriers.by_name),
        weights=[carriers.by_name[name].resting_weight for name in sorted(carriers.by_name)],
    )
    return await tx.many(
        _Held,
        """
        select {columns} from carriers where name = any (:names) order by name limit 100 for update
        """,
        names=list(carriers.by_name),
    )


async def _save(tx: Tx, weights: dict[str, int]) -> None:
    await tx.run(
        """
        update carriers c set weight = moved.weight, moved_at = :now
        from unnest(:names::text[], :weights::int[]) as moved (name, weight)
        where c.name = moved.name
        """,
        names=list(weights),
        weights=list(weights.values()),
    )


async def shares(tx: Tx, carriers: Carriers, listed: Sequence[str] = ()) -> dict[str, int]:
    """Returns the current weight of each carrier, or of the listed ones."""
    moved = {each.name: each.weight for each in await _shares(tx, carriers)}
    names = listed or list(carriers.by_name)
    return {name: moved.get(name, carriers.by_name[name].resting_weight) for name in names}
