"""The list of saved groups at the desk, and a new group."""

import html
import re

import pytest

from tests.web.desk.people import signed_in
from tests.web.visitor import Visitor
from tests.world import Person

pytestmark = pytest.mark.anyio
PATH = "/desk/groups"


async def created(visitor: Visitor, **fields: str) -> int:
    """Submits the form of a new group, then the page that checks the list. Returns the status."""
    await visitor.open(f"{PATH}/new")
    given = {"name": "Crew", "kind": "people", "people": "Ana <ana@example.com>\nbo@example.com", **fields}
    answer = await visitor.press(f"{PATH}/new", form_key=visitor.value("form_key"), **given)
    if answer.status_code == 200 and 'value="save"' in visitor.page:
        key = visitor.value("form_key")
        answer = await visitor.press(f"{PATH}/new", form_key=key, **given, step="save")
    return answer.status_code


async def groups_of(person: Person) -> list[dict[str, object]]:
    return (await person.get("/api/groups")).json()["data"]


async def test_creates_a_group_of_pasted_lines_once(alice: Person) -> None:
    visitor = await signed_in(alice)
    await visitor.open(PATH)
    assert "No groups yet." in visitor.page
    await visitor.open(f"{PATH}/new")
    fields = {
        "name": "  The   crew ",
        "kind": "people",
        "people": '"Doe, Ana" <ana@example.com>\nbo@example.com\nANA@example.com\n+1 202 555 0147',
        "form_key": visitor.value("form_key"),
    }
    assert (await visitor.press(f"{PATH}/new", **fields)).status_code == 200
    assert "will have 3 members" in visitor.page
    assert "1 entry is in the list twice" in visitor.page
    assert await groups_of(alice) == []
    fields["form_key"] = visitor.value("form_key")
    for _ in range(2):
        answer = await visitor.press(f"{PATH}/new", **fields, step="save")
        assert answer.status_code == 303, visitor.page
    [group] = await groups_of(alice)
    assert visitor.next == f"{PATH}/{group['id']}?said=saved"
    assert (group["name"], group["members_count"]) == ("The crew", 3)
    found = (await alice.get(f"/api/groups/{group['id']}")).json()["members"]
    assert found == [
        {"name": "Doe, Ana", "email": "ana@example.com", "phone": None},
        {"name": None, "email": "bo@example.com", "phone": None},
        {"name": None, "email": None, "phone": "+12025550147"},
    ]
    await visitor.open(PATH)
    assert "The crew" in visitor.page
    assert "3 people" in visitor.page


async def test_shows_each_problem_and_keeps_what_was_typed(alice: Person) -> None:
    visitor = await signed_in(alice)
    typed = "Ana <ana@example.com>\nnobody\nbo@nowhere.\nbert@example.com bert2@example.com\nbo@@x"
    await visitor.open(f"{PATH}/new")
    given = {"name": "Crew", "kind": "people", "people": typed, "form_key": visitor.value("form_key")}
    assert (await visitor.press(f"{PATH}/new", **given)).status_code == 200
    for text in (
        "will have 3 members",
        "3 entries need a look",
        "Line 2",
        "Line 3",
        "Line 5",
        "nobody",
        "bo@@x",
    ):
        assert text in visitor.page, text
    await visitor.press(f"{PATH}/new", **given, step="edit")
    assert "Ana &lt;ana@example.com&gt;" in visitor.page
    assert await created(visitor, name="") == 422
    assert await groups_of(alice) == []
    assert await created(visitor, people="12 345 6789") == 422
    assert "a phone number that begins with +" in visitor.page
    assert 'aria-describedby="people-hint people-fault"' in visitor.page
    assert await created(visitor, people=typed) == 303
    [group] = await groups_of(alice)
    found = (await alice.get(f"/api/groups/{group['id']}")).json()["members"]
    assert [each["email"] for each in found] == ["ana@example.com", "bert@example.com", "bert2@example.com"]


async def test_reads_ten_thousand_members_from_a_file(alice: Person) -> None:
    visitor = await signed_in(alice)
    await visitor.open(f"{PATH}/new")
    rows = "".join(f"Person Number {number};p{number}@example.com\n" for number in range(10_000))
    data = {"form_token": visitor.token(), "form_key": "k", "name": "All", "kind": "people"}
    file = ("list.csv", f"Name;E-Mail\n{rows}".encode())
    answer = await visitor.request("POST", f"{PATH}/new", data=data, files={"file": file})
    assert answer.status_code == 200
    assert "will have 10,000 members" in visitor.page
    assert "And 9,000 more members" in visitor.page
    people = [html.unescape(each) for each in re.findall(r'name="people" value="([^"]*)"', visitor.page)]
    assert len(people) > 1
    data = {**data, "form_token": visitor.token(), "form_key": visitor.value("form_key"), "step": "save"}
    answer = await visitor.request(
        "POST", f"{PATH}/new", data={**data, "people": people}, files={"file": b""}
    )
    assert answer.status_code == 303
    [group] = await groups_of(alice)
    assert group["members_count"] == 10_000


async def test_refuses_the_name_of_another_group(alice: Person) -> None:
    visitor = await signed_in(alice)
    assert await created(visitor) == 303
    assert await created(visitor) == 409
    assert "Another group already has this name." in visitor.page
    assert len(await groups_of(alice)) == 1


async def test_a_channel_shows_only_the_host_of_its_webhook(alice: Person) -> None:
    visitor = await signed_in(alice)
    secret = "https://hooks.slack.com/services/T0/B0/quux"
    await visitor.open(f"{PATH}/new?kind=channel")
    assert "New channel" in visitor.page
    assert await created(visitor, name="#general", kind="channel", webhook_url=secret) == 303
    await visitor.open(visitor.next)
    assert "hooks.slack.com" in visitor.page
    assert "quux" not in visitor.page
    assert await created(visitor, name="#other", kind="channel", webhook_url="not an address") == 422


async def test_a_page_has_fifty_groups(alice: Person) -> None:
    await alice.world.owner.execute(
        "insert into groups (account_id, id, name, kind, created_at, updated_at) "
        "select $1, 'grp_' || lpad(n::text, 26, '0'), 'Team ' || n, 'people', now(), now() "
        "from generate_series(1, 60) n",
        alice.account_id,
    )
    visitor = await signed_in(alice)
    await visitor.open(PATH)
    assert visitor.page.count("Team ") == 50
    older = visitor.page.partition('href="/desk/groups?cursor=')[2].partition('"')[0]
    await visitor.open(f"{PATH}?cursor={older}")
    assert visitor.page.count("Team ") == 10
    assert (await visitor.open(f"{PATH}?cursor=nonsense")).status_code == 303


async def test_a_form_of_another_site_creates_nothing(alice: Person) -> None:
    visitor = await signed_in(alice)
    answer = await visitor.request("POST", f"{PATH}/new", data={"name": "Crew", "people": "ana@example.com"})
    assert answer.status_code == 403
    assert await groups_of(alice) == []
