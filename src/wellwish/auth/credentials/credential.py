"""Key pairs of an API key and a client secret; tables contain only their keyed hashes."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Final

from msgspec import Struct

# Scanners find leaked secrets by these prefixes, so they never change.
API_KEY_PREFIX: Final = "wwk"
TEST_API_KEY_PREFIX: Final = "wwk_test"
CLIENT_SECRET_PREFIX: Final = "wws"  # noqa: S105 - no secrets, only their prefixes
ACCESS_TOKEN_PREFIX: Final = "wwt"  # noqa: S105
# A refresh token of a consent begins with the same letters, but contains dots.
RESTRICTED_KEY_PREFIX: Final = "wwr"
TEST_RESTRICTED_KEY_PREFIX: Final = "wwr_test"
# Differs from the prefix of the pair's tokens: the statement that looks one up never finds the other.
RESTRICTED_TOKEN_PREFIX: Final = "wwl"  # noqa: S105

TOKEN_LIFETIME: Final = timedelta(hours=1)

NO_CREDENTIAL: Final = ""  # the ID of a demo caller without credentials

# RFC 9110 15.5.2: a 401 names at least one scheme. ApiKey means the two headers of a key pair.
BEARER_CHALLENGE: Final = 'Bearer realm="wellwish"'
BASIC_CHALLENGE: Final = 'Basic realm="wellwish"'
PAIR_CHALLENGE: Final = 'ApiKey realm="wellwish"'


class Restriction(Struct, frozen=True):
    """The scopes and networks of a restricted key; None means all networks."""

    scopes: frozenset[str]
    networks: Sequence[str] | None


class Credential(Struct, frozen=True):
    """The owner of a verified pair, or of a restricted key."""

    id: str
    account_id: str
    user_id: str
    is_test: bool  # whether the account holds test data
    shared_with: str  # the account whose budgets it shares, as in ``Caller``
    restriction: Restriction | None = None  # None for a pair


class Pair(Struct, frozen=True):
    """A new pair in plain text, which is never shown again."""

    credential_id: str
    api_key: str
    client_secret: str
    created_at: datetime
