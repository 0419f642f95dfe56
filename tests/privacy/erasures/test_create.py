"""Erase a person's data in one account."""

import json
from datetime import datetime, timedelta
from typing import Any

import pytest

from tests import make
from tests.contributions import giving
from tests.later import another_time
from tests.platforms.acting import acting, appoint, joined
from tests.privacy import traces
from tests.privacy.erasures.erasing import erased, rows_of_others
from tests.privacy.traces import EMAIL, NAME, PHONE
from tests.web.signing.test_gift import pays, sign
from tests.web.visitor import Visitor, path_of
from tests.world import Person, World
from wellwish.base import clock
from wellwish.delivery import suppression
from wellwish.infra.db import Database
from wellwish.privacy.erasures import run as erasures_run
from wellwish.privacy.replay import Replayed, replay

pytestmark = pytest.mark.anyio

PLACED = {
    "invitations": 1, "notes": 1, "recipients": 1, "card_admins": 1, "groups": 1, "people": 1, "members": 0,
    "member_invitations": 0, "suppressions": 0, "reply_addresses": 0,
}  # fmt: skip


async def test_erases_the_person_in_this_account_alone(world: World, alice: Person, mallory: Person) -> None:
    """The person's data is planted in every table and file of three accounts, and one account erases it."""
    platform = await _third(world, mallory)
    for person in (alice, mallory, platform):
        await traces.place(world, person)
    before = await rows_of_others(world, alice)
    files = {each: _files(world, each.account_id) for each in (alice, mallory, platform)}
    assert all(files.values())
    assert before.keys() >= {"invitations", "contributions", "messages", "recipients", "people", "media"}
    tried = await alice.post("/api/erasures", {"email": EMAIL}, params={"dry_run": "true"})
    assert tried.status_code == 200, tried.text
    done = await erased(world, alice)
    assert done["counts"] == tried.json()["counts"] == PLACED
    assert done["kept"] == [{"kind": "users", "count": 1, "reason": "sign_in"}]
    assert (done["email"], done["steps_done"]) == (None, done["steps_total"])
    assert await rows_of_others(world, alice) == before
    assert {each: _files(world, each.account_id) for each in files} == {**files, alice: set()}
    own = await traces.dump(world.owner, alice.account_id)
    found = {(table, each) for table, text in own.items() for each in traces.NEEDLES if each.lower() in text}
    assert found == set()
    # The control: the person is still in the other accounts.
    others = await traces.dump(world.owner, mallory.account_id)
    assert {"invitations", "people", "recipients", "messages"} <= {
        table for table, text in others.items() if EMAIL in text
    }


def _files(world: World, account_id: str) -> set[str]:
    return {str(each) for each in traces.files(world) if f"/{account_id}/" in str(each)}


async def _third(world: World, platform: Person) -> Person:
    await appoint(platform)
    return await joined(await acting(platform), "carla")


async def test_receipt_has_counts_and_times_and_no_personal_data(world: World, alice: Person) -> None:
    await traces.place(world, alice)
    done = await erased(world, alice)
    text = json.loads(done["receipt"]["text"])
    assert text["counts"] == done["counts"]
    assert text["kept"] == done["kept"]
    assert (text["erasure_id"], text["account_id"]) == (done["id"], alice.account_id)
    assert text["erased_at"] == done["finished_at"]
    ends, began = (datetime.fromisoformat(text[name]) for name in ("backups_end_at", "erased_at"))
    assert ends - began == timedelta(days=14)
    for needle in traces.NEEDLES:
        assert needle.lower() not in done["receipt"]["text"].lower()


async def test_records_ids_alone(world: World, alice: Person) -> None:
    done = await erased(world, alice)
    [event] = (await alice.get("/api/events", params={"type": "erasure.completed"})).json()["data"]
    assert event["data"] == {"erasure_id": done["id"], "status": "completed"}
    [entry] = (await alice.get("/api/audit-log", params={"action": "erasure.create"})).json()["data"]
    assert (entry["record_id"], entry["fields"]) == (done["id"], ["email"])


async def test_a_dry_run_erases_nothing(world: World, alice: Person) -> None:
    await traces.place(world, alice)
    before = await traces.hits(world)
    answer = await alice.post("/api/erasures", {"email": EMAIL}, params={"dry_run": "true"})
    assert answer.json()["counts"] == PLACED
    await world.work()
    assert await traces.hits(world) == before
    assert (await alice.get("/api/erasures")).json()["data"] == []


async def test_of_two_at_once_the_second_names_the_first(world: World, alice: Person) -> None:
    first = (await alice.post("/api/erasures", {"email": EMAIL})).json()
    second = await alice.post("/api/erasures", {"email": EMAIL.upper()})
    assert (second.status_code, second.json()["code"]) == (409, "data_request_running")
    assert second.json()["erasure_id"] == first["id"]
    assert (await alice.post("/api/exports", {"email": EMAIL})).json()["erasure_id"] == first["id"]
    assert (await alice.post("/api/erasures", {"email": "ben@example.com"})).status_code == 201
    await world.work()
    assert (await alice.post("/api/erasures", {"email": EMAIL})).status_code == 201


async def test_a_repeated_request_with_its_key_is_one_erasure(world: World, alice: Person) -> None:
    first = await alice.post("/api/erasures", {"email": EMAIL}, key="once")
    again = await alice.post("/api/erasures", {"email": EMAIL}, key="once")
    assert first.json() == again.json()
    await world.work()
    assert len((await alice.get("/api/erasures")).json()["data"]) == 1


async def test_names_a_person_by_id(world: World, alice: Person) -> None:
    made = await alice.post("/api/people", {"name": NAME, "email": EMAIL, "phone": PHONE})
    card = await make.card(alice)
    await make.invitations(alice, card["id"], EMAIL)
    done = await erased(world, alice, person_id=made.json()["id"])
    assert (done["counts"]["people"], done["counts"]["invitations"]) == (1, 1)
    assert done["person_id"] == made.json()["id"]
    assert (await alice.get(f"/api/people/{made.json()['id']}")).status_code == 404


@pytest.mark.parametrize(
    "whom",
    [{}, {"email": EMAIL, "phone": PHONE}, {"email": "nobody"}, {"phone": "12"}, {"name": NAME}],
    ids=str,
)
async def test_refuses_anything_but_one_address(alice: Person, whom: dict[str, str]) -> None:
    answer = await alice.post("/api/erasures", whom)
    assert (answer.status_code, answer.json()["code"]) == (422, "invalid_request")


async def test_refuses_a_person_without_an_address(alice: Person, mallory: Person) -> None:
    made = (await alice.post("/api/people", {"name": NAME, "external_id": "7"})).json()
    answer = await alice.post("/api/erasures", {"person_id": made["id"]})
    assert answer.status_code == 422
    assert [each["pointer"] for each in answer.json()["errors"]] == ["/person_id"]
    assert (await mallory.post("/api/erasures", {"person_id": made["id"]})).status_code == 404


async def test_keeps_the_record_of_a_payment_with_the_reason(world: World, alice: Person) -> None:
    card = await giving.card(alice)
    [invited] = await make.invitations(alice, card["id"], EMAIL)
    visitor = Visitor(world)
    gift = {"gift": "other", "other": "15", "receipt_email": EMAIL}
    await sign(visitor, path_of(invited["link"]), name=NAME, text="Hello", **gift)
    tried = await alice.post("/api/erasures", {"email": EMAIL}, params={"dry_run": "true"})
    assert _reasons(tried.json()) == {"open_payment": 1}
    await pays(world, visitor, "succeed")
    done = await erased(world, alice)
    assert _reasons(done) == {"payment_record": 1}
    assert await traces.hits(world) == set()
    assert await world.owner.fetchval("select count(*) from payments") == 1


async def test_ends_an_open_payment(world: World, alice: Person) -> None:
    card = await giving.card(alice)
    [invited] = await make.invitations(alice, card["id"], EMAIL)
    await sign(Visitor(world), path_of(invited["link"]), name=NAME, text="Hello", gift="other", other="15")
    done = await erased(world, alice)
    assert (_reasons(done), done["counts"]["notes"]) == ({"open_payment": 1}, 1)
    assert await world.owner.fetchval("select status from payments") == "cancelled"


async def test_keeps_the_last_owner_and_says_why(world: World, alice: Person, bob: Person) -> None:
    done = await erased(world, alice, email=alice.email)
    assert _reasons(done).keys() >= {"last_owner", "sign_in"}
    assert done["counts"]["members"] == 0
    assert (await alice.get("/api/account")).status_code == 200
    await world.owner.execute(
        "insert into memberships (account_id, user_id, role) values ($1, $2, 'owner')",
        alice.account_id,
        bob.user_id,
    )
    second = await erased(world, alice, email=bob.email)
    # bob stays a member of another account, which the answer does not reveal.
    assert (second["counts"]["members"], _reasons(second)) == (1, {"sign_in": 1})
    assert (await bob.get("/api/account")).status_code == 200


async def test_the_log_of_a_former_member_is_kept_with_the_reason(
    world: World, alice: Person, bob: Person
) -> None:
    await world.owner.execute(
        "insert into audit_entries (account_id, id, action, actor, user_id, fields, created_at) "
        "values ($1, 'aud_01m7z4t0qbe5rz8w1d7f3h6m9p', 'card.close', 'user', $2, '[]', now())",
        alice.account_id,
        bob.user_id,
    )
    assert _reasons(await erased(world, alice, email=bob.email)) == {"audit_log": 1}


async def test_a_refusal_of_messages_outlives_the_erasure(world: World, alice: Person) -> None:
    address = suppression.seal(world.services.keys, suppression.key("email", EMAIL))
    async with world.services.db.transaction([alice.account_id]) as tx:
        await suppression.suppress(tx, address, alice.account_id, "unsubscribed", everywhere=False)
    done = await erased(world, alice)
    assert (done["counts"]["suppressions"], _reasons(done)) == (1, {"refusal_of_messages": 1})
    card = await make.card(alice)
    [invited] = await make.invitations(alice, card["id"], EMAIL)
    assert invited["status"] == "suppressed"


async def test_is_for_owners_of_the_account(world: World, alice: Person, bob: Person) -> None:
    made = (await alice.post("/api/erasures", {"email": EMAIL})).json()
    assert (await bob.get(f"/api/erasures/{made['id']}")).status_code == 404
    await world.owner.execute("update memberships set role = 'member' where user_id = $1", alice.user_id)
    answer = await alice.post("/api/erasures", {"email": EMAIL})
    assert (answer.status_code, answer.json()["code"]) == (403, "owner_required")


async def test_a_restricted_key_erases_nothing(alice: Person) -> None:
    restricted = await make.restricted(alice, "people.write", "account.read")
    answer = await restricted.post("/api/erasures", {"email": EMAIL})
    assert (answer.status_code, answer.json()["code"]) == (403, "missing_scope")
    assert (await restricted.get("/api/erasures")).status_code == 403


async def test_a_platform_erases_only_while_its_customer_has_no_owner(world: World, alice: Person) -> None:
    await appoint(alice)
    made = await acting(alice)
    assert (await made.post("/api/erasures", {"email": EMAIL})).status_code == 201
    owner = await joined(made, "carla")
    answer = await made.post("/api/erasures", {"email": "ben@example.com"})
    assert (answer.status_code, answer.json()["code"]) == (403, "owner_required")
    assert "people's data" in answer.json()["detail"]
    assert (await owner.post("/api/erasures", {"email": "ben@example.com"})).status_code == 201


async def test_continues_after_a_kill(world: World, alice: Person, monkeypatch: pytest.MonkeyPatch) -> None:
    """Killed before each transaction in turn; the receipt counts every record once."""
    await traces.place(world, alice)
    made = (await alice.post("/api/erasures", {"email": EMAIL})).json()
    transaction, left, attempts = Database.transaction, [0], 0

    def counting(self: Database, *given: Any) -> Any:
        left[0] -= 1
        if left[0] < 0:
            raise ConnectionError
        return transaction(self, *given)

    args = {"account_id": alice.account_id, "erasure_id": made["id"]}
    with monkeypatch.context() as patched:
        patched.setattr(Database, "transaction", counting)
        for attempts in range(1, 20):
            left[0] = attempts
            try:
                await erasures_run.run(world.services, args)
            except ConnectionError:
                continue
            break
    assert attempts > 3
    await erasures_run.run(world.services, args)  # a second run changes nothing
    await world.work()
    done = (await alice.get(f"/api/erasures/{made['id']}")).json()
    assert (done["status"], done["counts"]) == ("completed", PLACED)
    events = (await alice.get("/api/events", params={"type": "erasure.completed"})).json()["data"]
    assert len(events) == 1


async def test_a_dead_job_fails_and_a_repeated_request_continues(world: World, alice: Person) -> None:
    await traces.place(world, alice)
    made = (await alice.post("/api/erasures", {"email": EMAIL})).json()
    args = {"account_id": alice.account_id, "erasure_id": made["id"]}
    async with world.services.db.transaction([alice.account_id]) as tx:
        await erasures_run.fail_dead(tx, world.services, args)
    failed = (await alice.get(f"/api/erasures/{made['id']}")).json()
    assert (failed["status"], failed["status_reason"], failed["email"]) == ("failed", "internal_error", None)
    assert (await erased(world, alice))["counts"] == PLACED


async def test_is_repeated_after_the_restore_of_an_older_backup(
    world: World, alice: Person, mallory: Person
) -> None:
    await erased(world, alice)
    with another_time():
        clock.move(timedelta(hours=1))
        for person in (alice, mallory):
            person.token = None
            card = await make.card(person)
            await make.invitations(person, card["id"], EMAIL, "ben@example.com")
        sql = "update invitations set updated_at = updated_at - interval '1 day'"
        await world.owner.execute(sql)
        await world.owner.execute("update messages set created_at = created_at - interval '1 day'")
        others = await rows_of_others(world, alice)
        assert await replay(world.services) == Replayed(1, 1)
        assert await rows_of_others(world, alice) == others
        assert EMAIL not in (await traces.dump(world.owner, alice.account_id))["invitations"]
        # The control: the second time, nothing is left to erase.
        assert await replay(world.services) == Replayed(1, 0)


async def test_people_who_were_added_again_are_kept_at_a_restore(world: World, alice: Person) -> None:
    await erased(world, alice)
    with another_time():
        clock.move(timedelta(days=2))
        alice.token = None
        card = await make.card(alice)
        await make.invitations(alice, card["id"], EMAIL)
        assert await replay(world.services) == Replayed(1, 0)
    assert EMAIL in (await traces.dump(world.owner, alice.account_id))["invitations"]


def _reasons(erasure: dict[str, Any]) -> dict[str, int]:
    return {each["reason"]: each["count"] for each in erasure["kept"]}
