"""Create a card at the desk: the form, its errors, and the cards left."""

import re
from datetime import timedelta
from typing import Any

import pytest

from tests import make
from tests.drawings import Drawings
from tests.later import another_time, day
from tests.members.joining import join
from tests.payments import buying
from tests.web.desk.people import signed_in
from tests.web.visitor import Visitor, path_of
from tests.world import Person
from wellwish.base import clock
from wellwish.base.language import LANGUAGES
from wellwish.media import purge
from wellwish.web.desk.cards import presets

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
        "palette": re.findall(r'name="palette" value="([^"]+)"', visitor.page)[0],
        "ends": "day",
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
    assert "cards left" in visitor.page
    designs = re.findall(r'name="design" value="([^"]+)"', visitor.page)
    assert len(designs) > 30
    answer = await visitor.press(
        NEW,
        **filled(
            visitor,
            design=designs[7],
            who="Maya (\u200bmaya@example.org)",
            people="Lena\n",
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
    assert visitor.next == f"/desk/cards/{card['id']}/share?said=created"
    assert card["template_id"] == designs[7]
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
    # If it is resubmitted with changed texts, the form asks first.
    answer = await visitor.press(NEW, **{**sent, "title": "Another"})
    assert answer.status_code == 409
    assert "already used for a card" in visitor.page
    assert 'value="Another"' in visitor.page
    assert (await visitor.press(NEW, **filled(visitor, title="Another"))).status_code == 303
    assert len(await cards_of(alice)) == 2


@pytest.mark.parametrize(
    ("field", "given", "says"),
    [
        ("title", "x" * 256, "Shorten this text"),
        ("sender", " ", "Enter the sender&#39;s name"),
        ("design", "tpl_01m7xwc5vefzes23ra99ynf4w0 none", "no longer available"),
        ("end_day", "2020-01-01", "Choose a time in the future"),
        ("people", "Lena\nMaya <maya>", "Line 2: enter a name"),
        ("people", "Maya <maya@@example.org>", "Line 1: enter a name"),
        ("people", "Maya maya@example", "Line 1: enter a name"),
        ("people", "@maya", "Line 1: enter a name"),
        ("cover_text", "1\n2\n3\n4", "at most 3 lines"),
        ("goal_amount", "1.234", "Enter an amount in figures, like"),
        ("see_total", "strangers", "Check this answer"),
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


async def test_says_that_no_cards_are_left_and_keeps_the_card_until_some_are_bought(alice: Person) -> None:
    visitor = await signed_in(alice)
    await visitor.open(NEW)
    sent = filled(visitor)
    await alice.world.owner.execute("update bundle_purchases set cards_used = cards_total")
    # Another card used up the bundle while the page was open.
    assert (await visitor.press(NEW, **sent)).status_code == 409
    for _ in range(2):  # and opened again
        assert "No cards left" in visitor.page
        assert "Your entries are kept" in visitor.page
        assert 'action="/desk/bundles"' in visitor.page
        assert 'name="title"' not in visitor.page
        await visitor.open(NEW)
    bundle = await buying.bundle(alice)
    offer = {"bundle_id": bundle["id"], "currency": bundle["prices"][0]["currency"]}
    answer = await visitor.press("/desk/bundles", form_key=visitor.value("form_key"), **offer)
    url = answer.headers["Refresh"].partition("url=")[2]
    assert (await buying.press(alice.world, url, "succeed")).status_code == 303
    await alice.world.work()
    answer = await visitor.open(f"{path_of(url)}/done")
    assert (answer.status_code, answer.headers["location"]) == (303, f"{NEW}?said=paid")
    await visitor.open(answer.headers["location"])
    assert "Your payment arrived. The new cards are ready to use." in visitor.page
    assert "Your card is as you left it." in visitor.page
    assert 'value="Thirty suits you"' in visitor.page
    assert (await visitor.press(NEW, **filled(visitor))).status_code == 303
    assert [each["title"] for each in await cards_of(alice)] == ["Thirty suits you"]
    await visitor.open(NEW)
    assert "as you left it" not in visitor.page


async def test_asks_a_member_to_ask_an_owner(alice: Person, bob: Person) -> None:
    await alice.world.owner.execute("update bundle_purchases set cards_used = cards_total")
    await alice.world.owner.execute(
        "update memberships set role = 'member' where user_id = $1", alice.user_id
    )
    await join(bob, alice, "owner")
    visitor = await signed_in(alice)
    await visitor.open(NEW)
    assert f"Ask \u2068{bob.email}\u2069 to buy a bundle." in visitor.page
    assert 'action="/desk/bundles"' not in visitor.page


async def test_draws_the_preview_without_a_script(alice: Person) -> None:
    visitor = await signed_in(alice)
    await visitor.open(NEW)
    designs = re.findall(r'name="design" value="([^"]+)"', visitor.page)
    before = re.findall(r'c-stack"><img src="([^"]+)"', visitor.page)[0]
    answer = await visitor.press(NEW, **filled(visitor, design=designs[20], title="", who="Ana", draw="1"))
    assert answer.status_code == 200
    assert re.findall(r'c-stack"><img src="([^"]+)"', visitor.page)[0] != before
    assert re.search(rf'value="{designs[20]}"[^>]* checked', visitor.page)
    assert re.search(r'id="preview-title"[^>]*>Get well soon, Ana<', visitor.page)
    assert await cards_of(alice) == []


TITLES = [
    ("", "Happy birthday"),
    ("Maya Lindqvist", "Happy birthday, Maya"),
    ("Maya Lindqvist <maya@example.com>", "Happy birthday, Maya"),
    ("maya@example.com", "Happy birthday"),
    ("Dr Osei", "Happy birthday, Dr Osei"),
    ("Prof. Ada Byron", "Happy birthday, Prof. Ada Byron"),
    ("محمد علي", "Happy birthday, محمد"),
    ("李雷", "Happy birthday, 李雷"),
    ("Ana\nBen", "Happy birthday, Ana"),
]


@pytest.mark.parametrize(("name", "title"), TITLES)
def test_writes_the_title_from_the_design_and_the_name(name: str, title: str) -> None:
    assert presets.title(LANGUAGES["en"], "birthday", name) == title


async def test_a_name_is_enough(alice: Person) -> None:
    visitor = await signed_in(alice)
    await visitor.open(NEW)
    form = {"form_token": visitor.token(), "form_key": visitor.value("form_key")}
    given = {"who": "Maya Lindqvist", "title": "", "sender": "The team", "ends": "week"}
    assert (await visitor.press(NEW, **form, **given)).status_code == 303
    [card] = await cards_of(alice)
    assert (card["title"], card["recipient"]) == ("Happy birthday, Maya", "Maya Lindqvist")
    assert card["contribution_end_date"] == day(7)
    assert (card["shared_link"], card["collection"]["add_money"]) == (True, "nobody")


@pytest.mark.parametrize(
    ("ends", "end"), [("week", 7), ("two_weeks", 14), ("open", None), ("day", 3), ("nonsense", 3)]
)
async def test_closes_when_chosen(alice: Person, ends: str, end: int | None) -> None:
    visitor = await signed_in(alice)
    await visitor.open(NEW)
    answer = await visitor.press(NEW, **filled(visitor, ends=ends, end_day=day(3)))
    assert answer.status_code == 303
    [card] = await cards_of(alice)
    assert card["contribution_end_date"] == (None if end is None else day(end))


async def test_chipping_in_is_one_switch_whose_goal_is_seen(alice: Person) -> None:
    visitor = await signed_in(alice)
    await visitor.open(NEW)
    assert re.search(r'name="see_total" value="contributors" checked', visitor.page)
    form = {"form_token": visitor.token(), "form_key": visitor.value("form_key")}
    given = {
        "who": "Maya",
        "sender": "The team",
        "gift": "1",
        "goal_amount": "250",
        "see_total": "contributors",
    }
    assert (await visitor.press(NEW, **form, **given)).status_code == 303
    [card] = await cards_of(alice)
    money = card["collection"]
    assert (money["add_money"], money["goal_amount"], money["see_total"]) == (
        "everyone",
        25000,
        "contributors",
    )


async def test_takes_what_only_the_settings_show_and_says_what_is_wrong_with_it(alice: Person) -> None:
    visitor = await signed_in(alice)
    await visitor.open(NEW)
    answer = await visitor.press(NEW, **filled(visitor, timezone="Berlin"))
    assert (answer.status_code, "Enter a time zone" in visitor.page) == (422, True)
    assert (await visitor.press(NEW, **filled(visitor, timezone="Europe/Berlin"))).status_code == 303
    [card] = await cards_of(alice)
    assert card["timezone"] == "Europe/Berlin"


async def test_with_no_cards_left_shows_only_how_to_get_more(alice: Person) -> None:
    await alice.world.owner.execute("update bundle_purchases set cards_used = cards_total")
    visitor = await signed_in(alice)
    await visitor.open(NEW)
    assert "No cards left" in visitor.page
    assert 'name="title"' not in visitor.page


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


async def test_offers_the_accounts_currency_and_common_ones_first(alice: Person) -> None:
    visitor = await signed_in(alice)
    await alice.patch("/api/account", {"currency": "CHF"})
    await visitor.open("/desk/cards/new")
    select = visitor.page.split('name="currency"')[1].split("</select>")[0]
    codes = re.findall(r'<option value="([A-Z]{3})"', select)
    assert codes[:4] == ["CHF", "EUR", "USD", "GBP"]
    assert '<option value="CHF" selected>' in select
    assert codes.count("EUR") == 1
    assert "KWD" in codes


def picture(visitor: Visitor) -> str:
    """Returns the address of the cover in the preview, which may still be being drawn."""
    image = re.search(r'<span class="c-stack"><img src="([^"]+)"(?: data-waits="([^"]+)")?', visitor.page)
    assert image is not None
    return image[2] or image[1]


async def tries(visitor: Visitor, **fields: Any) -> str:
    """Updates the preview, and returns the address of its cover."""
    answer = await visitor.press(NEW, **filled(visitor, **fields), draw="1")
    assert answer.status_code == 200
    return picture(visitor)


async def is_drawn(person: Person, path: str, says: str) -> bool:
    answer = await person.world.client.get(path)
    assert answer.status_code == 200
    return f"<title>{says}</title>".encode() in answer.content


async def test_a_job_draws_the_cover_of_the_preview_and_the_card_takes_it(
    alice: Person, drawings: Drawings
) -> None:
    visitor = await signed_in(alice)
    await visitor.open(NEW)
    packaged = picture(visitor)
    path = await tries(visitor, cover_text=" Thirty\n\n30")
    assert "data-waits=" in visitor.page
    assert "The cover is being drawn." in visitor.page
    assert not await is_drawn(alice, path, "Thirty 30")
    assert drawings.began == []
    await alice.world.work()
    assert await is_drawn(alice, path, "Thirty 30")
    assert await tries(visitor, cover_text="Thirty\n30") == path
    assert "data-waits=" not in visitor.page
    assert 'alt="Cover: Thirty\n30"' in visitor.page
    await visitor.press(NEW, **filled(visitor, cover_text="Thirty\n30"))
    await alice.world.work()
    assert drawings.lines == [["Thirty", "30"]]
    await visitor.open(NEW)
    assert picture(visitor) == packaged


async def test_of_many_drafts_only_the_last_is_drawn(alice: Person, drawings: Drawings) -> None:
    visitor = await signed_in(alice)
    await visitor.open(NEW)
    for words in ("T", "Th", "Thi", "Th", "Thirty"):
        await tries(visitor, cover_text=words)
    await alice.world.work()
    assert drawings.lines == [["Thirty"]]
    assert await alice.world.owner.fetchval("select count(*) from drawn_covers") == 1


async def test_the_preview_has_the_words_of_the_accounts_language(alice: Person, drawings: Drawings) -> None:
    assert (await alice.patch("/api/account", {"locale": "de"})).status_code == 200
    visitor = await signed_in(alice)
    await visitor.open(NEW)
    path = picture(visitor)
    await alice.world.work()
    assert await is_drawn(alice, path, "de")
    assert len(drawings.began) == 1


@pytest.mark.parametrize("words", ["a\nb\nc\nd", "x" * 41, "\u0007"])
async def test_wrong_words_draw_nothing(alice: Person, drawings: Drawings, words: str) -> None:
    visitor = await signed_in(alice)
    await visitor.open(NEW)
    packaged = picture(visitor)
    assert await tries(visitor, cover_text=words) == packaged
    await alice.world.work()
    assert drawings.began == []


async def test_a_draft_is_deleted_after_a_day_unless_a_card_has_its_cover(
    alice: Person, mallory: Person, drawings: Drawings
) -> None:
    paths = dict[str, str]()
    for person, words in ((mallory, "Left"), (alice, "Taken")):
        visitor = await signed_in(person)
        await visitor.open(NEW)
        paths[words] = await tries(visitor, cover_text=words)
        await person.world.work()
    assert (await visitor.press(NEW, **filled(visitor, cover_text="Taken"))).status_code == 303
    await alice.world.work()
    with another_time():
        clock.move(timedelta(days=1, hours=1))
        await purge.run(alice.world.services, {})
        await alice.world.work()
    assert not await is_drawn(mallory, paths["Left"], "Left")
    assert await is_drawn(alice, paths["Taken"], "Taken")
    assert drawings.lines == [["Left"], ["Taken"]]


async def test_drafts_with_the_same_words_differ_by_account(
    alice: Person, mallory: Person, drawings: Drawings
) -> None:
    paths = list[str]()
    for person in (alice, mallory):
        visitor = await signed_in(person)
        await visitor.open(NEW)
        paths.append(await tries(visitor, cover_text="Thirty"))
    assert paths[0] != paths[1]
    await alice.world.work()
    assert len(drawings.began) == 2
