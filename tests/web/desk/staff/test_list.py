"""The list of the account's people at the desk."""

import pytest

from tests.people.test_create import MAYA
from tests.people.test_sync import staff
from tests.web.desk.furnished import entered
from tests.world import Person, World

pytestmark = pytest.mark.anyio
PATH = "/desk/people"


async def test_an_empty_list_says_what_to_do(world: World, alice: Person) -> None:
    visitor = await entered(alice)
    await visitor.open(PATH)
    assert "There are no people yet." in visitor.page
    assert 'class="c-button" href="/desk/people/list"' in visitor.page
    await world.owner.execute("update memberships set role = 'member' where user_id = $1", alice.user_id)
    await visitor.open(PATH)
    assert "An owner of the account can add people." in visitor.page
    assert "/desk/people/list" not in visitor.page


async def test_a_list_of_people_who_all_left_is_not_empty(alice: Person) -> None:
    await alice.post("/api/people", {"name": "Gone", "external_id": "g", "status": "left"})
    visitor = await entered(alice)
    await visitor.open(PATH)
    assert "There are no people yet." not in visitor.page
    assert "Nobody matches." in visitor.page
    await visitor.open(f"{PATH}?status=")
    assert "Gone" in visitor.page


async def test_shows_people_by_name_with_teams_and_days(alice: Person, mallory: Person) -> None:
    dates = {"birthday": "--02-29", "started_on": "2011-05-07"}
    await alice.post("/api/people", {**MAYA, "dates": dates, "teams": ["Design <b>", "Berlin"]})
    await alice.post("/api/people", {"name": "Ana", "email": "ana@example.com"})
    await alice.post("/api/people", {"name": "Gone", "external_id": "g", "status": "left"})
    visitor = await entered(alice)
    await visitor.open(PATH)
    assert visitor.page.index(">Ana<") < visitor.page.index(">Maya<")
    for text in ("Birthday: 29 February", "Since 7 May 2011", "Design &lt;b&gt;", "ana@example.com"):
        assert text in visitor.page, text
    assert "Gone" not in visitor.page
    await visitor.open(f"{PATH}?status=left")
    assert "Gone" in visitor.page
    assert "Maya" not in visitor.page
    other = await entered(mallory)
    await other.open(PATH)
    assert "Maya" not in other.page


async def test_searches_filters_and_turns_pages(alice: Person) -> None:
    await alice.put("/api/people", {"people": [{**each, "teams": ["Crew"]} for each in staff(120)]})
    visitor = await entered(alice)
    await visitor.open(f"{PATH}?q=number+11")
    assert visitor.page.count('class="d-invitee"') == 11
    await visitor.open(f"{PATH}?q=nobody+of+that+name")
    assert "Nobody matches." in visitor.page
    [team] = (await alice.get("/api/groups?kind=team")).json()["data"]
    seen: list[str] = []
    path = f"{PATH}?team={team['id']}"
    while path:
        await visitor.open(path)
        seen += visitor.page.split('class="d-invitee"')[1:]
        path = visitor.page.partition(">More people<")[0].rpartition('href="')[2].partition('"')[0]
        path = path.replace("&amp;", "&") if ">More people<" in visitor.page else ""
    assert len(seen) == 120
    assert (await visitor.open(f"{PATH}?cursor=nonsense")).status_code == 303


async def test_the_menu_leads_to_people(alice: Person) -> None:
    visitor = await entered(alice)
    await visitor.open("/account")
    assert 'href="/desk/people"' in visitor.page
