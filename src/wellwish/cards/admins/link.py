"""The link in a card admin's mail. It signs nobody in: its page mails a sign-in link to the admin's address.

Its token is derived from the ids in it, and its admin is looked up, so it ends with the admin.
"""

import hmac
from typing import Final

from msgspec import Struct

from wellwish import ids
from wellwish.crypto import Keys
from wellwish.db import Tx

_KIND: Final = "admin"
_VERSION: Final = 1


class LinkedAdmin(Struct, frozen=True):
    """The admin of a link, with the title of the card."""

    card_id: str
    user_id: str
    email: str
    title: str


def url(keys: Keys, base_url: str, account_id: str, card_admin_id: str) -> str:
    """Returns the link."""
    return f"{base_url}/admin/{account_id}/{card_admin_id}/{_token(keys, account_id, card_admin_id)}"


def is_genuine(keys: Keys, account_id: str, card_admin_id: str, token: str) -> bool:
    """Returns whether the token belongs to the admin."""
    if not ids.is_id("acct", account_id) or not ids.is_id("adm", card_admin_id):
        return False
    return token.isascii() and hmac.compare_digest(_token(keys, account_id, card_admin_id), token)


def _token(keys: Keys, account_id: str, card_admin_id: str) -> str:
    return keys.link_token(_KIND, f"{account_id}/{card_admin_id}", _VERSION)


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
