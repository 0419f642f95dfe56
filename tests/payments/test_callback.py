"""Callbacks are processed once, in any order, with a recent signature only; mismatching events are stored."""

import io
import json
from contextlib import redirect_stderr
from datetime import timedelta

import pytest
from structlog.testing import CapturingLogger

from tests.later import another_time
from tests.payments import buying
from tests.world import Person, World
from wellwish.base import clock, ids
from wellwish.infra.checkout import Merchant
from wellwish.payments import callback, check, expire, poll
from wellwish.payments.compare import compare

OPERATOR = Merchant(provider="sandbox", owner="operator")


async def paid_silently(world: World, alice: Person) -> tuple[dict[str, object], str]:
    """Returns a paid purchase and its unsent callback."""
    made = await buying.buy(alice)
    await buying.press(world, made["checkout_url"], "never_call_back")
    (body,) = await buying.told(world, made["payment_id"])
    return made, body


async def outcomes(world: World) -> list[str]:
    return [
        row[0] for row in await world.owner.fetch("select outcome from provider_events order by created_at")
    ]


async def test_takes_a_callback_once(world: World, alice: Person) -> None:
    made, body = await paid_silently(world, alice)
    assert [await buying.call_back(world, body) for _ in range(3)] == [204, 204, 204]
    await world.work()
    assert (
        await world.owner.fetchval("select count(*) from ledger where movement like 'paid:%' and leg = 1")
        == 1
    )
    assert (await buying.events(alice)).count("payment.succeeded") == 1
    assert (await buying.payment(alice, str(made["payment_id"])))["status"] == "succeeded"


@pytest.mark.parametrize(
    "signature", ["", "t=1,v1=00", "t=,v1=", "v1=ab", "t=99999999999999999999,v1=", "nonsense"]
)
async def test_refuses_a_forged_callback(signature: str, world: World, alice: Person) -> None:
    made, body = await paid_silently(world, alice)
    assert await buying.call_back(world, body, signature=signature) == 401
    assert (await buying.payment(alice, str(made["payment_id"])))["status"] == "pending"
    # The control: the same body with a valid signature.
    assert await buying.call_back(world, body) == 204


async def test_logs_the_account_that_is_called_for_and_no_other_path(
    world: World, alice: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    log = CapturingLogger()
    monkeypatch.setattr(callback, "log", log)
    for owner in (alice.account_id, "my-secret", "acct_my-secret"):
        path = f"/callbacks/payments/sandbox/{owner}"
        assert (await world.client.post(path, content=b"{}")).status_code == 401
    assert [each.kwargs["merchants"] for each in log.calls] == [[f"sandbox:{alice.account_id}"], [], []]


async def test_refuses_a_body_that_was_changed(world: World, alice: Person) -> None:
    made, body = await paid_silently(world, alice)
    signature = buying.sandbox(world).sign(body.encode(), clock.now())["sandbox-signature"]
    assert await buying.call_back(world, body.replace("3900", "9900"), signature=signature) == 401
    assert (await buying.payment(alice, str(made["payment_id"])))["status"] == "pending"


async def test_refuses_a_stale_callback_and_finds_it_by_asking(world: World, alice: Person) -> None:
    made, body = await paid_silently(world, alice)
    assert await buying.call_back(world, body, seconds_ago=360) == 401
    assert await buying.call_back(world, body, seconds_ago=-360) == 401
    await poll.run(world.services, {})
    assert (await buying.payment(alice, str(made["payment_id"])))["status"] == "succeeded"
    # A second poll finds nothing, and the late callback changes nothing.
    assert await poll.look(world.services, OPERATOR)
    assert await buying.call_back(world, body) == 204
    assert await buying.in_the_ledger(world) == await buying.at_the_provider(world)


async def test_accepts_a_payment_after_its_cancellation(world: World, alice: Person) -> None:
    made, body = await paid_silently(world, alice)
    event = json.loads(body)
    cancelled = {**event, "id": ids.new("sev"), "kind": "cancelled", "fee": None}
    assert await buying.call_back(world, json.dumps(cancelled)) == 204
    assert (await buying.payment(alice, str(made["payment_id"])))["status"] == "cancelled"
    await world.work()
    assert (await buying.purchase(alice, str(made["id"])))["status"] == "failed"
    assert await buying.call_back(world, body) == 204
    await world.work()
    assert (await buying.payment(alice, str(made["payment_id"])))["status"] == "succeeded"
    assert (await buying.purchase(alice, str(made["id"])))["status"] == "active"
    # Another cancellation event is outdated.
    again = {**cancelled, "id": ids.new("sev")}
    assert await buying.call_back(world, json.dumps(again)) == 204
    assert (await buying.payment(alice, str(made["payment_id"])))["status"] == "succeeded"


async def test_keeps_a_dispute_that_is_reported_before_its_payment(world: World, alice: Person) -> None:
    made, body = await paid_silently(world, alice)
    event = json.loads(body)
    early = {**event, "id": ids.new("sev"), "kind": "disputed", "fee": None}
    assert await buying.call_back(world, json.dumps(early)) == 204
    assert await outcomes(world) == ["waiting"]
    assert (await buying.payment(alice, str(made["payment_id"])))["status"] == "pending"
    assert await buying.call_back(world, body) == 204
    assert await outcomes(world) == ["applied", "applied"]
    assert (await buying.payment(alice, str(made["payment_id"])))["status"] == "disputed"


@pytest.mark.parametrize(
    "changed",
    [
        {"payment_id": "pay_01h455vb4pex5vsknk084sn02q"},
        {"payment_id": "nonsense"},
        {"account_id": "acct_01h455vb4pex5vsknk084sn02q"},
        {"account_id": "x'; drop table ledger; --"},
    ],
)
async def test_keeps_what_is_of_an_unknown_payment(
    changed: dict[str, str], world: World, alice: Person
) -> None:
    made, body = await paid_silently(world, alice)
    with redirect_stderr(io.StringIO()) as log:
        assert await buying.call_back(world, json.dumps({**json.loads(body), **changed})) == 204
    assert '"provider event does not match"' in log.getvalue()
    assert '"level":"error"' in log.getvalue()
    assert await outcomes(world) == ["unknown"]
    assert (await buying.payment(alice, str(made["payment_id"])))["status"] == "pending"
    assert await world.owner.fetchval("select count(*) from ledger") == 0
    report = await _report(world)
    assert any("belongs to an unknown payment" in fault for fault in report.faults)


@pytest.mark.parametrize("changed", [{"amount": 3899}, {"currency": "EUR"}])
async def test_keeps_what_does_not_fit_its_payment(
    changed: dict[str, object], world: World, alice: Person
) -> None:
    made, body = await paid_silently(world, alice)
    assert await buying.call_back(world, json.dumps({**json.loads(body), **changed})) == 204
    assert await outcomes(world) == ["mismatch"]
    assert (await buying.payment(alice, str(made["payment_id"])))["status"] == "pending"
    assert await world.owner.fetchval("select count(*) from ledger") == 0


async def test_freezes_what_is_disputed(world: World, alice: Person) -> None:
    made = await buying.bought(alice)
    (body,) = await buying.told(world, made["payment_id"])
    event = {**json.loads(body), "id": ids.new("sev"), "kind": "disputed", "fee": None}
    assert await buying.call_back(world, json.dumps(event)) == 204
    await world.work()
    assert (await buying.payment(alice, made["payment_id"]))["status"] == "disputed"
    assert (await buying.refund(alice, made["payment_id"])).json()["code"] == "payment_state"
    assert (await buying.purchase(alice, made["id"]))["status"] == "refunded"
    won = {**event, "id": ids.new("sev"), "kind": "dispute_won"}
    assert await buying.call_back(world, json.dumps(won)) == 204
    await world.work()
    assert (await buying.payment(alice, made["payment_id"]))["status"] == "succeeded"
    assert (await buying.purchase(alice, made["id"]))["status"] == "active"
    assert await buying.in_the_ledger(world, "disputes") == {}


@pytest.mark.parametrize("button", ["pay_late", "call_back_late"])
async def test_accepts_a_late_payment_and_a_late_callback(button: str, world: World, alice: Person) -> None:
    made = await buying.buy(alice)
    await buying.press(world, made["checkout_url"], button)
    await world.work()
    assert (await buying.payment(alice, made["payment_id"]))["status"] == "pending"
    with another_time():
        clock.move(timedelta(seconds=61))
        await world.work()
        assert (await buying.payment(alice, made["payment_id"]))["status"] == "succeeded"


async def test_cancels_unpaid_payments_after_a_day(world: World, alice: Person) -> None:
    made = await buying.buy(alice)
    silent, _body = await paid_silently(world, alice)
    with another_time():
        clock.move(timedelta(hours=24))
        alice.token = None
        await world.work()
        assert (await buying.payment(alice, made["payment_id"]))["status"] == "cancelled"
        assert (await buying.purchase(alice, made["id"]))["status"] == "failed"
        # A poll finds the unreported payment before its cancellation.
        assert (await buying.payment(alice, str(silent["payment_id"])))["status"] == "succeeded"
    args = {"account_id": alice.account_id, "payment_id": made["payment_id"]}
    await expire.run(world.services, args)


async def test_checks_the_books_and_finds_what_is_wrong(world: World, alice: Person) -> None:
    await buying.bought(alice)
    report = await _report(world)
    assert report.faults == []
    assert report.counts.payments == 1
    await world.owner.execute(
        "update ledger set amount = amount + 1 where movement like 'paid:%' and leg = 1"
    )
    assert any("missing from the ledger" in fault for fault in (await _report(world)).faults)


async def test_finds_what_hangs_and_what_was_not_taken(world: World, alice: Person) -> None:
    _made, body = await paid_silently(world, alice)
    with another_time():
        clock.move(timedelta(minutes=3))
        assert any("was not processed" in fault for fault in (await compare(world.services)).faults)
    await buying.call_back(world, body)
    with another_time():
        clock.move(timedelta(minutes=11))
        assert any("in clearing" in fault for fault in (await _report(world)).faults)
        await world.work()
        assert (await _report(world)).faults == []


async def _report(world: World) -> check.CheckReport:
    from wellwish.infra.db.tx import Tx

    async with world.owner.transaction():
        return await check.check(Tx(world.owner, []))
