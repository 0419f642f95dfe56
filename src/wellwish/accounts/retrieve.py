"""Retrieve the account."""

from wellwish.accounts.settings import AccountSettings, load_settings, record
from wellwish.infra.db import Tx
from wellwish.infra.http import Caller, Services


async def retrieve_account(tx: Tx, caller: Caller, services: Services) -> AccountSettings:
    """Returns the caller's account with its settings. Raises NotFound."""
    return record(await load_settings(tx, caller.account_id), services)
