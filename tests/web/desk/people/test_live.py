"""The stream that reports changes of a card's invitations."""

import asyncio
import re
from typing import Any

import httpx2
import pytest

from tests import make
from tests.delivery.conftest import Sending
from tests.delivery.conftest import sending as sending  # noqa: PLC0414 - a fixture of another folder
from tests.waiting import until
from tests.web.desk.people import ask, signed_in
from tests.web.visitor import Visitor
from tests.world import Person
from wellwish.base import ids
from wellwish.base.limiter import Limiter
from wellwish.delivery.mail import Outcome
from wellwish.delivery.message import MessageRow
from wellwish.invitations import outcome
from wellwish.web.desk.people import live

pytestmark = pytest.mark.anyio


class Stream:
    """The page's stream, which records each revision as soon as it is created."""

    def __init__(self, visitor: Visitor, path: str, monkeypatch: pytest.MonkeyPatch) -> None:
        self.revisions: list[str] = []
        make_event = live._event  # pyright: ignore[reportPrivateUsage]

        def made(revised: str) -> bytes:
            self.revisions.append(revised)
            return make_event(revised)

        monkeypatch.setattr(live, "_event", made)
        monkeypatch.setattr(live, "_LOOK_S", 0.02)
        cookies = "; ".join(f"{name}={value}" for name, value in visitor.cookies.items())
        self.answer: asyncio.Future[httpx2.Response] = asyncio.ensure_future(
            visitor.world.client.get(f"{path}/stream", headers={"Cookie": cookies})
        )

    async def has(self, revisions: int) -> None:
        """Waits for a number of events."""
        await until(lambda: len(self.revisions) >= revisions or self.answer.done())
        assert len(self.revisions) >= revisions, self.answer.result().text


def path_of(card: dict[str, Any]) -> str:
    return f"/desk/cards/{card['id']}/invitations"


async def entered(sending: Sending, person: Person) -> Visitor:
    """Returns the person's browser after a sign-in by the link of a sent mail."""
    visitor = Visitor(sending.world)
    await ask(visitor, person.email)
    found = re.search(r"http://localhost:8080(/sign-in/\S+)", sending.post.of(person.email)[-1].plain)
    assert found is not None
    await visitor.open(found[1])
    assert (await visitor.press(found[1])).status_code == 303
    return visitor


async def test_a_bounce_arrives_live_is_fixed_and_delivered(
    sending: Sending, monkeypatch: pytest.MonkeyPatch
) -> None:
    world = sending.world
    sending.post.at_rcpt = lambda address: "550 5.1.1 no such user" if address.startswith("anna@") else None
    card = await make.card(world.alice)
    visitor = await entered(sending, world.alice)
    await visitor.open(path_of(card))
    assert f'data-live="{path_of(card)}/stream"' in visitor.page
    revised = re.findall(r'data-revision="(\w+)"', visitor.page)
    assert "Refresh" in visitor.page
    stream = Stream(visitor, path_of(card), monkeypatch)
    await stream.has(1)
    assert stream.revisions == revised  # no change between the page and its stream is lost
    [made] = await make.invitations(world.alice, card["id"], "anna@example.com")
    await world.work()
    await stream.has(2)
    await visitor.open(path_of(card))
    assert "Address does not work" in visitor.page
    one = f"{path_of(card)}/{made['id']}"
    assert f'action="{one}/address"' in visitor.page
    await visitor.open(one)
    answer = await visitor.press(
        f"{one}/address",
        delivery_id="ana@example.com",
        shown=visitor.value("shown"),
        form_key=visitor.value("form_key"),
    )
    assert answer.status_code == 303, visitor.page
    before = len(stream.revisions)
    await world.work()
    await deliver(sending, made["id"])
    await stream.has(before + 1)
    await visitor.open(path_of(card))
    assert "Address does not work" not in visitor.page
    assert "> <span>Arrived</span>" in visitor.page
    # Signing out ends the stream.
    await visitor.press("/sign-out")
    async with asyncio.timeout(20):
        text = (await stream.answer).text
    assert text.endswith("event: end\ndata: {}\n\n")
    assert "ana" not in text


async def deliver(sending: Sending, invite_id: str) -> None:
    """Reports the latest message of an invitation as delivered, as the provider's callback does."""
    services, account_id = sending.world.services, sending.world.alice.account_id
    async with services.db.transaction([account_id]) as tx:
        row = await tx.one(
            MessageRow,
            "select {columns} from messages where account_id = :account_id and invitation_id = :invite_id "
            "order by id desc limit 1",
            account_id=account_id,
            invite_id=invite_id,
        )
        await outcome.follow(tx, services, row, Outcome("delivered"))


async def test_removing_the_right_ends_the_stream(
    alice: Person, bob: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    card = await make.card(alice)
    admin = await make.admin(alice, card["id"], bob, invite_contributors=True)
    visitor = await signed_in(bob)
    stream = Stream(visitor, path_of(card), monkeypatch)
    await stream.has(1)
    assert (await alice.delete(f"/api/card-admins/{admin['id']}")).status_code == 200
    async with asyncio.timeout(20):
        assert "event: end" in (await stream.answer).text


async def test_needs_the_right_and_a_session(alice: Person, bob: Person, mallory: Person) -> None:
    card = await make.card(alice)
    await make.admin(alice, card["id"], bob, can_update=True)
    for person, status in ((bob, 403), (mallory, 404)):
        visitor = await signed_in(person)
        assert (await visitor.open(f"{path_of(card)}/stream")).status_code == status
        unknown = await visitor.open(f"/desk/cards/{ids.new('card')}/invitations/stream")
        assert unknown.status_code == 404
    stranger = Visitor(alice.world)
    answer = await stranger.open(f"{path_of(card)}/stream")
    assert (answer.status_code, answer.headers["location"][:8]) == (303, "/sign-in")


async def test_a_session_and_an_account_have_a_share(alice: Person, monkeypatch: pytest.MonkeyPatch) -> None:
    card = await make.card(alice)
    visitor = await signed_in(alice)
    monkeypatch.setattr(live, "_OF_SESSION", 1)
    stream = Stream(visitor, path_of(card), monkeypatch)
    await stream.has(1)
    refused = await visitor.open(f"{path_of(card)}/stream")
    assert (refused.status_code, refused.headers["Retry-After"]) == (503, "20")
    monkeypatch.setattr(live, "_OF_SESSION", 2)
    monkeypatch.setattr(live, "_STREAMS", Limiter(0, card_waiting=2))
    assert (await visitor.open(f"{path_of(card)}/stream")).status_code == 503
    await visitor.open(path_of(card))
    await visitor.press("/sign-out")
    async with asyncio.timeout(20):
        await stream.answer
    assert live._held == {}  # pyright: ignore[reportPrivateUsage] - the places are given back
