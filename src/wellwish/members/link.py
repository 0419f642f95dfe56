"""The link in the mail of an invitation. It signs nobody in: its page mails a sign-in link to the address.

Its token is derived from the ids in it, and its invitation is looked up, so it ends with the invitation.
"""

import hmac
from typing import Final

from msgspec import Struct

from wellwish import ids
from wellwish.crypto import Keys
from wellwish.db import Tx

MEMBER_LINK: Final = "member"  # the kind of the link of a message; its subject is the invitation

_VERSION: Final = 1


class LinkedMember(Struct, frozen=True):
    """The invitation of a link, with the name of the account."""

    user_id: str
    email: str
    account_name: str


def url(keys: Keys, base_url: str, account_id: str, member_id: str) -> str:
    """Returns the link."""
    return f"{base_url}/member/{account_id}/{member_id}/{_token(keys, account_id, member_id)}"


def is_genuine(keys: Keys, account_id: str, member_id: str, token: str) -> bool:
    """Returns whether the token belongs to the invitation."""
    if not ids.is_id("acct", account_id) or not ids.is_id("mbr", member_id):
        return False
    return token.isascii() and hmac.compare_digest(_token(keys, account_id, member_id), token)


def _token(keys: Keys, account_id: str, member_id: str) -> str:
    return keys.link_token(MEMBER_LINK, f"{account_id}/{member_id}", _VERSION)


async def find_linked(tx: Tx, account_id: str, member_id: str) -> LinkedMember | None:
    """Returns the invitation unless it was accepted, withdrawn or has expired."""
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
