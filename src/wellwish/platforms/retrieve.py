"""Retrieve a customer's account."""

from wellwish.base.errors import NotFound
from wellwish.infra.db import Tx
from wellwish.platforms.customer import Customer, OfPlatform, find, record


async def retrieve_customer(tx: Tx, platform: OfPlatform, account_id: str) -> Customer:
    """A customer that has left is not found. Raises NotFound."""
    row = await find(tx, platform.account_id, account_id)
    if row is None:
        raise NotFound
    return record(row)
