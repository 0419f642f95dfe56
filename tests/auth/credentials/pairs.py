"""Operations on credential pairs over HTTP."""

from dataclasses import dataclass
from itertools import cycle
from typing import Any

import httpx2

from tests.world import Person, World

_numbers = cycle(range(1, 255))

EXCHANGE = "/account/api-access/token"
ROTATE = "/account/api-access/credentials/rotate"


@dataclass(frozen=True)
class Pair:
    """An API key and a client secret, valid or not."""

    api_key: str
    client_secret: str

    @property
    def headers(self) -> dict[str, str]:
        return {"x-api-key": self.api_key, "x-client-secret": self.client_secret}


def pair_of(person: Person) -> Pair:
    """Returns the person's initial pair."""
    return Pair(person.api_key, person.client_secret)


def pair_in(answer: httpx2.Response) -> Pair:
    """Returns the pair in the response to a rotation."""
    assert answer.status_code == 201, answer.text
    return Pair(answer.json()["api_key"], answer.json()["client_secret"])


def client_at(world: World, address: str) -> httpx2.AsyncClient:
    """Returns a client whose requests come from this address."""
    transport = world.client._transport
    assert isinstance(transport, httpx2.ASGITransport)
    return httpx2.AsyncClient(
        transport=httpx2.ASGITransport(transport.app, client=(address, 50000)),
        base_url=world.services.settings.base_url,
    )


async def exchange(world: World, pair: Pair, **given: Any) -> httpx2.Response:
    """Exchanges the pair for a token from the default address."""
    headers = {**pair.headers, **given.pop("headers", {})}
    return await world.client.post(EXCHANGE, headers=headers, **given)


async def token(world: World, pair: Pair) -> str:
    answer = await exchange(world, pair)
    assert answer.status_code == 200, answer.text
    return answer.json()["access_token"]


async def rotate(world: World, pair: Pair, overlap: int | None = None, **given: Any) -> httpx2.Response:
    """Rotates the pair; sends no body if `overlap` is None."""
    headers = {**pair.headers, **given.pop("headers", {})}
    if overlap is not None:
        given["json"] = {"overlap_seconds": overlap}
    return await world.client.post(ROTATE, headers=headers, **given)


async def works(world: World, access_token: str) -> bool:
    """Returns whether the API accepts the token."""
    headers = {"Authorization": f"Bearer {access_token}"}
    answer = await world.client.get("/api/templates", headers=headers)
    assert answer.status_code in (200, 401), answer.text
    return answer.status_code == 200


async def usable(world: World, pair: Pair) -> bool:
    """Returns whether the pair can be exchanged. A new address per call avoids throttles."""
    async with client_at(world, f"198.51.100.{next(_numbers)}") as client:
        answer = await client.post(EXCHANGE, headers=pair.headers)
    assert answer.status_code in (200, 401), answer.text
    return answer.status_code == 200
