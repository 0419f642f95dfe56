"""The link in a card admin's email. It does not sign anyone in.

Its page emails a sign-in link to the admin's address.

The token is derived from the IDs in the link, and each use looks up the admin, so the link stops working when
the admin is removed.
"""

from typing import Final

from msgspec import Struct

from wellwish.accounts.derived_link import DerivedLink
from wellwish.infra.db import Tx

LINK: Final = DerivedLink("/admin", "admin")


class LinkedAdmin(Struct, frozen=True):
    """The admin of a link, with the title of the card."""

    card_id: str
    user_id: str
    email: str
    title: str


async def find_linked(tx: Tx, account_id: str, card_admin_id: str) -> LinkedAdmin | None:
    """Returns the admin unless they were removed or the card was deleted."""
    return await tx.maybe(
        LinkedAdmin,
        """
        select a.card_id, a.user_id, a.email, c.title from card_admins a
        join cards c on c.account_id = a.account_id and c.id = a.card_id
        where a.account_id = :account_id and a.id = :id and a.removed_at is null and c.deleted_at is null
        """,
        account_id=account_id,
        id=card_admin_id,
    )
