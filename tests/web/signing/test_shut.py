"""Pages of unsignable cards and removed notes: the reason and the next step."""

import html
from typing import Any

import pytest

from tests import make
from tests.web.signing.test_sign import shared
from tests.web.visitor import Visitor, path_of
from tests.world import World
from wellwish.web.kit.icon import icon

pytestmark = pytest.mark.anyio


async def says(world: World, path: str) -> str:
    """Returns the page for a visitor without cookies."""
    visitor = Visitor(world)
    await visitor.open(path)
    return html.unescape(visitor.page)


async def closed(world: World, *names: str, **fields: Any) -> tuple[dict[str, Any], str]:
    card, path = await shared(world, **fields)
    for name in names:
        body = {"name": name, "note": {"text": "All the best"}}
        assert (await world.alice.post(f"/api/cards/{card['id']}/contributions", body)).status_code == 201
    assert (await world.alice.post(f"/api/cards/{card['id']}/close")).status_code == 200
    return card, path


@pytest.mark.parametrize(
    ("names", "public", "leads"), [(("Noor",), True, True), (("Noor",), False, False), ((), True, False)]
)
async def test_a_closed_card_leads_to_what_everyone_may_read(
    names: tuple[str, ...], public: bool, leads: bool, world: World
) -> None:
    _, path = await closed(world, *names, public_read=public)
    page = await says(world, path)
    assert ("See the card" in page) == leads
    assert ("It's ready for \u2068Maya\u2069 to open." in page) == bool(names)
    assert ("No one has signed it." in page) == (not names)
    assert "Only \u2068Priya and friends\u2069 can open it for signing again." in page


async def test_a_full_card_can_be_checked_again(world: World) -> None:
    """Its page shows the notes to visitors who may read them."""
    for see_notes in ("everyone", "signed"):
        card, path = await shared(world, contribution_limit=1, see_notes=see_notes)
        first = Visitor(world)
        assert (await first.sign(path, text="The first and only")).status_code == 303
        page = await says(world, path)
        assert "Check again later, or ask the person who sent you the link." in page
        assert f'href="{path}"' in page
        assert ("The first and only" in page) == (see_notes == "everyone")
        assert (await first.press(f"{path}/remove", form_token=await token(first, path))).status_code == 303
        assert 'id="form"' in await says(world, path)
        assert card["contribution_limit"] == 1


async def test_a_cancelled_card_says_that_gifts_go_back(world: World) -> None:
    """The control is a visitor without a gift."""
    card = await make.card(world.alice, collection={"add_money": "everyone", "currency": "EUR"})
    path = path_of(card["sign_url"])
    giver, other = Visitor(world), Visitor(world)
    await giver.sign(path, gift="other", other="5")
    assert (await world.alice.post(f"/api/cards/{card['id']}/cancel")).status_code == 200
    for visitor, has_paid in ((giver, True), (other, False)):
        await visitor.open(path)
        assert "This card was cancelled" in visitor.page
        assert ("the money goes back to you" in visitor.page) == has_paid


async def token(visitor: Visitor, path: str) -> str:
    await visitor.open(path)
    return visitor.token()


async def removed_by_own_link(world: World, path: str, **fields: Any) -> str:
    """Signs through a link and removes the note through its author's link. Returns the target."""
    visitor = Visitor(world)
    assert (await visitor.sign(path, **fields)).status_code == 303
    [own] = [value for name, value in visitor.cookies.items() if f"/s/{value}" != path and "own" in name]
    answer = await visitor.press(f"/s/{own}/remove", form_token=await token(visitor, f"/s/{own}"))
    assert answer.status_code == 303
    return answer.headers["location"]


async def test_removing_leads_back_to_the_link_that_was_signed(world: World) -> None:
    """Replaced links stay secret, and an anonymous note does not reveal its invitation."""
    card, path = await shared(world)
    [invited] = await make.invitations(world.alice, card["id"], "noor@example.com")
    for link in (path, path_of(invited["link"])):
        back = await removed_by_own_link(world, link)
        assert back == f"{link}?removed=1"
        page = await says(world, back)
        assert "Your note has been removed" in page
        assert 'id="form"' in page
    assert await removed_by_own_link(world, path_of(invited["link"]), anonymous="yes") == "/removed"
    visitor = Visitor(world)
    await visitor.sign(path)
    [own] = [value for name, value in visitor.cookies.items() if "own" in name]
    form = await token(visitor, f"/s/{own}")
    rotated = await world.alice.post(f"/api/cards/{card['id']}/links/rotate", {"link": "shared"})
    assert rotated.status_code == 200
    answer = await visitor.press(f"/s/{own}/remove", form_token=form)
    assert answer.headers["location"] == "/removed"
    assert "open the link you received" in await says(world, "/removed")


async def test_an_empty_card_says_so_and_celebrates_nothing(world: World) -> None:
    """The control is the same card with a note."""
    for names in ((), ("Noor",)):
        card, _ = await closed(world, *names)
        recipients = (await world.alice.get(f"/api/cards/{card['id']}")).json()["recipients"]
        link = path_of(recipients[0]["view_url"])
        cover, inside = await says(world, link), await says(world, f"{link}?inside")
        assert ("There are no notes on it yet." in cover) == (not names)
        assert (str(icon("party-popper")) in cover) == bool(names)
        assert ('data-effect="none"' in inside) == (not names)
        assert ("opens the card for signing again" in inside) == (not names)
