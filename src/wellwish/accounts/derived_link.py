"""A link in an email that is not stored: its token is derived from IDs, and it expires with its subject.

A link that can be replaced has a version, which is part of the token from the second on: ``2.B8x...``.
"""

import hmac
import re
from typing import Final

from msgspec import Struct

from wellwish.base.crypto import Keys

_FIRST: Final = 1
_LATER: Final = re.compile(r"([1-9][0-9]{0,8})\.")


class DerivedLink(Struct, frozen=True):
    """Links of one kind; the token is derived from the kind, too."""

    path: str
    kind: str

    def url(self, keys: Keys, base_url: str, account_id: str, subject_id: str, version: int = _FIRST) -> str:
        token = self._token(keys, account_id, subject_id, version)
        return f"{base_url}{self.path}/{account_id}/{subject_id}/{token}"

    def version_of(self, keys: Keys, account_id: str, subject_id: str, token: str) -> int | None:
        """Returns the version of the subject's token, or None if the token is not the subject's."""
        later = _LATER.match(token)
        version = _FIRST if later is None else int(later[1])
        made = self._token(keys, account_id, subject_id, version)
        return version if token.isascii() and hmac.compare_digest(made, token) else None

    def _token(self, keys: Keys, account_id: str, subject_id: str, version: int) -> str:
        token = keys.link_token(self.kind, f"{account_id}/{subject_id}", version)
        return token if version == _FIRST else f"{version}.{token}"
