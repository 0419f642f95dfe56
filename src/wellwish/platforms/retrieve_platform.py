"""Retrieve the platform of the account."""

from wellwish.accounts.access import Owning
from wellwish.infra.db import Tx
from wellwish.platforms.platform import Platform, load


async def retrieve_platform(tx: Tx, owning: Owning) -> Platform:
    """Raises NotFound."""
    return await load(tx, owning.account_id)
