"""Refund requests of contributors, created as by the signing page."""

import asyncio
from typing import Any

import httpx2

from tests.contributions import giving
from tests.world import Person
from wellwish.base import ids
from wellwish.payments.refund_requests.ask import ask

PATH = "/api/refund-requests"


async def asks(person: Person, contribution_id: str, reason: str | None = None) -> list[str]:
    """Requests a refund of a contribution to one of the person's cards. Returns the IDs of new requests."""
    async with person.world.services.db.transaction([person.account_id]) as tx:
        return [each.id for each in await ask(tx, person.account_id, contribution_id, reason)]


async def asked(person: Person, reason: str | None = "I gave twice") -> dict[str, Any]:
    """Returns an open request about a payment of 12.50 EUR to a new card."""
    made = await giving.gave(person, (await giving.card(person))["id"])
    [request_id] = await asks(person, made["id"], reason)
    return await read(person, request_id)


async def read(person: Person, request_id: str) -> dict[str, Any]:
    answer = await person.get(f"{PATH}/{request_id}")
    assert answer.status_code == 200, answer.text
    return answer.json()


async def decide(person: Person, request_id: str, verb: str, **given: Any) -> httpx2.Response:
    """Approves or refuses a request."""
    body = {"note": given.pop("note")} if "note" in given else {}
    return await person.post(
        f"{PATH}/{request_id}/{verb}", body, key=given.pop("key", ids.new("req")), **given
    )


async def at_once(*calls: Any) -> list[int]:
    """Returns the statuses of concurrent calls, in order."""
    return sorted(each.status_code for each in await asyncio.gather(*calls))
