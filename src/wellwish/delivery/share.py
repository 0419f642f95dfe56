"""The share that a platform's customer has of the platform's daily budget.

A customer gets more only while at least as much as it has used remains free, as in ``limiter``. One customer
therefore leaves half of the budget to the others, and two customers leave a third.
"""

from datetime import datetime

from msgspec import Struct

from wellwish.base.crypto import Keys
from wellwish.base.limiter import room
from wellwish.infra.db import Tx


class Budget(Struct, frozen=True):
    """The number of uses of a kind that a payer's account has until a given time."""

    what: str
    payer_id: str
    limit: int
    ends_at: datetime


async def take_share(
    tx: Tx, keys: Keys, budget: Budget, account_id: str, wanted: int, *, is_whole: bool = False
) -> int:
    """Counts up to ``wanted`` uses of the payer's budget (with ``is_whole``, all or none); returns how many.

    Only an account that is not the payer has a share. A negative number returns uses of this transaction.
    """
    whole, own = _subjects(keys, budget, account_id)
    used, of_account = await _lock(tx, whole, own, budget.ends_at)
    left = max(0, budget.limit - used)
    granted = min(wanted, left if own is None else room(left, of_account))
    if is_whole and granted < wanted:
        return 0
    await tx.run(
        """
        update throttles set uses = uses + :granted
        where subject = any (:subjects::bytea[]) and window_ends_at = :ends_at
        """,
        granted=granted,
        subjects=[each for each in (whole, own) if each is not None],
        ends_at=budget.ends_at,
    )
    return granted


def _subjects(keys: Keys, budget: Budget, account_id: str) -> tuple[bytes, bytes | None]:
    """Returns the subjects of a budget, and of the account's share if the budget is its platform's."""
    of_payer = f"{budget.what} of {budget.payer_id}"
    own = None if account_id == budget.payer_id else keys.pseudonym(f"{of_payer} by {account_id}")
    return keys.pseudonym(of_payer), own


class _Used(Struct):
    subject: bytes
    uses: int


async def _lock(tx: Tx, whole: bytes, own: bytes | None, ends_at: datetime) -> tuple[int, int]:
    """Returns the uses of a budget and of a share, locked until the end of the transaction.

    If two transactions use the same budget, the second one waits here.
    """
    rows = await tx.many(
        _Used,
        """
        insert into throttles (subject, window_ends_at, uses)
        select subject, :ends_at, 0 from unnest(:subjects::bytea[]) with ordinality as asked (subject, number)
        order by number
        on conflict (subject, window_ends_at) do update set uses = throttles.uses
        returning subject, uses
        """,
        subjects=[each for each in (whole, own) if each is not None],
        ends_at=ends_at,
    )
    found = {row.subject: row.uses for row in rows}
    return found[whole], 0 if own is None else found[own]
