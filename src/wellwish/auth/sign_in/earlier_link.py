"""The link of an earlier email: for a day, opening it in any browser proves that its user reads the mailbox.

The proof does not sign anyone in. It gives the browser a reserve of emails that strangers cannot use up, and
sends the first email of that reserve.
"""

from datetime import datetime, timedelta
from typing import Final

from wellwish.auth.sign_in.attempt import Attempt
from wellwish.base.crypto import Keys, link_hash
from wellwish.delivery import budget
from wellwish.infra.db import Tx

PROVES_FOR: Final = timedelta(days=1)  # at least as long as the limit of an address
BROWSERS: Final = 3  # browsers that get a reserve from one link; few, in case the link is leaked


async def find_former(tx: Tx, token: str) -> Attempt | None:
    """Returns the attempt whose link was sent within the last day, even if it is used or expired."""
    return await tx.maybe(
        Attempt,
        "select {columns} from sign_in_attempts where link_hash = :link_hash and created_at > :since",
        link_hash=link_hash(token),
        since=tx.now - PROVES_FOR,
    )


async def use_former(tx: Tx, keys: Keys, mail_id: str, asked_at: datetime) -> bool:
    """Counts a browser that gets a reserve through the link; returns False once ``BROWSERS`` have one."""
    subject = keys.pseudonym(f"browsers with the link of {mail_id}")
    return bool(await budget.take(tx, [subject], BROWSERS, budget.day_end(asked_at) + PROVES_FOR))
