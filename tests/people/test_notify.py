"""New people get one notice, within the budgets, with the link to their page."""

import asyncio
from datetime import timedelta
from typing import Any

import pytest

from tests.delivery.conftest import Sending
from tests.delivery.conftest import sending as sending  # noqa: PLC0414 - a fixture of another folder
from tests.delivery.test_mail import invited
from tests.people.test_create import MAYA
from tests.people.test_sync import counts, staff, statements
from tests.world import Person, World
from wellwish.base import clock
from wellwish.delivery import budget, suppression
from wellwish.delivery.channel import EMAIL
from wellwish.people import notify

pytestmark = pytest.mark.anyio


async def told(person: Person) -> list[str]:
    """Returns the recipients of the account's notices after its jobs have run."""
    await person.world.work()
    rows = await person.world.owner.fetch(
        "select recipient from messages where account_id = $1 and kind = 'person_added' order by recipient",
        person.account_id,
    )
    return [row["recipient"] for row in rows]


async def test_tells_each_new_person_once(alice: Person, bob: Person) -> None:
    *listed, last = staff(4)
    assert counts(await alice.put("/api/people", {"people": listed}))[0] == 3
    assert (await alice.post("/api/people", last)).status_code == 201
    everybody = sorted([each["email"] for each in listed] + [last["email"]])
    assert await told(alice) == everybody
    assert await told(bob) == []
    renamed = [{**each, "name": "Another name", "email": f"new.{each['email']}"} for each in [*listed, last]]
    assert counts(await alice.put("/api/people", {"people": renamed}))[1] == 4
    # A corrected address gets one notice, too.
    everybody = sorted([*everybody, *(each["email"] for each in renamed)])
    assert await told(alice) == everybody
    gone = {"people": renamed[1:], "allow_leavers": True}
    assert counts(await alice.put("/api/people", gone))[2] == 1
    assert counts(await alice.put("/api/people", {"people": renamed}))[1] == 1
    shouted = [{**each, "email": each["email"].upper()} for each in renamed]
    assert counts(await alice.put("/api/people", {"people": shouted}))[1] == 4
    assert await told(alice) == everybody


async def test_two_jobs_at_once_and_a_repeated_job_tell_once(alice: Person) -> None:
    await alice.put("/api/people", {"people": staff(30)})
    args = {"account_id": alice.account_id}
    await asyncio.gather(*(notify.run(alice.world.services, args) for _ in range(4)))
    assert await notify.run(alice.world.services, args) is None
    assert len(await told(alice)) == 30


async def test_a_killed_job_tells_the_others_later(alice: Person, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(notify, "_BATCH", 2)
    await alice.put("/api/people", {"people": staff(5)})
    whole, args = budget.notices, {"account_id": alice.account_id}
    calls = 0

    async def killed(*given: Any) -> int:
        nonlocal calls
        calls += 1
        if calls == 2:
            raise RuntimeError("killed")
        return await whole(*given)

    monkeypatch.setattr(budget, "notices", killed)
    with pytest.raises(RuntimeError, match="killed"):
        await notify.run(alice.world.services, args)
    sql = "select count(*) from messages where kind = 'person_added'"
    assert await alice.world.owner.fetchval(sql) == 2  # the control
    assert len(await told(alice)) == 5


@pytest.mark.parametrize("left", [{"email": None, "phone": "+442079460958"}, {"status": "left"}])
async def test_waits_for_an_address_and_for_the_return(alice: Person, left: dict[str, Any]) -> None:
    made = await alice.post("/api/people", {**MAYA, **left})
    assert made.status_code == 201, made.text
    assert await told(alice) == []
    back = {"email": MAYA["email"], "status": "active"}
    assert (await alice.patch(f"/api/people/{made.json()['id']}", back)).status_code == 200
    assert await told(alice) == [MAYA["email"]]


async def test_a_first_import_can_be_quiet_and_a_later_one_cannot(alice: Person) -> None:
    listed = staff(3)
    assert counts(await alice.put("/api/people", {"people": listed[:2], "notify": False}))[0] == 2
    assert counts(await alice.put("/api/people", {"people": listed, "notify": False}))[0] == 1
    assert await told(alice) == []
    await alice.world.owner.execute("update people set created_at = created_at - interval '31 days'")
    refused = await alice.put("/api/people", {"people": staff(4), "notify": False})
    assert (refused.status_code, refused.json()["errors"][0]["pointer"]) == (422, "/notify")
    assert counts(await alice.put("/api/people", {"people": staff(4)}))[0] == 1
    assert await told(alice) == [staff(4)[3]["email"]]


async def test_an_account_that_deletes_everybody_has_no_first_import_again(alice: Person) -> None:
    async def imported(**fields: Any) -> Any:
        for person_id in [each["id"] for each in (await alice.get("/api/people")).json()["data"]]:
            assert (await alice.delete(f"/api/people/{person_id}")).status_code == 204
        return await alice.put("/api/people", {"people": staff(2), **fields})

    assert counts(await imported(notify=False))[0] == 2
    assert counts(await imported(notify=False))[0] == 2  # within the first days
    sql = "update accounts set people_since = people_since - interval '31 days' where id = $1"
    await alice.world.owner.execute(sql, alice.account_id)
    refused = await imported(notify=False)
    assert (refused.status_code, refused.json()["errors"][0]["pointer"]) == (422, "/notify")
    assert counts(await imported())[0] == 2
    assert await told(alice) == [each["email"] for each in staff(2)]


async def test_a_dead_job_is_tried_again(alice: Person) -> None:
    await alice.put("/api/people", {"people": staff(2)})
    services, args = alice.world.services, {"account_id": alice.account_id}
    await alice.world.owner.execute("delete from jobs where kind = 'people.notify'")
    assert await told(alice) == []  # the control
    async with services.db.transaction([alice.account_id]) as tx:
        await notify.fail_dead(tx, services, args)
    await alice.world.owner.execute(
        "update jobs set run_at = now() - interval '1 minute' where kind = 'people.notify'"
    )
    assert await told(alice) == [each["email"] for each in staff(2)]


async def test_a_corrected_address_of_a_quiet_import_is_not_told(alice: Person) -> None:
    listed = staff(2)
    assert counts(await alice.put("/api/people", {"people": listed, "notify": False}))[0] == 2
    moved = [{**each, "email": f"new.{each['email']}"} for each in listed]
    assert counts(await alice.put("/api/people", {"people": moved}))[1] == 2
    assert await told(alice) == []


async def test_a_notice_to_a_wrong_address_is_not_sent_after_the_correction(sending: Sending) -> None:
    world = sending.world
    made = (await world.alice.post("/api/people", MAYA)).json()
    gone = (await world.alice.post("/api/people", staff(1)[0])).json()
    await notify.run(world.services, {"account_id": world.alice.account_id})
    sql = "select count(*) from messages where kind = 'person_added' and status = 'queued'"
    assert await world.owner.fetchval(sql) == 2  # the control
    await world.alice.patch(f"/api/people/{made['id']}", {"email": "right@example.com"})
    await world.alice.delete(f"/api/people/{gone['id']}")
    await world.work()
    assert [each.recipient for each in sending.post.received] == ["right@example.com"]


async def test_a_dry_run_tells_nobody(alice: Person) -> None:
    answer = await alice.put("/api/people?dry_run=true", {"people": staff(3)})
    assert counts(answer)[0] == 3
    assert await told(alice) == []


async def test_the_mail_has_the_accounts_words_and_the_link(sending: Sending) -> None:
    alice, post = sending.world.alice, sending.post
    words = "We celebrate every birthday.\nSay if you mind. https://evil.example"
    assert (await alice.patch("/api/account", {"people_notice": words})).status_code == 200
    made = (await alice.post("/api/people", {**MAYA, "locale": "de"})).json()
    await sending.world.work()
    [mail] = post.received
    assert mail.recipient == MAYA["email"]
    assert mail.message["Subject"] == "Gruppenkarten bei alice and co"
    assert "List-Unsubscribe" in mail.message
    for part in (mail.plain, mail.html):
        assert "We celebrate every birthday." in part
        assert f"http://localhost:8080/person/{alice.account_id}/{made['id']}/" in part
        assert "https://evil.example" not in part
    api = await alice.get(f"/api/people/{made['id']}")
    assert "/person/" not in api.text


async def test_who_unsubscribed_is_not_told(sending: Sending) -> None:
    alice, services = sending.world.alice, sending.world.services
    address = suppression.seal(services.keys, suppression.key(EMAIL, MAYA["email"]))
    async with services.db.transaction() as tx:
        await suppression.suppress(tx, address, alice.account_id, "unsubscribed", everywhere=False)
    await alice.put("/api/people", {"people": [MAYA, *staff(1)]})
    await sending.world.work()
    assert [each.recipient for each in sending.post.received] == [staff(1)[0]["email"]]


async def test_notices_take_half_of_a_days_messages(
    sending: Sending, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The others follow on the next days, and invitations still have the other half."""
    world = sending.world
    monkeypatch.setattr(notify, "_BATCH", 2)

    async def ten(*_: Any) -> int:
        return 10

    monkeypatch.setattr(budget, "account_limit", ten)
    await world.alice.put("/api/people", {"people": staff(8)})
    assert len(await told(world.alice)) == 5
    async with world.services.db.transaction([world.alice.account_id]) as tx:
        assert await budget.within_account(tx, world.services, world.alice.account_id, 9) == 5  # the control
    try:
        clock.move(timedelta(days=1))
        assert len(await told(world.alice)) == 8
    finally:
        clock.move(timedelta())


async def test_who_waits_for_the_next_day_has_not_used_up_todays_mails(
    sending: Sending, monkeypatch: pytest.MonkeyPatch
) -> None:
    world, listed = sending.world, staff(8)

    async def ten(*_: Any) -> int:
        return 10

    monkeypatch.setattr(budget, "account_limit", ten)
    async with world.services.db.transaction([world.mallory.account_id]) as tx:
        subject = world.services.keys.pseudonym(f"messages to {suppression.key(EMAIL, listed[7]['email'])}")
        for _ in range(budget.TO_ONE_ADDRESS - 1):
            await budget.take(tx, [subject], budget.TO_ONE_ADDRESS, budget.day_end(tx.now))
    await world.alice.put("/api/people", {"people": listed})
    assert len(await told(world.alice)) == 5
    for _ in range(budget.TO_ONE_ADDRESS_FOR_ONE_CARD + 1):
        assert await notify.run(world.services, {"account_id": world.alice.account_id}) is not None
    waiting = listed[7]["email"]
    await invited(world.alice, waiting)
    await world.work()
    assert waiting in [each.recipient for each in sending.post.received]
    assert len(await told(world.alice)) == 5


async def test_notices_that_the_account_cannot_send_leave_their_share(
    sending: Sending, monkeypatch: pytest.MonkeyPatch
) -> None:
    world, limit = sending.world, 10

    async def limited(*_: Any) -> int:
        return limit

    monkeypatch.setattr(budget, "account_limit", limited)
    async with world.services.db.transaction([world.alice.account_id]) as tx:
        assert await budget.within_account(tx, world.services, world.alice.account_id, 8) == 8
    await world.alice.put("/api/people", {"people": staff(8)})
    assert len(await told(world.alice)) == 2
    limit = 20
    await notify.run(world.services, {"account_id": world.alice.account_id})
    assert len(await told(world.alice)) == 8


async def test_an_address_without_budget_does_not_stop_the_others(
    sending: Sending, monkeypatch: pytest.MonkeyPatch
) -> None:
    world, listed = sending.world, staff(6)
    monkeypatch.setattr(notify, "_BATCH", 2)
    spent = suppression.key(EMAIL, listed[0]["email"])
    async with world.services.db.transaction([world.mallory.account_id]) as tx:
        for _ in range(budget.TO_ONE_ADDRESS):
            subject = world.services.keys.pseudonym(f"messages to {spent}")
            await budget.take(tx, [subject], budget.TO_ONE_ADDRESS, budget.day_end(tx.now))
    await world.alice.put("/api/people", {"people": listed})
    assert await told(world.alice) == [each["email"] for each in listed[1:]]
    try:
        clock.move(timedelta(days=1))
        assert len(await told(world.alice)) == 6
    finally:
        clock.move(timedelta())


async def test_the_number_of_statements_does_not_grow_with_the_list(world: World, alice: Person) -> None:
    async with statements(world) as said:
        assert counts(await alice.put("/api/people", {"people": staff(500)}))[0] == 500
    assert len(said) <= 40
    jobs = "select count(*) from jobs where kind = 'people.notify'"
    assert await world.owner.fetchval(jobs) == 1
    assert len(await told(alice)) == 500
