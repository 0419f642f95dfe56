"""Test and live data never meet: a matrix generated from routes and tables, with wrong statements."""

from typing import Any, get_args

import pytest

from tests.guards.statements import of_service
from tests.guards.test_tenants import name_of
from tests.test_mode import matrix
from tests.test_mode.conftest import Operated
from tests.web.desk import furnished
from tests.webhooks.receivers import receiving
from tests.webhooks.steps import deliver_due
from tests.world import Person
from wellwish.delivery import message
from wellwish.delivery.message import Kind, Message
from wellwish.delivery.words import Words
from wellwish.infra.db import pool, tx
from wellwish.infra.db.sql import compile_sql
from wellwish.infra.db.tx import scope
from wellwish.infra.events import event
from wellwish.routes import OPERATIONS

pytestmark = pytest.mark.anyio

MODES = ("live", "test")
# Reads of the account that return no list.
OF_NO_LIST = {
    "/api/account", "/api/bundles", "/api/limits", "/api/locales", "/api/payment-provider", "/api/templates",
    "/api/test-clock",
}  # fmt: skip
# Pages of the desk with a list, a count or a total.
DESK = {
    "/desk", "/desk/bundles", "/desk/groups", "/desk/payments", "/desk/payments.csv", "/account/audit",
    "/account/audit.csv", "/account/events", "/account/keys", "/account/suppressions", "/account/webhooks",
}  # fmt: skip
# Writes that need records which the matrix does not prepare, or that another part of it covers.
UNTRIED = {
    "POST /api/bundle-purchases", "PUT /api/groups/{group_id}", "PUT /api/payment-provider",
    "PUT /api/payment-provider/fees",
    "PATCH /api/account/platform", "DELETE /api/account/platform",
    "DELETE /api/account/restricted-keys/{restricted_key_id}", "POST /api/erasures",
}  # fmt: skip


async def test_every_table_has_an_account_or_a_reason(alice: Person) -> None:
    without = {name for name, has_account in (await matrix.tables(alice.world)).items() if not has_account}
    assert without == matrix.WITHOUT_ACCOUNT.keys() | matrix.OF_SERVER | {"accounts"}


@pytest.mark.parametrize("mode", MODES)
async def test_activity_in_one_mode_is_invisible_in_the_other(
    mode: str, alice: Person, bob: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Every list, page, count and total of one stays the same while the other performs everything."""
    tester = await alice.tester()
    watched, actor = (alice, tester) if mode == "live" else (tester, alice)
    other = MODES[mode == "live"]
    records = await matrix.furnish(watched, bob)
    of_actor = await matrix.furnish(actor, bob)
    desk = await furnished.entered(alice, alice.account_id)
    await deliver_due(alice.world)
    await alice.world.owner.execute("delete from jobs where kind = 'webhooks.deliver'")  # retries
    before, rows_before = await matrix.read(watched, mode, records, desk), await matrix.rows(alice.world)
    succeeded = await matrix.perform_all(actor, other)
    rows_after, after = await matrix.rows(alice.world), await matrix.read(watched, mode, records, desk)
    own, foreign = await matrix.all_ids(watched), await matrix.all_ids(actor)

    assert matrix.foreign(after, foreign) == {}
    assert matrix.changed(before, after) == set()
    assert matrix.crossings(rows_before, rows_after, actor, own) == []
    assert await matrix.unknown_to(watched, mode, of_actor, records) > 20
    assert {name_of(route) for route in OPERATIONS if matrix.is_write(route, other)} - succeeded <= UNTRIED

    # The control: the same with statements that forget their account, and without row-level security.
    both = sorted((alice.account_id, tester.account_id))
    for module in (pool, tx):
        monkeypatch.setattr(module, "scope", lambda _: scope(both))
    monkeypatch.setattr(tx, "compile_sql", lambda sql, *given: compile_sql(matrix.widened(sql, both), *given))
    wrong = await matrix.read(watched, mode, records, desk)
    lists = {path for path in wrong if path.startswith("/api/") and "{" not in path} - OF_NO_LIST
    # Members are the same people in both accounts.
    assert matrix.foreign(wrong, foreign).keys() >= lists - {"/api/account/members"}
    assert matrix.changed(after, wrong) >= lists | (DESK if mode == "live" else set())


@pytest.mark.parametrize("mode", MODES)
async def test_every_type_of_event_reaches_its_own_endpoint(mode: str, alice: Person) -> None:
    tester = await alice.tester()
    of_mode, other = (alice, tester) if mode == "live" else (tester, alice)
    async with receiving() as own, receiving() as foreign:
        for person, at in ((of_mode, own), (other, foreign)):
            made = await person.post("/api/webhook-endpoints", {"url": at.url, "payload": "full"})
            assert made.status_code == 201, made.text
        async with alice.world.services.db.transaction([of_mode.account_id]) as transaction:
            for kind in sorted(event.TYPES):
                await event.record(transaction, of_mode.account_id, kind)
        await deliver_due(alice.world)
    recorded = set(event.TYPES) - {"webhook_endpoint.test"}  # which has its own delivery
    assert {each.json["type"] for each in own.messages} == recorded
    assert {each.json["test"] for each in own.messages} == {mode == "test"}
    assert foreign.messages == []
    listed = (await of_mode.get("/api/events", params={"limit": 100})).json()["data"]
    assert {each["type"] for each in listed} >= set(event.TYPES)
    assert {each["test"] for each in listed} == {mode == "test"}
    assert (await other.get("/api/events")).json()["data"] == []


async def test_every_kind_of_message_of_test_data_is_kept(operated: Operated) -> None:
    """One statement writes all messages, and it decides which are sent."""
    inserts = [each.where for each in of_service().statements if "insert into messages" in each.sql]
    assert len(inserts) == 1, inserts
    world = operated.world
    tester = await world.alice.tester()
    metrics = (await world.client.get("/metrics")).text
    for person in (tester, world.alice):  # alice is the control
        async with world.services.db.transaction([person.account_id]) as transaction:
            kinds = [_mail(kind, f"{kind}@example.com") for kind in get_args(Kind)]
            await message.write(transaction, world.services, person.account_id, kinds)
        await world.work()
        await world.services.meter.write()
        sent = {each.recipient.partition("@")[0] for each in operated.post.received}
        counted = [
            line for line in (await world.client.get("/metrics")).text.splitlines() if "sends_total{" in line
        ]
        assert sent == (set() if person is tester else set(get_args(Kind)))
        assert bool(counted) == (person is not tester), metrics
    kept = (await tester.get("/api/test/outbox", params={"limit": 100})).json()["data"]
    assert {each["kind"] for each in kept} == set(get_args(Kind))


def _mail(kind: Any, recipient: str) -> Message:
    words = Words(preheader="Hello", heading="Hello", lines=["Hello"], why="A test.")
    return Message(
        channel="email", kind=kind, recipient=recipient, subject="Hello", body="Hello", content=words,
        reference=kind, dedupe_key=kind,
    )  # fmt: skip
