"""Steps of the webhook tests outside the API."""

from datetime import timedelta
from typing import Any

from tests.waiting import until
from tests.world import Person, World
from wellwish.base import clock
from wellwish.webhooks import tail

_SEEN = "select coalesce(max(txid) < events_horizon(), true) from events"


async def deliver_due(world: World) -> None:
    """Turns pending events into deliveries and makes the attempts that are due."""
    await until(lambda: world.owner.fetchval(_SEEN))  # another test's open transaction may delay events
    await tail.run(world.services, {})
    await world.work()


async def deliver_later(world: World, seconds: float) -> None:
    """Moves the clock and repeats `deliver_due`."""
    clock.move(timedelta(seconds=seconds))
    for person in (world.alice, world.bob, world.mallory):
        person.token = None  # expired
    await deliver_due(world)


async def deliveries(person: Person, whe: dict[str, Any], **query: Any) -> list[dict[str, Any]]:
    """Returns the deliveries of an endpoint, newest first."""
    answer = await person.get(f"/api/webhook-endpoints/{whe['id']}/deliveries", params=query)
    assert answer.status_code == 200, answer.text
    return answer.json()["data"]


async def endpoint(person: Person, url: str, **fields: Any) -> dict[str, Any]:
    """Creates an endpoint in the person's account."""
    answer = await person.post("/api/webhook-endpoints", {"url": url, **fields})
    assert answer.status_code == 201, answer.text
    return answer.json()
