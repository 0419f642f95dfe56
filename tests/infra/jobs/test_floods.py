"""A single invitation and a single webhook next to accounts that flood the queue.

The control runs the same flood with the queue as it was before shares. The figures are printed.
"""

import asyncio
import time
from typing import Any

import pytest

from tests import make
from tests.infra.jobs.flooding import (
    CONTROL,
    SHARES,
    WITHIN_S,
    Flood,
    Place,
    campaign,
    channels,
    endpoints,
    group,
    place,
)
from tests.world import Person
from wellwish.base.settings import Settings
from wellwish.infra.jobs.worker import PLACES_APART

pytestmark = pytest.mark.anyio

SETTLES_S = 2.0  # until the worker has begun with the flood


async def slow(here: Place, seconds: float = 0.4) -> None:
    here.post.slow_s = lambda _: seconds


async def ten_campaigns(here: Place) -> None:
    await campaign(here.flooder)


async def large_group(here: Place) -> None:
    await group(here.flooder)


async def hanging_channels(here: Place) -> None:
    await channels(here.flooder, here.hanging_url)


async def hanging_endpoints(here: Place) -> None:
    await endpoints(here.flooder, here.hanging_url)
    await here.until_it_hangs()


async def hanging_endpoints_of_four(here: Place) -> None:
    others = [await here.world.person(name, 2) for name in ("dave", "erin")]
    for each in (here.flooder, here.world.bob, *others):
        await endpoints(each, here.hanging_url)
    await here.until_it_hangs()


async def slow_mail(here: Place) -> None:
    await slow(here)
    await campaign(here.flooder, calls=1)


async def two_at_once(here: Place) -> None:
    await slow(here)
    people = (here.flooder, here.world.bob)
    await asyncio.gather(*(campaign(each, calls=2) for each in people))
    await asyncio.gather(*(channels(each, here.hanging_url, 150) for each in people))


# Twenty jobs that hang leave 44 of 64 places free, even without shares, so this row has twenty places.
FEW_PLACES = {"20 hanging endpoints": 20}

FLOODS: dict[str, Flood] = {
    "10 x 1,000 invitees": ten_campaigns,
    "group of 10,000": large_group,
    "300 hanging channels": hanging_channels,
    "20 hanging endpoints": hanging_endpoints,
    "4 x 20 hanging endpoints": hanging_endpoints_of_four,
    "slow SMTP, 0.4 s a mail": slow_mail,
    "two accounts at once": two_at_once,
}


async def settled(here: Place, flood: Flood) -> None:
    """Begins a flood, and lets it fill every place that it can."""
    await flood(here)
    await asyncio.sleep(SETTLES_S)  # no event shows that it holds as many as it ever will


async def both(here: Place, flood: Flood) -> tuple[float, float]:
    """Returns the seconds until the victim's mail and its webhook arrive."""
    await settled(here, flood)
    mail_s, webhook_s = await asyncio.gather(here.mail_s(here.victim), here.webhook_s(here.victim))
    return mail_s, webhook_s


async def beside(settings: Settings, clone: tuple[str, str], name: str) -> list[float]:
    """Returns the seconds of mail and webhook with shares, then those of the control."""
    found: list[float] = []
    for worker in (SHARES, CONTROL):
        places = FEW_PLACES.get(name, PLACES_APART)
        async with place(settings, clone, worker, places=places) as here:
            found += await both(here, FLOODS[name])
    return found


def report(name: str, figures: list[float]) -> None:
    shown = "  ".join(f"{'late':>8}" if each == float("inf") else f"{each:8.2f}" for each in figures)
    print(f"{name:28}{shown}")


@pytest.mark.full
async def test_a_flood_delays_no_message_of_others(settings: Settings, clone: tuple[str, str]) -> None:
    print()
    print(f"{'seconds, old claim last':28}{'mail':>8}  {'webhook':>8}  {'mail':>8}  {'webhook':>8}")
    late: list[str] = []
    for name in FLOODS:
        figures = await beside(settings, clone, name)
        report(name, figures)
        if max(figures[:2]) > WITHIN_S:
            late.append(name)
        if min(figures[2:]) <= WITHIN_S:
            late.append(f"{name}: the control is in time")
    assert not late


@pytest.mark.load
@pytest.mark.parametrize("worker", [SHARES, CONTROL])
async def test_a_short_flood_delays_no_message_of_others(
    settings: Settings, clone: tuple[str, str], worker: str
) -> None:
    async def flood(here: Place) -> None:
        await slow(here)
        await campaign(here.flooder, calls=1, invitees=500)
        await channels(here.flooder, here.hanging_url, 66)

    async with place(settings, clone, worker, WITHIN_S) as here:
        figures = await both(here, flood)
    report(worker, list(figures))
    if worker == SHARES:
        assert max(figures) <= WITHIN_S
    else:
        assert min(figures) > WITHIN_S


@pytest.mark.full
@pytest.mark.parametrize("worker", [SHARES, CONTROL])
async def test_a_later_message_of_the_flooder_overtakes_its_campaign(
    settings: Settings, clone: tuple[str, str], worker: str
) -> None:
    async with place(settings, clone, worker) as here:
        await settled(here, ten_campaigns)
        seconds = await here.mail_s(here.flooder, "later@example.com")
    report(f"later one, {worker}", [seconds])
    assert (seconds <= WITHIN_S) is (worker == SHARES)


@pytest.mark.full
@pytest.mark.parametrize("worker", [SHARES, CONTROL])
async def test_a_worker_that_is_killed_and_started_again_serves_others_first(
    settings: Settings, clone: tuple[str, str], worker: str
) -> None:
    async with place(settings, clone, worker) as here:
        await settled(here, ten_campaigns)
        seconds = await here.restarted_s()
    report(f"restarted, {worker}", [seconds])
    assert (seconds <= WITHIN_S) is (worker == SHARES)


@pytest.mark.full
@pytest.mark.parametrize("worker", [SHARES, CONTROL])
async def test_200_accounts_with_an_invitation_each_do_not_wait_for_a_campaign(
    settings: Settings, clone: tuple[str, str], worker: str
) -> None:
    async with place(settings, clone, worker) as here:
        people = [await here.world.person(f"p{number}", 1) for number in range(200)]
        cards = [await make.card(each) for each in people]
        await settled(here, ten_campaigns)
        delays = await each_sends(here, people, cards)
    report(f"200 accounts, {worker}", [delays[100], delays[190], delays[-1]])
    assert (delays[190] <= WITHIN_S) is (worker == SHARES)


async def each_sends(here: Place, people: list[Person], cards: list[dict[str, Any]]) -> list[float]:
    """Returns the sorted seconds of one invitation of each account, sent at 20 a second."""

    async def one(number: int, person: Person, card: dict[str, Any]) -> float:
        await asyncio.sleep(max(0.0, began + number / 20 - time.monotonic()))  # a steady rate
        return await here.mail_s(person, f"{person.name}@single.example", card)

    began = time.monotonic()
    pairs = enumerate(zip(people, cards, strict=True))
    return sorted(await asyncio.gather(*(one(number, *pair) for number, pair in pairs)))
