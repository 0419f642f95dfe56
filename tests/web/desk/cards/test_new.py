"""Create a card at the desk: the form, its errors, and the cards left."""

import re
from typing import Any

import pytest

from tests import make
from tests.later import day
from tests.members.joining import join
from tests.web.desk.people import signed_in
from tests.web.visitor import Visitor
from tests.world import Person

pytestmark = pytest.mark.anyio
NEW = "/desk/cards/new"


def filled(visitor: Visitor, **fields: Any) -> dict[str, Any]:
    """Returns the fields of the open form with its default choices, overridden by ``fields``."""
    checked = re.search(r'name="design" value="([^"]+)"[^>]* checked', visitor.page)
    assert checked is not None
    return {
        "form_token": visitor.token(),
        "form_key": visitor.value("form_key"),
        "design": checked[1],
        "title": "Thirty suits you",
        "sender": "The team",
        "moderation": "off",
        "see_notes": "signed",
        "add_money": "nobody",
        "see_total": "admins",
        "see_contributors": "contributors",
        "see_contributor_names": "0",
        "shared_link": "1",
        **fields,
    }


async def cards_of(person: Person) -> list[dict[str, Any]]:
    return (await person.get("/api/cards")).json()["data"]


async def test_creates_a_card_and_leads_to_it(alice: Person) -> None:
    visitor = await signed_in(alice)
    await visitor.open(NEW)
    assert "Cards left: 1" in visitor.page
    designs = re.findall(r'name="design" value="([^"]+)"', visitor.page)
    assert len(designs) > 100
    answer = await visitor.press(
        NEW,
        **filled(
            visitor,
            design=designs[7],
            people="Maya (\u200bmaya@example.org)\nLena\n",
            cover_text="Thirty\n30",
            end_day=day(3),
            end_time="18:00",
            timezone="Europe/Berlin",
            moderation="pre",
            contribution_limit="40",
            add_money="everyone",
            currency="eur",
            goal_amount="120,50",
            suggested_amounts="5 10 20.00",
            auto_reminders="1",
        ),
    )
    assert answer.status_code == 303, visitor.page
    [card] = await cards_of(alice)
    assert visitor.next == f"/desk/cards/{card['id']}"
    assert f"{card['template_id']} {card['palette']}" == designs[7]
    assert [(each["name"], each["email"]) for each in card["recipients"]] == [
        ("Maya", "maya@example.org"),
        ("Lena", None),
    ]
    assert (card["cover_text"], card["moderation"], card["contribution_limit"]) == (
        ["Thirty", "30"],
        "pre",
        40,
    )
    assert card["contribution_end_date"] == f"{day(3)}T18:00"
    assert card["auto_reminders"]
    assert card["shared_link"]
    money = card["collection"]
    assert (money["currency"], money["goal_amount"]) == ("EUR", 12050)
    assert money["suggested_amounts"] == [500, 1000, 2000]
    assert (await visitor.open(visitor.next)).status_code == 200


async def test_a_form_sent_twice_makes_one_card(alice: Person) -> None:
    visitor = await signed_in(alice)
    await visitor.open(NEW)
    sent = filled(visitor)
    places = set[str]()
    for _ in range(2):
        assert (await visitor.press(NEW, **sent)).status_code == 303
        places.add(visitor.next)
    assert len(places) == len(await cards_of(alice)) == 1
    # Resubmitted with other words, the form asks first.
    answer = await visitor.press(NEW, **{**sent, "title": "Another"})
    assert answer.status_code == 409
    assert "already used for a card" in visitor.page
    assert 'value="Another"' in visitor.page
    assert (await visitor.press(NEW, **filled(visitor, title="Another"))).status_code == 303
    assert len(await cards_of(alice)) == 2


@pytest.mark.parametrize(
    ("field", "given", "says"),
    [
        ("title", "", "Enter a title"),
        ("title", "x" * 256, "Shorten this text"),
        ("sender", " ", "Enter the sender&#39;s name"),
        ("design", "", "Choose a design"),
        ("end_day", "2020-01-01", "Choose a time in the future"),
        ("timezone", "Berlin", "Enter a time zone"),
        ("contribution_limit", "many", "Enter a number"),
        ("people", "Lena\nMaya <maya>", "Line 2: enter a name"),
        ("people", "Maya <maya@@example.org>", "Line 1: enter a name"),
        ("people", "Maya maya@example", "Line 1: enter a name"),
        ("people", "@maya", "Line 1: enter a name"),
        ("cover_text", "1\n2\n3\n4", "at most 3 lines"),
        ("reply_to", "nobody", "correct format"),
        ("goal_amount", "1.234,5", "Enter an amount in figures"),
        ("add_money", "strangers", "Check this answer"),
    ],
)
async def test_keeps_what_was_typed_with_a_message_at_its_field(
    alice: Person, field: str, given: str, says: str
) -> None:
    visitor = await signed_in(alice)
    await visitor.open(NEW)
    answer = await visitor.press(NEW, **filled(visitor, **{"people": "Ana <ana@example.org>", field: given}))
    assert answer.status_code == 422, visitor.page
    assert says in visitor.page
    assert f'id="{field}-fault"' in visitor.page
    assert f'aria-describedby="{field}-hint {field}-fault"' in visitor.page or (
        f'aria-describedby="{field}-fault"' in visitor.page
    )
    if field != "people":
        assert "Ana &lt;ana@example.org&gt;" in visitor.page
    assert await cards_of(alice) == []


async def test_says_that_no_cards_are_left(alice: Person, bob: Person) -> None:
    visitor = await signed_in(alice)
    await visitor.open(NEW)
    sent = filled(visitor)
    await alice.world.owner.execute("update bundle_purchases set cards_used = cards_total")
    # Another card used up the bundle while the page was open.
    assert (await visitor.press(NEW, **sent)).status_code == 409
    assert "No cards left" in visitor.page
    assert "Buy a bundle" in visitor.page
    assert "Create the card" not in visitor.page
    assert 'value="Thirty suits you"' in visitor.page
    await alice.world.owner.execute(
        "update memberships set role = 'member' where user_id = $1", alice.user_id
    )
    await join(bob, alice, "owner")
    await visitor.open(NEW)
    assert f"Ask \u2068{bob.email}\u2069 to buy a bundle." in visitor.page


async def test_draws_the_preview_without_a_script(alice: Person) -> None:
    visitor = await signed_in(alice)
    await visitor.open(NEW)
    designs = re.findall(r'name="design" value="([^"]+)" data-cover="([^"]+)"', visitor.page)
    value, cover = designs[20]
    answer = await visitor.press(
        NEW, **filled(visitor, design=value, title="Farewell, Ana", cover_text="Bon voyage\n<3", draw="1")
    )
    assert answer.status_code == 200
    assert f'id="preview" src="{cover}"' in visitor.page
    assert 'value="Farewell, Ana"' in visitor.page
    assert re.search(r'id="preview-cover_text"[^>]*>Bon voyage\n&lt;3<', visitor.page)
    assert await cards_of(alice) == []


async def test_refuses_a_form_of_another_site(alice: Person) -> None:
    visitor = await signed_in(alice)
    await visitor.open(NEW)
    sent = filled(visitor)
    answer = await visitor.press(NEW, **{**sent, "form_token": "nonsense"})
    assert answer.status_code == 403
    assert await cards_of(alice) == []
    assert (await visitor.press(NEW, **sent)).status_code == 303  # the control


async def test_a_user_without_an_account_chooses_one_first(alice: Person, bob: Person) -> None:
    card = await make.card(alice)
    await make.admin(alice, card["id"], bob)
    await alice.world.owner.execute("delete from memberships where user_id = $1", bob.user_id)
    visitor = await signed_in(bob)
    answer = await visitor.open(NEW)
    assert answer.headers["location"] == "/account/choose"


async def test_offers_currencies_and_time_zones(alice: Person) -> None:
    visitor = await signed_in(alice)
    await visitor.open("/desk/cards/new")
    assert '<option value="" selected>The account&#39;s currency</option>' in visitor.page
    assert '<option value="KWD">Kuwaiti Dinar (KWD)</option>' in visitor.page
    assert 'list="time-zones"' in visitor.page
    assert '<option value="Asia/Tokyo">' in visitor.page
