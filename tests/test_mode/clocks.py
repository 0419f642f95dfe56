"""Move the test clock of a tester, and wait until it has arrived."""

from typing import Any

from tests.world import Person


async def advance(tester: Person, **how: str) -> None:
    """Advances the clock, and runs the jobs until it has arrived."""
    moved = await tester.post("/api/test-clock/advance", how)
    assert moved.status_code == 202, moved.text
    await tester.world.work()
    arrived = await read(tester)
    assert arrived["status"] == "ready", arrived


async def read(tester: Person) -> Any:
    answer = await tester.get("/api/test-clock")
    assert answer.status_code == 200, answer.text
    return answer.json()
