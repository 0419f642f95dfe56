"""People say what they want about cards for them, without an account."""

import asyncio
from datetime import timedelta
from typing import Any

import pytest

from tests.people.test_choice import DATES, NOTHING, chosen
from tests.people.test_create import MAYA
from tests.privacy import traces
from tests.waiting import until_waiting
from tests.web.visitor import path_of
from tests.world import Person, World
from wellwish.base import clock
from wellwish.people import own_page
from wellwish.people.choice import Choice

pytestmark = pytest.mark.anyio
HTML = {"Accept": "text/html"}


async def added(person: Person, **fields: Any) -> tuple[str, str]:
    """Returns the ID of a new person, and the path of the link in their mail."""
    made = await person.post("/api/people", {**MAYA, "dates": DATES, **fields})
    assert made.status_code == 201, made.text
    await person.world.work()
    answer = await person.world.client.get(
        "/outbox", params={"address": MAYA["email"]}, headers={"Accept": "application/json"}
    )
    found = [each for each in answer.json()["data"] if each["kind"] == "person_added"]
    return made.json()["id"], path_of(found[0]["link"])


async def send(world: World, link: str, *wishes: str, **fields: str) -> Any:
    given = {"form": "choice", **dict.fromkeys(wishes, "1"), **fields}
    return await world.client.post(link, data=given, headers=HTML)


async def test_opening_the_link_changes_nothing(alice: Person) -> None:
    target, link = await added(alice)
    before = (await alice.get(f"/api/people/{target}")).json()
    for method in ("GET", "HEAD", "GET"):
        answer = await alice.world.client.request(method, link, headers=HTML)
        assert answer.status_code == 200
        assert answer.headers["X-Robots-Tag"] == "noindex"
        assert answer.headers["Referrer-Policy"] == "no-referrer"
        assert answer.headers["Cache-Control"] == "no-store"
    assert (await alice.get(f"/api/people/{target}")).json() == before
    page = answer.text
    assert page.count('<input type="checkbox" name=') == 4
    assert "checked" not in page
    assert "alice and co" in page
    for hidden in ("Maya", MAYA["email"], "03-14", "14 March", target):
        assert hidden not in page.partition("<body")[2], hidden
    assert "<script" not in page


@pytest.mark.parametrize(
    ("wishes", "said"),
    [
        (("no_cards",), Choice(no_cards=True)),
        (("no_birthday", "only_team"), Choice(no_birthday=True, only_team=True)),
        ((), NOTHING),
    ],
)
async def test_saves_what_the_person_wants(alice: Person, wishes: tuple[str, ...], said: Choice) -> None:
    target, link = await added(alice)
    assert (await send(alice.world, link, "no_cards", "only_team")).status_code == 200
    answer = await send(alice.world, link, *wishes)
    assert answer.status_code == 200
    assert 'role="status"' in answer.text
    assert await chosen(alice, target) == {target: said}
    again = (await alice.world.client.get(link, headers=HTML)).text
    for name in ("no_cards", "no_birthday", "only_team"):
        assert (f'name="{name}" value="1" checked' in again) == (name in wishes)


async def test_this_year_is_the_year_in_the_persons_zone(alice: Person) -> None:
    """Kiritimati is 14 hours ahead of UTC, and Niue 11 hours behind."""
    target, link = await added(alice, timezone="Pacific/Kiritimati")
    now = clock.now()
    eve = now.replace(month=12, day=31, hour=12, minute=0, second=0, microsecond=0)
    try:
        clock.move(eve - now)
        this = eve.year
        page = (await alice.world.client.get(link, headers=HTML)).text
        assert f'name="skipped_year" value="{this + 1}"' in page
        # A form that was opened in another year does not skip this one.
        await send(alice.world, link, skipped_year=str(this))
        assert await chosen(alice, target) == {target: NOTHING}
        await send(alice.world, link, skipped_year=str(this + 1))
        assert await chosen(alice, target) == {target: Choice(skipped_year=this + 1)}
        sql = "update people set timezone = 'Pacific/Niue' where id = $1"
        await alice.world.owner.execute(sql, target)
        page = (await alice.world.client.get(link, headers=HTML)).text
        assert f'name="skipped_year" value="{this}">' in page
    finally:
        clock.move(timedelta())


@pytest.mark.parametrize(
    "body", [b"", b"List-Unsubscribe=One-Click", b"no_cards=1", b"\xff=\xfe", b"&a=1" * 50]
)
async def test_another_form_changes_nothing(alice: Person, body: bytes) -> None:
    """A scanner that sends the form's address must not withdraw what the person said."""
    target, link = await added(alice)
    await send(alice.world, link, "no_cards")
    answer = await alice.world.client.post(link, content=body, headers=HTML)
    assert answer.status_code == 422
    assert 'name="no_cards" value="1" checked' in answer.text
    assert await chosen(alice, target) == {target: Choice(no_cards=True)}


async def test_too_long_a_body_is_refused(alice: Person) -> None:
    _, link = await added(alice)
    assert (await alice.world.client.post(link, content=b"x" * 5000)).status_code == 413


async def test_only_the_persons_own_link_opens_the_page(alice: Person, mallory: Person) -> None:
    world = alice.world
    target, link = await added(alice)
    other = (
        await alice.post("/api/people", {**MAYA, "external_id": "e-2", "email": "o@example.com"})
    ).json()["id"]
    theirs = (await mallory.post("/api/people", MAYA)).json()["id"]
    account, person, token = link.split("/")[2:]
    wrong = [
        f"/person/{account}/{person}/2.{token}",
        f"/person/{account}/{person}/1.{token}",
        f"/person/{account}/{person}/.{token}",
        link[:-1] + ("A" if link[-1] != "A" else "B"),
        f"/person/{account}/{other}/{token}",
        f"/person/{mallory.account_id}/{person}/{token}",
        f"/person/{mallory.account_id}/{theirs}/{token}",
        f"/person/{account}/{person}/{'x' * 65}",
        f"/person/{account}/{person}/%C3%BC",
    ]
    for each in wrong:
        shown = await world.client.get(each, headers=HTML)
        assert shown.status_code == 404
        assert "This link no longer works" in shown.text
        assert (await send(world, each, "no_cards")).status_code == 404
    assert set((await chosen(alice, target, other)).values()) == {NOTHING}
    assert await chosen(mallory, theirs) == {theirs: NOTHING}


async def test_the_link_ends_with_the_person(alice: Person) -> None:
    target, link = await added(alice)
    assert (await alice.delete(f"/api/people/{target}")).status_code == 204
    assert (await alice.world.client.get(link, headers=HTML)).status_code == 404
    assert (await send(alice.world, link, "no_cards")).status_code == 404


async def links(person: Person, *addresses: str) -> list[str]:
    """Returns the path of the newest link to each address."""
    await person.world.work()
    found: list[str] = []
    for each in addresses:
        given = {"address": each}
        answer = await person.world.client.get(
            "/outbox", params=given, headers={"Accept": "application/json"}
        )
        kinds = [path_of(mail["link"]) for mail in answer.json()["data"] if mail["kind"] == "person_added"]
        found += kinds[:1]
    return found


async def test_a_corrected_address_has_a_new_link_and_the_former_one_ends(alice: Person) -> None:
    target, former = await added(alice)
    assert (await send(alice.world, former, "only_team")).status_code == 200
    for number in range(3):
        address = f"right.{number}@example.com"
        await alice.patch(f"/api/people/{target}", {"email": address})
        [link] = await links(alice, address)
        assert link != former
        assert (await alice.world.client.get(former, headers=HTML)).status_code == 404
        assert (await send(alice.world, former, "no_cards")).status_code == 404
        assert 'name="only_team" value="1" checked' in (await alice.world.client.get(link, headers=HTML)).text
        former = link
    assert (await send(alice.world, former, "no_birthday")).status_code == 200
    assert await chosen(alice, target) == {target: Choice(no_birthday=True)}


@pytest.mark.parametrize("steps", [("own@example.com",), (None, "own@example.com")])
async def test_who_corrects_the_address_to_their_own_does_not_read_a_declined_date(
    alice: Person, steps: tuple[str | None, ...]
) -> None:
    target, link = await added(alice, phone="+442079460958", external_id="e-1")
    assert (await send(alice.world, link, "no_birthday")).status_code == 200
    for address in steps:
        answer = await alice.patch(f"/api/people/{target}", {"email": address})
        assert answer.status_code == 200, answer.text
        assert answer.json()["declined"] == []
        assert answer.json()["dates"]["started_on"] == DATES["started_on"]
    assert await chosen(alice, target) == {target: Choice(no_birthday=True)}
    [link] = await links(alice, "own@example.com")
    assert (await send(alice.world, link)).status_code == 200
    after = (await alice.get(f"/api/people/{target}")).json()
    assert after["dates"] == {**DATES, "birthday": None}


async def test_other_changes_keep_the_link(alice: Person) -> None:
    target, link = await added(alice)
    other = {"name": "Bo", "email": "bo@example.com", "external_id": "e-9"}
    assert (await alice.post("/api/people", other)).status_code == 201
    changes: list[dict[str, Any]] = [
        {"name": "Maya B"},
        {"email": MAYA["email"].upper()},
        {"dates": None},
        {"status": "left"},
        {"status": "active"},
    ]
    for change in changes:
        assert (await alice.patch(f"/api/people/{target}", change)).status_code == 200
    swapped = [
        {"name": "Maya", "email": MAYA["email"], "external_id": "e-7"},
        {**other, "external_id": "e-8"},
    ]
    for each in (await alice.get("/api/people")).json()["data"]:
        await alice.patch(f"/api/people/{each['id']}", {"external_id": None})
    answer = await alice.put("/api/people", {"people": swapped})
    assert answer.json()["updated"] == 2, answer.text
    assert (await alice.world.client.get(link, headers=HTML)).status_code == 200


async def test_two_people_who_exchange_their_addresses_get_new_links(alice: Person) -> None:
    listed = [{"name": each, "external_id": each, "email": f"{each}@example.com"} for each in ("a", "b")]
    await alice.put("/api/people", {"people": listed})
    addresses = [each["email"] for each in listed]
    before = await links(alice, *addresses)
    one, other = listed
    swapped = [{**one, "email": other["email"]}, {**other, "email": one["email"]}]
    assert (await alice.put("/api/people", {"people": swapped})).json()["updated"] == 2
    after = await links(alice, *addresses)
    for link in before:
        assert (await alice.world.client.get(link, headers=HTML)).status_code == 404
    for link in after:
        assert (await alice.world.client.get(link, headers=HTML)).status_code == 200
    # Each link is that of the person who has the address now.
    assert [link.split("/")[3] for link in after] == [link.split("/")[3] for link in reversed(before)]


async def test_two_forms_at_once_leave_one_of_the_choices(alice: Person) -> None:
    target, link = await added(alice)
    answers = await asyncio.gather(
        *(send(alice.world, link, wish) for wish in ("no_cards", "no_birthday", "only_team"))
    )
    assert {each.status_code for each in answers} == {200}
    found = (await chosen(alice, target))[target]
    assert [found.no_cards, found.no_birthday, found.only_team].count(True) == 1


async def test_the_link_is_in_no_log(alice: Person, capfd: pytest.CaptureFixture[str]) -> None:
    with traces.every_log_line():
        _, link = await added(alice)
        await alice.world.client.get(link, headers=HTML)
        await send(alice.world, link, "no_cards")
    said = "".join(capfd.readouterr())
    assert "/person/{account_id}/{person_id}/{token}" in said
    assert link.rsplit("/", 1)[1] not in said
    assert MAYA["email"] not in said


async def test_the_same_address_as_in_the_mail_is_derived_again(alice: Person) -> None:
    target, link = await added(alice)
    keys = alice.world.services.keys
    assert own_page.LINK.url(keys, "", alice.account_id, target) == link


@pytest.mark.parametrize("ends", [True, False])
async def test_a_link_that_ends_while_the_form_is_sent_changes_nothing(alice: Person, ends: bool) -> None:
    target, link = await added(alice)
    owner = alice.world.owner
    async with owner.transaction():
        await owner.execute("select from people where id = $1 for update", target)
        sent = asyncio.create_task(send(alice.world, link, "no_cards"))
        await until_waiting(owner)
        sql = "update people set link_version = link_version + $2 where id = $1"
        await owner.execute(sql, target, int(ends))
    assert (await sent).status_code == (404 if ends else 200)
    assert await chosen(alice, target) == {target: NOTHING if ends else Choice(no_cards=True)}
