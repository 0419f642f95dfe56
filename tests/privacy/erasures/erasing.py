"""Erase a person through the API."""

from typing import Any

from tests.privacy.traces import EMAIL, rows
from tests.world import Person, World

# Tables that the service writes independently of requests.
OF_THE_SERVICE = {"counters", "throttles", "minute_counts", "job_successes", "processes", "jobs"}


async def erased(world: World, person: Person, **whom: str) -> dict[str, Any]:
    """Returns the completed erasure."""
    answer = await person.post("/api/erasures", whom or {"email": EMAIL})
    assert answer.status_code == 201, answer.text
    await world.work()
    done = await person.get(f"/api/erasures/{answer.json()['id']}")
    assert done.json()["status"] == "completed", done.text
    return done.json()


async def rows_of_others(world: World, person: Person) -> dict[str, list[str]]:
    """Returns all rows of all tables but those of the person's account."""
    return {
        table: sorted(row for row in found if person.account_id not in row)
        for table, found in (await rows(world.owner)).items()
        if table not in OF_THE_SERVICE
    }
