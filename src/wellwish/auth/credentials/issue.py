"""Issue a key pair to a user of an account."""

from wellwish.auth.credentials.credential import (
    API_KEY_PREFIX,
    CLIENT_SECRET_PREFIX,
    TEST_API_KEY_PREFIX,
    Pair,
)
from wellwish.auth.credentials.secret import new_secret
from wellwish.base import ids
from wellwish.base.crypto import Keys
from wellwish.infra.db import Tx


async def issue(tx: Tx, keys: Keys, account_id: str, user_id: str, *, is_test: bool = False) -> Pair:
    """Returns a pair that does not expire; the account's other pairs stay valid.

    ``is_test``: the account holds the test data of another one.
    """
    prefix = TEST_API_KEY_PREFIX if is_test else API_KEY_PREFIX
    pair = Pair(ids.new("cred"), new_secret(prefix), new_secret(CLIENT_SECRET_PREFIX), tx.now)
    await tx.run(
        """
        insert into credentials (id, account_id, user_id, api_key_hash, client_secret_hash, key_fingerprint,
          created_at)
        values (:id, :account_id, :user_id, :api_key_hash, :client_secret_hash, :key_fingerprint, :now)
        """,
        id=pair.credential_id,
        account_id=account_id,
        user_id=user_id,
        api_key_hash=keys.hash(pair.api_key),
        client_secret_hash=keys.hash(pair.client_secret),
        key_fingerprint=keys.fingerprint,
    )
    return pair
