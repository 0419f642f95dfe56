"""Lets time pass in a test, and puts the clock back afterwards."""

from collections.abc import Generator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta

from tests.world import Person
from wellwish import clock


@contextmanager
def another_time() -> Generator[None]:
    """Whatever the clock is moved by within, it is right again after."""
    try:
        yield
    finally:
        clock.move(timedelta())


def day(ahead: int) -> str:
    """A day so many days ahead of the clock, in UTC, as a card's end is given."""
    return f"{clock.now() + timedelta(days=ahead):%Y-%m-%d}"


def set_to(text: str) -> None:
    """Puts the clock to an instant in UTC."""
    clock.move(datetime.fromisoformat(text).replace(tzinfo=UTC) - clock.now())


async def pass_until(person: Person, text: str) -> None:
    """Puts the clock to an instant, does the work that is due then, and lets the person sign in again."""
    set_to(text)
    await person.world.work()
    person.token = None
