"""What arrives at a receiver, in which words, with which signatures, and when it is tried again."""

import asyncio
import json
import sys
import time
from asyncio.subprocess import PIPE
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
import standardwebhooks
import svix.webhooks

from tests import make
from tests.outside import NAMES
from tests.webhooks.receivers import Message, Receiver, receiving
from tests.webhooks.way import deliveries, endpoint, go, later
from tests.world import Person, World
from wellwish import clock
from wellwish.webhooks import deliver, outcome
from wellwish.webhooks.endpoint import new_secret
from wellwish.webhooks.outcome import DELAYS_S, JITTER, Tried
from wellwish.webhooks.payload import Told

pytestmark = pytest.mark.anyio

VERIFIER = Path(__file__).parents[2] / "tools" / "webhook-verifier"


async def test_tells_what_happened_signed_and_once(
    world: World, alice: Person, whe: dict[str, Any], receiver: Receiver
) -> None:
    card = await make.card(alice)
    await go(world)
    await go(world)
    (message,) = receiver.messages
    event = (await alice.get("/api/events")).json()["data"][0]
    assert message.json == {
        "type": "card.created",
        "timestamp": event["created_at"],
        "data": {"event_id": event["id"], "card_id": card["id"], **event["data"]},
    }
    assert message.id == event["id"]
    assert message.headers["content-type"] == "application/json"
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
    await go(world)
    (message,) = receiver.messages
    assert await verified_by_node(whe["secret"], message) == message.json
    assert await verified_by_node(new_secret(), message) is None
    tampered = replace(message, body=message.body.replace(b"card.created", b"card.deleted"))
    assert await verified_by_node(whe["secret"], tampered) is None


async def verified_by_node(secret: str, message: Message) -> Any:
    """Returns what standardwebhooks of npm makes of the message, or None where it refuses it."""
    assert (VERIFIER / "node_modules").is_dir(), "script/test sets it up"
    given = {"secret": secret, "headers": message.headers, "body": message.body.decode()}
    process = await asyncio.create_subprocess_exec(
        Path(sys.executable).with_name("node"), VERIFIER / "verify.js",
        stdin=PIPE, stdout=PIPE, stderr=PIPE,
    )  # fmt: skip
    out, err = await process.communicate(json.dumps(given).encode())
    if process.returncode:
        assert err == b"No matching signature found", err.decode()
        return None
    return json.loads(out)


async def test_tells_little_where_the_endpoint_asks_for_little(
    world: World, alice: Person, receiver: Receiver
) -> None:
    await endpoint(alice, receiver.url, personal_data=True)
    card = await make.card(alice)
    await make.admin(alice, card["id"], world.bob)
    await go(world)
    for message in receiver.messages:
        assert message.json.keys() == {"type", "timestamp", "data"}
        assert message.json["data"] == {"event_id": message.id, "card_id": card["id"]}


async def test_names_people_only_where_the_endpoint_asks_and_links_never(
    world: World, alice: Person, receiver: Receiver
) -> None:
    async with receiving() as asking:
        await endpoint(alice, receiver.url, payload="full")
        await endpoint(alice, asking.url, payload="full", personal_data=True)
        card = await make.card(alice, recipient="Maya", recipient_email="maya@example.com")
        (invited,) = await make.invitations(alice, card["id"], "jonas@example.com")
        await make.admin(alice, card["id"], world.bob)
        await go(world)
        silent = b"".join(each.body for each in receiver.messages)
        told = b"".join(each.body for each in asking.messages)
    assert set(asking.ids) == set(receiver.ids) != set()
    assert b"@" not in silent
    assert b"http" not in silent
    assert b'"person":{"name":null,"address":"jonas@example.com"}' in told
    assert b"bob@example.com" in told
    assert b"http" not in told
    assert invited["link"].rpartition("/")[2].encode() not in told


async def test_sends_only_the_types_that_are_asked_for(
    world: World, alice: Person, receiver: Receiver
) -> None:
    await endpoint(alice, receiver.url, event_types=["card.closed", "card.closed"])
    card = await make.card(alice)
    assert (await alice.post(f"/api/cards/{card['id']}/close")).status_code == 200
    await go(world)
    assert [each.json["type"] for each in receiver.messages] == ["card.closed"]


async def test_tells_nothing_of_before_and_nothing_of_others(
    world: World, alice: Person, mallory: Person, receiver: Receiver
) -> None:
    await make.card(alice)
    await endpoint(alice, receiver.url)
    await make.card(mallory)
    await go(world)
    assert receiver.messages == []


async def test_an_endpoint_that_comes_second_hears_nothing_of_before(
    world: World, alice: Person, whe: dict[str, Any], receiver: Receiver
) -> None:
    await make.card(alice)
    async with receiving() as second:
        await endpoint(alice, second.url)
        await go(world)
        assert (len(receiver.messages), len(second.messages)) == (1, 0)
        await make.card(alice)
        await go(world)
        assert (len(receiver.messages), len(second.messages)) == (2, 1)


@pytest.mark.parametrize(
    ("does", "told"),
    [
        ("500", (500, "\ufffdoops", None)), ("302", (302, "", None)), ("hang", (None, None, "timeout")),
        ("drip head", (None, None, "timeout")), ("reset before", (None, None, "reset")),
        ("reset after", (None, None, "reset")), ("no http", (None, None, "protocol")),
        ("long head", (None, None, "protocol")), ("429", (429, "", None)),
    ],
)  # fmt: skip
async def test_tries_again_with_the_same_id_after(
    does: str, told: tuple[Any, ...], world: World, alice: Person, whe: dict[str, Any], receiver: Receiver
) -> None:
    receiver.does = does
    await make.card(alice)
    await go(world)
    (waits,) = await deliveries(alice, whe)
    first = waits["attempts"][0]
    assert (waits["status"], len(waits["attempts"])) == ("pending", 1)
    assert (first["response_status"], first["response_body"], first["error"]) == told
    receiver.does = "ok"
    await later(world, 60)
    (done,) = await deliveries(alice, whe)
    assert (done["status"], len(done["attempts"])) == ("delivered", 2)
    assert set(receiver.ids) == {waits["event_id"]}
    for message in receiver.messages:
        assert message.json["data"]["event_id"] == message.id


@pytest.mark.parametrize("does", ["huge", "drip", "204"])
async def test_takes_the_status_and_leaves_the_rest_of_the_answer(
    does: str, world: World, alice: Person, whe: dict[str, Any], receiver: Receiver
) -> None:
    receiver.does = does
    await make.card(alice)
    began = time.monotonic()
    await go(world)
    assert time.monotonic() - began < 2
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
    await go(world)
    (waits,) = await deliveries(alice, whe)
    assert waits["attempts"][0]["error"] == error
    assert receiver.connections == 0
    NAMES["receiver.example.com"] = ["127.0.0.1"]
    await later(world, 10)
    assert len(receiver.messages) == 1


async def test_speaks_tls_only_with_who_can_show_the_name(
    world: World, alice: Person, receiver: Receiver
) -> None:
    whe = await endpoint(alice, f"https://127.0.0.1:{receiver.port}/hook")
    await make.card(alice)
    await go(world)
    (waits,) = await deliveries(alice, whe)
    assert waits["attempts"][0]["error"] in ("tls", "reset", "timeout")
    assert receiver.messages == []


async def test_tries_ten_times_over_three_days_then_gives_up(
    world: World, alice: Person, whe: dict[str, Any], receiver: Receiver
) -> None:
    receiver.does = "500"
    await make.card(alice)
    await go(world)
    for wait_s in (*DELAYS_S[1:], 86_400):
        await later(world, wait_s * (1 - JITTER) - 1)
        count = len(receiver.messages)
        await later(world, wait_s * 2 * JITTER + 2)
        assert len(receiver.messages) == count + (len(receiver.messages) <= 10 and count < 10)
    (failed,) = await deliveries(alice, whe)
    assert (failed["status"], len(failed["attempts"]), failed["next_attempt_at"]) == ("failed", 10, None)
    assert receiver.ids == [failed["event_id"]] * 10
    times = [datetime.fromisoformat(each["created_at"]) for each in failed["attempts"]]
    assert timedelta(days=2) < times[-1] - times[0] < timedelta(days=4.5)


def tried(status: int | None, retry_after: str | None = None, tries_left: int = 10) -> Tried:
    told = Told("dlv", 0, tries_left, "evt", "card.created", None, "{}", clock.now())
    return Tried(told, clock.now(), status, None, None, 5, retry_after)


def test_keeps_to_the_schedule_with_a_fifth_of_jitter() -> None:
    now = clock.now()
    for tries_left in range(10, 1, -1):
        delay_s = DELAYS_S[11 - tries_left]
        waits = [
            (outcome.next_at(tried(500, None, tries_left), now) - now).total_seconds() for _ in range(500)
        ]
        assert delay_s * 0.8 <= min(waits) < delay_s * 0.85
        assert delay_s * 1.15 < max(waits) <= delay_s * 1.2
    assert DELAYS_S == (0, 5, 300, 1800, 7200, 18000, 36000, 50400, 72000, 86400)


@pytest.mark.parametrize(
    ("status", "retry_after", "seconds"),
    [
        (429, "120", 120), (503, "120", 120), (500, "120", 0), (429, None, 0), (429, "-5", 0),
        (429, "soon", 0),
        (429, "99999999999999999999", 86_400), (429, "Sat, 21 Nov 2026 12:01:00 GMT", 60),
        (429, "Sat, 21 Nov 2020 12:00:00 GMT", 0), (429, "Fri, 99 Foo 2026", 0), (429, "٣", 0),
    ],
)  # fmt: skip
def test_waits_as_long_as_the_receiver_asks_within_a_day(
    status: int, retry_after: str | None, seconds: int
) -> None:
    now = datetime(2026, 11, 21, 12, tzinfo=UTC)
    assert outcome.asked_for_s(tried(status, retry_after), now) == seconds


async def test_leaves_an_endpoint_alone_as_long_as_it_asks(
    world: World, alice: Person, whe: dict[str, Any], receiver: Receiver
) -> None:
    receiver.does = "503"  # asks for more than a year
    await make.card(alice)
    await go(world)
    await make.card(alice)
    await later(world, 3_500)
    assert len(receiver.messages) == 1, "the second event waits too, for an hour at most"
    receiver.does = "ok"
    await later(world, 200)
    assert len(receiver.messages) == 2
    await later(world, 86_400)
    assert len(receiver.messages) == 3
    assert {each["status"] for each in await deliveries(alice, whe)} == {"delivered"}


async def test_disables_after_five_days_of_failing_and_tells_by_an_event(
    world: World, alice: Person, whe: dict[str, Any], receiver: Receiver
) -> None:
    receiver.does = "500"
    await make.card(alice)
    await go(world)
    shown = (await alice.get(f"/api/webhook-endpoints/{whe['id']}")).json()
    assert shown["failing_since"] is not None
    for day in range(1, 6):
        await make.card(alice)
        await later(world, 86_400 - 60)
        shown = (await alice.get(f"/api/webhook-endpoints/{whe['id']}")).json()
        assert shown["status"] == "enabled", f"day {day}"
    await make.card(alice)
    await later(world, 600)
    shown = (await alice.get(f"/api/webhook-endpoints/{whe['id']}")).json()
    assert (shown["status"], shown["disabled_reason"]) == ("disabled", "failing")
    (event,) = (await alice.get("/api/events", params={"type": "webhook_endpoint.disabled"})).json()["data"]
    assert event["data"] == {"webhook_endpoint_id": whe["id"], "reason": "failing"}
    count = len(receiver.messages)
    await make.card(alice)
    await later(world, 86_400)
    assert len(receiver.messages) == count


async def test_a_success_begins_the_five_days_anew(
    world: World, alice: Person, whe: dict[str, Any], receiver: Receiver
) -> None:
    receiver.does = "500"
    await make.card(alice)
    await go(world)
    receiver.does = "ok"
    await later(world, 10)
    shown = (await alice.get(f"/api/webhook-endpoints/{whe['id']}")).json()
    assert shown["failing_since"] is None
    receiver.does = "500"
    await make.card(alice)
    await later(world, 6 * 86_400)
    shown = (await alice.get(f"/api/webhook-endpoints/{whe['id']}")).json()
    assert shown["status"] == "enabled"


async def test_two_failures_with_days_of_silence_between_them_are_no_five_days_of_failing(
    world: World, alice: Person, whe: dict[str, Any], receiver: Receiver, monkeypatch: pytest.MonkeyPatch
) -> None:
    receiver.does = "500"
    await make.card(alice)
    await go(world)
    for wait_s in DELAYS_S[1:]:
        await later(world, wait_s * (1 + JITTER) + 1)
    (failed,) = await deliveries(alice, whe)
    assert failed["status"] == "failed"
    since = (await alice.get(f"/api/webhook-endpoints/{whe['id']}")).json()["failing_since"]
    await later(world, 2 * 86_400)
    await make.card(alice)
    await later(world, 1)
    shown = (await alice.get(f"/api/webhook-endpoints/{whe['id']}")).json()
    assert shown["status"] == "enabled"
    assert shown["failing_since"] > since


async def test_disables_an_endpoint_that_says_it_is_gone(
    world: World, alice: Person, whe: dict[str, Any], receiver: Receiver
) -> None:
    receiver.does = "410"
    await make.card(alice)
    await go(world)
    shown = (await alice.get(f"/api/webhook-endpoints/{whe['id']}")).json()
    assert (shown["status"], shown["disabled_reason"]) == ("disabled", "gone")


async def test_a_hanging_endpoint_holds_up_no_other(
    world: World, alice: Person, whe: dict[str, Any], receiver: Receiver, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(deliver, "_CALL_S", 5.0)
    async with receiving("hang") as hanging:
        await endpoint(alice, hanging.url)
        await make.card(alice)
        working = asyncio.create_task(go(world))
        async with asyncio.timeout(2):
            while not receiver.messages:
                await asyncio.sleep(0.01)
        assert not working.done()
        await working


async def test_a_worker_that_dies_between_sending_and_writing_it_down_sends_again(
    world: World, alice: Person, whe: dict[str, Any], receiver: Receiver, monkeypatch: pytest.MonkeyPatch
) -> None:
    """At least once: the same id twice, for the receiver to know it again."""

    async def die(*_: Any) -> None:
        raise ZeroDivisionError

    await make.card(alice)
    with monkeypatch.context() as broken:
        broken.setattr(outcome, "keep", die)
        await go(world)
    await later(world, 10)
    (done,) = await deliveries(alice, whe)
    assert receiver.ids == [done["event_id"]] * 2
    assert len(done["attempts"]) == 1
