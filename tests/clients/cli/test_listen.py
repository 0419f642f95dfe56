"""`ww listen`: signed events at a receiver on this machine, each once and in order."""

import asyncio
import json
import re
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import pytest

from tests.clients.cli.conftest import Ended, Ww
from tests.clients.test_readme import README
from tests.listening import free_port
from tests.waiting import until as until_true
from tests.world import Person, World
from wellwish.infra.events import TYPES
from wellwish.webhooks import payload
from wellwish.webhooks.payload import PendingDelivery
from wellwish_sdk import errors, webhooks
from wellwish_sdk.cli import listen

GUIDE = README.parents[2] / "docs/guides/webhooks.md"


class Receiver:
    """A receiver of webhooks that can be down. ``statuses``: its first responses; then 200."""

    def __init__(self, statuses: tuple[int, ...] = ()) -> None:
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}/hook"
        self.arrived: list[tuple[dict[str, str], bytes]] = []
        self.statuses = list(statuses)
        self._server: ThreadingHTTPServer | None = None

    def start(self) -> None:
        receiver = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["content-length"]))
                status = receiver.statuses.pop(0) if receiver.statuses else 200
                receiver.arrived.append((dict(self.headers.items()), body))
                self.send_response(status)
                self.send_header("content-length", "0")
                self.end_headers()

            def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - of the library
                pass

        self._server = ThreadingHTTPServer(("127.0.0.1", self.port), Handler)
        threading.Thread(target=self._server.serve_forever, args=(0.01,), daemon=True).start()

    def stop(self) -> None:
        if self._server is not None:
            self._server.shutdown()
            self._server.server_close()
            self._server = None

    @property
    def ids(self) -> list[str]:
        return [json.loads(body)["data"]["event_id"] for _, body in self.arrived]


@pytest.fixture
def receiver() -> Iterator[Receiver]:
    made = Receiver()
    made.start()
    yield made
    made.stop()


def until(monkeypatch: pytest.MonkeyPatch, step: Callable[[], bool]) -> None:
    """Presses Ctrl-C at the first pause of the command at which ``step`` is true."""

    class Time:
        @staticmethod
        def sleep(_: float) -> None:
            if step():
                raise KeyboardInterrupt
            time.sleep(0.01)  # the pause of the command, shorter

    monkeypatch.setattr(listen, "time", Time)


async def first_event(person: Person) -> str:
    """Creates a card and returns the ID of the account's oldest event."""
    await card(person, "First")

    async def listed() -> list[dict[str, Any]]:  # a concurrent transaction may still be open
        return (await person.get("/api/events?order=asc&limit=1")).json()["data"]

    return (await until_true(listed))[0]["id"]


async def card(person: Person, title: str) -> str:
    template = (await person.get("/api/templates?limit=1")).json()["data"][0]["id"]
    body = {"title": title, "sender": "P", "template_id": template, "collection": {}}
    made = await person.post("/api/cards", json=body)
    assert made.status_code == 201, made.text
    return made.json()["id"]


async def events(world: World) -> list[Any]:
    return await world.owner.fetch(
        "select * from events where account_id = $1 order by txid, id", world.alice.account_id
    )


def secret_in(ended: Ended) -> str:
    found = re.search(r"whsec_\S+", ended.err)
    assert found
    return found[0]


async def test_delivers_what_a_webhook_would_be(
    world: World, alice_ww: Ww, receiver: Receiver, monkeypatch: pytest.MonkeyPatch
) -> None:
    after = await first_event(world.alice)
    card_id = await card(world.alice, "Second")
    until(monkeypatch, lambda: len(receiver.arrived) > 0)
    ended = await alice_ww("listen", "--forward-to", receiver.url, "--after", after)
    assert ended.status == 130
    ((headers, body),) = receiver.arrived
    read = webhooks.unwrap(body, headers, secret_in(ended))
    assert (read.type, read.data["card_id"]) == ("card.created", card_id)
    row = (await events(world))[-1]
    sent = PendingDelivery(
        "dlv", 0, 1, row["id"], row["type"], row["card_id"], row["data"], row["created_at"],
        is_test=False,
    )  # fmt: skip
    assert body == payload._body(sent, json.loads(row["data"]))
    assert ended.out.split()[1:] == ["card.created", row["id"], "200"]
    assert f"--after {row['id']}" in ended.err
    with pytest.raises(errors.ForgedWebhook):
        webhooks.unwrap(body, headers, "whsec_" + "A" * 40)
    assert json.loads(listen.message({**row, "created_at": "t", "test": False}, "thin"))["data"] == {
        "event_id": row["id"], "card_id": card_id,
    }  # fmt: skip


@pytest.mark.parametrize("text", [README.read_text(), GUIDE.read_text()], ids=["readme", "guide"])
async def test_runs_the_docs(
    alice_ww: Ww, receiver: Receiver, monkeypatch: pytest.MonkeyPatch, text: str
) -> None:
    found = re.search(r"^ww (listen --forward-to) http://\S+:3000/hook$", text, re.MULTILINE)
    assert found
    until(monkeypatch, lambda: True)
    ended = await alice_ww(*found[1].split(), receiver.url)
    assert (ended.status, receiver.url in ended.err) == (130, True)


async def test_keeps_the_secret_with_the_profile(
    world: World, alice_ww: Ww, receiver: Receiver, monkeypatch: pytest.MonkeyPatch
) -> None:
    until(monkeypatch, lambda: True)
    first, again = [await alice_ww("listen", "--forward-to", receiver.url) for _ in range(2)]
    assert secret_in(first) == secret_in(again)
    alice = {"WELLWISH_API_KEY": world.alice.api_key, "WELLWISH_CLIENT_SECRET": world.alice.client_secret}
    given = {**alice, "WELLWISH_BASE_URL": alice_ww.base_url, "WELLWISH_WEBHOOK_SECRET": "whsec_QUJDREVG"}
    assert secret_in(await alice_ww("listen", "--forward-to", receiver.url, **given)) == "whsec_QUJDREVG"


async def test_waits_for_a_receiver_that_is_down(
    world: World, alice_ww: Ww, monkeypatch: pytest.MonkeyPatch
) -> None:
    receiver = Receiver((503,))
    after = await first_event(world.alice)
    await card(world.alice, "Second")
    pauses = 0

    def step() -> bool:
        nonlocal pauses
        pauses += 1
        if pauses == 2:
            receiver.start()
        return len(receiver.arrived) == 2

    until(monkeypatch, step)
    ended = await alice_ww("listen", "--forward-to", receiver.url, "--after", after, "--json")
    receiver.stop()
    assert ended.status == 130
    assert len(set(receiver.ids)) == 1
    assert json.loads(ended.out) == {
        "event_id": receiver.ids[0], "type": "card.created", "status": 200, "attempts": 4,
    }  # fmt: skip
    assert ended.err.count("does not respond") == 1


async def test_a_failure_of_the_receiver_is_shown_and_not_repeated(
    world: World, alice_ww: Ww, receiver: Receiver, monkeypatch: pytest.MonkeyPatch
) -> None:
    receiver.statuses = [500, 302]
    after = await first_event(world.alice)
    for title in "abc":
        await card(world.alice, title)
    until(monkeypatch, lambda: len(receiver.arrived) >= 3)
    ended = await alice_ww("listen", "--forward-to", receiver.url, "--after", after)
    assert [line.split()[-1] for line in ended.out.splitlines()] == ["500", "302", "200"]
    assert receiver.ids == [each["id"] for each in await events(world)][-3:]


async def test_a_restart_loses_and_doubles_nothing(
    world: World, alice_ww: Ww, receiver: Receiver, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The receiver fails after the third event; the command stops while it retries the fourth."""
    after = await first_event(world.alice)
    for number in range(5):
        await card(world.alice, str(number))
    receiver.statuses = [200, 200, 200, 503]
    until(monkeypatch, lambda: len(receiver.arrived) >= 4)
    first = await alice_ww("listen", "--forward-to", receiver.url, "--after", after)
    handled = receiver.ids[:3]
    assert len(first.out.splitlines()) == 3
    found = re.search(r"--after (evt_\w+)", first.err)
    assert found
    receiver.arrived.clear()
    until(monkeypatch, lambda: len(receiver.arrived) >= 2)
    await alice_ww("listen", "--forward-to", receiver.url, "--after", found[1])
    assert (
        handled + receiver.ids
        == [each["id"] for each in await events(world) if each["type"] == "card.created"][1:]
    )


async def test_forwards_only_the_chosen_types(
    world: World, alice_ww: Ww, receiver: Receiver, monkeypatch: pytest.MonkeyPatch
) -> None:
    after = await first_event(world.alice)
    card_id = await card(world.alice, "Second")
    assert (await world.alice.post(f"/api/cards/{card_id}/close")).status_code == 200
    until(monkeypatch, lambda: len(receiver.arrived) > 0)
    chosen = ["--events", "invitation.*", "--events", "card.closed"]
    ended = await alice_ww("listen", "--forward-to", receiver.url, "--after", after, *chosen)
    assert [line.split()[1] for line in ended.out.splitlines()] == ["card.closed"]


async def test_outlasts_an_outage_of_the_server(
    world: World, alice_ww: Ww, receiver: Receiver, monkeypatch: pytest.MonkeyPatch
) -> None:
    after = await first_event(world.alice)
    await card(world.alice, "Second")
    request, left = listen.request, 2

    def lossy(*given: Any) -> Any:
        nonlocal left
        left -= 1
        if left >= 0:
            raise errors.ConnectionFailed("No response from the server.")
        return request(*given)

    monkeypatch.setattr(listen, "request", lossy)
    until(monkeypatch, lambda: len(receiver.arrived) > 0)
    ended = await alice_ww("listen", "--forward-to", receiver.url, "--after", after)
    assert ended.err.count("Retrying until the server is back") == 1
    assert "The server is back." in ended.err
    assert len(receiver.arrived) == 1


@pytest.mark.parametrize(
    ("given", "status", "said"),
    [
        (["--forward-to", "ftp://x"], 2, "--forward-to"),
        (["--forward-to", "http://"], 2, "--forward-to"),
        (["--forward-to", "localhost:1/hook", "--after", "evt_x"], 3, "invalid_cursor"),
        (
            ["--forward-to", "localhost:1", "--events", "contribution.create"],
            2,
            "nearest is contribution.created.",
        ),
        (["--forward-to", "localhost:1", "--events", "cards.*"], 2, "there is no type cards.*"),
    ],
)
async def test_refuses_targets_that_lead_nowhere(
    alice_ww: Ww, given: list[str], status: int, said: str
) -> None:
    ended = await alice_ww("listen", *given)
    assert (ended.status, ended.out) == (status, "")
    assert said in ended.err


def test_ctrl_c_in_a_finalizer_is_not_lost(monkeypatch: pytest.MonkeyPatch) -> None:
    class Dying:
        def __del__(self) -> None:
            signal.raise_signal(signal.SIGINT)

    dropped: list[type[BaseException] | None] = []
    monkeypatch.setattr(sys, "unraisablehook", lambda given: dropped.append(given.exc_type))
    with listen._interrupts() as interrupts:
        Dying()
        assert dropped == [KeyboardInterrupt]  # Python has dropped it
        with pytest.raises(KeyboardInterrupt):
            interrupts.sleep(60)


def test_ctrl_c_waits_for_the_end_of_a_delivery() -> None:
    delivered: list[str] = []

    def deliver(interrupts: listen._Interrupts) -> None:
        with interrupts.deferred():
            signal.raise_signal(signal.SIGINT)
            delivered.append("sent")

    with listen._interrupts() as interrupts:
        with pytest.raises(KeyboardInterrupt):
            deliver(interrupts)
        assert delivered == ["sent"]
        with pytest.raises(KeyboardInterrupt):
            deliver(interrupts)
    assert delivered == ["sent"]  # the second Ctrl-C interrupted the delivery


def test_knows_the_types_of_the_server() -> None:
    assert set(listen._TYPES) == TYPES.keys()


async def test_ctrl_c_ends_the_process(world: World, alice_ww: Ww, receiver: Receiver) -> None:
    """Only events after the start arrive."""
    await card(world.alice, "Before")
    process = await asyncio.to_thread(alice_ww.start, "listen", "--forward-to", receiver.url)
    try:
        assert process.stderr is not None
        assert "Forwarding" in await asyncio.to_thread(process.stderr.readline)
        card_id = await card(world.alice, "After")
        assert process.stdout is not None
        line = await asyncio.to_thread(process.stdout.readline)
        process.send_signal(signal.SIGINT)
        out, err = await asyncio.to_thread(process.communicate, timeout=60)
    finally:
        process.kill()
    assert line.endswith(" 200\n")
    assert (process.returncode, out) == (130, "")
    assert "Traceback" not in err
    assert [json.loads(body)["data"]["card_id"] for _, body in receiver.arrived] == [card_id]
