"""The list of the signed-in user's cards, and a card."""

from itertools import product
from typing import Final

import pytest

from tests import make
from tests.contributions import giving
from tests.contributions.signing import signs
from tests.guards.test_not_found import statements
from tests.later import day
from tests.web.desk.people import signed_in
from tests.web.visitor import HTML, Visitor, path_of
from tests.world import Person
from wellwish.cards import search_words

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
    assert "Whose day is coming up?" in visitor.page


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
    assert visitor.page.count('href="/desk/cards/card_') == 50
    following = visitor.page.partition('href="/desk?cursor=')[2].partition('"')[0]
    await visitor.open(f"/desk?cursor={following}")
    assert visitor.page.count('href="/desk/cards/card_') == 1
    assert "Card 00" in visitor.page


async def test_shows_the_money_of_a_card_that_takes_some(alice: Person) -> None:
    await make.card(alice, title="Without money")
    visitor = await signed_in(alice)
    await visitor.open("/desk")
    card = await giving.card(alice)
    await visitor.open("/desk")
    assert "€" not in visitor.page
    await giving.gave(alice, card["id"])
    await visitor.open("/desk")
    assert visitor.page.count("<b>€12.50</b>") == 1


async def test_what_needs_the_organiser_comes_first_and_given_cards_last(alice: Person) -> None:
    given = await make.card(alice, title="Given", recipients=[{"name": "Maya"}])
    await alice.post(f"/api/cards/{given['id']}/close")
    await alice.world.client.post(path_of(given["recipients"][0]["view_url"]), headers=HTML)
    later = await make.card(alice, title="In a month", contribution_end_date=day(30))
    soon = await make.card(alice, title="In a week", contribution_end_date=day(7))
    reviewed = await make.card(alice, title="To review", moderation="pre")
    await signs(alice.world, reviewed["sign_url"])
    endless = await make.card(alice, title="Without an end")
    visitor = await signed_in(alice)
    await visitor.open("/desk")
    order = [
        visitor.page.index(f'/desk/cards/{card["id"]}"') for card in (reviewed, soon, later, endless, given)
    ]
    assert order == sorted(order)
    assert "1 note waits for you" in visitor.page
    assert "Opened on" in visitor.page


FILTERS: Final = (
    ("", "&status=open", "&status=closed"),
    ("", "&q=happy", "&q=happy+maya"),
    ("", "&bundle_purchase_id={bundle}"),
)


@pytest.mark.parametrize("frequent", [2, search_words._FREQUENT])
async def test_reads_a_page_by_three_statements(
    frequent: int, alice: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The statements read session, IDs and cards, with any filters and with rare or frequent words."""
    monkeypatch.setattr(search_words, "_FREQUENT", frequent)
    for _ in range(3):
        await make.card(alice)
    visitor = await signed_in(alice)
    await visitor.open("/desk")
    for filters in product(*FILTERS):
        query = "".join(filters).format(bundle=alice.bundle_purchase_id)
        async with statements(alice.world) as said:
            assert (await visitor.open(f"/desk?{query}")).status_code == 200
        read = [each for each in said if not each.startswith(("begin", "commit"))]
        assert len(read) == 3 or "closed" in query, (query, read)
        assert visitor.page.count('href="/desk/cards/card_') == (0 if "closed" in query else 3), query


async def test_leads_back_after_the_sign_in(alice: Person) -> None:
    card = await make.card(alice)
    answer = await Visitor(alice.world).open(f"/desk/cards/{card['id']}?as=x")
    assert answer.headers["location"] == f"/sign-in?next=%2Fdesk%2Fcards%2F{card['id']}%3Fas%3Dx"
