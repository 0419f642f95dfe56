"""Move the clock in a test, and restore it afterwards."""

from collections.abc import Generator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta

from tests.world import Person
from wellwish.base import clock


@contextmanager
def another_time() -> Generator[None]:
    """Restores the clock at the end of the block."""
    try:
        yield
    finally:
        clock.move(timedelta())


def day(ahead: int) -> str:
    """Returns the day that many days ahead of the clock, in UTC, in the format of a card's end."""
    return f"{clock.now() + timedelta(days=ahead):%Y-%m-%d}"


def set_to(text: str) -> None:
    """Sets the clock to an instant in UTC."""
    clock.move(datetime.fromisoformat(text).replace(tzinfo=UTC) - clock.now())


@contextmanager
def frozen_at(text: str) -> Generator[None]:
    """Stops the clock at an instant in UTC until the end of the block."""
    instant, now = datetime.fromisoformat(text).replace(tzinfo=UTC), clock.now
    set_to(text)  # for IDs
    clock.now = lambda: instant
    try:
        yield
    finally:
        clock.now = now


async def pass_until(person: Person, text: str) -> None:
    """Sets the clock to an instant, runs the jobs that are due, and signs the person in again."""
    set_to(text)
    await person.world.work()
    person.token = None
