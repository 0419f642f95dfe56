"""Create a copy of a card at the desk."""

import pytest

from tests import make
from tests.web.desk.people import signed_in
from tests.world import Person
from wellwish.base import ids

pytestmark = pytest.mark.anyio


async def test_makes_one_card_and_leads_to_it(alice: Person) -> None:
    card = await make.card(alice, moderation="pre", recipients=[{"name": "Maya"}])
    visitor = await signed_in(alice)
    path = f"/desk/cards/{card['id']}/another"
    await visitor.open(path)
    assert f'name="title" type="text" value="{card["title"]}"' in visitor.page
    given = {name: visitor.value(name) for name in ("form_token", "form_key")} | {"title": "For Lena"}
    answer = await visitor.press(path, **given, end_day="2020-01-01")
    assert answer.status_code == 422
    assert "Choose a time in the future" in visitor.page
    assert 'value="For Lena"' in visitor.page
    given = {name: visitor.value(name) for name in ("form_token", "form_key")} | {"title": "For Lena"}
    places = set[str]()
    for _ in range(2):
        assert (await visitor.press(path, **given)).status_code == 303
        places.add(visitor.next)
    [place] = places
    assert place.endswith("?said=copied")
    copy = (await alice.get(f"/api{place.partition('?')[0].removeprefix('/desk')}")).json()
    assert (copy["title"], copy["moderation"], copy["recipients"]) == ("For Lena", "pre", [])
    assert len((await alice.get("/api/cards")).json()["data"]) == 2


async def test_says_that_no_cards_are_left(alice: Person) -> None:
    card = await make.card(alice)
    visitor = await signed_in(alice)
    path = f"/desk/cards/{card['id']}/another"
    await visitor.open(path)
    given = {name: visitor.value(name) for name in ("form_token", "form_key")} | {"title": "For Lena"}
    await alice.world.owner.execute("update bundle_purchases set cards_used = cards_total")
    assert (await visitor.press(path, **given)).status_code == 409
    assert "No cards left" in visitor.page
    assert 'value="For Lena"' in visitor.page


async def test_asks_for_a_design_if_the_cards_was_retired(alice: Person) -> None:
    card = await make.card(alice)
    visitor = await signed_in(alice)
    path = f"/desk/cards/{card['id']}/another"
    sql = "update templates set retired_at = {} where id = $1"
    await alice.world.owner.execute(sql.format("now()"), card["template_id"])
    try:
        await visitor.open(path)
        assert 'name="design"' in visitor.page
        given = {name: visitor.value(name) for name in ("form_token", "form_key")} | {"title": "For Lena"}
        assert (await visitor.press(path, **given)).status_code == 422
        assert "no longer available" in visitor.page
        given["form_key"] = visitor.value("form_key")
        other = await make.template_id(alice)
        assert (await visitor.press(path, **given, design=f"{other} x")).status_code == 303
    finally:
        await alice.world.owner.execute(sql.format("null"), card["template_id"])


async def test_is_only_for_the_account(alice: Person, bob: Person, mallory: Person) -> None:
    card = await make.card(alice)
    await make.admin(alice, card["id"], bob, can_update=True)
    for person, card_id, status in (
        (bob, card["id"], 403),
        (mallory, card["id"], 404),
        (mallory, ids.new("card"), 404),
    ):
        visitor = await signed_in(person)
        path = f"/desk/cards/{card_id}/another"
        assert (await visitor.open(path)).status_code == status
        await visitor.open("/desk")
        given = {"form_token": visitor.token(), "form_key": "1", "title": "Mine"}
        assert (await visitor.press(path, **given)).status_code == status
    assert len((await alice.get("/api/cards")).json()["data"]) == 1
