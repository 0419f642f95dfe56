"""The caller: the account and the user behind an access token or a key pair."""

from msgspec import Struct


class Caller(Struct, frozen=True):
    """The acting account; the credential belongs to the user."""

    account_id: str
    user_id: str
    credential_id: str = ""  # empty without a token or a key pair
