"""What people say about their own cards."""

import asyncio
import random
from typing import Any

import pytest
from msgspec import structs

from tests.later import another_time, set_to
from tests.people.test_create import MAYA
from tests.people.test_sync import counts, everyone, staff
from tests.people.test_update import made
from tests.privacy.test_erase import erased
from tests.privacy.test_export import exported
from tests.world import Person, World
from wellwish.people import choice, purge
from wellwish.people.choice import Choice

pytestmark = pytest.mark.anyio

NOTHING = Choice()
DATES: dict[str, Any] = {
    "birthday": "--03-14",
    "started_on": "2020-05-01",
    "own": [{"name": "name_day", "date": "--12-06"}],
}
SAID = Choice(no_birthday=True, only_team=True, skipped_year=2031)


async def choose(account: Person, person_id: str, said: Choice) -> bool:
    async with account.world.services.db.transaction([account.account_id]) as tx:
        return await choice.choose(tx, account.account_id, person_id, said)


async def purged(alice: Person, target: str) -> None:
    sql = "update people set left_at = now() - interval '401 days' where id = $1"
    await alice.world.owner.execute(sql, target)
    await purge.run(alice.world.services, {})


async def erased_at_their_request(alice: Person, target: str) -> None:
    del target
    await erased(alice.world, "maya@example.com")


async def chosen(account: Person, *person_ids: str) -> dict[str, Choice]:
    async with account.world.services.db.transaction([account.account_id]) as tx:
        return await choice.load(tx, account.account_id, person_ids)


@pytest.mark.parametrize(
    ("said", "declined"),
    [
        (NOTHING, set()),
        (Choice(only_team=True), set()),
        (Choice(no_birthday=True), {("birthday", 2030), ("birthday", 2031)}),
        (Choice(skipped_year=2031), {("birthday", 2031), ("started_on", 2031), ("name_day", 2031)}),
        (
            Choice(no_cards=True),
            {(name, year) for name in ("birthday", "started_on", "name_day") for year in (2030, 2031)},
        ),
    ],
)
def test_declines_occasions(said: Choice, declined: set[tuple[str, int]]) -> None:
    occasions = [(name, year) for name in ("birthday", "started_on", "name_day") for year in (2030, 2031)]
    assert {each for each in occasions if said.declines(*each)} == declined


async def test_a_new_person_has_said_nothing_and_can_undo_a_choice(alice: Person) -> None:
    before = await made(alice, dates=DATES)
    assert await chosen(alice, before["id"]) == {before["id"]: NOTHING}
    assert await choose(alice, before["id"], SAID)
    assert await chosen(alice, before["id"]) == {before["id"]: SAID}
    assert await choose(alice, before["id"], NOTHING)
    assert await chosen(alice, before["id"]) == {before["id"]: NOTHING}


@pytest.mark.parametrize(
    ("said", "declined"),
    [
        (NOTHING, []),
        (Choice(only_team=True), []),
        (Choice(no_birthday=True), ["birthday"]),
        (Choice(no_cards=True), ["birthday", "name_day", "started_on"]),
        (Choice(skipped_year=2031), ["birthday", "name_day", "started_on"]),
    ],
)
async def test_owners_see_declined_dates_only_by_name(
    alice: Person, said: Choice, declined: list[str]
) -> None:
    """Members see neither the dates nor that they were declined, even if they may see dates."""
    before = await made(alice, dates=DATES)
    await alice.patch("/api/account", {"members_see_dates": True})
    assert await choose(alice, before["id"], said)
    shown = {
        "birthday": None if "birthday" in declined else "--03-14",
        "started_on": None if "started_on" in declined else DATES["started_on"],
        "own": [] if "name_day" in declined else DATES["own"],
    }
    address = f"/api/people/{before['id']}"
    for member in (False, True):
        if member:
            sql = "update memberships set role = 'member' where user_id = $1"
            await alice.world.owner.execute(sql, alice.user_id)
        for found in ((await alice.get(address)).json(), (await alice.get("/api/people")).json()["data"][0]):
            assert found["dates"] == shown
            assert found.get("declined") == (None if member else declined)


async def test_a_choice_is_a_change_of_the_record_without_personal_data(alice: Person) -> None:
    before = await made(alice, dates=DATES)
    for _ in range(2):
        assert await choose(alice, before["id"], SAID)
    assert (await alice.get(f"/api/people/{before['id']}")).json()["version"] == before["version"] + 1
    events = (await alice.get("/api/events")).json()["data"]
    assert [(each["type"], each["data"]) for each in events if each["type"].startswith("person.")] == [
        ("person.updated", {"person_id": before["id"]}),
        ("person.created", {"person_id": before["id"]}),
    ]


GONE: Any = {
    "deleted": lambda alice, target: alice.delete(f"/api/people/{target}"),
    "purged": purged,
    "erased": erased_at_their_request,
}


@pytest.mark.parametrize("gone", GONE)
@pytest.mark.parametrize("back", [{"email": "Maya@Example.com"}, {"external_id": "e-1"}])
async def test_a_person_who_is_added_again_has_not_changed_their_mind(
    alice: Person, mallory: Person, gone: str, back: dict[str, str]
) -> None:
    target = (await made(alice, dates=DATES))["id"]
    assert await choose(alice, target, SAID)
    await GONE[gone](alice, target)
    assert await chosen(alice, target) == {}
    sql = "select to_jsonb(k)::text as kept from kept_choices k where account_id = $1"
    rows = await alice.world.owner.fetch(sql, alice.account_id)
    assert len(rows) == 1
    assert "maya" not in rows[0]["kept"].lower()
    assert "e-1" not in rows[0]["kept"]
    theirs = (await mallory.post("/api/people", MAYA)).json()["id"]
    assert await chosen(mallory, theirs) == {theirs: NOTHING}
    other = (await alice.post("/api/people", {**MAYA, "external_id": "e-2", "email": "o@example.com"})).json()
    answer = await alice.put("/api/people", {"people": [{"name": "Maya", **back}], "keep_others": True})
    assert counts(answer)[0] == 1, answer.text
    again = answer.json()["steps"][0]["person_id"]
    assert await chosen(alice, again, other["id"]) == {again: SAID, other["id"]: NOTHING}
    # The choice is theirs again: once they withdraw it, it does not return.
    await alice.patch(f"/api/people/{again}", {"email": "maya@example.com"})
    assert await choose(alice, again, NOTHING)
    await alice.delete(f"/api/people/{again}")
    last = (await alice.post("/api/people", MAYA)).json()["id"]
    assert await chosen(alice, last) == {last: NOTHING}


async def gone(alice: Person, said: Choice, **fields: Any) -> None:
    """Adds somebody who makes the choice and is then deleted."""
    made_here = (await alice.post("/api/people", {"name": "Gone", **fields})).json()
    assert await choose(alice, made_here["id"], said)
    assert (await alice.delete(f"/api/people/{made_here['id']}")).status_code == 204


async def kept_of(alice: Person) -> int:
    sql = "select count(*) from kept_choices where account_id = $1"
    return await alice.world.owner.fetchval(sql, alice.account_id)


KEPT: Any = [{"email": "kept@example.com"}, {"external_id": "k-1"}]


@pytest.mark.parametrize("kept", KEPT)
@pytest.mark.parametrize("by", ["patch", "put"])
async def test_a_known_person_who_gets_a_kept_identifier_gets_the_choice(
    alice: Person, kept: dict[str, str], by: str
) -> None:
    known = {"name": "Maya", "email": "maya@example.com"} if "external_id" in kept else MAYA
    target = (await alice.post("/api/people", {**known, "dates": DATES})).json()["id"]
    assert await choose(alice, target, Choice(only_team=True, skipped_year=2030))
    await gone(alice, Choice(no_birthday=True, skipped_year=2031), **kept)
    before = (await alice.get(f"/api/people/{target}")).json()["version"]
    if by == "patch":
        answer = await alice.patch(f"/api/people/{target}", kept)
    else:
        answer = await alice.put("/api/people", {"people": [{**known, **kept}]})
    assert answer.status_code == 200, answer.text
    assert await chosen(alice, target) == {target: SAID}
    assert (await alice.get(f"/api/people/{target}")).json()["version"] == before + 1
    # The former address has the person's choice.
    assert await kept_of(alice) == len(kept.keys() & {"email"})


async def test_another_person_with_a_reused_number_does_not_get_the_choice(alice: Person) -> None:
    ana = {"email": "ana@example.com", "external_id": "k-1"}
    await gone(alice, SAID, **ana)
    ben = {"name": "Ben", "email": "ben@example.com", "external_id": "k-1"}
    target = (await alice.post("/api/people", ben)).json()["id"]
    assert await chosen(alice, target) == {target: NOTHING}
    back = {"name": "Ana", "email": "ana@example.com", "external_id": "k-2"}
    again = (await alice.post("/api/people", back)).json()["id"]
    assert await chosen(alice, again) == {again: SAID}
    assert await kept_of(alice) == 0


async def test_a_choice_that_is_made_while_the_person_is_deleted_is_kept_or_refused(alice: Person) -> None:
    for turn in range(5):
        target = (await made(alice))["id"]
        said, answer = await asyncio.gather(
            choose(alice, target, SAID), alice.delete(f"/api/people/{target}")
        )
        assert answer.status_code == 204
        again = (await made(alice))["id"]
        assert await chosen(alice, again) == {again: SAID if said else NOTHING}, turn
        assert (await alice.delete(f"/api/people/{again}")).status_code == 204
        await alice.world.owner.execute("delete from kept_choices")


async def test_other_changes_of_known_people_restore_nothing(alice: Person) -> None:
    target = (await made(alice))["id"]
    await gone(alice, SAID, email="kept@example.com", external_id="k-1")
    for change in (
        {"name": "Maya B"},
        {"email": "other@example.com"},
        {"external_id": "e-7"},
        {"email": None},
    ):
        assert (await alice.patch(f"/api/people/{target}", change)).status_code == 200
    dry = await alice.patch(f"/api/people/{target}?dry_run=true", {"external_id": "k-1"})
    assert dry.status_code == 200
    assert await chosen(alice, target) == {target: NOTHING}
    assert await kept_of(alice) == 1


async def test_kept_choices_and_people_match_in_any_number(alice: Person) -> None:
    """One kept choice matches two new people, and two kept choices match one."""
    await gone(alice, Choice(no_cards=True), email="a@example.com", external_id="k-1")
    await gone(alice, Choice(only_team=True), email="b@example.com")
    await gone(alice, Choice(no_birthday=True, skipped_year=2031), external_id="k-2")
    listed = [
        {"name": "By address", "email": "a@example.com"},
        {"name": "By number", "external_id": "k-1"},
        {"name": "By both", "email": "b@example.com", "external_id": "k-2"},
    ]
    answer = await alice.put("/api/people", {"people": listed})
    assert counts(answer)[0] == 3, answer.text
    ids = {each["name"]: each["person_id"] for each in answer.json()["steps"]}
    assert await chosen(alice, *ids.values()) == {
        ids["By address"]: Choice(no_cards=True),
        ids["By number"]: Choice(no_cards=True),
        ids["By both"]: SAID,
    }
    assert await kept_of(alice) == 0


async def test_a_skipped_year_ends_with_the_year_in_the_last_zone(
    alice: Person, mallory: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("wellwish.infra.jobs.accounts._PAGE", 1)
    target = (await made(alice, dates=DATES))["id"]
    theirs = (await made(mallory))["id"]
    assert await choose(alice, target, Choice(only_team=True, skipped_year=2031))
    assert await choose(mallory, theirs, Choice(only_team=True, skipped_year=2032))
    version = (await alice.get(f"/api/people/{target}")).json()["version"]
    with another_time():
        for now in ("2032-01-01T00:01", "2032-01-01T11:59"):
            set_to(now)
            await purge.run(alice.world.services, {})
            assert (await chosen(alice, target))[target].skipped_year == 2031, now
        set_to("2032-01-01T12:00")
        for _ in range(2):
            await purge.run(alice.world.services, {})
        alice.token = None
        found = (await alice.get(f"/api/people/{target}")).json()
        assert (found["version"], found["declined"]) == (version + 1, [])
        assert await chosen(alice, target) == {target: Choice(only_team=True)}
        assert await chosen(mallory, theirs) == {theirs: Choice(only_team=True, skipped_year=2032)}
    alice.token = None


async def test_no_request_of_the_account_overwrites_a_choice(alice: Person) -> None:
    """The order of the requests is random; each of them really changes the person."""
    seed = 20270301
    pick = random.Random(seed)
    listed = staff(12)
    assert counts(await alice.put("/api/people", {"people": listed})) == (12, 0, 0, 0)
    ids = {name: each["id"] for name, each in (await everyone(alice)).items()}
    target = ids["e-3"]
    assert await choose(alice, target, SAID)
    for turn in range(12):
        listed[3] = {**listed[3], "name": f"Name {turn}", "dates": {"birthday": f"--01-{turn + 1:02}"}}
        match pick.choice(["put", "post", "patch", "leave"]):
            case "put":
                answer = await alice.put("/api/people", {"people": listed})
            case "post":
                answer = await alice.post("/api/people", listed[3])
            case "patch":
                answer = await alice.patch(f"/api/people/{target}", {"name": f"Name {turn}"})
            case _:
                gone = {"people": [each for each in listed if each["external_id"] != "e-3"]}
                assert (await alice.put("/api/people", gone)).json()["left"] == 1, f"seed {seed}"
                answer = await alice.put("/api/people", {"people": listed})
        assert answer.status_code == 200, f"seed {seed}: {answer.text}"
        assert (await everyone(alice))["e-3"]["name"] == f"Name {turn}", f"seed {seed}"
        assert (await chosen(alice, target))[target] == SAID, f"seed {seed}"
    others = await chosen(alice, *(each for each in ids.values() if each != target))
    assert set(map(repr, others.values())) == {repr(NOTHING)}


@pytest.mark.parametrize("field", Choice.__struct_fields__)
async def test_no_body_has_the_choice(alice: Person, field: str) -> None:
    given = {field: None}
    before = await made(alice)
    for answer in (
        await alice.patch(f"/api/people/{before['id']}", given),
        await alice.post("/api/people", {**MAYA, **given}),
        await alice.put("/api/people", {"people": [{**MAYA, **given}]}),
    ):
        assert (answer.status_code, answer.json()["errors"][0]["code"]) == (422, "unknown_field")


async def test_a_choice_and_a_list_at_once_both_hold(alice: Person) -> None:
    listed = staff(5)
    await alice.put("/api/people", {"people": listed})
    target = (await everyone(alice))["e-2"]["id"]
    for turn in range(5):
        said = Choice(no_cards=True, skipped_year=2030 + turn)
        renamed = [{**each, "name": f"{each['external_id']} {turn}"} for each in listed]
        _, answer = await asyncio.gather(
            choose(alice, target, said), alice.put("/api/people", {"people": renamed})
        )
        assert counts(answer) == (0, 5, 0, 0)
        assert (await chosen(alice, target))[target] == said
        assert (await everyone(alice))["e-2"]["name"] == f"e-2 {turn}"


async def test_a_deleted_person_has_no_choice(alice: Person) -> None:
    target = (await made(alice))["id"]
    assert (await alice.delete(f"/api/people/{target}")).status_code == 204
    assert not await choose(alice, target, SAID)
    assert await chosen(alice, target) == {}


async def test_another_account_neither_reads_nor_changes_a_choice(alice: Person, mallory: Person) -> None:
    target = (await made(alice))["id"]
    assert await choose(alice, target, SAID)
    assert await chosen(mallory, target) == {}
    assert not await choose(mallory, target, NOTHING)
    assert (await chosen(alice, target))[target] == SAID


async def test_the_persons_export_has_the_choice(world: World, alice: Person) -> None:
    target = (await made(alice))["id"]
    assert await choose(alice, target, SAID)
    found: Any = await exported(world, "maya@example.com")
    [account] = found["accounts"]
    [kept] = account["people"]
    assert {name: kept[name] for name in Choice.__struct_fields__} == structs.asdict(SAID)
