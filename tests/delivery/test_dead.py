"""If the job of a message dies, the invitation fails and does not stay queued."""

from collections.abc import Iterator
from typing import Any

import pytest

from tests import make
from tests.delivery.conftest import Sending
from tests.delivery.test_mail import events, invited
from tests.delivery.texting import MOBILE, invite, texting
from tests.fakes.carrier import carrying
from tests.later import another_time
from tests.world import Person, World
from wellwish.base import clock
from wellwish.base.settings import Settings
from wellwish.delivery import mail
from wellwish.infra.jobs import LEASE, MAX_ATTEMPTS
from wellwish.infra.jobs.claim import Lane, claim

pytestmark = pytest.mark.anyio

SEND, MAIL, TEXT = "invitations.send", "delivery.mail", "delivery.sms"
EXPAND, POST = "invitations.expand", "invitations.post"


@pytest.fixture(autouse=True)
def _clock() -> Iterator[None]:
    with another_time():
        yield


async def killed(world: World, kind: str, times: int) -> None:
    """Simulates workers that claim the only job of the kind and die, so that its lease expires."""
    for _ in range(times):
        assert [job.kind for job in await claim(world.services.db, Lane([kind], 10))] == [kind]
        clock.move(LEASE * 1.1)


async def written(world: World) -> None:
    """Runs the jobs that precede delivery."""
    from wellwish.infra.jobs import Worker
    from wellwish.worker import JOBS

    early = {kind: run for kind, run in JOBS.items() if kind in (SEND, EXPAND)}
    assert await Worker(world.services.db, world.services, early).drain() == 1


async def state(person: Person, made: dict[str, Any]) -> tuple[str, str | None, int]:
    person.token = None
    shown = (await person.get(f"/api/cards/invitations/{made['invite_id']}")).json()
    return shown["status"], shown["status_reason"], shown["sent_count"]


async def invited_group(person: Person, **fields: Any) -> dict[str, Any]:
    group = (await person.post("/api/groups", {"name": "Team", **fields})).json()
    card = await make.card(person, recipient="Maya")
    invitee = {"delivery_type": "group", "delivery_id": group["id"]}
    answer = await person.post("/api/cards/invitations", {"card_id": card["card_id"], "invitees": [invitee]})
    [made] = answer.json()["data"]
    return made


async def invited_by(person: Person, kind: str) -> dict[str, Any]:
    """Sends an invitation whose next job is of this kind."""
    if kind == POST:
        url = "https://hooks.slack.com/services/T0/B0/x"
        return await invited_group(person, kind="channel", webhook_url=url)
    if kind == EXPAND:
        return await invited_group(person, members=[{"name": "Ana", "email": "ana@example.com"}])
    [made] = await invited(person, "ana@example.com")
    if kind == MAIL:
        await written(person.world)
    return made


@pytest.mark.parametrize("kind", [SEND, MAIL, EXPAND, POST])
async def test_fails_when_each_worker_of_its_job_dies(kind: str, sending: Sending) -> None:
    world = sending.world
    made = await invited_by(world.alice, kind)
    await killed(world, kind, MAX_ATTEMPTS)
    assert await state(world.alice, made) == ("queued", None, 0)
    await world.work()
    assert await state(world.alice, made) == ("failed", "internal_error", 0)
    [event] = await events(world.alice, "invitation.failed")
    assert event["data"]["invite_id"] == made["invite_id"]
    await world.work()
    assert await state(world.alice, made) == ("failed", "internal_error", 0)
    assert len(await events(world.alice, "invitation.failed")) == 1
    assert sending.post.received == []
    assert await world.owner.fetchval("select count(*) from jobs where dead_at is not null") == 1


@pytest.mark.parametrize("kind", [SEND, MAIL])
async def test_control_the_last_attempt_still_sends(kind: str, sending: Sending) -> None:
    made = await invited_by(sending.world.alice, kind)
    await killed(sending.world, kind, MAX_ATTEMPTS - 1)
    await sending.world.work()
    assert await state(sending.world.alice, made) == ("sent", None, 1)
    assert await events(sending.world.alice, "invitation.failed") == []


async def test_fails_when_its_job_fails_each_time(sending: Sending, monkeypatch: pytest.MonkeyPatch) -> None:
    world, envelope = sending.world, mail.envelope

    def faulty(row: Any, *rest: Any) -> Any:
        if row.recipient == "ana@example.com":
            raise ZeroDivisionError
        return envelope(row, *rest)

    monkeypatch.setattr(mail, "envelope", faulty)
    made, fine = await invited(world.alice, "ana@example.com", "bo@example.com")
    for attempt in range(MAX_ATTEMPTS):
        assert await state(world.alice, made) == ("queued", None, 0), attempt
        await world.work()
        clock.move(LEASE * 200)
    assert await state(world.alice, made) == ("failed", "internal_error", 0)
    assert await state(world.alice, fine) == ("sent", None, 1)
    assert len(await events(world.alice, "invitation.failed")) == 1


async def test_a_resend_whose_job_dies_leaves_the_invitation_sent(sending: Sending) -> None:
    world = sending.world
    [made] = await invited(world.alice, "ana@example.com")
    await world.work()
    await world.alice.post("/api/cards/invitations/resend", {"invite_id": made["invite_id"]})
    await written(world)
    await killed(world, MAIL, MAX_ATTEMPTS)
    await world.work()
    assert await state(world.alice, made) == ("sent", None, 1)
    assert await events(world.alice, "invitation.failed") == []


async def test_a_text_fails_when_each_worker_of_its_job_dies(
    clone: tuple[str, str], settings: Settings, world: World
) -> None:
    async with carrying("a") as fakes, texting(clone, settings, *fakes) as service:
        [made] = await invite(service.alice, MOBILE)
        await written(service)
        await killed(service, TEXT, MAX_ATTEMPTS)
        await service.work()
        assert await state(service.alice, made) == ("failed", "internal_error", 0)
        assert fakes[0].texts == []
        assert len(await events(service.alice, "invitation.failed")) == 1
