"""Invite a channel: one post with one link for all its members."""

from collections.abc import AsyncGenerator, Iterator
from datetime import timedelta
from typing import Any

import msgspec
import pytest

from tests import make
from tests.later import another_time
from tests.outside import NAMES
from tests.webhooks.receivers import Receiver, receiving
from tests.world import Person
from wellwish.base import clock
from wellwish.delivery import chat
from wellwish.invitations import post_to_channel

pytestmark = pytest.mark.anyio


@pytest.fixture(autouse=True)
def _clock() -> Iterator[None]:
    with another_time():
        yield
    NAMES.clear()


@pytest.fixture
async def receiver() -> AsyncGenerator[Receiver]:
    async with receiving() as each:
        yield each


async def channel_of(person: Person, url: str | None, **fields: Any) -> dict[str, Any]:
    body = {"name": "#team", "kind": "channel", **({} if url is None else {"webhook_url": url}), **fields}
    answer = await person.post("/api/groups", body)
    assert answer.status_code == 201, answer.text
    return answer.json()


async def invited(person: Person, group: dict[str, Any], card: dict[str, Any], **fields: Any) -> Any:
    invitee = {"delivery_type": "group", "delivery_id": group["id"]}
    body = {"card_id": card["card_id"], "invitees": [invitee], **fields}
    answer = await person.post("/api/cards/invitations", body)
    assert answer.status_code == 201, answer.text
    return answer.json()


async def read(person: Person, made: dict[str, Any]) -> dict[str, Any]:
    person.token = None
    return (await person.get(f"/api/cards/invitations/{made['id']}")).json()


async def later(person: Person, **by: float) -> None:
    clock.move(timedelta(**by))
    await person.world.work()


async def test_posts_the_shared_link_once(alice: Person, receiver: Receiver) -> None:
    card = await make.card(alice, recipient="Maya", contribution_end_date="2099-12-24")
    answer = await invited(alice, await channel_of(alice, receiver.url), card, message="She loves cats.")
    [made] = answer["data"]
    assert (made["status"], made["status_reason"], "warnings" in answer) == ("queued", None, False)
    await alice.world.work()
    [message] = receiver.messages
    words = [each["text"]["text"] for each in message.json["blocks"]]
    assert "for Maya" in words[0]
    assert words[1:3] == ["She loves cats.", "The card is open until Thursday, 24 December 2099."]
    assert made["link"] in words[3]
    shown = await read(alice, made)
    assert (shown["status"], shown["sent_count"], shown["link"]) == ("sent", 1, made["link"])
    events = (await alice.get("/api/events", params={"type": "invitation.sent"})).json()["data"]
    assert len(events) == 1


@pytest.mark.parametrize("title", [None, "Join www.evil.com"])
async def test_a_post_links_nothing_that_a_user_wrote(
    alice: Person, receiver: Receiver, title: str | None
) -> None:
    card = await make.card(alice, title="evil.com", sender="me@evil.com", recipient="http://evil.com")
    group = await channel_of(alice, receiver.url)
    [made] = (await invited(alice, group, card, message="Call evil.com", title=title))["data"]
    await alice.world.work()
    [message] = receiver.messages
    text = msgspec.json.encode(message.json).decode()
    assert text.count("evil") >= 2
    assert "evil.com" not in text
    assert text.count(made["link"]) == 2


async def test_a_second_run_of_the_job_posts_no_other_message(alice: Person, receiver: Receiver) -> None:
    """A job carries the number of its post; a run with an outdated number posts nothing."""
    card = await make.card(alice)
    [made] = (await invited(alice, await channel_of(alice, receiver.url), card))["data"]
    text = await alice.world.owner.fetchval(
        "select args::text from jobs where kind = $1", post_to_channel.POST
    )
    await alice.world.work()
    assert (await alice.post("/api/cards/invitations/resend", {"invite_id": made["id"]})).status_code == 201
    await post_to_channel.run(alice.world.services, msgspec.json.decode(text))
    assert len(receiver.messages) == 1
    await alice.world.work()
    assert len(receiver.messages) == 2
    assert (await read(alice, made))["sent_count"] == 2


async def test_tries_again_while_the_service_is_away(alice: Person, receiver: Receiver) -> None:
    receiver.does = "500"
    card = await make.card(alice)
    [made] = (await invited(alice, await channel_of(alice, receiver.url), card))["data"]
    await alice.world.work()
    assert (await read(alice, made))["status"] == "queued"
    for _ in range(6):
        await later(alice, minutes=20)
    tries = receiver.connections
    assert 3 <= tries <= 8
    receiver.does = "ok"
    await later(alice, minutes=31)
    assert (await read(alice, made))["status"] == "sent"


async def test_gives_up_after_four_hours(alice: Person, receiver: Receiver) -> None:
    receiver.does = "503"
    card = await make.card(alice)
    [made] = (await invited(alice, await channel_of(alice, receiver.url), card))["data"]
    for _ in range(10):
        await later(alice, minutes=31)
    shown = await read(alice, made)
    assert (shown["status"], shown["status_reason"]) == ("failed", "channel_unavailable")
    assert receiver.connections <= 10
    events = (await alice.get("/api/events", params={"type": "invitation.failed"})).json()["data"]
    assert [each["data"]["reason"] for each in events] == ["channel_unavailable"]


async def test_waits_for_the_requested_time(alice: Person, receiver: Receiver) -> None:
    receiver.does = "429"  # with Retry-After: 7
    card = await make.card(alice)
    await invited(alice, await channel_of(alice, receiver.url), card)
    await alice.world.work()
    await later(alice, seconds=6)
    assert receiver.connections == 1
    await later(alice, seconds=1.5)
    assert receiver.connections == 2


@pytest.mark.parametrize(("does", "reason"), [("410", "channel_refused"), ("302", "channel_refused")])
async def test_fails_if_the_channel_refuses(
    does: str, reason: str, alice: Person, receiver: Receiver
) -> None:
    receiver.does = does
    group, card = await channel_of(alice, receiver.url), await make.card(alice)
    [made] = (await invited(alice, group, card))["data"]
    await alice.world.work()
    shown = await read(alice, made)
    assert (shown["status"], shown["status_reason"]) == ("failed", reason)
    receiver.does = "ok"
    [another] = (await invited(alice, group, card))["data"]
    await alice.world.work()
    assert another["id"] != made["id"]
    assert (await read(alice, another))["status"] == "sent"


async def test_a_name_that_has_come_to_mean_a_private_address_is_not_called(alice: Person) -> None:
    NAMES["hooks.example.com"] = ["10.0.0.1"]
    card = await make.card(alice)
    group = await channel_of(alice, "https://hooks.example.com/x")
    [made] = (await invited(alice, group, card))["data"]
    await alice.world.work()
    assert (await read(alice, made))["status_reason"] == "address_refused"


@pytest.mark.parametrize("what", ["deleted", "cleared"])
async def test_fails_without_the_channel(what: str, alice: Person, receiver: Receiver) -> None:
    group, card = await channel_of(alice, receiver.url), await make.card(alice)
    [made] = (await invited(alice, group, card))["data"]
    if what == "deleted":
        assert (await alice.delete(f"/api/groups/{group['id']}")).status_code == 204
    else:
        await alice.patch(f"/api/groups/{group['id']}", {"webhook_url": None})
    await alice.world.work()
    assert (await read(alice, made))["status_reason"] == "no_channel"
    assert not receiver.messages


async def test_posts_nothing_about_a_card_that_has_closed(alice: Person, receiver: Receiver) -> None:
    card = await make.card(alice)
    [made] = (await invited(alice, await channel_of(alice, receiver.url), card))["data"]
    await alice.post(f"/api/cards/{card['id']}/close")
    await alice.world.work()
    assert (await read(alice, made))["status_reason"] == "card_closed"
    assert not receiver.messages


async def test_posts_nothing_of_a_revoked_invitation(alice: Person, receiver: Receiver) -> None:
    card = await make.card(alice)
    [made] = (await invited(alice, await channel_of(alice, receiver.url), card))["data"]
    await alice.post(f"/api/cards/invitations/{made['id']}/revoke")
    await alice.world.work()
    assert not receiver.messages


async def test_a_channel_without_a_webhook_gives_a_link_to_pass_on(alice: Person) -> None:
    card = await make.card(alice)
    answer = await invited(alice, await channel_of(alice, None), card)
    assert answer["data"][0]["status_reason"] == "link_only"
    assert answer["data"][0]["link"]
    assert [each["code"] for each in answer["warnings"]] == ["nothing_sent"]


async def test_sends_nothing_where_that_is_asked(alice: Person, receiver: Receiver) -> None:
    card = await make.card(alice)
    answer = await invited(alice, await channel_of(alice, receiver.url), card, send=False)
    await alice.world.work()
    assert (answer["data"][0]["status_reason"], len(receiver.messages)) == ("link_only", 0)


async def test_has_a_separate_lane() -> None:
    from wellwish.worker import LANES

    assert any(post_to_channel.POST in kinds for kinds in LANES.values())
    assert chat._CALL_S < 55
