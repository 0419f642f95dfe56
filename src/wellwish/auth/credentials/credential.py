"""Key pairs of an API key and a client secret; tables hold only their keyed hashes."""

from datetime import datetime, timedelta
from typing import Final

from msgspec import Struct

# Scanners find leaked secrets by these prefixes, so they never change.
API_KEY_PREFIX: Final = "wwk"
TEST_API_KEY_PREFIX: Final = "wwk_test"
CLIENT_SECRET_PREFIX: Final = "wws"  # noqa: S105 - no secrets, only their prefixes
ACCESS_TOKEN_PREFIX: Final = "wwt"  # noqa: S105

TOKEN_LIFETIME: Final = timedelta(hours=1)

NO_CREDENTIAL: Final = ""  # of a demo caller without credentials

# RFC 9110 15.5.2: a 401 names at least one scheme. ApiKey means the two headers of a key pair.
BEARER_CHALLENGE: Final = 'Bearer realm="wellwish"'
BASIC_CHALLENGE: Final = 'Basic realm="wellwish"'
PAIR_CHALLENGE: Final = 'ApiKey realm="wellwish"'


class Credential(Struct, frozen=True):
    """The owner of a verified pair."""

    id: str
    account_id: str
    user_id: str
    is_test: bool  # of the test data of an account
    shared_with: str  # whose budgets the account shares, as in ``Caller``


class Pair(Struct, frozen=True):
    """A new pair in plain text, which is never shown again."""

    credential_id: str
    api_key: str
    client_secret: str
    created_at: datetime
