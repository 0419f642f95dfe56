"""The life of a birthday card on the test clock equals its life on a moved server clock."""

import re
import time
from collections.abc import Awaitable, Callable
from datetime import datetime, timedelta
from typing import Any, Final

import pytest

from tests import make
from tests.later import another_time, set_to
from tests.media.test_shown import thanks
from tests.test_mode.clocks import read
from tests.web.visitor import Visitor, path_of
from tests.world import Person
from wellwish.base import clock
from wellwish.cards import retention

pytestmark = pytest.mark.anyio

# The tolerance between two times; the steps of a life are hours apart, and a slow machine takes seconds for
# one.
NEAR: Final = timedelta(minutes=20)
_ID: Final = re.compile(r"\b[a-z]{2,5}_[0-7][0-9a-hjkmnp-tv-z]{25}\b")
_TIME: Final = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z")

PassDays = Callable[[Person, float], Awaitable[None]]


async def live(person: Person, begins: datetime, pass_days: PassDays) -> list[dict[str, Any]]:
    """Runs through the life of a card, and returns its events and messages in order."""
    world = person.world
    changed = await person.patch("/api/account", {"erase_cards_after_days": 2})
    assert changed.status_code == 200, changed.text
    card = await make.card(
        person,
        title="Happy birthday, Maya",
        recipients=[{"name": "Maya", "email": "maya@example.com"}],
        contribution_end_date=f"{begins + timedelta(days=6):%Y-%m-%d}",
        timezone="Europe/Berlin",
        organiser_mail="daily",
    )
    addresses = ("ana@example.com", "ben@example.com", "cem@example.com")
    invited = await make.invitations(person, card["id"], *addresses, reminder="daily")
    await world.work()
    await pass_days(person, 1.5)
    signed = await Visitor(world).sign(path_of(invited[0]["link"]), name="Ana", text="Many happy returns")
    assert signed.status_code == 303, signed.text
    await world.work()
    await pass_days(person, 5.5)
    await Visitor(world).request("POST", card["recipients"][0]["view_url"])
    await world.work()  # before the thanks, whose mails would otherwise be written at the same time
    await thanks(person, card["recipients"][0]["view_url"], "Thank you all!")
    await world.work()
    messages = await world.owner.fetch(
        "select kind, recipient, subject, status, created_at from messages where account_id = $1 order by id",
        person.account_id,
    )
    await pass_days(person, 2.5)  # which erases the card with its messages
    assert (await person.get(f"/api/cards/{card['id']}")).status_code == 404
    told = (await person.get("/api/events", params={"limit": 100})).json()["data"]
    found = [{**each, "test": None} for each in reversed(told)]
    return [*found, *({**each, "created_at": clock.rfc3339(each["created_at"])} for each in messages)]


async def by_test_clock(tester: Person, days: float) -> None:
    moved = await tester.post("/api/test-clock/advance", {"by": f"PT{round(days * 24)}H"})
    assert moved.status_code == 202, moved.text
    await tester.world.work()
    assert (await read(tester))["status"] == "ready"


async def by_server_clock(person: Person, days: float) -> None:
    """Moves the clock of the server from hour to hour and to each due time, and runs the due jobs."""
    world, until = person.world, clock.now() + timedelta(days=days)
    while clock.now() < until:
        due = await world.owner.fetchval(
            "select min(run_at) from jobs where account_id = $1 and not ready and dead_at is null",
            person.account_id,
        )
        hour = clock.now().replace(minute=0, second=0, microsecond=0) + timedelta(hours=1)
        at = min(each for each in (due, hour, until) if each is not None)
        clock.move(max(at - clock.now(), timedelta()))
        await retention.run(world.services, {})
        await world.work()
    person.token = None


async def test_the_test_clock_equals_a_moved_server_clock(alice: Person) -> None:
    tester = await alice.tester()
    begins = (clock.now() + timedelta(days=2)).replace(hour=10, minute=0, second=0, microsecond=0)
    with another_time():
        set_to(begins.isoformat()[:19])
        tester.token = None
        began = time.perf_counter()
        by_clock = await live(tester, begins, by_test_clock)
        print(f"by the test clock: {time.perf_counter() - began:.2f} s, {len(by_clock)} events and messages")
        assert clock.now() < begins + timedelta(days=1)
        set_to(begins.isoformat()[:19])
        alice.token = None
        by_server = await live(alice, begins, by_server_clock)
    kinds = [each.get("type") or each["kind"] for each in by_clock]
    assert kinds == [each.get("type") or each["kind"] for each in by_server]
    assert_same(by_clock, by_server)
    # The controls: the life contains every part, and a difference of an hour is detected.
    assert {"card.created", "invitation.created", "card.closed", "card.deleted"} <= set(kinds)
    assert kinds.count("invitation.reminded") == 3 + 2 * 4
    assert {"invitation", "reminder", "card_news", "card_opened", "card_thanked"} <= set(kinds), kinds
    other = [*by_server[:-1], {**by_server[-1], "created_at": "2026-01-01T00:00:00.000Z"}]
    with pytest.raises(AssertionError):
        assert_same(by_clock, other)


def assert_same(one: Any, other: Any, ids: dict[str, str] | None = None) -> None:
    """Compares two values; IDs must correspond one to one, and times may differ by ``NEAR``."""
    ids = {} if ids is None else ids
    if isinstance(one, dict):
        assert one.keys() == other.keys()
        for name in one:
            assert_same(one[name], other[name], ids)
    elif isinstance(one, list):
        assert len(one) == len(other)
        for each, counterpart in zip(one, other, strict=True):
            assert_same(each, counterpart, ids)
    elif isinstance(one, str) and _TIME.fullmatch(one):
        assert abs(datetime.fromisoformat(one) - datetime.fromisoformat(other)) < NEAR, (one, other)
    elif isinstance(one, str) and _ID.fullmatch(one):
        assert ids.setdefault(one, other) == other
    else:
        assert one == other
