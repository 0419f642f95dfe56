"""A saved group at the desk: change it, invite its new members, delete it."""

from typing import Any

import pytest

from tests import make
from tests.web.desk.people import signed_in
from tests.web.visitor import Visitor
from tests.world import Person
from wellwish.base import ids

pytestmark = pytest.mark.anyio


async def made(person: Person, *emails: str, **fields: Any) -> dict[str, Any]:
    body = {"name": "Crew", "members": [{"email": each} for each in emails], **fields}
    answer = await person.post("/api/groups", body)
    assert answer.status_code == 201, answer.text
    return answer.json()


def path(group: dict[str, Any]) -> str:
    return f"/desk/groups/{group['id']}"


async def save(visitor: Visitor, group: dict[str, Any], **fields: str) -> int:
    """Submits the open form with changes, then the page that checks the list. Returns the status."""
    given = {"name": group["name"], "kind": group["kind"], "version": visitor.value("version"), **fields}
    answer = await visitor.press(f"{path(group)}/save", **given)
    if answer.status_code == 200 and 'value="save"' in visitor.page:
        given["version"] = visitor.value("version")
        answer = await visitor.press(f"{path(group)}/save", **given, step="save")
    return answer.status_code


async def test_saves_name_and_members_and_keeps_a_second_address(alice: Person) -> None:
    member = {"name": "Ana", "email": "ana@example.com", "phone": "+12025550147"}
    group = await made(alice, members=[member, {"email": "bo@example.com"}])
    visitor = await signed_in(alice)
    await visitor.open(path(group))
    assert "&#34;Ana&#34; &lt;ana@example.com&gt;" in visitor.page
    assert (
        await save(
            visitor, group, name="Team", people="Anna <ana@example.com> (+12025550147)\ncy@example.com"
        )
        == 303
    )
    found = (await alice.get(f"/api/groups/{group['id']}")).json()
    assert found["name"] == "Team"
    assert found["members"] == [
        {**member, "name": "Anna"},
        {"name": None, "email": "cy@example.com", "phone": None},
    ]


async def test_shows_a_changed_list_before_it_is_saved(alice: Person) -> None:
    group = await made(alice, members=[{"email": "leo@intranet"}, {"email": "bo@example.com"}])
    visitor = await signed_in(alice)
    await visitor.open(path(group))
    given = {"kind": "people", "version": visitor.value("version"), "name": "Crew"}
    people = "leo@intranet\nbo@example.com\ncy@example.com dee@example.com\neve@intranet"
    answer = await visitor.press(f"{path(group)}/save", **given, people=people)
    assert answer.status_code == 200
    for text in ("will have 4 members", "1 entry needs a look", "Check this", "Line 4"):
        assert text in visitor.page, text
    assert (await alice.get(f"/api/groups/{group['id']}")).json()["members_count"] == 2
    answer = await visitor.press(f"{path(group)}/save", **given, people=people, step="edit")
    assert "eve@intranet</textarea>" in visitor.page
    answer = await visitor.press(f"{path(group)}/save", **given, people=people, step="save")
    assert answer.status_code == 303
    found = (await alice.get(f"/api/groups/{group['id']}")).json()["members"]
    assert sorted(each["email"] for each in found) == [
        "bo@example.com", "cy@example.com", "dee@example.com", "leo@intranet",
    ]  # fmt: skip


async def test_a_change_of_the_name_needs_no_check(alice: Person) -> None:
    group = await made(alice, members=[{"name": "Leo", "email": "leo@intranet"}, {"phone": "+12025550147"}])
    visitor = await signed_in(alice)
    await visitor.open(path(group))
    people = "Leo <leo@intranet>\n+12025550147"
    given = {"kind": "people", "version": visitor.value("version"), "name": "Team"}
    answer = await visitor.press(f"{path(group)}/save", **given, people=people.replace("Leo", '"Leo"'))
    assert answer.status_code == 303
    assert (await alice.get(f"/api/groups/{group['id']}")).json()["members_count"] == 2


async def test_a_change_by_somebody_else_is_shown_and_not_overwritten(alice: Person) -> None:
    group = await made(alice, "ana@example.com")
    visitor = await signed_in(alice)
    await visitor.open(path(group))
    await alice.patch(
        f"/api/groups/{group['id']}", {"name": "Theirs", "members": [{"email": "bo@example.com"}]}
    )
    assert await save(visitor, group, name="Mine", people="cy@example.com") == 409
    for each in ("Theirs", "Mine", "bo@example.com", "cy@example.com"):
        assert each in visitor.page
    assert (await alice.get(f"/api/groups/{group['id']}")).json()["name"] == "Theirs"
    assert await save(visitor, group, name="Mine", people="cy@example.com") == 303
    assert (await alice.get(f"/api/groups/{group['id']}")).json()["name"] == "Mine"


async def test_a_large_group_is_kept_unless_a_whole_list_is_entered(alice: Person) -> None:
    group = await made(alice, *(f"p{n}@example.com" for n in range(1001)))
    visitor = await signed_in(alice)
    await visitor.open(path(group))
    assert "The group has 1,001 members." in visitor.page
    assert "p7@example.com" not in visitor.page
    assert await save(visitor, group, name="Everybody", people="") == 303
    assert (await alice.get(f"/api/groups/{group['id']}")).json()["members_count"] == 1001
    await visitor.open(path(group))
    assert await save(visitor, group, people="ana@example.com") == 303
    assert (await alice.get(f"/api/groups/{group['id']}")).json()["members_count"] == 1


async def test_invites_new_members_to_the_open_cards(alice: Person) -> None:
    group = await made(alice, "ana@example.com")
    visitor = await signed_in(alice)
    await visitor.open(path(group))
    await visitor.press(f"{path(group)}/sync", form_key=visitor.value("form_key"))
    await visitor.open(visitor.next)
    assert "isn&#39;t invited to any open card" in visitor.page
    card = await make.card(alice)
    invitee = {"delivery_type": "group", "delivery_id": group["id"]}
    answer = await alice.post("/api/cards/invitations", {"card_id": card["id"], "invitees": [invitee]})
    assert answer.status_code == 201
    await alice.world.work()
    await visitor.open(path(group))
    assert await save(visitor, group, people="ana@example.com\nbo@example.com") == 303
    await visitor.open(visitor.next)
    await visitor.press(f"{path(group)}/sync", form_key=visitor.value("form_key"))
    assert visitor.next == f"{path(group)}?said=synced&n=1"
    await alice.world.work()
    await visitor.open(visitor.next)
    assert "New members are being invited to 1 open card." in visitor.page
    rows = await alice.world.owner.fetch("select delivery_id from invitations where not is_parent")
    assert sorted(row["delivery_id"] for row in rows) == ["ana@example.com", "bo@example.com"]


async def test_deletes_a_group_once_and_not_one_that_has_changed(alice: Person) -> None:
    group = await made(alice, "ana@example.com")
    visitor = await signed_in(alice)
    await visitor.open(path(group))
    version = visitor.value("version")
    await alice.patch(f"/api/groups/{group['id']}", {"name": "Theirs"})
    answer = await visitor.press(f"{path(group)}/delete", version=version)
    assert answer.status_code == 409
    token = visitor.token()
    answer = await visitor.press(f"{path(group)}/delete", version="2", form_token=token)
    assert (answer.status_code, visitor.next) == (303, "/desk/groups?said=group_deleted")
    await visitor.open(visitor.next)
    assert "The group has been deleted." in visitor.page
    answer = await visitor.press(f"{path(group)}/delete", version="2", form_token=token)
    assert answer.status_code == 404


async def test_a_foreign_group_is_like_none(alice: Person, mallory: Person) -> None:
    group = await made(alice, "ana@example.com")
    visitor = await signed_in(mallory)
    own = await made(mallory, "bo@example.com")
    await visitor.open(path(own))
    for each in (group["id"], ids.new("grp")):
        assert (await visitor.open(f"/desk/groups/{each}")).status_code == 404
        await visitor.open(path(own))
        for action in ("save", "sync", "delete"):
            answer = await visitor.press(f"/desk/groups/{each}/{action}", name="Stolen", version="1")
            assert answer.status_code == 404
            await visitor.open(path(own))
    assert (await alice.get(f"/api/groups/{group['id']}")).json()["name"] == "Crew"


async def test_a_team_shows_its_people_and_changes_only_its_name(alice: Person) -> None:
    person = {"name": "Maya", "email": "maya@example.com", "teams": ["Design"]}
    made = (await alice.post("/api/people", person)).json()
    visitor, path = await signed_in(alice), f"/desk/groups/{made['teams'][0]}"
    await visitor.open("/desk/groups")
    assert "Team · 1 person" in visitor.page
    await visitor.open(path)
    assert "maya@example.com" in visitor.page
    assert '<textarea class="p-in" id="people"' not in visitor.page
    given = {"version": visitor.value("version"), "name": "Crew", "kind": "team"}
    answer = await visitor.press(f"{path}/save", **given, people="eve@example.com")
    assert answer.status_code == 303, visitor.page
    team = (await alice.get(f"/api/groups/{made['teams'][0]}")).json()
    assert (team["name"], team["kind"], team["members_count"]) == ("Crew", "team", 1)
    await visitor.open(path)
    answer = await visitor.press(f"{path}/delete", version=visitor.value("version"))
    assert answer.status_code == 303
    assert (await alice.get(f"/api/people/{made['id']}")).json()["teams"] == []
