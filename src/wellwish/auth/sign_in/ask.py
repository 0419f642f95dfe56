"""Request a sign-in mail.

The response and the statements are the same for every address: a job looks up the user. Limits count over all
processes, before anything depends on the address.
"""

import math
from datetime import datetime, timedelta
from typing import Final

from wellwish.accounts.user import email_key
from wellwish.auth.sign_in import attempt
from wellwish.auth.sign_in.attempt import Issued
from wellwish.base.errors import TooManyRequests
from wellwish.delivery import budget
from wellwish.infra import jobs
from wellwish.infra.db import Tx
from wellwish.infra.http import Services

MAIL: Final = "sign_in.mail"

MAILS_TO_ADDRESS: Final = 5  # an hour
MAILS_FROM_NETWORK: Final = 20  # an hour; an office shares a network address
_WINDOW: Final = timedelta(hours=1)


async def ask(
    tx: Tx, services: Services, email: str, network: str, *, next_path: str, language: str
) -> Issued:
    """Returns the attempt. ``network`` is the client's network address.

    Raises ValueError for an invalid address, TooManyRequests with ``Retry-After``.
    """
    keys = services.keys
    ends_at = tx.now.replace(minute=0, second=0, microsecond=0) + _WINDOW
    limits = (
        (keys.pseudonym(f"sign-in mails from {network}"), MAILS_FROM_NETWORK),
        (keys.pseudonym(f"sign-in mails to {email_key(email)}"), MAILS_TO_ADDRESS),
    )
    for subject, limit in limits:
        if not await budget.take(tx, [subject], limit, ends_at):
            raise _too_many(tx.now, ends_at)
    issued = await attempt.issue(tx, keys, email, next_path=next_path, language=language)
    await jobs.enqueue(tx, MAIL, [{"attempt_id": issued.id}])
    return issued


def _too_many(now: datetime, ends_at: datetime) -> TooManyRequests:
    wait_s = math.ceil((ends_at - now).total_seconds())
    return TooManyRequests(
        "Too many sign-in emails were requested. Use the newest one, or try again later.",
        headers={"Retry-After": str(wait_s)},
    )
