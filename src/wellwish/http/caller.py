"""Who calls: the account and the person behind a token or a pair."""

from msgspec import Struct


class Caller(Struct, frozen=True):
    """The acting account; its credential belongs to the user."""

    account_id: str
    user_id: str
    credential_id: str
