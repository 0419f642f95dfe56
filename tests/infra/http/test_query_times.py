"""Times in filters: one without an offset is in the account's zone, whatever the other one has."""

from datetime import timedelta
from zoneinfo import ZoneInfo

import pytest

from tests.contributions import giving
from tests.world import World
from wellwish.base import clock

ZONE = "Asia/Tokyo"


@pytest.mark.parametrize("path", ["/api/cards", "/api/payments", "/api/audit-log"])
async def test_each_of_two_times_has_its_own_zone(path: str, world: World) -> None:
    person = await world.person("tokyo", 10, timezone=ZONE)
    card = await giving.card(person)
    await giving.gives(person, card["id"])
    assert (await person.post(f"/api/cards/{card['id']}/close")).is_success

    async def count(**hours: int) -> int:
        times = {name: clock.now() + timedelta(hours=each) for name, each in hours.items()}
        params = {name: f"{at.astimezone(ZoneInfo(ZONE)):%Y-%m-%dT%H:%M:%S}" for name, at in times.items()}
        params |= {next(reversed(times)): clock.rfc3339(next(reversed(times.values())))}
        return len((await person.get(path, params=params)).json()["data"])

    assert await count(created_after=-1, created_before=1) == 1
    assert await count(created_before=1, created_after=-1) == 1
    assert await count(created_after=1, created_before=2) == 0
    assert await count(created_before=-1, created_after=-2) == 0
