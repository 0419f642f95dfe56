"""The link in a mail by which its reader reports the mail to the operator.

Its token is derived from the ids in it, so no table has a row for each mail.
"""

import hmac
from typing import Final

from wellwish.crypto import Keys

KIND: Final = "report"
_VERSION: Final = 1


def url(keys: Keys, base_url: str, account_id: str, message_id: str) -> str:
    """Returns the link."""
    return f"{base_url}/report/{account_id}/{message_id}/{_token(keys, account_id, message_id)}"


def is_genuine(keys: Keys, account_id: str, message_id: str, token: str) -> bool:
    """Returns whether the token belongs to the message."""
    return token.isascii() and hmac.compare_digest(_token(keys, account_id, message_id), token)


def _token(keys: Keys, account_id: str, message_id: str) -> str:
    return keys.link_token(KIND, f"{account_id}/{message_id}", _VERSION)
