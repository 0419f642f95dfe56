"""Limit the accounts that a signed-in user creates."""

import math
from typing import Final

from wellwish.base.errors import TooManyRequests
from wellwish.delivery import budget
from wellwish.infra.db import Tx
from wellwish.infra.http import Services

ACCOUNTS_A_DAY: Final = 3


async def count_account(tx: Tx, services: Services, user_id: str) -> None:
    """Counts a new account of the user. Raises TooManyRequests with ``Retry-After``."""
    ends_at = budget.day_end(tx.now)
    subject = services.keys.pseudonym(f"accounts created by {user_id}")
    if not await budget.take(tx, [subject], ACCOUNTS_A_DAY, ends_at):
        wait_s = math.ceil((ends_at - tx.now).total_seconds())
        raise TooManyRequests(
            f"A user can create {ACCOUNTS_A_DAY} accounts a day.", headers={"Retry-After": str(wait_s)}
        )
