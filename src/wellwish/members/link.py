"""The link in the email of an invitation.

It does not sign anyone in: its page emails a sign-in link to the address. The token is derived from IDs, and
each use looks up the invitation, with which the link ends.
"""

from typing import Final

from msgspec import Struct

from wellwish.accounts.derived_link import DerivedLink
from wellwish.infra.db import Tx

MEMBER_LINK: Final = "member"  # the kind of link in the message; the subject of the link is the invitation
LINK: Final = DerivedLink("/member", MEMBER_LINK)


class LinkedMember(Struct, frozen=True):
    """The invitation identified by a link, with the name of the account."""

    user_id: str
    email: str
    account_name: str


async def find_linked(tx: Tx, account_id: str, member_id: str) -> LinkedMember | None:
    """Returns the invitation, or None if it was accepted, withdrawn or has expired."""
    return await tx.maybe(
        LinkedMember,
        """
        select i.user_id, i.email, a.name as account_name from member_invitations i
        join accounts a on a.id = i.account_id and a.id = :account_id
        where i.account_id = :account_id and i.id = :id and i.expires_at > :now
        """,
        account_id=account_id,
        id=member_id,
    )
