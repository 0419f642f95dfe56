"""Revoke every key pair of an account immediately, and issue a new one to its owner."""

from wellwish.accounts import account
from wellwish.auth.credentials.credential import Pair
from wellwish.auth.credentials.end import end_credentials
from wellwish.auth.credentials.issue import issue
from wellwish.base.crypto import Keys
from wellwish.infra import events
from wellwish.infra.db import Tx


async def reset(tx: Tx, keys: Keys, account_id: str) -> Pair:
    """Returns the only pair that is valid after the commit, and ends all earlier tokens.

    For the operator, when an account's pair is lost or has leaked. The transaction must see the account.
    Raises LookupError for an unknown account.
    """
    await account.lock(tx, account_id)
    owner_id = await account.owner_id(tx, account_id)
    await end_credentials(tx, account_id)
    pair = await issue(tx, keys, account_id, owner_id)
    await events.record(tx, account_id, "credential.rotated", data={"credential_id": pair.credential_id})
    return pair
