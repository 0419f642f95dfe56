"""Contribute money through the API and on the sandbox's payment page."""

from typing import Any

import httpx2

from tests import make
from tests.payments import buying
from tests.world import Person
from wellwish.base import ids

MONEY = {"amount": 1250, "currency": "EUR"}
OPEN = {"add_money": "everyone", "currency": "EUR"}


async def card(person: Person, **collection: Any) -> dict[str, Any]:
    """Creates a card that collects money."""
    return await make.card(person, collection={**OPEN, **collection})


async def post(person: Person, card_id: str, key: str | None = None, **fields: Any) -> httpx2.Response:
    """Adds a contribution of money, with a fresh idempotency key unless one is given."""
    body = {"name": "Grandma Ilse", "money": MONEY, **fields}
    return await person.post(f"/api/cards/{card_id}/contributions", body, key=key or ids.new("req"))


async def gives(person: Person, card_id: str, **fields: Any) -> dict[str, Any]:
    """Returns a contribution with a pending payment."""
    answer = await post(person, card_id, **fields)
    assert answer.status_code == 201, answer.text
    return answer.json()


async def gave(person: Person, card_id: str, *buttons: str, **fields: Any) -> dict[str, Any]:
    """Returns a contribution after pressing these buttons on the sandbox's page."""
    made = await gives(person, card_id, **fields)
    pressed = await buying.press(person.world, made["checkout_url"], *(buttons or ("succeed",)))
    assert pressed.status_code == 303
    await person.world.work()
    return await read(person, card_id, made["id"])


async def read(person: Person, card_id: str, contribution_id: str) -> dict[str, Any]:
    """Returns the contribution as the person sees it."""
    answer = await person.get(f"/api/cards/{card_id}/contributions/{contribution_id}")
    assert answer.status_code == 200, answer.text
    return answer.json()


async def balances(person: Person) -> dict[str, int]:
    """Returns the non-zero balances of the ledger accounts, credits minus debits."""
    rows = await person.world.owner.fetch(
        """
        select name, sum(amount)::bigint from (
          select credit as name, amount from ledger where account_id = $1
          union all select debit, -amount from ledger where account_id = $1) t
        group by name having sum(amount) <> 0
        """,
        person.account_id,
    )
    return {row[0]: row[1] for row in rows}


async def pledges(person: Person, card_id: str, **fields: Any) -> dict[str, Any]:
    return await gives(person, card_id, money={**MONEY, "method": "cash"}, **fields)


async def settle(
    person: Person, card_id: str, contribution_id: str, verb: str, version: int = 1
) -> httpx2.Response:
    """Confirms or drops a pledge."""
    return await person.post(
        f"/api/cards/{card_id}/contributions/{contribution_id}/{verb}",
        headers={"If-Match": f'"{version}"'},
        key=ids.new("req"),
    )
