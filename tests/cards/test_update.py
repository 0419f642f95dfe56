"""Update a card: absent fields stay, null clears, and only the owner may change some fields."""

from typing import Any

import pytest

from tests import make
from tests.infra.http.test_bad_input import faults, is_problem
from tests.later import day
from tests.world import Person, World

EVERYTHING = {"can_update": True, "invite_contributors": True, "admin_management": True}


async def patched(person: Person, card: dict[str, Any], **fields: Any) -> dict[str, Any]:
    answer = await person.patch(f"/api/cards/{card['id']}", fields)
    assert answer.status_code == 200, answer.text
    return answer.json()


async def test_changes_only_the_given_fields(alice: Person) -> None:
    card = await make.card(alice, recipient="Maya", contribution_limit=5, collection={"currency": "EUR"})
    after = await patched(alice, card, title="  Another ", collection={"add_money": "everyone"})
    expected = {
        **card,
        "title": "Another",
        "collection": {**card["collection"], "add_money": "everyone"},
        "version": 2,
        "updated_at": after["updated_at"],
    }
    assert after == expected
    assert await make.same(alice, card["id"]) == expected


async def test_clears_with_null_and_brings_defaults_back(alice: Person) -> None:
    plain = await make.card(alice)
    full = await make.card(
        alice, recipient="Maya", recipient_email="maya@example.com", audio_file={"name": "Song"},
        auto_reminders=True, public_read=True, contribution_end_date=day(30), contribution_limit=5,
        custom_logo="logo", custom_effect="none", extra_data="x", cover_text=["Hi"], moderation="pre",
        see_notes="nobody",
        timezone="Europe/Berlin", locale="de", shared_link=False, external_id="order 7",
        reply_to="priya@example.com",
        collection={"add_money": "everyone", "see_total": "nobody", "add_cash": True, "currency": "EUR",
                    "see_contributor_names": 2, "suggested_amounts": [5], "min_amount": 1, "goal_amount": 9},
    )  # fmt: skip
    kept = {"object", "id", "card_id", "version", "created_at", "updated_at", "sign_url"}
    nulls = [
        "recipient", "recipient_email", "audio_file", "auto_reminders", "public_read",
        "contribution_end_date",
        "contribution_limit", "custom_logo", "custom_effect", "extra_data", "cover_text", "moderation",
        "see_notes", "timezone", "locale", "shared_link", "external_id", "palette", "reply_to",
    ]  # fmt: skip
    collection = dict.fromkeys(full["collection"])
    after = await patched(alice, full, **dict.fromkeys(nulls), collection=collection)
    assert {name: value for name, value in after.items() if name not in kept} == {
        name: value for name, value in plain.items() if name not in kept
    }


async def test_takes_a_blank_for_null(alice: Person) -> None:
    card = await make.card(alice, recipient="Maya", external_id="order 7")
    after = await patched(alice, card, recipient="  ", external_id="")
    assert (after["recipient"], after["recipients"], after["external_id"]) == (None, [], None)


@pytest.mark.parametrize("field", ["title", "sender", "template_id", "collection"])
async def test_does_not_clear_required_fields(field: str, alice: Person) -> None:
    card = await make.card(alice)
    answer = await alice.patch(f"/api/cards/{card['id']}", {field: None})
    assert faults(answer) == {f"/{field}": "required"}


@pytest.mark.parametrize("field", ["card_type", "bundle_purchase_id", "id", "status", "version"])
async def test_does_not_change_permanent_fields(field: str, alice: Person) -> None:
    card = await make.card(alice)
    answer = await alice.patch(f"/api/cards/{card['id']}", {field: card.get(field, 1)})
    assert faults(answer) == {f"/{field}": "unknown_field"}


async def test_changes_nothing_with_an_empty_change(alice: Person) -> None:
    card = await make.card(alice, recipient="Maya")
    after = await patched(alice, card)
    assert {**after, "version": 1, "updated_at": card["updated_at"]} == card


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"external_id": "x"}, "external_id"),
        ({"extra_data": "x"}, "extra_data"),
        ({"reply_to": "bob@example.com"}, "reply_to"),
        ({"public_read": True}, "public_read"),
        ({"shared_link": False}, "shared_link"),
        ({"recipient_email": "maya@example.com"}, "recipient_email"),
        ({"collection": {"currency": "EUR"}}, "currency"),
        ({"collection": {"add_money": "everyone"}}, "add_money"),
        ({"collection": {"see_total": "nobody"}}, "see_total"),
        ({"collection": {"see_contributors": "nobody"}}, "see_contributors"),
        ({"see_notes": "everyone"}, "see_notes"),
        ({"collection": {"see_contributor_names": 3}}, "see_contributor_names"),
        ({"collection": {"see_contributor_names": None}}, "see_contributor_names"),
        ({"title": "New", "extra_data": None}, "extra_data"),
    ],
)
async def test_keeps_the_owners_fields_from_an_admin(
    change: Any, field: str, alice: Person, bob: Person
) -> None:
    card = await make.card(alice, extra_data="secret")
    await make.admin(alice, card["id"], bob, **EVERYTHING)
    answer = await bob.patch(f"/api/cards/{card['id']}", change)
    assert field in is_problem(answer, 403, "missing_privilege")["detail"]
    assert (await alice.get(f"/api/cards/{card['id']}")).json()["version"] == 1


@pytest.mark.parametrize(
    "address", [{"email": "x@example.com"}, {"phone": "+491234567"}, {"external_id": "7"}]
)
async def test_keeps_recipients_addresses_from_an_admin(
    address: dict[str, str], alice: Person, bob: Person
) -> None:
    card = await make.card(alice, recipients=[{"name": "Maya", "email": "maya@example.com"}])
    await make.admin(alice, card["id"], bob, can_update=True)
    answer = await bob.patch(f"/api/cards/{card['id']}", {"recipients": [{"name": "Maya", **address}]})
    is_problem(answer, 403, "missing_privilege")


async def test_keeps_a_recipients_address_when_an_admin_names_the_person(alice: Person, bob: Person) -> None:
    person = {"name": "Maya", "email": "maya@example.com", "phone": "+491234567", "external_id": "7"}
    card = await make.card(alice, recipients=[person])
    await make.admin(alice, card["id"], bob, can_update=True)
    after = await patched(bob, card, recipients=[{"name": "maya", "locale": "de"}, {"name": "Noor"}])
    assert [each["name"] for each in after["recipients"]] == ["maya", "Noor"]
    people = (await alice.get(f"/api/cards/{card['id']}")).json()["recipients"]
    assert people[0]["id"] == card["recipients"][0]["id"]
    assert {name: people[0][name] for name in person} == {**person, "name": "maya"}


async def test_lets_an_admin_change_the_rest(alice: Person, bob: Person) -> None:
    card = await make.card(alice)
    await make.admin(alice, card["id"], bob, can_update=True)
    after = await patched(
        bob, card, title="New", recipient="Maya", moderation="post", contribution_limit=9,
        collection={"add_cash": True, "goal_amount": 100},
    )  # fmt: skip
    assert (after["title"], after["recipient"], after["role"]) == ("New", "Maya", "admin")
    assert after["collection"]["goal_amount"] == 100


async def test_keeps_the_id_and_the_link_of_the_same_person(world: World, alice: Person) -> None:
    card = await make.card(
        alice, recipients=[{"name": "Maya", "email": "maya@example.com"}, {"name": "Noor"}, {"name": "Eli"}]
    )
    maya, noor, eli = card["recipients"]
    after = await patched(
        alice,
        card,
        recipients=[
            {"name": "NOOR", "email": "noor@example.com"},
            {"email": "MAYA@example.com"},
            {"name": "Zoë"},
        ],
    )
    first, second, third = after["recipients"]
    assert (first["id"], first["view_url"]) == (noor["id"], noor["view_url"])
    assert (second["id"], second["view_url"]) == (maya["id"], maya["view_url"])
    assert third["id"] not in {maya["id"], noor["id"], eli["id"]}
    links = await world.owner.fetch("select subject_id from links where kind = 'view'")
    assert {row[0] for row in links} == {first["id"], second["id"], third["id"]}


async def test_describes_the_first_recipient(alice: Person) -> None:
    card = await make.card(alice, recipient="Maya", recipients=[{"name": "Noor"}])
    after = await patched(alice, card, recipient="Maya L.", recipient_email="maya@example.com")
    assert [person["name"] for person in after["recipients"]] == ["Maya L.", "Noor"]
    assert after["recipients"][0]["id"] == card["recipients"][0]["id"]
    assert after["recipients"][0]["email"] == after["recipient_email"] == "maya@example.com"


async def test_ends_and_makes_the_shared_and_the_public_link(world: World, alice: Person) -> None:
    card = await make.card(alice)

    async def kinds() -> set[str]:
        return {row[0] for row in await world.owner.fetch("select kind from links")}

    after = await patched(alice, card, shared_link=False, public_read=True)
    assert after["sign_url"] is None
    assert after["view_url"] is not None
    assert await kinds() == {"public_view"}
    after = await patched(alice, card, shared_link=True, public_read=False)
    assert (after["sign_url"], after["view_url"]) == (card["sign_url"], None)
    assert await kinds() == {"sign"}


async def test_leaves_a_personal_card_without_a_shared_link(alice: Person) -> None:
    card = await make.card(alice, card_type=1)
    answer = await alice.patch(f"/api/cards/{card['id']}", {"shared_link": True})
    assert faults(answer) == {"/shared_link": "invalid_value"}
    assert (await patched(alice, card, shared_link=None))["sign_url"] is None


async def test_another_template_brings_its_palette_and_effect(alice: Person) -> None:
    templates = (await alice.get("/api/templates")).json()["data"]
    other = next(each for each in templates if each["effect"] != templates[0]["effect"])
    card = await make.card(alice)
    after = await patched(alice, card, template_id=other["id"])
    assert after["template_id"] == other["id"]
    assert after["palette"] in [palette["name"] for palette in other["palettes"]]
    assert after["custom_effect"] == other["effect"]
    answer = await alice.patch(f"/api/cards/{card['id']}", {"palette": "nonsense"})
    assert faults(answer) == {"/palette": "invalid_value"}
    answer = await alice.patch(f"/api/cards/{card['id']}", {"template_id": card["id"]})
    assert is_problem(answer, 404, "not_found")["errors"][0]["pointer"] == "/template_id"


async def test_keeps_a_custom_effect_with_another_template(alice: Person) -> None:
    templates = (await alice.get("/api/templates")).json()["data"]
    card = await make.card(alice, custom_effect="none" if templates[0]["effect"] != "none" else "snow")
    after = await patched(alice, card, template_id=templates[-1]["id"])
    assert after["custom_effect"] == card["custom_effect"]


async def test_keeps_a_retired_template_on_a_card_that_has_it(world: World, alice: Person) -> None:
    card = await make.card(alice)
    try:
        await world.owner.execute(
            "update templates set retired_at = now() where id = $1", card["template_id"]
        )
        after = await patched(alice, card, template_id=card["template_id"], palette=card["palette"])
        assert after["template_id"] == card["template_id"]
    finally:
        await world.owner.execute("update templates set retired_at = null")


@pytest.mark.usefixtures("november_2026")
async def test_moves_the_end_of_the_day_with_the_time_zone(alice: Person) -> None:
    card = await make.card(alice, contribution_end_date="2027-12-24")
    after = await patched(alice, card, timezone="America/New_York")
    assert after["contribution_ends_at"] == "2027-12-25T04:59:59.999Z"
    after = await patched(alice, card, contribution_end_date="2027-12-26", timezone="UTC")
    assert after["contribution_ends_at"] == "2027-12-26T23:59:59.999Z"
    assert (await patched(alice, card, contribution_end_date=None))["contribution_ends_at"] is None


async def test_refuses_an_end_in_the_past(alice: Person) -> None:
    card = await make.card(alice)
    answer = await alice.patch(f"/api/cards/{card['id']}", {"contribution_end_date": "2020-01-01"})
    assert faults(answer) == {"/contribution_end_date": "in_the_past"}


async def test_checks_new_amounts_against_the_stored_ones(alice: Person) -> None:
    card = await make.card(alice, collection={"min_amount": 100, "max_amount": 500})
    answer = await alice.patch(f"/api/cards/{card['id']}", {"collection": {"min_amount": 600}})
    assert faults(answer) == {"/collection/min_amount": "out_of_range"}
    assert (await patched(alice, card, collection={"min_amount": 500}))["collection"]["min_amount"] == 500


async def test_refuses_an_external_id_that_another_card_has(alice: Person) -> None:
    first, second = await make.card(alice, external_id="order 7"), await make.card(alice)
    answer = await alice.patch(f"/api/cards/{second['id']}", {"external_id": "order 7"})
    assert is_problem(answer, 409, "external_id_exists")["card_id"] == first["id"]
    assert (await patched(alice, first, external_id="order 7"))["external_id"] == "order 7"


@pytest.mark.parametrize("state", ["archived", "cancelled"])
async def test_does_not_change_an_archived_or_cancelled_card(state: str, alice: Person) -> None:
    card = await make.card(alice)
    for step in {"archived": ("close", "archive"), "cancelled": ("cancel",)}[state]:
        assert (await alice.post(f"/api/cards/{card['id']}/{step}")).status_code == 200
    is_problem(await alice.patch(f"/api/cards/{card['id']}", {"title": "New"}), 409, "card_state")


async def test_changes_a_closed_card_and_leaves_it_closed(alice: Person) -> None:
    card = await make.card(alice)
    await alice.post(f"/api/cards/{card['id']}/close")
    after = await patched(alice, card, title="New", contribution_end_date=day(30))
    assert (after["title"], after["status"]) == ("New", "closed")


async def test_records_what_happened_without_what_it_says(world: World, alice: Person) -> None:
    card = await make.card(alice)
    await patched(alice, card, title="Zanzibar")
    rows = await world.owner.fetch("select type, data::text from events order by id")
    assert [row[0] for row in rows] == ["card.created", "card.updated"]
    assert "Zanzibar" not in rows[1][1]


async def test_the_first_recipient_is_one_person_everywhere(alice: Person) -> None:
    """`recipient` and `recipients[0]` name the same person, whichever of them a request gives."""
    card = await make.card(
        alice, recipients=[{"name": "Maya", "email": "maya@example.com"}, {"name": "Noor"}]
    )
    assert (card["recipient"], card["recipient_email"]) == ("Maya", "maya@example.com")
    found = await alice.get("/api/cards?q=maya")
    assert [each["id"] for each in found.json()["data"]] == [card["id"]]
    after = await patched(alice, card, recipients=[{"name": "Eli"}])
    assert (after["recipient"], after["recipient_email"]) == ("Eli", None)
    assert [each["name"] for each in after["recipients"]] == ["Eli"]
    after = await patched(alice, card, recipient="Eli B.")
    assert [each["name"] for each in after["recipients"]] == ["Eli B."]
    after = await patched(alice, card, recipients=[{"name": "Noor"}], recipient="Maya")
    assert [each["name"] for each in after["recipients"]] == ["Maya", "Noor"]
    after = await patched(alice, card, recipient=None)
    assert (after["recipient"], [each["name"] for each in after["recipients"]]) == ("Noor", ["Noor"])
    after = await patched(alice, card, recipients=[])
    assert (after["recipient"], after["recipients"]) == (None, [])
