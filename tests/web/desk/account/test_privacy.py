"""Export and erase a person's data at the desk: look up, decide, repeat."""

import re
from datetime import timedelta
from typing import Any

import pytest

from tests import make
from tests.contributions import giving
from tests.contributions.signing import signs, wish
from tests.later import another_time
from tests.privacy import traces
from tests.privacy.conftest import _own_journal as _own_journal  # noqa: PLC0414 - a fixture of another folder
from tests.privacy.traces import EMAIL, NAME, PHONE
from tests.web.desk.furnished import entered
from tests.web.signing.test_gift import sign
from tests.web.visitor import Visitor, path_of
from tests.world import Person, World
from wellwish.base import clock

pytestmark = pytest.mark.anyio
PATH = "/account/privacy"


async def looked_up(person: Person, address: str = EMAIL) -> Visitor:
    visitor = await entered(person)
    await visitor.open(PATH)
    await visitor.press(PATH, address=address)
    return visitor


async def press(visitor: Visitor, kind: str, **fields: str) -> int:
    """Submits a form of the open preview."""
    whom = "person_id" if 'name="person_id"' in visitor.page else "address"
    given = {"form_key": visitor.value("form_key"), whom: visitor.value(whom), **fields}
    return (await visitor.press(f"{PATH}/{kind}", **given)).status_code


async def listed(person: Person, kind: str) -> list[dict[str, Any]]:
    return (await person.get(f"/api/{kind}")).json()["data"]


def numbers(visitor: Visitor) -> dict[str, str]:
    return dict(re.findall(r"<div><dt>(.*?)</dt><dd>(.*?)</dd></div>", visitor.page))


async def test_shows_what_there_is_before_anything_happens(world: World, alice: Person) -> None:
    await traces.place(world, alice)
    visitor = await looked_up(alice)
    assert numbers(visitor) == {
        "Invitations": "1",
        "Notes with a name": "1",
        "Cards for the person": "1",
        "Cards that the person organises": "1",
        "Groups with the person": "1",
        "Entries in your list of people": "1",
    }
    assert "It belongs to the person, who may use it elsewhere." in visitor.page
    assert "Anonymous notes are never counted" in visitor.page
    assert await listed(alice, "exports") == await listed(alice, "erasures") == []


async def test_erasing_again_finds_nothing_and_gives_another_receipt(world: World, alice: Person) -> None:
    await traces.place(world, alice)
    for _ in range(2):
        visitor = await looked_up(alice)
        assert await press(visitor, "erasures", confirm="yes") == 303
        await world.work()
    assert "Your account shows no records of" in (await looked_up(alice)).page
    assert [each["status"] for each in await listed(alice, "erasures")] == ["completed"] * 2


@pytest.mark.parametrize("address", ["", "kim", "kim@", "12", "kim example.com", "a@b@c"])
async def test_asks_for_an_address_and_keeps_what_was_typed(alice: Person, address: str) -> None:
    visitor = await entered(alice)
    await visitor.open(PATH)
    answer = await visitor.press(PATH, address=address)
    assert answer.status_code == 422
    assert "Enter an email address, or a phone number" in visitor.page
    assert f'value="{address}"' in visitor.page


async def test_finds_a_phone_number(alice: Person) -> None:
    made = await alice.post("/api/people", {"name": NAME, "external_id": "e-1", "phone": PHONE})
    assert made.status_code == 201, made.text
    assert numbers(await looked_up(alice, "+44 7400 998877")) == {"Entries in your list of people": "1"}


async def test_begins_at_a_person(world: World, alice: Person, mallory: Person) -> None:
    made = (await alice.post("/api/people", {"name": NAME, "email": EMAIL})).json()
    path = f"{PATH}/people/{made['id']}"
    visitor = await entered(alice)
    await visitor.open(f"/desk/people/{made['id']}")
    assert f'href="{path}"' in visitor.page
    await visitor.open(path)
    assert (EMAIL in visitor.page, numbers(visitor)) == (True, {"Entries in your list of people": "1"})
    assert await press(visitor, "erasures", confirm="yes") == 303
    await world.work()
    [done] = await listed(alice, "erasures")
    assert (done["person_id"], done["counts"]["people"]) == (made["id"], 1)
    assert (await visitor.open(path)).status_code == 404
    assert (await (await entered(mallory)).open(path)).status_code == 404


async def test_sends_a_person_without_an_address_to_their_deletion(alice: Person) -> None:
    made = (await alice.post("/api/people", {"name": NAME, "external_id": "e-1"})).json()
    visitor = await entered(alice)
    assert (await visitor.open(f"{PATH}/people/{made['id']}")).status_code == 422
    assert "To erase them, delete the person." in visitor.page


async def test_a_second_request_leads_to_the_first(world: World, alice: Person) -> None:
    first, second = await looked_up(alice), await looked_up(alice)
    assert await press(first, "erasures", confirm="yes") == 303
    for kind in ("exports", "erasures"):
        assert await press(second, kind, confirm="yes") == 303
        assert second.next == f"{first.next}?said=data_running"
    await second.open(PATH)
    await second.press(PATH, address=EMAIL)
    assert second.next == f"{first.next}?said=data_running"
    await second.open(second.next)
    assert "This request for the same person is still running." in second.page
    await world.work()
    assert len(await listed(alice, "erasures")) == 1


async def test_a_form_sent_twice_is_one_request(world: World, alice: Person) -> None:
    visitor = await looked_up(alice)
    form = visitor.page
    assert await press(visitor, "exports") == 303
    first = visitor.next
    await world.work()
    visitor.page = form
    assert await press(visitor, "exports") == 303
    assert visitor.next == first
    visitor.page = form
    assert await press(visitor, "erasures", confirm="yes") in (303, 409)
    assert len(await listed(alice, "exports")) == 1


async def test_names_an_open_payment(world: World, alice: Person) -> None:
    card = await giving.card(alice)
    [invited] = await make.invitations(alice, card["id"], EMAIL)
    await sign(Visitor(world), path_of(invited["link"]), name=NAME, text="Hello", gift="other", other="15")
    assert "Open payments" in (await looked_up(alice)).page


async def test_keeps_the_last_owner_and_warns_the_reader(world: World, alice: Person, bob: Person) -> None:
    visitor = await looked_up(alice, alice.email)
    assert "Make someone else an owner first." in visitor.page
    assert "This is your own address." not in visitor.page
    await world.owner.execute(
        "insert into memberships (account_id, user_id, role) values ($1, $2, 'owner')",
        alice.account_id,
        bob.user_id,
    )
    await visitor.open(PATH)
    await visitor.press(PATH, address=alice.email)
    assert "This is your own address." in visitor.page
    # The sign-in stays for every member, so nothing tells of other accounts.
    assert "It belongs to the person, who may use it elsewhere." in visitor.page


async def test_is_for_owners_and_shows_nothing_of_other_accounts(
    world: World, alice: Person, mallory: Person
) -> None:
    visitor = await looked_up(alice)
    await press(visitor, "exports")
    await world.work()
    path = visitor.next
    stranger = await entered(mallory)
    for part in ("", "/file"):
        assert (await stranger.open(f"{path}{part}")).status_code == 404
    assert path not in (await stranger.open(PATH)).text
    form = {"form_token": visitor.token(), "form_key": "once", "address": EMAIL, "confirm": "yes"}
    await world.owner.execute("update memberships set role = 'member' where user_id = $1", alice.user_id)
    for part in (PATH, path, f"{path}/file"):
        page = await visitor.open(part)
        assert (page.status_code, "Only an owner" in page.text) == (403, True)
    for part in ("", "/exports", "/erasures"):
        assert (await visitor.press(f"{PATH}{part}", **form)).status_code == 403


async def test_needs_a_recent_sign_in_and_keeps_the_address(alice: Person) -> None:
    with another_time():
        visitor = await looked_up(alice)
        form = {"form_key": visitor.value("form_key"), "address": EMAIL, "form_token": visitor.token()}
        clock.move(timedelta(minutes=10, seconds=1))
        for part in ("", "/exports", "/erasures"):
            answer = await visitor.press(f"{PATH}{part}", **form, confirm="yes")
            assert answer.headers["location"] == "/sign-in?next=%2Faccount%2Fprivacy&confirm=1"
        await visitor.open(PATH)
        assert f'value="{EMAIL}"' in visitor.page
        alice.token = None
        assert await listed(alice, "erasures") == await listed(alice, "exports") == []


async def test_lists_older_requests(world: World, alice: Person) -> None:
    for number in range(12):
        await alice.post("/api/exports", {"email": f"p{number}@example.com"})
    visitor = await entered(alice)
    await visitor.open(PATH)
    assert visitor.page.count(f"{PATH}/exports/exp_") == 10
    [older] = re.findall(rf'href="({PATH}\?exports=[^"]+)"', visitor.page)
    await visitor.open(older)
    assert visitor.page.count(f"{PATH}/exports/exp_") == 2
    assert (await visitor.open(f"{PATH}?exports=nothing")).status_code == 404


async def _seen(world: World, owner: Person, *, is_author: bool) -> list[str]:
    """Returns the pages about a person who wrote the anonymous note, or did not, without ids and times."""
    card = await make.card(owner, moderation="off")
    invited = await make.invitations(owner, card["id"], EMAIL, "ben@example.org")
    await signs(world, invited[0 if is_author else 1]["link"], wish(None, "No name", anonymous=True))
    await world.work()
    visitor = await looked_up(owner)
    pages = [visitor.page]
    for kind in ("exports", "erasures"):
        await visitor.open(PATH)
        await visitor.press(PATH, address=EMAIL)
        await press(visitor, kind, confirm="yes")
        path = visitor.next
        await world.work()
        pages += [(await visitor.open(path)).text, (await visitor.open(PATH)).text]
    own = re.compile(
        r"[a-z]+_[0-7][0-9a-z]{25}|(?<=value=\")[\w.-]{20,}(?=\")|\d\d:\d\d|nonce=\"[^\"]+\"|nonce-[^']+"
    )
    texts = [re.sub(r"<header.*?</header>", "", own.sub("*", page), flags=re.DOTALL) for page in pages]
    return [re.sub(r"(?s)<style.*?</style>", "", text).replace(owner.name, "owner") for text in texts]


async def test_the_pages_do_not_depend_on_an_anonymous_note(
    world: World, alice: Person, mallory: Person
) -> None:
    mine = await _seen(world, alice, is_author=True)
    assert mine == await _seen(world, mallory, is_author=False)
    # The control: a note with a name shows.
    card = await make.card(alice)
    [invited] = await make.invitations(alice, card["id"], EMAIL)
    await signs(world, invited["link"], wish(NAME, "With a name"))
    await world.work()
    assert numbers(await looked_up(alice)) == {"Invitations": "1", "Notes with a name": "1"}
