"""POST /api/test-clock/advance"""

import asyncio
from collections.abc import Sequence
from datetime import datetime, timedelta

import pytest

from tests import make
from tests.contributions import giving
from tests.later import another_time, day
from tests.payments import buying
from tests.test_mode.clocks import advance, read
from tests.webhooks.receivers import receiving
from tests.webhooks.steps import deliver_due
from tests.world import Person
from wellwish.base import clock
from wellwish.infra import jobs
from wellwish.infra.db import Tx
from wellwish.infra.jobs import delayed
from wellwish.test_mode import step_clock

pytestmark = pytest.mark.anyio

ADVANCE = "/api/test-clock/advance"


async def test_moves_the_time_of_test_data_only(alice: Person) -> None:
    tester = await alice.tester()
    moved = await tester.post(ADVANCE, {"by": "P3D"})
    assert (moved.status_code, moved.json()["status"]) == (202, "advancing")
    await alice.world.work()
    arrived = await read(tester)
    assert (arrived["status"], arrived["advancing_to"]) == ("ready", None)
    for person, days in ((tester, 3), (alice, 0)):
        card = await make.card(person)
        created = datetime.fromisoformat(card["created_at"])
        assert (created - clock.now() + timedelta(hours=1)).days == days
        [event] = (await person.get("/api/events", params={"type": "card.created"})).json()["data"]
        assert event["created_at"][:10] == card["created_at"][:10]


async def test_closes_a_card_at_its_end_and_not_before(alice: Person) -> None:
    tester = await alice.tester()
    card, live = [await make.card(each, contribution_end_date=day(10)) for each in (tester, alice)]
    await advance(tester, by="P5D")
    assert (await tester.get(f"/api/cards/{card['id']}")).json()["status"] == "open"
    await advance(tester, by="P10D")
    closed = (await tester.get(f"/api/cards/{card['id']}")).json()
    assert (closed["status"], closed["closed_at"]) == ("closed", card["contribution_ends_at"])
    [event] = (await tester.get("/api/events", params={"type": "card.closed"})).json()["data"]
    late = datetime.fromisoformat(event["created_at"]) - datetime.fromisoformat(card["contribution_ends_at"])
    assert timedelta() <= late < timedelta(hours=1)
    assert (await alice.get(f"/api/cards/{live['id']}")).json()["status"] == "open"


async def test_jobs_of_a_moved_clock_wait_for_their_time(alice: Person) -> None:
    tester = await alice.tester()
    await advance(tester, by="P100D")
    card = await make.card(tester, contribution_end_date=day(110))
    await make.invitations(tester, card["id"], "ana@example.com", reminder="once")
    await alice.world.work()
    due = "select min(run_at) - $2, max(run_at) - $2 from jobs where account_id = $1"
    [row] = await alice.world.owner.fetch(due, tester.account_id, clock.now())
    assert timedelta() < row[0] < row[1] < timedelta(days=12)  # in real time
    assert (await tester.get(f"/api/cards/{card['id']}")).json()["status"] == "open"
    await advance(tester, by="P12D")
    assert (await tester.get(f"/api/cards/{card['id']}")).json()["status"] == "closed"
    reminded = (await tester.get("/api/events", params={"type": "invitation.reminded"})).json()["data"]
    assert len(reminded) == 1


async def test_a_payment_and_its_page_expire(alice: Person) -> None:
    tester = await alice.tester()
    card = await giving.card(tester)
    made = await giving.gives(tester, card["id"])
    await advance(tester, by="P1DT1H")
    assert (await giving.read(tester, card["id"], made["id"]))["money"]["status"] == "cancelled"


@pytest.mark.parametrize("button", ["succeed", "decline", "pay_late"])
async def test_a_button_of_the_sandbox_works_on_a_moved_clock(button: str, alice: Person) -> None:
    """The button's jobs are queued in real time, so the next advance does not wait for them."""
    tester = await alice.tester()
    await advance(tester, by="P30D")
    made = await buying.buy(tester)
    assert (await buying.press(alice.world, made["checkout_url"], button)).status_code == 303
    await alice.world.work()
    await advance(tester, by="PT2M")
    status = (await buying.payment(tester, made["payment_id"]))["status"]
    assert status == ("failed" if button == "decline" else "succeeded")


async def test_retries_of_webhooks_keep_the_real_time(alice: Person) -> None:
    """A receiver that is down for a moment would otherwise use up its tries in an advance."""
    tester = await alice.tester()
    async with receiving("500") as down:
        made = await tester.post("/api/webhook-endpoints", {"url": down.url})
        assert made.status_code == 201, made.text
        await advance(tester, by="P30D")
        await make.card(tester)
        for _ in range(3):
            await deliver_due(alice.world)
            await advance(tester, by="P3D")
        assert len(down.messages) == 1, "sent on a moved clock, and not again"
    found = (await tester.get(f"/api/webhook-endpoints/{made.json()['id']}")).json()
    assert found["disabled_at"] is None
    [delivery] = (await tester.get(f"/api/webhook-endpoints/{found['id']}/deliveries")).json()["data"]
    wait = datetime.fromisoformat(delivery["next_attempt_at"]) - clock.now()
    assert timedelta(hours=-1) < wait < timedelta(hours=1)


async def test_a_token_and_an_idempotency_key_keep_the_real_time(alice: Person) -> None:
    tester = await alice.tester()
    body = await make.body(tester)
    first = await tester.post("/api/cards", body, key="one")
    await advance(tester, by="P300D")
    again = await tester.post("/api/cards", body, key="one")
    assert again.headers["Idempotency-Replayed"] == "true"
    assert again.json()["id"] == first.json()["id"]


async def test_the_target_can_be_a_time(alice: Person) -> None:
    tester = await alice.tester()
    target = clock.rfc3339(clock.now() + timedelta(days=2))
    await advance(tester, to=target)
    assert (await read(tester))["now"] >= target
    refused = await tester.post(ADVANCE, {"to": target})
    assert (refused.status_code, refused.json()["code"]) == (422, "invalid_request")


@pytest.mark.parametrize(
    "body",
    [
        {},
        {"by": "P3D", "to": "2030-01-01T00:00:00Z"},
        {"by": "-P3D"},
        {"by": "P0D"},
        {"by": "P1Y"},
        {"by": "P731D"},
        {"by": "3 days"},
        {"by": "P999999999999999999D"},
        {"by": 3},
        {"to": "1999-01-01T00:00:00Z"},
        {"to": "9000-01-01T00:00:00Z"},
        {"to": "2030-01-01"},
    ],
)
async def test_refuses_a_clock_that_moves_back_or_too_far(alice: Person, body: dict[str, object]) -> None:
    tester = await alice.tester()
    refused = await tester.post(ADVANCE, body)
    assert (refused.status_code, refused.json()["code"]) == (422, "invalid_request"), refused.text
    assert (await read(tester))["status"] == "ready"


async def test_refuses_to_be_more_than_ten_years_ahead(alice: Person) -> None:
    tester = await alice.tester()
    await alice.world.owner.execute("update test_accounts set ahead = '3640 days'")
    assert (await tester.post(ADVANCE, {"by": "P20D"})).status_code == 422
    await advance(tester, by="P5D")


async def test_refuses_a_live_key(alice: Person) -> None:
    await alice.tester()
    for refused in (await alice.post(ADVANCE, {"by": "P3D"}), await alice.get("/api/test-clock")):
        assert (refused.status_code, refused.json()["code"]) == (403, "wrong_mode")


async def test_of_two_at_once_one_is_refused(alice: Person) -> None:
    tester = await alice.tester()
    await read(tester)
    answers = await asyncio.gather(*(tester.post(ADVANCE, {"by": "P3D"}) for _ in range(2)))
    assert sorted(each.status_code for each in answers) == [202, 409]
    assert {each.json().get("code") for each in answers} == {None, "test_clock_advancing"}
    await alice.world.work()
    await advance(tester, by="P3D")


async def test_waits_for_a_job_that_runs(alice: Person) -> None:
    tester = await alice.tester()
    before = await read(tester)
    await alice.world.owner.execute(
        """
        insert into jobs (kind, args, run_at, locked_until)
        values ('cards.end', jsonb_build_object('account_id', $1::text, 'card_id', 'card_x'), $2, $3)
        """,
        tester.account_id,
        clock.now(),
        clock.now() + timedelta(hours=1),
    )
    assert (await tester.post(ADVANCE, {"by": "P3D"})).status_code == 202
    with pytest.raises(step_clock.RetryLaterError):
        await step_clock.run(alice.world.services, {"account_id": tester.account_id})
    waiting = await read(tester)
    assert (waiting["status"], waiting["now"][:10]) == ("advancing", before["now"][:10])
    await alice.world.owner.execute("delete from jobs where kind = 'cards.end'")
    await alice.world.work()
    assert (await read(tester))["status"] == "ready"


async def test_a_run_makes_its_step_when_the_due_jobs_have_ended(
    alice: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One run of the job polls until the due jobs have finished."""
    tester = await alice.tester()
    before = await read(tester)
    assert (await tester.post(ADVANCE, {"by": "P3D"})).status_code == 202
    look, looks = delayed.busy_since, list[datetime | None]()

    async def busy_at_first(tx: Tx, account_id: str, but: Sequence[str]) -> datetime | None:
        looks.append(await look(tx, account_id, but) if looks else tx.real_now)
        return looks[-1]

    monkeypatch.setattr(delayed, "busy_since", busy_at_first)
    with pytest.raises(step_clock.RetryLaterError):
        await step_clock.run(alice.world.services, {"account_id": tester.account_id})
    assert looks[1:] == [None]
    moved = datetime.fromisoformat((await read(tester))["now"]) - datetime.fromisoformat(before["now"])
    assert moved > timedelta(hours=1)
    await alice.world.work()
    assert (await read(tester))["status"] == "ready"


async def test_an_interrupted_advance_continues(alice: Person) -> None:
    tester = await alice.tester()
    card = await make.card(tester, contribution_end_date=day(10))
    assert (await tester.post(ADVANCE, {"by": "P20D"})).status_code == 202
    with pytest.raises(step_clock.RetryLaterError):  # the first step; then the worker dies
        await step_clock.run(alice.world.services, {"account_id": tester.account_id})
    between = await read(tester)
    assert between["status"] == "advancing"
    assert between["now"] < between["advancing_to"]
    with another_time():
        clock.move(timedelta(minutes=1))  # the lease of the worker ends
        await alice.world.work()
        assert (await read(tester))["status"] == "ready"
    assert (await tester.get(f"/api/cards/{card['id']}")).json()["status"] == "closed"


async def test_what_is_not_due_has_its_time_after_the_advance(alice: Person) -> None:
    tester = await alice.tester()
    due = "select id, run_at from jobs where account_id = $1 and kind = 'cards.end' order by id"
    await make.card(tester, contribution_end_date=day(30))
    [before] = await alice.world.owner.fetch(due, tester.account_id)
    await advance(tester, by="P10D")
    [after] = await alice.world.owner.fetch(due, tester.account_id)
    assert abs(before["run_at"] - after["run_at"] - timedelta(days=10)) < timedelta(minutes=1)


async def test_a_job_that_is_woken_in_an_advance_keeps_the_earlier_time(alice: Person) -> None:
    tester = await alice.tester()
    card = await make.card(tester, contribution_end_date=day(5))
    assert (await tester.post(ADVANCE, {"by": "P20D"})).status_code == 202
    async with alice.world.services.db.transaction([tester.account_id]) as tx:
        await delayed.park(tx, tester.account_id, ())  # as the first step does
    for days, is_earlier in ((10, False), (3, True)):
        with clock.test_clock(timedelta()):
            async with alice.world.services.db.transaction([tester.account_id]) as tx:
                before = await delayed.next_at(tx, tester.account_id)
                args = {"account_id": tester.account_id, "card_id": card["id"]}
                await jobs.wake(tx, "cards.end", {card["id"]: args}, at=tx.now + timedelta(days=days))
        async with alice.world.services.db.transaction([tester.account_id]) as tx:
            await delayed.park(tx, tester.account_id, ())
            after = await delayed.next_at(tx, tester.account_id)
        assert before is not None
        assert after is not None
        assert (after < before) == is_earlier
    await alice.world.work()
    assert (await read(tester))["status"] == "ready"


async def test_an_advance_that_fails_again_and_again_continues(
    alice: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    """If the advance ended early, the clock would wrongly report its arrival."""
    tester = await alice.tester()
    assert (await tester.post(ADVANCE, {"by": "P20D"})).status_code == 202
    with another_time():
        with monkeypatch.context() as broken:
            broken.setattr(delayed, "next_at", _fails)
            for _ in range(12):
                await alice.world.work()
                clock.move(timedelta(hours=2))
        tester.token = None
        assert (await read(tester))["status"] == "advancing"
        clock.move(timedelta(hours=2))
        tester.token = None  # expired
        await alice.world.work()
        assert (await read(tester))["status"] == "ready"


async def _fails(*_: object) -> None:
    raise RuntimeError


async def test_moves_by_a_year(alice: Person) -> None:
    tester = await alice.tester()
    card = await make.card(tester, contribution_end_date=day(360))
    moved = (await read(tester))["now"]
    await advance(tester, by="P365D")
    later = (await read(tester))["now"]
    year = datetime.fromisoformat(later) - datetime.fromisoformat(moved)
    assert timedelta(days=365) <= year < timedelta(days=366)
    assert (await tester.get(f"/api/cards/{card['id']}")).json()["status"] == "closed"


async def test_jobs_of_live_data_keep_their_time(alice: Person) -> None:
    tester = await alice.tester()
    await make.card(alice, contribution_end_date=day(10))
    due = "select id, run_at from jobs where account_id = $1 order by id"
    before = await alice.world.owner.fetch(due, alice.account_id)
    assert before
    await advance(tester, by="P20D")
    assert await alice.world.owner.fetch(due, alice.account_id) == before
