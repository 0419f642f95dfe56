"""A link in a mail that no table stores: its token is derived from ids, and it ends with its subject."""

import hmac
from typing import Final

from msgspec import Struct

from wellwish.base.crypto import Keys

_VERSION: Final = 1


class DerivedLink(Struct, frozen=True):
    """Links of one kind, which is an input of the token."""

    path: str
    kind: str

    def url(self, keys: Keys, base_url: str, account_id: str, subject_id: str) -> str:
        return f"{base_url}{self.path}/{account_id}/{subject_id}/{self._token(keys, account_id, subject_id)}"

    def is_genuine(self, keys: Keys, account_id: str, subject_id: str, token: str) -> bool:
        """Whether the token belongs to the subject."""
        return token.isascii() and hmac.compare_digest(self._token(keys, account_id, subject_id), token)

    def _token(self, keys: Keys, account_id: str, subject_id: str) -> str:
        return keys.link_token(self.kind, f"{account_id}/{subject_id}", _VERSION)
