"""The cards of the signed-in user: the list, and a card."""

import pytest

from tests import make
from tests.web.desk.people import signed_in
from tests.web.visitor import Visitor
from tests.world import Person
from wellwish import ids

pytestmark = pytest.mark.anyio


async def test_lists_the_cards_of_the_account(alice: Person, mallory: Person) -> None:
    await make.card(mallory, title="Mallory's card")
    card = await make.card(alice, title="Thirty <suits> you", contribution_end_date="2099-12-31")
    visitor = await signed_in(alice)
    await visitor.open("/desk")
    assert "Thirty &lt;suits&gt; you" in visitor.page
    assert f'href="/desk/cards/{card["id"]}"' in visitor.page
    assert "Mallory" not in visitor.page


async def test_lists_cards_of_others_that_the_user_helps_with(alice: Person, bob: Person) -> None:
    card = await make.card(alice, title="A card of alice's")
    await make.admin(alice, card["id"], bob)
    visitor = await signed_in(bob)
    await visitor.open("/desk")
    assert "A card of alice" in visitor.page


async def test_says_that_there_are_none(alice: Person) -> None:
    visitor = await signed_in(alice)
    await visitor.open("/desk")
    assert "No cards yet" in visitor.page


async def test_filters_and_searches_by_links(alice: Person) -> None:
    closed = await make.card(alice, title="Farewell")
    await make.card(alice, title="Birthday")
    await alice.post(f"/api/cards/{closed['id']}/close")
    visitor = await signed_in(alice)
    for query, seen, unseen in (
        ("status=closed", "Farewell", "Birthday"),
        ("status=open", "Birthday", "Farewell"),
        ("q=birth", "Birthday", "Farewell"),
        ("q=birth&status=nonsense", "Birthday", "Farewell"),
    ):
        await visitor.open(f"/desk?{query}")
        assert seen in visitor.page
        assert unseen not in visitor.page
    await visitor.open("/desk?q=nothing")
    assert "No card matches" in visitor.page
    for query in ("cursor=nonsense", "q=%00"):
        assert (await visitor.open(f"/desk?{query}")).status_code in (200, 303)


async def test_pages_through_many_cards(alice: Person) -> None:
    for number in range(51):
        await make.card(alice, title=f"Card {number:02}")
    visitor = await signed_in(alice)
    await visitor.open("/desk")
    assert visitor.page.count('href="/desk/cards/') == 50
    following = visitor.page.partition('href="/desk?cursor=')[2].partition('"')[0]
    await visitor.open(f"/desk?cursor={following}")
    assert visitor.page.count('href="/desk/cards/') == 1
    assert "Card 00" in visitor.page


async def test_shows_a_card_to_its_owner(alice: Person) -> None:
    card = await make.card(alice, recipients=[{"name": "Maya"}])
    visitor = await signed_in(alice)
    await visitor.open(f"/desk/cards/{card['id']}")
    assert card["title"] in visitor.page
    assert card["sign_url"] in visitor.page
    assert card["recipients"][0]["view_url"] in visitor.page


async def test_shows_an_admin_only_what_they_may_see(alice: Person, bob: Person) -> None:
    card = await make.card(alice, recipients=[{"name": "Maya"}])
    await make.admin(alice, card["id"], bob)
    visitor = await signed_in(bob)
    await visitor.open(f"/desk/cards/{card['id']}")
    assert card["title"] in visitor.page
    assert card["sign_url"] not in visitor.page
    assert card["recipients"][0]["view_url"] not in visitor.page
    await alice.put(
        f"/api/card-admins/{(await _admin(alice, card['id']))}", {"privilege": {"invite_contributors": True}}
    )
    await visitor.open(f"/desk/cards/{card['id']}")
    assert card["sign_url"] in visitor.page


async def _admin(alice: Person, card_id: str) -> str:
    return (await alice.get(f"/api/card-admins/card/{card_id}")).json()["data"][0]["id"]


async def test_responds_alike_for_a_foreign_and_a_missing_card(alice: Person, mallory: Person) -> None:
    card = await make.card(alice)
    visitor = await signed_in(mallory)
    pages: list[tuple[int, str]] = []
    for card_id in (card["id"], ids.new("card"), "nonsense", "zwölf"):
        answer = await visitor.open(f"/desk/cards/{card_id}")
        text = answer.text.replace(answer.headers["Request-Id"], "REQ")
        pages.append((answer.status_code, text.replace(card_id, "CARD")))
    assert pages[0][0] == 404
    assert len(set(pages[:3])) == 1
    owner = await signed_in(alice)  # the control
    assert (await owner.open(f"/desk/cards/{card['id']}")).status_code == 200


async def test_leads_back_after_the_sign_in(alice: Person) -> None:
    card = await make.card(alice)
    answer = await Visitor(alice.world).open(f"/desk/cards/{card['id']}?as=x")
    assert answer.headers["location"] == f"/sign-in?next=%2Fdesk%2Fcards%2F{card['id']}%3Fas%3Dx"
