"""Create a key pair for test data."""

from typing import Final

from wellwish.accounts import account, test_account
from wellwish.auth.credentials.end import end_credentials
from wellwish.auth.credentials.issue import issue
from wellwish.auth.credentials.rotate import NewPair
from wellwish.base import clock
from wellwish.base.crypto import Keys
from wellwish.bundles.grant import grant
from wellwish.infra.db import Tx
from wellwish.infra.http import Caller, Services

NAME: Final = "Test cards"
CARDS: Final = 10_000  # the limit of cards at any time; ``tidy`` counts them hourly


async def create_key(tx: Tx, caller: Caller, services: Services) -> NewPair:
    """Creates a test pair for the same user. The account's previous test pairs and their tokens end.

    Test data has a separate account ID, and starts with a copy of the settings and 10,000 free cards.

    Raises InvalidClient, AccountSuspended.
    """
    return await create_pair(tx, services.keys, caller.account_id, caller.user_id)


async def create_pair(tx: Tx, keys: Keys, account_id: str, user_id: str) -> NewPair:
    """Creates a key pair for the test data of a live account, and revokes all earlier ones.

    Raises AccountSuspended.
    """
    await account.lock(tx, account_id)
    test_id = await test_account.find(tx, account_id)
    if test_id is None:
        test_id = await test_account.create(tx, account_id)
        made = await account.load(tx, test_id)
        await grant(tx, test_id, CARDS, name=NAME, currency=made.currency)
    await end_credentials(tx, test_id)
    pair = await issue(tx, keys, test_id, user_id, is_test=True)
    return NewPair(
        api_key=pair.api_key,
        client_secret=pair.client_secret,
        created_at=clock.rfc3339(pair.created_at),
        previous_expires_at=None,
    )
