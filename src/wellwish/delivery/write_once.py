"""Write an email only once, even if it is requested several times."""

from datetime import datetime

from wellwish.delivery import budget, message, suppression
from wellwish.delivery.message import EMAIL, Message
from wellwish.infra.db import Tx
from wellwish.infra.http import Services


async def write_once(
    tx: Tx, services: Services, account_id: str, subject_id: str, mail: Message
) -> datetime | None:
    """Writes the email unless it was written before; returns the next day if a budget is used up.

    The email counts against the budget of the address for its subject (a card or the account) and against the
    account's budget.
    """
    if await message.written(tx, account_id, [mail.dedupe_key]):
        return None
    key = suppression.key(EMAIL, mail.recipient)
    # Count the address before the account, as in every transaction, to prevent deadlocks.
    may = await budget.within_day(tx, services, subject_id, [key])
    if not (may and await budget.within_account(tx, services, account_id, 1)):
        return budget.day_end(tx.now)
    await message.write(tx, services, account_id, [mail])
    return None
