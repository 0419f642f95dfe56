"""Teams: groups whose members are people of the account."""

import asyncio
from typing import Any

import pytest

from tests.infra.http.limited import limited
from tests.invitations.test_sync_group import invite, names, synced
from tests.people.test_create import MAYA, kinds, pointers
from tests.people.test_sync import counts, everyone, staff, statements
from tests.people.test_update import made
from tests.privacy.test_export import exported
from tests.world import Person, World

pytestmark = pytest.mark.anyio


async def teams(person: Person) -> dict[str, dict[str, Any]]:
    """Returns the teams by name, with their members."""
    listed = (await person.get("/api/groups?kind=team")).json()["data"]
    found = [(await person.get(f"/api/groups/{each['id']}")).json() for each in listed]
    return {each["name"]: each for each in found}


async def test_a_name_that_no_group_has_creates_a_team(alice: Person) -> None:
    person = await made(alice, teams=["Design", "Berlin", "Design"])
    found = await teams(alice)
    assert {*found} == {"Design", "Berlin"}
    assert person["teams"] == sorted(each["id"] for each in found.values())
    design = found["Design"]
    assert (design["kind"], design["members_count"], design["version"]) == ("team", 1, 1)
    assert design["members"] == [{"name": "Maya", "email": "maya@example.com", "phone": None}]
    assert (await alice.get(f"/api/people/{person['id']}")).json() == person
    assert await kinds(alice) == ["person.created"]


async def test_a_team_is_named_by_name_external_id_and_id(alice: Person) -> None:
    team = (await alice.post("/api/groups", {"name": "Design", "external_id": "t-1", "kind": "team"})).json()
    assert (team["kind"], team["members"]) == ("team", [])
    person = await made(alice)
    path = f"/api/people/{person['id']}"
    assert person["teams"] == []
    for given in (["Design"], ["t-1"], [team["id"]]):
        assert (await alice.patch(path, {"teams": given})).json()["teams"] == [team["id"]]
        assert (await alice.patch(path, {"teams": None})).json()["teams"] == []
    assert [*await teams(alice)] == ["Design"]


async def test_absent_teams_stay_and_an_empty_list_clears_them(alice: Person) -> None:
    person = await made(alice, teams=["Design"])
    path = f"/api/people/{person['id']}"
    renamed = (await alice.patch(path, {"name": "Maya B"})).json()
    assert renamed["teams"] == person["teams"] != []
    same = (await alice.patch(path, {"teams": ["Design"]})).json()
    assert same["version"] == renamed["version"]
    assert (await alice.patch(path, {"teams": []})).json()["teams"] == []
    # The team stays, with nobody in it.
    assert (await teams(alice))["Design"]["members_count"] == 0


async def test_refuses_what_is_no_team(alice: Person) -> None:
    await alice.post("/api/groups", {"name": "Friends", "members": [{"email": "ana@example.com"}]})
    await alice.post("/api/groups", {"name": "#birthdays", "kind": "channel"})
    wrong = ["Friends", "Design", "#birthdays", "grp_01h455vb4pex5vsknk084sn02q"]
    answer = await alice.post("/api/people", {**MAYA, "teams": wrong})
    assert answer.status_code == 422
    assert pointers(answer) == ["/teams/0", "/teams/2", "/teams/3"]
    assert [each["code"] for each in answer.json()["errors"]] == ["not_a_team", "not_a_team", "unknown_team"]
    many = await alice.post("/api/people", {**MAYA, "teams": [f"Team {number}" for number in range(11)]})
    assert (many.status_code, pointers(many)) == (422, ["/teams"])
    assert await teams(alice) == {}
    assert await everyone(alice) == {}


@pytest.mark.parametrize(
    ("kind", "change", "pointer"),
    [
        ("team", {"members": [{"email": "ana@example.com"}]}, "/members"),
        ("team", {"members": []}, "/members"),
        ("team", {"kind": "people"}, "/kind"),
        ("team", {"kind": None}, "/kind"),
        ("team", {"webhook_url": "https://hooks.slack.com/services/x"}, "/webhook_url"),
        ("people", {"kind": "team"}, "/kind"),
        ("channel", {"kind": "team"}, "/kind"),
    ],
)
async def test_a_team_stays_a_team_of_people(
    kind: str, change: dict[str, Any], pointer: str, alice: Person
) -> None:
    group = (await alice.post("/api/groups", {"name": "Design", "kind": kind})).json()
    refused = await alice.patch(f"/api/groups/{group['id']}", change)
    assert (refused.status_code, pointers(refused)) == (422, [pointer])
    # The control: its name can be changed.
    assert (await alice.patch(f"/api/groups/{group['id']}", {"name": "Other"})).json()["version"] == 2


async def test_a_new_team_has_no_members_of_its_own(alice: Person) -> None:
    body = {"name": "Design", "kind": "team", "members": [{"email": "ana@example.com"}]}
    refused = await alice.post("/api/groups", body)
    assert (refused.status_code, pointers(refused)) == (422, ["/members"])


async def test_the_record_of_a_team_changes_with_its_people(alice: Person) -> None:
    person = await made(alice, teams=["Design"], phone=None)
    path = f"/api/people/{person['id']}"
    seen = [(await teams(alice))["Design"]]
    for change, is_shown in (
        ({"name": "Maya B"}, True),
        ({"locale": "de"}, False),
        ({"email": "maya.b@example.com"}, True),
        ({"status": "left"}, True),
        ({"status": "active", "celebrate": False}, True),
        ({"teams": ["Berlin"]}, True),
    ):
        assert (await alice.patch(path, change)).status_code == 200
        now = (await teams(alice))["Design"]
        assert (now["version"] != seen[-1]["version"]) == is_shown, change
        assert (now["members"] != seen[-1]["members"]) == is_shown, change
        seen.append(now)
    assert [each["members_count"] for each in seen] == [1, 1, 1, 1, 0, 1, 0]
    listed = (await alice.get("/api/groups?kind=team")).json()["data"]
    assert {each["name"]: each["members_count"] for each in listed} == {"Design": 0, "Berlin": 1}
    await alice.delete(path)
    assert (await teams(alice))["Berlin"]["version"] == 2


async def test_deleting_a_team_takes_its_people_out(alice: Person) -> None:
    person = await made(alice, teams=["Design"])
    path = f"/api/people/{person['id']}"
    assert (await alice.delete(f"/api/groups/{person['teams'][0]}")).status_code == 204
    after = await alice.get(path, headers={"If-None-Match": '"1"'})
    assert (after.status_code, after.json()["teams"], after.json()["version"]) == (200, [], 2)
    assert await kinds(alice) == ["person.created", "person.updated"]


async def test_an_invited_team_is_its_active_people_with_an_address(alice: Person) -> None:
    await made(alice, teams=["Design"])
    for fields in (
        {"name": "Ben", "external_id": "b", "phone": "+442079460958"},
        {"name": "Nobody can write to", "external_id": "n"},
        {"name": "Left", "email": "left@example.com", "status": "left"},
        {"name": "Other", "email": "other@example.com", "teams": ["Berlin"]},
    ):
        assert (await alice.post("/api/people", {"teams": ["Design"], **fields})).status_code == 201
    _, parent = await invite(alice, (await teams(alice))["Design"])
    assert await names(alice, parent) == ["Ben", "Maya"]
    await made(alice, name="Late", email="late@example.com", external_id=None, teams=["Design"])
    await synced(alice, (await teams(alice))["Design"])
    await alice.world.work()
    assert await names(alice, parent) == ["Ben", "Late", "Maya"]


async def test_a_list_names_its_new_teams_and_a_dry_run_creates_none(alice: Person) -> None:
    listed = [{**each, "teams": [f"Team {number % 3}"]} for number, each in enumerate(staff(9))]
    tried = await alice.put("/api/people?dry_run=true", {"people": listed})
    assert tried.json()["new_teams"] == ["Team 0", "Team 1", "Team 2"]
    assert await teams(alice) == {}
    answer = await alice.put("/api/people", {"people": listed})
    assert (counts(answer), answer.json()["new_teams"]) == ((9, 0, 0, 0), ["Team 0", "Team 1", "Team 2"])
    assert {name: each["members_count"] for name, each in (await teams(alice)).items()} == {
        "Team 0": 3,
        "Team 1": 3,
        "Team 2": 3,
    }
    before = await teams(alice)
    again = await alice.put("/api/people", {"people": listed})
    assert (counts(again), again.json()["new_teams"]) == ((0, 0, 0, 9), [])
    assert await teams(alice) == before
    listed[4] = {**listed[4], "teams": ["Team 2", "Team 9"]}
    moved = (await alice.put("/api/people", {"people": listed})).json()
    assert [(each["action"], each["fields"]) for each in moved["steps"]] == [("updated", ["teams"])]
    assert moved["new_teams"] == ["Team 9"]


async def test_a_list_with_one_wrong_team_changes_nothing(alice: Person) -> None:
    await alice.post("/api/groups", {"name": "Friends"})
    listed = [{**each, "teams": ["Design"]} for each in staff(3)]
    listed[1]["teams"] = ["Design", "Friends"]
    refused = await alice.put("/api/people", {"people": listed})
    assert (refused.status_code, pointers(refused)) == (422, ["/people/1/teams/1"])
    assert (await teams(alice), await everyone(alice)) == ({}, {})


async def test_a_limit_on_groups_leaves_nothing_half_done(world: World) -> None:
    async with limited(world, groups_per_account=2) as small:
        alice = small.alice
        refused = await alice.post("/api/people", {**MAYA, "teams": ["A", "B", "C"]})
        assert (refused.status_code, refused.json()["code"]) == (409, "too_many_groups")
        assert (await teams(alice), await everyone(alice)) == ({}, {})
        assert (await alice.post("/api/people", {**MAYA, "teams": ["A", "B"]})).status_code == 201
        # The control: a team that exists takes no more room.
        again = await alice.post("/api/people", {"name": "Bo", "external_id": "b", "teams": ["A"]})
        assert again.status_code == 201


async def test_requests_at_once_create_a_team_once(alice: Person) -> None:
    people = [
        {"name": f"Person {number}", "external_id": f"e-{number}", "teams": ["Design"]} for number in range(6)
    ]
    answers = await asyncio.gather(
        *(alice.post("/api/people", each) for each in people),
        alice.post("/api/groups", {"name": "Design", "kind": "team"}),
    )
    codes = [each.status_code for each in answers]
    # The group may come first or second; between the check and the write, it is refused.
    assert {*codes} <= {201, 409}, [each.text for each in answers]
    for person, code in zip(people, codes[:6], strict=True):
        if code == 409:
            assert (await alice.post("/api/people", person)).status_code == 201
    found = await everyone(alice)
    [team] = (await teams(alice)).values()
    assert {tuple(each["teams"]) for each in found.values()} == {(team["id"],)}


async def test_a_team_is_deleted_next_to_lists(alice: Person) -> None:
    """Neither waits for the other for ever, and each record has only teams that exist."""
    listed = [{**each, "teams": ["Design"]} for each in staff(20)]
    for _ in range(4):
        await alice.put("/api/people", {"people": listed})
        group_id = (await teams(alice))["Design"]["id"]
        renamed = [{**each, "name": f"{each['name']} x"} for each in listed]
        answers = await asyncio.gather(
            alice.put("/api/people", {"people": renamed}),
            alice.delete(f"/api/groups/{group_id}"),
            alice.put("/api/people", {"people": listed}),
        )
        assert [each.status_code for each in answers] == [200, 204, 200], [each.text for each in answers]
        exist = {each["id"] for each in (await teams(alice)).values()}
        assert {team for each in (await everyone(alice)).values() for team in each["teams"]} <= exist


async def test_teams_of_another_account_are_unknown(alice: Person, mallory: Person) -> None:
    person = await made(alice, teams=["Design"])
    refused = await mallory.post("/api/people", {**MAYA, "teams": person["teams"]})
    assert (refused.status_code, refused.json()["errors"][0]["code"]) == (422, "unknown_team")
    theirs = (await mallory.post("/api/people", {**MAYA, "teams": ["Design"]})).json()
    assert theirs["teams"] != person["teams"]
    assert (await teams(alice))["Design"]["members_count"] == 1
    assert (await mallory.delete(f"/api/groups/{person['teams'][0]}")).status_code == 404


async def test_the_persons_export_has_the_names_of_their_teams(world: World, alice: Person) -> None:
    await made(alice, teams=["Design", "Berlin"])
    found: Any = await exported(world, "maya@example.com")
    [account] = found["accounts"]
    assert account["people"][0]["teams"] == ["Berlin", "Design"]


@pytest.mark.full
async def test_ten_thousand_people_in_teams_by_few_statements(world: World, alice: Person) -> None:
    listed = [
        {**each, "teams": [f"Team {number % 300}", "Everyone"]} for number, each in enumerate(staff(10_000))
    ]
    async with statements(world) as said:
        answer = await alice.put("/api/people", {"people": listed})
    assert counts(answer) == (10_000, 0, 0, 0)
    assert len(answer.json()["new_teams"]) == 301
    assert len(said) <= 40
    print(f"\n10,000 people in 301 teams: {len(said)} statements")
    before = await world.owner.fetchrow("select max(version), max(updated_at), count(*) from groups")
    assert counts(await alice.put("/api/people", {"people": listed})) == (0, 0, 0, 10_000)
    assert await world.owner.fetchrow("select max(version), max(updated_at), count(*) from groups") == before
