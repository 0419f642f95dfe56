"""Replace the links of a card at the desk."""

import pytest

from tests import make
from tests.web.desk.people import signed_in
from tests.web.visitor import path_of
from tests.world import Person
from wellwish.base import ids

pytestmark = pytest.mark.anyio


async def test_replaces_a_link_once(alice: Person) -> None:
    card = await make.card(alice, recipients=[{"name": "Maya"}])
    visitor = await signed_in(alice)
    await visitor.open(f"/desk/cards/{card['id']}/settings")
    given = {name: visitor.value(name) for name in ("form_token", "form_key")}
    for _ in range(2):
        answer = await visitor.press(f"/desk/cards/{card['id']}/links", **given, link="shared")
        assert answer.status_code == 303
    after = (await alice.get(f"/api/cards/{card['id']}")).json()
    assert after["version"] == card["version"] + 1
    assert (await visitor.open(path_of(card["sign_url"]))).status_code == 404
    assert (await visitor.open(path_of(after["sign_url"]))).status_code == 200
    await visitor.open(f"/desk/cards/{card['id']}")
    assert after["sign_url"] in visitor.page
    await visitor.open(f"/desk/cards/{card['id']}/give?said=link")
    assert "There is a new link" in visitor.page
    recipient = card["recipients"][0]
    given["form_key"] = visitor.value("form_key")
    path = f"/desk/cards/{card['id']}/links"
    await visitor.press(path, **given, link="recipient", recipient_id=recipient["id"])
    newest = (await alice.get(f"/api/cards/{card['id']}")).json()
    assert newest["recipients"][0]["view_url"] != recipient["view_url"]


async def test_only_the_owner_replaces_a_link_that_exists(
    alice: Person, bob: Person, mallory: Person
) -> None:
    card = await make.card(alice)
    await make.admin(alice, card["id"], bob, can_update=True, invite_contributors=True)
    for person, card_id, link, status in (
        (bob, card["id"], "shared", 403),
        (mallory, card["id"], "shared", 404),
        (mallory, ids.new("card"), "shared", 404),
        (alice, card["id"], "nonsense", 404),
        (alice, card["id"], "public_view", 303),  # the card has no such link, as its page says
    ):
        visitor = await signed_in(person)
        await visitor.open("/desk")
        given = {"form_token": visitor.token(), "form_key": ids.new("req"), "link": link}
        answer = await visitor.press(f"/desk/cards/{card_id}/links", **given)
        assert answer.status_code == status, (person.name, link)
    after = (await alice.get(f"/api/cards/{card['id']}")).json()
    assert after["sign_url"] == card["sign_url"]
