"""A card at the desk: its visible parts by user, and closing, reopening and archiving."""

import re
from datetime import timedelta
from typing import Any
from unittest.mock import AsyncMock

import pytest

from tests import make
from tests.contributions import giving
from tests.contributions.signing import signs, wish
from tests.later import another_time, day
from tests.web.desk.people import signed_in
from tests.web.visitor import Visitor
from tests.world import Person
from wellwish.base import clock, ids
from wellwish.base.errors import Unavailable
from wellwish.web.desk.cards import show, story

pytestmark = pytest.mark.anyio


async def state(person: Person, card: dict[str, Any]) -> str:
    return (await person.get(f"/api/cards/{card['id']}")).json()["status"]


async def press(visitor: Visitor, card: dict[str, Any], action: str, **fields: str) -> int:
    """Presses a button of the open page."""
    given = {name: visitor.value(name) for name in ("form_token", "form_key", "version")}
    answer = await visitor.press(f"/desk/cards/{card['id']}/{action}", **{**given, **fields})
    return answer.status_code


async def buttons(visitor: Visitor, card: dict[str, Any]) -> list[str]:
    """Returns the buttons of the pages to give and to end the card; the first page stays open."""
    path = f"/desk/cards/{card['id']}"
    await visitor.open(f"{path}/settings")
    ending = visitor.page
    await visitor.open(f"{path}/give")
    pages = visitor.page + ending
    return [each for each in ("close", "reopen", "archive") if f'action="{path}/{each}"' in pages]


async def sign(alice: Person, card: dict[str, Any]) -> None:
    """Signs the card, so that closing it raises no doubt."""
    await signs(alice.world, card["sign_url"])


async def test_shows_a_card_to_its_owner(alice: Person) -> None:
    card = await make.card(alice, recipients=[{"name": "Maya"}])
    visitor = await signed_in(alice)
    await visitor.open(f"/desk/cards/{card['id']}")
    assert card["title"] in visitor.page
    assert card["sign_url"] in visitor.page
    assert card["recipients"][0]["view_url"] not in visitor.page  # only where the card is given
    assert "/covers/" in visitor.page


async def test_shows_the_owner_the_net_amount(alice: Person, bob: Person) -> None:
    card = await giving.card(alice, see_total="everyone")
    await make.admin(alice, card["id"], bob, can_update=True)
    visitor = await signed_in(alice)
    await visitor.open(f"/desk/cards/{card['id']}")
    assert "After fees" not in visitor.page
    await giving.gave(alice, card["id"])
    await visitor.open(f"/desk/cards/{card['id']}")
    net = (await alice.get(f"/api/cards/{card['id']}")).json()["proceeds"]["net"]["amount"]
    assert f"After fees: €{net / 100:.2f}" in visitor.page
    admin = await signed_in(bob)
    await admin.open(f"/desk/cards/{card['id']}")
    assert ("€12.50" in admin.page, "After fees" in admin.page) == (True, False)


async def test_shows_an_admin_only_what_they_may_see(alice: Person, bob: Person) -> None:
    card = await make.card(alice, recipients=[{"name": "Maya"}])
    admin = await make.admin(alice, card["id"], bob)
    visitor = await signed_in(bob)
    await visitor.open(f"/desk/cards/{card['id']}")
    assert card["title"] in visitor.page
    assert card["sign_url"] not in visitor.page
    assert card["recipients"][0]["view_url"] not in visitor.page
    path = f"/api/card-admins/{admin['id']}"
    await alice.put(path, {"privilege": {"invite_contributors": True}})
    await visitor.open(f"/desk/cards/{card['id']}")
    assert card["sign_url"] in visitor.page


async def test_responds_to_a_foreign_card_as_to_a_missing_one(alice: Person, mallory: Person) -> None:
    card = await make.card(alice)
    visitor = await signed_in(mallory)
    await visitor.open("/desk")
    token = visitor.token()
    pages: list[tuple[int, str]] = []
    for card_id in (card["id"], ids.new("card"), "nonsense", "zwölf"):
        shown = await visitor.open(f"/desk/cards/{card_id}")
        closed = await visitor.press(f"/desk/cards/{card_id}/close", form_token=token, version="1")
        for answer in (shown, closed):
            text = answer.text.replace(answer.headers["Request-Id"], "REQ")
            pages.append((answer.status_code, text.replace(card_id, "CARD")))
    assert {status for status, _ in pages} == {404}
    assert len(set(pages[0:6:2])) == len(set(pages[1:6:2])) == 1
    owner = await signed_in(alice)  # the control
    assert (await owner.open(f"/desk/cards/{card['id']}")).status_code == 200
    assert await state(alice, card) == "open"


async def test_closes_reopens_and_archives(alice: Person) -> None:
    card = await make.card(alice)
    await sign(alice, card)
    visitor = await signed_in(alice)
    for action, shown, after in (
        ("close", ["close"], "closed"),
        ("reopen", ["reopen", "archive"], "open"),
        ("close", ["close"], "closed"),
        ("archive", ["reopen", "archive"], "archived"),
    ):
        assert await buttons(visitor, card) == shown
        assert await press(visitor, card, action) == 303
        assert await state(alice, card) == after
    assert await buttons(visitor, card) == []


async def test_a_form_sent_twice_acts_once(alice: Person) -> None:
    card = await make.card(alice)
    await sign(alice, card)
    visitor = await signed_in(alice)
    await visitor.open(f"/desk/cards/{card['id']}/give")
    sent = {name: visitor.value(name) for name in ("form_token", "form_key", "version")}
    assert [await press(visitor, card, "close", **sent) for _ in range(2)] == [303, 303]
    events = "select count(*) from events where type = 'card.closed'"
    assert await alice.world.owner.fetchval(events) == 1


async def test_shows_a_change_in_between(alice: Person) -> None:
    card = await make.card(alice)
    await sign(alice, card)
    visitor = await signed_in(alice)
    await visitor.open(f"/desk/cards/{card['id']}/give")
    await alice.patch(f"/api/cards/{card['id']}", {"title": "Another title"})
    assert await press(visitor, card, "close") == 409
    assert "Someone changed this card" in visitor.page
    assert "Another title" in visitor.page
    assert await state(alice, card) == "open"
    assert await press(visitor, card, "close") == 303  # the page shows the new version
    assert await state(alice, card) == "closed"


async def test_asks_for_a_new_end_after_the_previous_one(alice: Person) -> None:
    card = await make.card(alice, contribution_end_date=day(1))
    with another_time():
        clock.move(timedelta(days=3))
        alice.token = None
        visitor = await signed_in(alice)
        assert await buttons(visitor, card) == ["reopen", "archive"]
        assert await press(visitor, card, "reopen") == 422
        assert "Choose a day in the future" in visitor.page
        assert await press(visitor, card, "reopen", contribution_end_date=day(-2)) == 422
        assert f'value="{day(-2)}"' in visitor.page
        assert await press(visitor, card, "reopen", contribution_end_date=day(5)) == 303
        assert await state(alice, card) == "open"
    alice.token = None


@pytest.mark.parametrize("can_update", [False, True])
async def test_an_admin_has_the_buttons_of_their_privileges(alice: Person, can_update: bool) -> None:
    """The admin may have no account; the server refuses the actions without a button."""
    world = alice.world
    card = await make.card(alice)
    await sign(alice, card)
    await make.admin(alice, card["id"], world.bob, can_update=can_update)
    await world.owner.execute("delete from memberships where user_id = $1", world.bob.user_id)
    visitor = await signed_in(world.bob)
    assert await buttons(visitor, card) == ["close"] * can_update
    fields = {"form_token": visitor.token(), "version": str(card["version"]), "form_key": "1"}
    answer = await visitor.press(f"/desk/cards/{card['id']}/close", **fields)
    assert answer.status_code == (303 if can_update else 403)
    assert await state(alice, card) == ("closed" if can_update else "open")
    answer = await visitor.press(f"/desk/cards/{card['id']}/archive", **{**fields, "form_key": "2"})
    assert answer.status_code == 403
    assert await state(alice, card) == ("closed" if can_update else "open")


async def test_knows_no_other_action(alice: Person) -> None:
    card = await make.card(alice)
    visitor = await signed_in(alice)
    await visitor.open(f"/desk/cards/{card['id']}/give")
    assert await press(visitor, card, "explode") == 404


async def test_shows_the_rest_of_a_page_whose_parts_are_unavailable(
    alice: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    card = await make.card(alice, recipients=[{"name": "Maya"}])
    visitor = await signed_in(alice)
    path = f"/desk/cards/{card['id']}"
    away = AsyncMock(side_effect=Unavailable)
    monkeypatch.setattr(show, "latest", away)
    await visitor.open(path)
    assert "load the latest events right now" in visitor.page
    assert "show the notes and invitations" not in visitor.page
    monkeypatch.setattr(story, "people", away)
    await visitor.open(path)
    assert "show the notes and invitations" in visitor.page
    assert visitor.page.count(f'<a href="{path}">Refresh</a>') == 2
    assert card["sign_url"] in visitor.page


@pytest.mark.parametrize(
    ("is_anonymous", "says"),
    [
        (False, "Only these people get a message."),
        (True, "Only these people get a message. Anyone who signed anonymously can ignore it."),
    ],
)
async def test_a_reminder_reaches_no_signer_unless_notes_are_anonymous(
    alice: Person, is_anonymous: bool, says: str
) -> None:
    card = await make.card(alice)
    invited = await make.invitations(alice, card["id"], "ana@example.com", "ben@example.com")
    await alice.world.work()
    await signs(alice.world, invited[0]["link"], wish(anonymous=is_anonymous))
    visitor = await signed_in(alice)
    with another_time():
        clock.move(timedelta(days=2))
        await visitor.open(f"/desk/cards/{card['id']}")
    assert f"<p>{says}</p>" in visitor.page


async def test_the_desk_shows_the_words_of_the_cover(alice: Person, bob: Person) -> None:
    card = await make.card(alice, cover_text=["Thirty"])
    german = await make.card(alice, locale="de")
    for each in (card, german):
        await make.admin(alice, each["id"], bob)
    await alice.world.work()

    async def titles(person: Person, path: str) -> list[str]:
        visitor = await signed_in(person)
        await visitor.open(path)
        answers = [
            await alice.world.client.get(each) for each in re.findall(r'src="(/covers/[^"]+)', visitor.page)
        ]
        return re.findall("<title>(.*?)</title>", " ".join(each.text for each in answers))

    assert await titles(alice, f"/desk/cards/{card['id']}") == ["Thirty"]
    assert await titles(alice, f"/desk/cards/{german['id']}") == ["de"]
    assert sorted(await titles(alice, "/desk")) == ["Thirty", "de"]
    # The record does not tell an admin whose card it is.
    assert await titles(bob, f"/desk/cards/{card['id']}") == []
    assert await titles(bob, f"/desk/cards/{german['id']}") == ["de"]


async def test_an_organiser_who_may_not_invite_is_not_told_to(alice: Person, bob: Person) -> None:
    card = await make.card(alice)
    await make.admin(alice, card["id"], bob, can_update=True)
    for person, is_told in ((alice, True), (bob, False)):
        visitor = await signed_in(person)
        await visitor.open(f"/desk/cards/{card['id']}")
        assert "Nobody has been asked yet" in visitor.page
        assert ("Invite people by email and see" in visitor.page) is is_told
