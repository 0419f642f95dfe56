"""Putting jobs into the queue, in the transaction of the fact that causes them."""

from collections.abc import Mapping, Sequence
from datetime import timedelta
from typing import Any

import msgspec

from wellwish.db import Tx


async def enqueue(
    tx: Tx, kind: str, args: Sequence[Mapping[str, Any]], *, delay_s: float = 0, is_bulk: bool = False
) -> None:
    """Adds a job for each of the arguments to the queue, in this transaction.

    ``account_id`` in the arguments says whose share of the workers a job uses. Single jobs of an account
    overtake its bulk jobs.
    """
    await tx.run(
        """
        insert into jobs (kind, args, run_at, ready, is_bulk)
        select :kind, made.args::jsonb, :run_at, :ready, :is_bulk from unnest(:args::text[]) as made (args)
        """,
        kind=kind,
        args=[msgspec.json.encode(each).decode() for each in args],
        run_at=tx.now + timedelta(seconds=delay_s),
        ready=delay_s <= 0,
        is_bulk=is_bulk,
    )


async def wake(tx: Tx, kind: str, args: Mapping[str, Mapping[str, Any]]) -> None:
    """Lets the one living job of each key run once more, from this transaction's end on.

    One that waits is brought forward, one that runs will run again, and where there is none it is made.
    """
    keys = sorted(args)  # in one order everywhere, so that two transactions cannot wait for each other
    await tx.run(
        """
        insert into jobs (kind, key, args, run_at)
        select :kind, made.key, made.args::jsonb, :now
        from unnest(:keys::text[], :args::text[]) as made (key, args)
        on conflict (key) where key is not null and dead_at is null do update set
          run_at = case when jobs.locked_until is null then excluded.run_at
            else greatest(excluded.run_at, jobs.run_at + interval '1 microsecond') end,
          ready = true
          where jobs.locked_until is not null or jobs.run_at > excluded.run_at
        """,
        kind=kind,
        keys=[f"{kind}:{key}" for key in keys],
        args=[msgspec.json.encode(args[key]).decode() for key in keys],
    )
