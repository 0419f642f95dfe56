"""Enqueue jobs in the transaction that causes them."""

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any

import msgspec

from wellwish.infra import effects
from wellwish.infra.db import Tx
from wellwish.infra.effects import Job, Wake


async def enqueue(
    tx: Tx, kind: str, args: Sequence[Mapping[str, Any]], *, delay_s: float = 0, is_bulk: bool = False
) -> None:
    """Enqueues a job for each of ``args`` when this transaction commits.

    A job counts towards the share of the ``account_id`` in its arguments. Single jobs of an account precede
    its bulk jobs.
    """
    run_at = tx.now + timedelta(seconds=delay_s)
    for each in args:
        text = msgspec.json.encode(each).decode()
        effects.get_effects(tx).enqueue(Job(kind, text, run_at, ready=delay_s <= 0, is_bulk=is_bulk))


async def wake(
    tx: Tx, kind: str, args: Mapping[str, Mapping[str, Any]], *, at: datetime | None = None
) -> None:
    """Runs the job of each key after this transaction commits, or at ``at``.

    A waiting job is brought forward, a running job runs again immediately afterwards, and a missing job is
    added.
    """
    for key, each in args.items():
        job = Wake(kind, msgspec.json.encode(each).decode(), tx.now if at is None else at)
        effects.get_effects(tx).wake(f"{kind}:{key}", job)
