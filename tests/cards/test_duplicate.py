"""Duplicate a card: its settings, without people, dates and the account's own data."""

import asyncio
from typing import Any

import pytest

from tests import make
from tests.infra.http.test_bad_input import is_problem
from tests.later import day
from tests.world import Person, World
from wellwish.base import ids

pytestmark = pytest.mark.anyio
_OWN = {
    "id", "card_id", "recipient", "recipient_email", "recipients", "contribution_end_date",
    "contribution_ends_at", "external_id", "extra_data", "sign_url", "view_url", "version", "created_at",
    "updated_at",
}  # fmt: skip


async def rich_card(person: Person) -> dict[str, Any]:
    """Returns a card with a setting of every kind."""
    return await make.card(
        person,
        title="Farewell, Ana",
        palette="teal",
        custom_effect="snow",
        cover_text=["Bye", "Ana"],
        recipients=[{"name": "Ana", "email": "ana@example.org"}],
        contribution_end_date=day(3),
        contribution_limit=12,
        moderation="pre",
        see_notes="everyone",
        timezone="Europe/Berlin",
        locale="de",
        public_read=True,
        auto_reminders=True,
        shared_link=False,
        reply_to="team@example.org",
        external_id="ticket-7",
        extra_data="{}",
        collection={"add_money": "everyone", "currency": "CHF", "goal_amount": 5000, "min_amount": 100},
    )


async def test_copies_the_settings_and_no_people(alice: Person) -> None:
    card = await rich_card(alice)
    await make.invitations(alice, card["id"], "bea@example.org")
    answer = await alice.post(f"/api/cards/{card['id']}/duplicate")
    assert answer.status_code == 201, answer.text
    copy = answer.json()
    assert {name: value for name, value in copy.items() if name not in _OWN} == {
        name: value for name, value in card.items() if name not in _OWN
    }
    assert (copy["recipients"], copy["contribution_end_date"], copy["external_id"]) == ([], None, None)
    assert copy["extra_data"] is None
    assert (await alice.get(f"/api/cards/{copy['id']}/invitations")).json()["data"] == []


async def test_takes_a_title_a_design_and_an_end(alice: Person) -> None:
    card = await rich_card(alice)
    designs = (await alice.get("/api/templates")).json()["data"]
    new = {"title": "Farewell, Bea", "template_id": designs[3]["id"], "contribution_end_date": day(5)}
    copy = (await alice.post(f"/api/cards/{card['id']}/duplicate", new)).json()
    assert {name: copy[name] for name in new} == new
    assert copy["palette"] == designs[3]["palettes"][0]["name"]
    assert copy["custom_effect"] == designs[3]["effect"]


async def test_takes_one_card_of_the_bundle_once(alice: Person, world: World) -> None:
    card = await make.card(alice)
    path = f"/api/cards/{card['id']}/duplicate"
    first, again = [await alice.post(path, key="copy-1") for _ in range(2)]
    assert first.json()["id"] == again.json()["id"]
    used = "select cards_used from bundle_purchases where id = $1"
    assert await world.owner.fetchval(used, alice.bundle_purchase_id) == 2
    await world.owner.execute("update bundle_purchases set cards_used = cards_total - 1")
    answers = await asyncio.gather(*(alice.post(path) for _ in range(3)))
    assert sorted(each.status_code for each in answers) == [201, 409, 409]
    refused = next(each for each in answers if each.status_code == 409)
    is_problem(refused, 409, "no_bundle_available")


async def test_refuses_what_creating_refuses(alice: Person, mallory: Person, bob: Person) -> None:
    card = await rich_card(alice)
    path = f"/api/cards/{card['id']}/duplicate"
    is_problem(await alice.post(path, {"external_id": "ticket-7"}), 409, "external_id_exists")
    is_problem(await alice.post(path, {"contribution_end_date": "2020-01-01"}), 422, "invalid_request")
    is_problem(await alice.post(path, {"template_id": ids.new("tpl")}), 404, "not_found")
    is_problem(await alice.post(path, {"recipients": []}), 422, "invalid_request")
    await make.admin(alice, card["id"], bob, can_update=True)
    is_problem(await bob.post(path), 403, "missing_privilege")
    is_problem(await mallory.post(path), 404, "not_found")


async def test_needs_another_design_for_a_retired_one(alice: Person, world: World) -> None:
    card = await make.card(alice)
    path = f"/api/cards/{card['id']}/duplicate"
    sql = "update templates set retired_at = {} where id = $1"
    await world.owner.execute(sql.format("now()"), card["template_id"])
    try:
        refused = await alice.post(path)
        is_problem(refused, 404, "not_found")
        assert refused.json()["errors"][0]["pointer"] == "/template_id"
        other = await make.template_id(alice)
        assert (await alice.post(path, {"template_id": other})).status_code == 201
    finally:
        await world.owner.execute(sql.format("null"), card["template_id"])
