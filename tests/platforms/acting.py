"""Platforms, their customers, and a platform that acts for one."""

from typing import Any

import httpx2

from tests.world import Person
from wellwish.accounts.user import find_or_create, verify
from wellwish.auth.credentials.issue import issue
from wellwish.bundles.grant import grant


async def appoint(person: Person, *, is_platform: bool = True) -> None:
    """Makes the account a platform, as the operator does."""
    sql = (
        "insert into platforms (account_id, created_at) values ($1, now()) on conflict do nothing"
        if is_platform
        else "delete from platforms where account_id = $1"
    )
    await person.world.owner.execute(sql, person.account_id)


async def customer(platform: Person, name: str = "Birch Ltd", **fields: Any) -> dict[str, Any]:
    """Creates the account of a customer."""
    answer = await platform.post("/api/accounts", {"name": name, **fields})
    assert answer.status_code == 201, answer.text
    return answer.json()


class Acting(Person):
    """A platform that acts for an account with the header Wellwish-Account."""

    def __init__(self, platform: Person, account_id: str) -> None:
        super().__init__(platform.world, platform.name, vars(platform))
        self.account_id = account_id

    async def request(self, method: str, path: str, **given: Any) -> httpx2.Response:
        headers = {"Wellwish-Account": self.account_id, **given.pop("headers", {})}
        return await super().request(method, path, headers=headers, **given)


async def acting(platform: Person, **fields: Any) -> Acting:
    """Returns the platform, acting for a new customer with ten cards."""
    made = Acting(platform, (await customer(platform, **fields))["id"])
    async with platform.world.services.db.transaction([made.account_id]) as tx:
        await grant(tx, made.account_id, 10)
    return made


async def drawing(platform: Person, **fields: Any) -> Acting:
    """Returns the platform acting for a new customer that has no bundle and draws from the platform's."""
    return Acting(platform, (await customer(platform, cards_from="platform", **fields))["id"])


async def joined(acting: Acting, name: str) -> Person:
    """Returns an owner of the customer's account, with a key pair."""
    services = acting.world.services
    async with services.db.transaction([acting.account_id]) as tx:
        user_id = await find_or_create(tx, f"{name}@example.com", None)
        await verify(tx, user_id)
        await tx.run(
            """
            insert into memberships (account_id, user_id, role, created_at)
            values (:account_id, :user_id, 'owner', :now)
            """,
            account_id=acting.account_id,
            user_id=user_id,
        )
        pair = await issue(tx, services.keys, acting.account_id, user_id)
    made = {
        "account_id": acting.account_id,
        "user_id": user_id,
        "api_key": pair.api_key,
        "client_secret": pair.client_secret,
        "bundle_purchase_id": "",
    }
    return Person(acting.world, name, made)
