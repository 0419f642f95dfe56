"""Accounts that flood the queue, and the time that another account's message takes meanwhile."""

import asyncio
import json
import os
import time
from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, replace
from typing import Any

import httpx2

from tests import make
from tests.delivery.conftest import settings_of
from tests.delivery.service import Program
from tests.fakes.smtp import Post, serving
from tests.infra.jobs.flooded import OLD, PLACES
from tests.waiting import seconds_until
from tests.waiting import until as until_true
from tests.webhooks.receivers import Receiver, receiving
from tests.webhooks.steps import endpoint
from tests.world import Person, World
from wellwish.base.settings import Settings
from wellwish.infra.jobs.worker import PLACES_APART

WITHIN_S = 5.0
PATIENCE_S = 20.0  # a slower message counts as late
SHARES, CONTROL = "shares", "old claim"


@dataclass
class Place:
    """The service with a worker process, a mail server, a receiver that responds, and one that hangs."""

    world: World
    post: Post
    worker: Program
    healthy: Receiver
    hanging: Receiver
    patience_s: float = PATIENCE_S

    @property
    def hanging_url(self) -> str:
        """The URL of the hanging receiver, on a different host than the healthy one."""
        return self.hanging.url.replace("127.0.0.1", "localhost")

    @property
    def flooder(self) -> Person:
        return self.world.mallory

    @property
    def victim(self) -> Person:
        return self.world.alice

    async def restarted_s(self) -> float:
        """Kills the worker, sends one invitation of the victim and starts the worker again.

        Returns the seconds from the first mail of the new process to the victim's.
        """
        await self.worker.kill()
        await asyncio.sleep(0.5)  # the mail server may still take mails that were under way
        count, began = len(self.post.received), time.monotonic()
        card = await make.card(self.victim)
        await make.invitations(self.victim, card["id"], "victim@example.com")
        await self.worker.start()
        assert await until(lambda: len(self.post.received) > count, began, 60) < 60
        return await self._until(lambda: bool(self.post.of("victim@example.com")), time.monotonic())

    async def mail_s(
        self, person: Person, address: str = "victim@example.com", card: dict[str, Any] | None = None
    ) -> float:
        """Sends one invitation; returns the seconds until the mail server has its mail, or infinity."""
        card = card or await make.card(person)
        invitee = {"delivery_type": "email", "delivery_id": address}
        body = {"card_id": card["id"], "invitees": [invitee]}
        began = 0.0

        async def answered() -> httpx2.Response | None:
            nonlocal began
            began = time.monotonic()
            answer = await person.post("/api/cards/invitations", body)
            # 503: the application shares the process of the test.
            return None if answer.status_code == 503 else answer

        answer = await until_true(answered)
        assert answer.status_code == 201, answer.text
        return await self._until(lambda: bool(self.post.of(address)), began)

    async def webhook_s(self, person: Person) -> float:
        """Creates a card; returns the seconds until the receiver has its event, or infinity."""
        began = time.monotonic()
        card = await make.card(person)
        return await self._until(
            lambda: any(each.json["data"]["card_id"] == card["id"] for each in self.healthy.messages), began
        )

    async def until_it_hangs(self) -> None:
        """Waits until the calls of the worker hang: on a busy machine, deliveries begin seconds later."""
        async with asyncio.timeout(60):
            seen = 0
            while not 0 < self.hanging.connections == seen:
                seen = self.hanging.connections
                await asyncio.sleep(1)  # more connections may come, and no event marks the last one

    async def _until(self, true: Callable[[], bool], began: float) -> float:
        return await until(true, began, self.patience_s)


async def until(true: Callable[[], bool], began: float, patience_s: float) -> float:
    late_s = time.monotonic() - began
    return late_s + await seconds_until(true, patience_s - late_s)


@asynccontextmanager
async def place(
    settings: Settings,
    clone: tuple[str, str],
    worker: str,
    patience_s: float = PATIENCE_S,
    places: int = PLACES_APART,
) -> AsyncGenerator[Place]:
    """Starts the service and its servers; alice, the victim, has an endpoint that responds.

    ``places`` is the number of places of each lane.
    """
    settings = replace(settings, messages_per_day=0, messages_per_day_unproven=0)
    async with AsyncExitStack() as stack:
        post = await stack.enter_async_context(serving(Post()))
        healthy = await stack.enter_async_context(receiving())
        hanging = await stack.enter_async_context(receiving("hang"))
        world = await stack.enter_async_context(World.over(settings_of(settings, post), *clone))
        await world.empty()
        await world.settle()
        program = Program(
            "work",
            environment(settings, clone, post, worker) | {PLACES: str(places)},
            "tests.infra.jobs.flooded",
        )
        found = Place(world, post, program, healthy, hanging)
        await endpoint(found.victim, healthy.url, event_types=["card.created"])
        await program.start()
        stack.push_async_callback(program.kill)
        assert await found.mail_s(world.bob, "first@example.com") < PATIENCE_S, "the worker does not run"
        found.patience_s = patience_s
        yield found


def environment(settings: Settings, clone: tuple[str, str], post: Post, worker: str) -> dict[str, str]:
    return {
        OLD: "1" if worker == CONTROL else "",
        **os.environ,
        "DATABASE_URL": clone[1],
        "WELLWISH_OWNER_DATABASE_URL": clone[0],
        "WELLWISH_SECRET_KEY": settings.secret_key.hex(),
        "WELLWISH_DATA_DIR": str(settings.data_dir),
        "WELLWISH_BASE_URL": settings.base_url,
        "WELLWISH_LOG_LEVEL": "error",
        "WELLWISH_MESSAGES_PER_DAY": "0",
        "WELLWISH_MESSAGES_PER_DAY_UNPROVEN": "0",
        "WELLWISH_SMTP_URLS": f"smtp://127.0.0.1:{post.port}?tls=none",
        "WELLWISH_MAIL_FROM": "cards@cards.example",
        "PYTHONPATH": os.getcwd(),
    }


async def campaign(person: Person, calls: int = 10, invitees: int = 1000) -> None:
    """Sends calls in sequence, each with that many invitees."""
    card = await make.card(person)
    for call in range(calls):
        names = (f"{person.name}-{call}-{number}@example.com" for number in range(invitees))
        await make.invitations(person, card["id"], *names)


async def group(person: Person, members: int = 10_000) -> None:
    body = {"name": "All", "members": [{"email": f"m{number}@example.com"} for number in range(members)]}
    await invite_groups(person, [await created(person, "/api/groups", body)])


async def channels(person: Person, url: str, count: int = 300) -> None:
    """Invites channels of a host, all in one call."""
    bodies = [{"name": f"#{number}", "kind": "channel", "webhook_url": url} for number in range(count)]
    await invite_groups(person, [await created(person, "/api/groups", each) for each in bodies])


async def endpoints(person: Person, url: str, count: int = 20, events: int = 200) -> None:
    """Creates endpoints and events for them."""
    for _ in range(count):
        await endpoint(person, url)
    card = await make.card(person)
    names = (f"e{each}@example.com" for each in range(events))
    await make.invitations(person, card["id"], *names, send=False)


async def invite_groups(person: Person, groups: list[dict[str, Any]]) -> None:
    card = await make.card(person)
    invitees = [{"delivery_type": "group", "delivery_id": each["id"]} for each in groups]
    await created(person, "/api/cards/invitations", {"card_id": card["id"], "invitees": invitees})


async def created(person: Person, path: str, body: dict[str, Any]) -> dict[str, Any]:
    answer = await person.request("POST", path, content=json.dumps(body), headers=_JSON)
    assert answer.status_code == 201, answer.text
    return answer.json()


_JSON = {"Content-Type": "application/json"}
Flood = Callable[[Place], Awaitable[None]]
