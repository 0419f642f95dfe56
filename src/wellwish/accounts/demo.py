"""The demo account. In demo mode, any program on this machine can use its credentials."""

from typing import Final

from msgspec import Struct

from wellwish.accounts.user import email_key
from wellwish.infra.db import Tx

EMAIL: Final = "demo@wellwish.example"  # .example is reserved (RFC 2606)


class Demo(Struct, frozen=True):
    account_id: str
    user_id: str


async def find_demo(tx: Tx) -> Demo | None:
    """Returns the demo account, or None if there is none. The transaction need not see any account."""
    return await tx.maybe(
        Demo,
        """
        select m.account_id, m.user_id from users u
        join memberships m on m.user_id = u.id and m.role = 'owner'
        where u.email_key = :email_key and m.live_account_id is null order by m.account_id limit 1
        """,
        email_key=email_key(EMAIL),
    )
