"""Webhook deliveries at the receiver: payloads, signatures and retries."""

import asyncio
import json
import sys
from asyncio.subprocess import PIPE
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
import standardwebhooks
import svix.webhooks

from tests import make
from tests.outside import NAMES
from tests.waiting import until
from tests.webhooks.receivers import Message, Receiver, receiving
from tests.webhooks.steps import deliver_due, deliver_later, deliveries, endpoint
from tests.world import Person, World
from wellwish.base import clock, trace
from wellwish.webhooks import deliver, outcome
from wellwish.webhooks.endpoint import new_secret

pytestmark = pytest.mark.anyio

PATIENCE_S = 30
VERIFIER = Path(__file__).parents[2] / "tools" / "webhook-verifier"


async def test_delivers_signed_messages_once(
    world: World, alice: Person, whe: dict[str, Any], receiver: Receiver
) -> None:
    card = await make.card(alice)
    await deliver_due(world)
    await deliver_due(world)
    (message,) = receiver.messages
    event = (await alice.get("/api/events")).json()["data"][0]
    assert message.json == {
        "type": "card.created",
        "timestamp": event["created_at"],
        "test": False,
        "data": {"event_id": event["id"], "card_id": card["id"], **event["data"]},
    }
    assert message.id == event["id"]
    assert message.headers["content-type"] == "application/json"
    assert trace.parse([message.headers["traceparent"]]) is not None
    assert standardwebhooks.Webhook(whe["secret"]).verify(message.body, message.headers) == message.json
    svix.webhooks.Webhook(whe["secret"]).verify(message.body, message.headers)
    with pytest.raises(standardwebhooks.WebhookVerificationError):
        standardwebhooks.Webhook(whe["secret"]).verify(message.body + b" ", message.headers)
    (sent,) = await deliveries(alice, whe)
    assert (sent["status"], sent["next_attempt_at"]) == ("delivered", None)
    assert [(each["response_status"], each["response_body"]) for each in sent["attempts"]] == [(200, "ok")]


async def test_a_receiver_in_javascript_verifies_the_signature(
    world: World, alice: Person, whe: dict[str, Any], receiver: Receiver
) -> None:
    await make.card(alice, title="Grüße, مايا")
    await deliver_due(world)
    (message,) = receiver.messages
    assert await verified_by_node(whe["secret"], message) == message.json
    assert await verified_by_node(new_secret(), message) is None
    tampered = replace(message, body=message.body.replace(b"card.created", b"card.deleted"))
    assert await verified_by_node(whe["secret"], tampered) is None


async def verified_by_node(secret: str, message: Message) -> Any:
    """Returns the payload that the npm package standardwebhooks verifies, or None if it rejects it."""
    assert (VERIFIER / "node_modules").is_dir(), "script/test sets it up"
    now_ms = clock.now().timestamp() * 1000
    given = {"secret": secret, "headers": message.headers, "body": message.body.decode(), "now_ms": now_ms}
    process = await asyncio.create_subprocess_exec(
        Path(sys.executable).with_name("node"), VERIFIER / "verify.js",
        stdin=PIPE, stdout=PIPE, stderr=PIPE,
    )  # fmt: skip
    out, err = await process.communicate(json.dumps(given).encode())
    if process.returncode:
        assert err == b"No matching signature found", err.decode()
        return None
    return json.loads(out)


async def test_sends_thin_payloads_on_request(world: World, alice: Person, receiver: Receiver) -> None:
    await endpoint(alice, receiver.url, personal_data=True)
    card = await make.card(alice)
    await make.admin(alice, card["id"], world.bob)
    await deliver_due(world)
    for message in receiver.messages:
        assert message.json.keys() == {"type", "timestamp", "test", "data"}
        assert message.json["data"] == {"event_id": message.id, "card_id": card["id"]}


async def test_names_people_only_on_request_and_never_contains_links(
    world: World, alice: Person, receiver: Receiver
) -> None:
    async with receiving() as asking:
        await endpoint(alice, receiver.url, payload="full")
        await endpoint(alice, asking.url, payload="full", personal_data=True)
        card = await make.card(alice, recipient="Maya", recipient_email="maya@example.com")
        (invited,) = await make.invitations(alice, card["id"], "jonas@example.com")
        await make.admin(alice, card["id"], world.bob)
        await deliver_due(world)
        silent = b"".join(each.body for each in receiver.messages)
        recorded = b"".join(each.body for each in asking.messages)
    assert set(asking.ids) == set(receiver.ids) != set()
    assert b"@" not in silent
    assert b"http" not in silent
    assert b'"person":{"name":null,"address":"jonas@example.com"}' in recorded
    assert b"bob@example.com" in recorded
    assert b"http" not in recorded
    assert invited["link"].rpartition("/")[2].encode() not in recorded


async def test_sends_only_the_types_that_are_asked_for(
    world: World, alice: Person, receiver: Receiver
) -> None:
    await endpoint(alice, receiver.url, event_types=["card.closed", "card.closed"])
    card = await make.card(alice)
    assert (await alice.post(f"/api/cards/{card['id']}/close")).status_code == 200
    await deliver_due(world)
    assert [each.json["type"] for each in receiver.messages] == ["card.closed"]


async def test_delivers_no_earlier_events_and_none_of_other_accounts(
    world: World, alice: Person, mallory: Person, receiver: Receiver
) -> None:
    await make.card(alice)
    await endpoint(alice, receiver.url)
    await make.card(mallory)
    await deliver_due(world)
    assert receiver.messages == []


async def test_a_new_endpoint_receives_only_later_events(
    world: World, alice: Person, whe: dict[str, Any], receiver: Receiver
) -> None:
    await make.card(alice)
    async with receiving() as second:
        await endpoint(alice, second.url)
        await deliver_due(world)
        assert (len(receiver.messages), len(second.messages)) == (1, 0)
        await make.card(alice)
        await deliver_due(world)
        assert (len(receiver.messages), len(second.messages)) == (2, 1)


@pytest.mark.parametrize(
    ("does", "recorded"),
    [
        ("500", (500, "\ufffdoops", None)), ("302", (302, "", None)), ("hang", (None, None, "timeout")),
        ("drip head", (None, None, "timeout")), ("reset before", (None, None, "reset")),
        ("reset after", (None, None, "reset")), ("no http", (None, None, "protocol")),
        ("long head", (None, None, "protocol")), ("429", (429, "", None)),
    ],
)  # fmt: skip
async def test_tries_again_with_the_same_id_after(
    does: str,
    recorded: tuple[Any, ...],
    world: World,
    alice: Person,
    whe: dict[str, Any],
    receiver: Receiver,
    request: pytest.FixtureRequest,
) -> None:
    if recorded[2] == "timeout":
        request.getfixturevalue("short")
    receiver.does = does
    await make.card(alice)
    await deliver_due(world)
    (waits,) = await deliveries(alice, whe)
    first = waits["attempts"][0]
    assert (waits["status"], len(waits["attempts"])) == ("pending", 1)
    assert (first["response_status"], first["response_body"], first["error"]) == recorded
    receiver.does = "ok"
    await deliver_later(world, 60)
    (done,) = await deliveries(alice, whe)
    assert (done["status"], len(done["attempts"])) == ("delivered", 2)
    assert set(receiver.ids) == {waits["event_id"]}
    for message in receiver.messages:
        assert message.json["data"]["event_id"] == message.id


@pytest.mark.parametrize("does", ["huge", "drip", "204"])
async def test_reads_the_status_without_waiting_for_the_whole_body(
    does: str,
    world: World,
    alice: Person,
    whe: dict[str, Any],
    receiver: Receiver,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(deliver, "_CALL_S", 10 * PATIENCE_S)
    receiver.does = does
    await make.card(alice)
    async with asyncio.timeout(PATIENCE_S):  # a body that would take a hundred seconds
        await deliver_due(world)
    (done,) = await deliveries(alice, whe)
    assert done["status"] == "delivered"
    assert len(done["attempts"][0]["response_body"]) <= 1024


@pytest.mark.parametrize(
    ("addresses", "error"),
    [(["10.1.2.3"], "address_refused"), (["127.0.0.1", "10.1.2.3"], "address_refused"), (None, "dns")],
)
async def test_calls_no_private_address(
    addresses: list[str] | None, error: str, world: World, alice: Person, receiver: Receiver
) -> None:
    if addresses is not None:
        NAMES["receiver.example.com"] = addresses
    whe = await endpoint(alice, f"http://receiver.example.com:{receiver.port}/hook")
    await make.card(alice)
    await deliver_due(world)
    (waits,) = await deliveries(alice, whe)
    assert waits["attempts"][0]["error"] == error
    assert receiver.connections == 0
    NAMES["receiver.example.com"] = ["127.0.0.1"]
    await deliver_later(world, 10)
    assert len(receiver.messages) == 1


@pytest.mark.usefixtures("short")
async def test_verifies_the_name_in_the_certificate(world: World, alice: Person, receiver: Receiver) -> None:
    whe = await endpoint(alice, f"https://127.0.0.1:{receiver.port}/hook")
    await make.card(alice)
    await deliver_due(world)
    (waits,) = await deliveries(alice, whe)
    assert waits["attempts"][0]["error"] in ("tls", "reset", "timeout")
    assert receiver.messages == []


async def test_a_hanging_endpoint_holds_up_no_other(
    world: World, alice: Person, whe: dict[str, Any], receiver: Receiver, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(deliver, "_CALL_S", 60.0)
    async with receiving("hang") as hanging:
        await endpoint(alice, hanging.url)
        await make.card(alice)
        working = asyncio.create_task(deliver_due(world))
        await until(lambda: receiver.messages)
        assert not working.done()
        working.cancel()
        await asyncio.wait([working])


async def test_a_worker_that_dies_between_sending_and_writing_it_down_sends_again(
    world: World, alice: Person, whe: dict[str, Any], receiver: Receiver, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Delivery is at least once: the same ID arrives twice, so that the receiver can deduplicate."""

    async def die(*_: Any) -> None:
        raise ZeroDivisionError

    await make.card(alice)
    with monkeypatch.context() as broken:
        broken.setattr(outcome, "keep", die)
        await deliver_due(world)
    await deliver_later(world, 10)
    (done,) = await deliveries(alice, whe)
    assert receiver.ids == [done["event_id"]] * 2
    assert len(done["attempts"]) == 1
