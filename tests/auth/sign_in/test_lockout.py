"""Strangers who request mails to a person's address cannot keep the person from signing in."""

import math
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from tests.auth.sign_in.browsers import Browser, behind_proxy
from tests.later import another_time, day, set_to
from tests.world import World
from wellwish.auth.sign_in import ask as sign_in_ask
from wellwish.auth.sign_in.mail_limits import Asker
from wellwish.base import clock
from wellwish.base.errors import TooManyRequests
from wellwish.delivery import budget
from wellwish.infra.db import Tx
from wellwish.infra.http import Services
from wellwish.privacy import request as privacy_request

pytestmark = pytest.mark.anyio
FORMS = ("/sign-in", "/privacy")
NETWORKS = 50
TO_ADDRESS = 20  # mails a day outside reserves


class Campaign:
    """Hours of strangers against one address."""

    def __init__(
        self, world: World, proxied: World, email: str, *, asks: int, minutes: tuple[int, ...]
    ) -> None:
        self.world, self.proxied, self.email = world, proxied, email
        self.asks, self.minutes = asks, minutes
        self.mails: dict[str, int] = {}  # outside reserves, by day
        self.known = Browser(proxied, "203.0.113.1")
        self.failed: list[str] = []
        self.tries = 1

    async def run(self, hours: int) -> None:
        set_to(f"{day(1)}T00:00:00")
        assert await self.known.sign_in(self.world, self.email)
        begin = datetime.fromisoformat(f"{clock.now():%Y-%m-%d}T17:00:00").replace(tzinfo=UTC)
        stranger = Browser(self.proxied, "192.0.2.1")
        for hour in range(hours):
            set_to(f"{begin + timedelta(hours=hour):%Y-%m-%dT%H:%M:%S}")
            for number in range(NETWORKS):
                network = f"198.51.{hour}.{number}" if number % 2 else f"2001:db8:{hour:x}:{number:x}::1"
                for form in FORMS * self.asks:
                    if await stranger.ask(form, self.email, network) == 303:
                        self._sent()
            for minute in self.minutes:
                set_to(f"{begin + timedelta(hours=hour, minutes=minute):%Y-%m-%dT%H:%M:%S}")
                await self._try(f"{hour}:{minute}")

    async def _try(self, at: str) -> None:
        if not await self.known.sign_in(self.world, self.email):
            self.failed.append(f"{at} known")
        if await self.known.ask("/privacy", self.email) != 303:
            self.failed.append(f"{at} known at privacy")
        self.tries += 1
        unknown = Browser(self.proxied, f"203.0.113.{self.tries}")
        if not await unknown.sign_in(self.world, self.email):
            self.failed.append(f"{at} unknown")

    def _sent(self) -> None:
        today = f"{clock.now():%Y-%m-%d}"
        self.mails[today] = self.mails.get(today, 0) + 1


@pytest.mark.parametrize(
    ("hours", "asks", "minutes"),
    [(1, 1, (1, 59)), pytest.param(24, 2, (1, 31, 59), marks=pytest.mark.full)],
)
async def test_strangers_lock_nobody_out(
    world: World, hours: int, asks: int, minutes: tuple[int, ...]
) -> None:
    with another_time():
        async with behind_proxy(world) as proxied:
            campaign = Campaign(world, proxied, world.alice.email, asks=asks, minutes=minutes)
            await campaign.run(hours)
    assert campaign.failed == []
    assert 0 < max(campaign.mails.values()) <= TO_ADDRESS


async def test_the_former_counting_locks_out(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    """The control."""
    for module in (sign_in_ask, privacy_request):
        monkeypatch.setattr(module, "admit", former)
    with another_time():
        async with behind_proxy(world) as proxied:
            campaign = Campaign(world, proxied, world.alice.email, asks=1, minutes=(1, 59))
            await campaign.run(1)
    assert campaign.failed == [
        f"0:{minute} {who}" for minute in (1, 59) for who in ("known", "known at privacy", "unknown")
    ]


async def former(tx: Tx, services: Services, kind: Any, email: str, asker: Asker) -> bool:
    """Five mails an hour to an address, whoever asks, and 20 from a network."""
    ends_at = tx.now.replace(minute=0, second=0, microsecond=0) + timedelta(hours=1)
    for subject, limit in ((f"{kind} from {asker.network}", 20), (f"{kind} to {email.lower()}", 5)):
        if not await budget.take(tx, [services.keys.pseudonym(subject)], limit, ends_at):
            wait_s = math.ceil((ends_at - tx.now).total_seconds())
            raise TooManyRequests("Use the newest one.", headers={"Retry-After": str(wait_s)})
    return False
