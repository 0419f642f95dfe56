"""Export the data stored about a person, across accounts."""

from collections.abc import Sequence
from typing import Any

from wellwish.base import clock
from wellwish.infra import jobs
from wellwish.infra.http import Services
from wellwish.privacy import account_data, search
from wellwish.privacy.account_record import Account
from wellwish.privacy.person import Person


async def find_all(services: Services, person: Person) -> list[str]:
    """Returns the accounts that have data about the person."""
    found: list[str] = []
    async for account_ids in jobs.account_pages(services.db, size=search.ACCOUNTS):
        async with services.db.transaction(account_ids) as tx:
            found += await search.find_accounts(tx, services, person, account_ids)
    return found


async def load(services: Services, person: Person, account_ids: Sequence[str]) -> list[Account]:
    """Returns the data of the accounts, each read in a transaction that sees no other account."""
    loaded: list[Account] = []
    for account_id in account_ids:
        async with services.db.transaction([account_id]) as tx:
            loaded.append(await account_data.load(tx, services, account_id, person, tx.now))
    return loaded


async def export(services: Services, person: Person) -> dict[str, Any]:
    """Returns all data about the person, in all accounts."""
    return record(person, await load(services, person, await find_all(services, person)))


def record(person: Person, accounts: Sequence[Account]) -> dict[str, Any]:
    return {
        "object": "person",
        "address": person.address,
        "exported_at": clock.rfc3339(clock.now()),
        "accounts": [account.as_json() for account in accounts],
    }
