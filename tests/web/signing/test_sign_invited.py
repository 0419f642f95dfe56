"""Sign through an invitation: open, decline, resume in another browser; never as the recipient."""

from typing import Any

import pytest

from tests import make
from tests.web.visitor import Visitor, path_of
from tests.world import World

pytestmark = pytest.mark.anyio


async def invited(world: World, email: str = "noor@example.com", **fields: Any) -> tuple[dict[str, Any], str]:
    """Creates a card and an invitation. Returns the card and the path of the invitation's link."""
    card = await make.card(world.alice, recipient="Maya", **fields)
    [made] = await make.invitations(world.alice, card["id"], email)
    await world.work()
    return card, path_of((await state(world, card))["link"] or made["link"])


async def state(world: World, card: dict[str, Any]) -> dict[str, Any]:
    [found] = (await world.alice.get(f"/api/cards/{card['id']}/invitations")).json()["data"]
    return found


async def test_requests_without_a_touch_record_no_opening(world: World) -> None:
    card, path = await invited(world)
    visitor = Visitor(world)
    for method in ("GET", "HEAD", "OPTIONS", "GET"):
        await visitor.request(method, path)
    assert (await state(world, card))["opened_at"] is None


async def test_records_the_first_touch_of_a_person_as_the_opening(world: World) -> None:
    card, path = await invited(world)
    visitor = Visitor(world)
    await visitor.open(path)
    answer = await visitor.press(f"{path}/seen")
    assert (answer.status_code, answer.text) == (204, "")
    found = await state(world, card)
    seen = await world.owner.fetchval("select seen_at from invitations")
    assert seen is not None
    assert (found["status"], found["opened_at"]) == ("sent", None), "the next day shows it"
    # A browser may retry a request without a response.
    assert (await visitor.press(f"{path}/seen")).status_code == 204
    assert await state(world, card) == found
    await visitor.send(path)
    signed = await state(world, card)
    assert (await visitor.press(f"{path}/seen", form_token=visitor.token())).status_code == 204
    assert await state(world, card) == signed


async def test_refuses_a_touch_without_the_token_of_the_page(world: World) -> None:
    card, path = await invited(world)
    answer = await Visitor(world).request("POST", f"{path}/seen", data={"form_token": "x"})
    assert answer.status_code == 403
    assert (await state(world, card))["opened_at"] is None


async def test_signs_once_and_finds_it_again_from_another_browser(world: World) -> None:
    card, path = await invited(world)
    assert (await Visitor(world).sign(path)).status_code == 303
    assert (await state(world, card))["status"] == "contributed"
    other = Visitor(world)
    await other.open(path)
    assert "You've signed this card." in other.page
    await other.send(path, text="Better words")
    [note] = (await world.alice.get(f"/api/cards/{card['id']}/contributions")).json()["data"]
    assert note["note"]["text"] == "Better words"
    await other.open(f"{path}/signed")
    assert "Share the card" not in other.page  # the link is personal
    assert "another=1" not in other.page


async def test_says_no_and_changes_their_mind(world: World) -> None:
    card, path = await invited(world)
    visitor = Visitor(world)
    await visitor.open(path)
    assert "I'd rather not sign" in visitor.page
    for _ in range(2):
        answer = await visitor.press(f"{path}/decline")
        assert (answer.status_code, answer.headers["location"]) == (303, path)
    assert (await state(world, card))["status"] == "declined"
    await visitor.open(path)
    assert "You chose not to sign" in visitor.page
    assert (await visitor.sign(f"{path}?after=1")).status_code == 303
    assert (await state(world, card))["status"] == "contributed"
    await visitor.press(f"{path}/decline", form_token=await _token(visitor, path))
    assert (await state(world, card))["status"] == "contributed"


async def _token(visitor: Visitor, path: str) -> str:
    await visitor.open(path)
    return visitor.token()


async def test_a_shared_link_cannot_be_declined(world: World) -> None:
    card = await make.card(world.alice)
    visitor = Visitor(world)
    await visitor.open(path_of(card["sign_url"]))
    assert "I'd rather not sign" not in visitor.page


async def test_asks_the_recipient_to_wait(world: World) -> None:
    card, path = await invited(world, "maya@example.com", contribution_end_date="2099-11-27")
    await world.alice.patch(f"/api/cards/{card['id']}", {"recipient_email": "Maya@example.com"})
    visitor = Visitor(world)
    await visitor.open(path)
    assert "This card is for you" in visitor.page
    assert "People are still signing. Come back after Fri 27 Nov 2099." in visitor.page
    assert "<form" not in visitor.page


async def test_a_closed_card_does_not_claim_that_people_still_sign(world: World) -> None:
    card, path = await invited(world, "maya@example.com")
    await world.alice.patch(f"/api/cards/{card['id']}", {"recipient_email": "maya@example.com"})
    visitor = Visitor(world)
    await visitor.open(path)
    assert "People are still signing" in visitor.page
    await world.alice.post(f"/api/cards/{card['id']}/close")
    await visitor.open(path)
    assert "for your link to open it" in visitor.page
    assert "People are still signing" not in visitor.page


async def test_the_recipient_of_a_card_for_oneself_signs_it(world: World) -> None:
    _, path = await invited(world, "maya@example.com", card_type=2, recipient_email="maya@example.com")
    assert (await Visitor(world).sign(path)).status_code == 303


async def test_a_card_of_one_sender_is_signed_by_invitation(world: World) -> None:
    card, path = await invited(world, card_type=1)
    assert card["sign_url"] is None
    assert (await Visitor(world).sign(path)).status_code == 303
