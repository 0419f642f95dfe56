"""Create a card: the least that is needed, the defaults, and every field under its own name."""

from datetime import timedelta
from typing import Any

import pytest

from tests import make
from tests.http.test_bad_input import faults, is_problem
from tests.world import Person, World
from wellwish import clock, ids
from wellwish.bundles.grant import grant

STRICT = {"Prefer": "handling=strict"}


async def purchase(world: World, purchase_id: str) -> tuple[int, int]:
    row = await world.owner.fetchrow(
        "select cards_total, cards_used from bundle_purchases where id = $1", purchase_id
    )
    assert row is not None
    return row[0], row[1]


async def test_creates_a_card_of_the_least_that_is_needed(alice: Person) -> None:
    answer = await alice.post("/api/cards", await make.body(alice))
    assert answer.status_code == 201
    card = answer.json()
    assert ids.is_id("card", card["id"])
    assert answer.headers["ETag"] == '"1"'
    assert card == {
        "object": "card",
        "id": card["id"],
        "card_id": card["id"],
        "status": "open",
        "role": "owner",
        "title": "Happy birthday, Maya",
        "sender": "Priya and friends",
        "template_id": card["template_id"],
        "bundle_purchase_id": alice.bundle_purchase_id,
        "recipient": None,
        "recipient_email": None,
        "recipients": [],
        "audio_file": None,
        "card_type": 0,
        "auto_reminders": False,
        "public_read": False,
        "contribution_end_date": None,
        "contribution_ends_at": None,
        "contribution_limit": None,
        "custom_logo": None,
        "custom_effect": card["custom_effect"],
        "extra_data": None,
        "palette": card["palette"],
        "cover_text": None,
        "moderation": "off",
        "timezone": "UTC",
        "locale": "en",
        "shared_link": True,
        "external_id": None,
        "collected": {"amount": 0, "currency": "USD"},
        "collection": {
            "add_money": "nobody",
            "see_total": "admins",
            "see_contributors": "contributors",
            "add_cash": False,
            "restrict_cash": False,
            "currency": "USD",
            "see_contributor_names": 0,
            "suggested_amounts": None,
            "min_amount": None,
            "max_amount": None,
            "goal_amount": None,
        },
        "sign_url": card["sign_url"],
        "view_url": None,
        "closed_at": None,
        "archived_at": None,
        "cancelled_at": None,
        "version": 1,
        "created_at": card["created_at"],
        "updated_at": card["created_at"],
    }
    assert card["sign_url"].startswith("http://localhost:8080/s/")


async def test_gives_every_field_back_under_its_own_name(alice: Person) -> None:
    template = (await alice.get("/api/templates")).json()["data"][3]
    sent: dict[str, Any] = {
        "title": "For Noor",
        "sender": "The team",
        "template_id": template["template_id"],
        "bundle_purchase_id": alice.bundle_purchase_id,
        "recipient": "Noor",
        "recipient_email": "noor@example.com",
        "audio_file": {"name": "Song", "url": "https://example.com/song.mp3"},
        "card_type": 2,
        "auto_reminders": True,
        "public_read": True,
        "contribution_end_date": "2027-12-24",
        "contribution_limit": 25,
        "custom_logo": "https://example.com/logo.png",
        "custom_effect": "hearts",
        "extra_data": '{"order": 7}\n',
        "palette": template["palettes"][-1]["name"],
        "cover_text": ["Happy", "birthday"],
        "moderation": "pre",
        "timezone": "Europe/Berlin",
        "locale": "de-DE",
        "shared_link": False,
        "external_id": "order 7",
        "collection": {
            "add_money": "everyone",
            "see_total": "recipient",
            "see_contributors": "nobody",
            "add_cash": True,
            "restrict_cash": True,
            "currency": "JPY",
            "see_contributor_names": 3,
            "suggested_amounts": [500, 1000],
            "min_amount": 500,
            "max_amount": 50_000,
            "goal_amount": 100_000,
        },
    }
    answer = await alice.post("/api/cards", sent, headers=STRICT)
    assert answer.status_code == 201, answer.text
    card = answer.json()
    assert {name: card[name] for name in sent} == sent
    again = (await alice.get(f"/api/cards/{card['id']}")).json()
    assert again == card


async def test_takes_one_card_of_the_purchase_and_records_it(world: World, alice: Person) -> None:
    card = await make.card(alice)
    assert await purchase(world, alice.bundle_purchase_id) == (100, 1)
    events = await world.owner.fetch("select type, card_id, data::text from events")
    assert [(row[0], row[1]) for row in events] == [("card.created", card["id"])]
    assert card["title"] not in events[0][2]


async def test_takes_the_first_available_when_none_is_named(world: World, alice: Person) -> None:
    """First to expire, then oldest."""
    async with world.parts.db.transaction([alice.account_id]) as tx:
        late = await grant(tx, alice.account_id, 1, expires_at=tx.now + timedelta(days=9))
        soon = await grant(tx, alice.account_id, 1, expires_at=tx.now + timedelta(days=2))
    spent = [(await make.card(alice))["bundle_purchase_id"] for _ in range(3)]
    assert spent == [soon.id, late.id, alice.bundle_purchase_id]


async def test_takes_the_purchase_that_is_named(world: World, alice: Person) -> None:
    async with world.parts.db.transaction([alice.account_id]) as tx:
        other = await grant(tx, alice.account_id, 5)
    card = await make.card(alice, bundle_purchase_id=other.id)
    assert card["bundle_purchase_id"] == other.id
    assert await purchase(world, other.id) == (5, 1)
    assert await purchase(world, alice.bundle_purchase_id) == (100, 0)


async def test_refuses_a_bundle_with_no_capacity(world: World, alice: Person) -> None:
    await world.owner.execute("update bundle_purchases set cards_used = cards_total")
    body = await make.body(alice, bundle_purchase_id=alice.bundle_purchase_id)
    is_problem(await alice.post("/api/cards", body), 409, "bundle_capacity_exhausted")
    del body["bundle_purchase_id"]
    is_problem(await alice.post("/api/cards", body), 409, "no_bundle_available")


@pytest.mark.parametrize(
    "change",
    [
        "status = 'pending', payment_status = 'pending'",
        "status = 'failed', payment_status = 'failed'",
        "status = 'refunded', payment_status = 'refunded'",
        "payment_status = 'pending'",
        "expires_at = now() - interval '1 second'",
    ],
)
async def test_refuses_a_bundle_that_is_not_active(change: str, world: World, alice: Person) -> None:
    await world.owner.execute(f"update bundle_purchases set {change}")
    body = await make.body(alice, bundle_purchase_id=alice.bundle_purchase_id)
    is_problem(await alice.post("/api/cards", body), 409, "bundle_not_active")
    del body["bundle_purchase_id"]
    is_problem(await alice.post("/api/cards", body), 409, "no_bundle_available")


async def test_does_not_spend_what_another_account_bought(
    world: World, alice: Person, mallory: Person
) -> None:
    await world.owner.execute(
        "update bundle_purchases set cards_used = cards_total where account_id = $1", mallory.account_id
    )
    is_problem(await mallory.post("/api/cards", await make.body(mallory)), 409, "no_bundle_available")
    body = await make.body(mallory, bundle_purchase_id=alice.bundle_purchase_id)
    is_problem(await mallory.post("/api/cards", body), 404, "not_found")
    assert await purchase(world, alice.bundle_purchase_id) == (100, 0)


async def test_refuses_a_retired_template(world: World, alice: Person) -> None:
    body = await make.body(alice)
    try:
        await world.owner.execute(
            "update templates set retired_at = now() where id = $1", body["template_id"]
        )
        problem = is_problem(await alice.post("/api/cards", body), 404, "not_found")
        assert problem["errors"][0]["pointer"] == "/template_id"
    finally:
        await world.owner.execute("update templates set retired_at = null")


async def test_takes_palette_and_effect_of_the_template(alice: Person) -> None:
    for template in (await alice.get("/api/templates")).json()["data"]:
        card = await make.card(alice, template_id=template["template_id"])
        assert card["palette"] == template["palettes"][0]["name"]
        assert card["custom_effect"] == template["effect"]


async def test_warns_of_an_effect_that_it_does_not_know(alice: Person) -> None:
    body = await make.body(alice, custom_effect="fireworks")
    card = (await alice.post("/api/cards", body)).json()
    (warning,) = card["warnings"]
    assert (warning["pointer"], warning["code"]) == ("/custom_effect", "unknown_effect")
    template = (await alice.get("/api/templates")).json()["data"][0]
    assert card["custom_effect"] == template["effect"]
    answer = await alice.post("/api/cards", body, headers=STRICT)
    assert faults(answer) == {"/custom_effect": "invalid_value"}
    assert (await make.card(alice, custom_effect="none"))["custom_effect"] == "none"


async def test_lists_the_palettes_of_the_template(alice: Person) -> None:
    answer = await alice.post("/api/cards", await make.body(alice, palette="nonsense"))
    names = [each["name"] for each in (await alice.get("/api/templates")).json()["data"][0]["palettes"]]
    assert all(name in answer.json()["errors"][0]["detail"] for name in names)


@pytest.mark.parametrize(
    "text", ["", " ", "\n", "  padded  ", "Zoe\u0308", "a\r\nb\tc", "\ufeff", "x" * 8192, "é" * 4096]
)
async def test_keeps_extra_data_byte_for_byte(text: str, alice: Person) -> None:
    card = await make.card(alice, extra_data=text)
    assert card["extra_data"] == text
    assert (await alice.get(f"/api/cards/{card['id']}")).json()["extra_data"] == text
    changed = await alice.patch(f"/api/cards/{card['id']}", {"extra_data": text})
    assert changed.json()["extra_data"] == text


@pytest.mark.parametrize(
    ("end", "zone", "instant"),
    [
        ("2027-12-24", "UTC", "2027-12-24T23:59:59.999Z"),
        ("2027-12-24", "Europe/Berlin", "2027-12-24T22:59:59.999Z"),
        ("2027-07-01", "Europe/Berlin", "2027-07-01T21:59:59.999Z"),
        # The day the clocks go forward, and the day they go back: 23 and 25 hours.
        ("2027-03-28", "Europe/Berlin", "2027-03-28T21:59:59.999Z"),
        ("2027-10-31", "Europe/Berlin", "2027-10-31T22:59:59.999Z"),
        ("2027-12-24", "Pacific/Kiritimati", "2027-12-24T09:59:59.999Z"),
        ("2027-12-24", "Asia/Kathmandu", "2027-12-24T18:14:59.999Z"),
        # The last hour of this day comes twice, and the day ends with the second one.
        ("2027-10-30", "Asia/Beirut", "2027-10-30T21:59:59.999Z"),
        # The last hour of this day is left out.
        ("2027-03-27", "America/Nuuk", "2027-03-28T00:59:59.999Z"),
        ("2027-12-24T18:00", "Europe/Berlin", "2027-12-24T17:00:00.000Z"),
        ("2027-12-24 18:00:30", "Europe/Berlin", "2027-12-24T17:00:30.000Z"),
        ("2027-12-24T18:00:00Z", "Europe/Berlin", "2027-12-24T18:00:00.000Z"),
        ("2027-12-24t18:00:00.123456789z", "Europe/Berlin", "2027-12-24T18:00:00.123Z"),
        ("2027-12-24T18:00:00-05:00", "Europe/Berlin", "2027-12-24T23:00:00.000Z"),
        ("2028-02-29", "UTC", "2028-02-29T23:59:59.999Z"),
    ],
)
async def test_ends_a_day_in_the_cards_time_zone(end: str, zone: str, instant: str, alice: Person) -> None:
    card = await make.card(alice, contribution_end_date=end, timezone=zone)
    assert card["contribution_end_date"] == end
    assert card["contribution_ends_at"] == instant


async def test_takes_the_accounts_settings_where_the_card_has_none(world: World) -> None:
    settings = {"country": "DE", "currency": "EUR", "timezone": "Europe/Berlin", "locale": "de"}
    carol = await world.person("carol", 5, **settings)
    card = await make.card(
        carol, contribution_end_date="2027-12-24", recipients=[{"name": "Noor", "phone": "030 1234567"}]
    )
    assert (card["timezone"], card["locale"], card["collection"]["currency"]) == (
        "Europe/Berlin",
        "de",
        "EUR",
    )
    assert card["contribution_ends_at"] == "2027-12-24T22:59:59.999Z"
    assert card["recipients"][0]["phone"] == "+49301234567"


async def test_closes_a_card_at_its_end_whatever_a_scheduler_does(alice: Person) -> None:
    card = await make.card(alice, contribution_end_date="2027-01-01")
    try:
        clock.move(timedelta(days=365))
        alice.token = await alice.exchange()
        assert (await alice.get(f"/api/cards/{card['id']}")).json()["status"] == "closed"
        assert (await alice.get("/api/cards?status=closed")).json()["data"][0]["id"] == card["id"]
        assert (await alice.get("/api/cards?status=open")).json()["data"] == []
    finally:
        clock.move(timedelta())


@pytest.mark.parametrize(("given", "kept"), [(0, None), (None, None), (1, 1), (10_000, 10_000)])
async def test_takes_no_limit_for_none(given: int | None, kept: int | None, alice: Person) -> None:
    assert (await make.card(alice, contribution_limit=given))["contribution_limit"] == kept


async def test_gives_a_personal_card_no_shared_link(world: World, alice: Person) -> None:
    card = await make.card(alice, card_type=1)
    assert (card["shared_link"], card["sign_url"]) == (False, None)
    assert await world.owner.fetchval("select count(*) from links") == 0
    answer = await alice.post("/api/cards", await make.body(alice, card_type=1, shared_link=True))
    assert faults(answer) == {"/shared_link": "invalid_value"}


async def test_keeps_only_hashes_of_links(world: World, alice: Person) -> None:
    card = await make.card(alice, public_read=True, recipients=[{"name": "Maya"}, {"name": "Noor"}])
    urls = [card["sign_url"], card["view_url"], *(person["view_url"] for person in card["recipients"])]
    assert len(set(urls)) == 4
    dump = str(await world.owner.fetch("select * from links")) + str(
        await world.owner.fetch("select * from events")
    )
    for url in urls:
        token = url.rsplit("/", 1)[-1]
        assert len(token) == 22
        assert token not in dump
    assert await world.owner.fetchval("select count(*) from links") == 4


@pytest.mark.parametrize(
    ("fields", "people"),
    [
        ({"recipient": "Maya"}, [("Maya", None)]),
        ({"recipient_email": "maya@example.com"}, [(None, "maya@example.com")]),
        (
            {"recipient": "Maya", "recipient_email": "maya@example.com"},
            [("Maya", "maya@example.com")],
        ),
        (
            {"recipient": "Maya", "recipients": [{"name": "MAYA", "email": "maya@example.com"}]},
            [("Maya", "maya@example.com")],
        ),
        (
            {
                "recipient_email": "maya@example.com",
                "recipients": [{"name": "Maya", "email": "MAYA@example.com"}],
            },
            [("Maya", "maya@example.com")],
        ),
        (
            {
                "recipients": [
                    {"name": "Maya", "email": "a@example.com"},
                    {"name": "Maya", "email": "b@example.com"},
                ]
            },
            [("Maya", "a@example.com"), ("Maya", "b@example.com")],
        ),
        ({"recipient": "Maya", "recipients": [{"name": "Noor"}]}, [("Maya", None), ("Noor", None)]),
        ({"recipients": [{}, {}]}, [(None, None), (None, None)]),
    ],
)
async def test_takes_the_same_person_once(fields: Any, people: Any, alice: Person) -> None:
    card = await make.card(alice, **fields)
    assert [(person["name"], person["email"]) for person in card["recipients"]] == people
    assert card["recipient"] == fields.get("recipient")
    assert card["recipient_email"] == fields.get("recipient_email")


async def test_refuses_an_external_id_that_another_card_has(
    world: World, alice: Person, mallory: Person
) -> None:
    card = await make.card(alice, external_id="order 7")
    problem = is_problem(
        await alice.post("/api/cards", await make.body(alice, external_id="order 7")),
        409,
        "external_id_exists",
    )
    assert problem["card_id"] == card["id"]
    assert await purchase(world, alice.bundle_purchase_id) == (100, 1)
    assert (await make.card(mallory, external_id="order 7"))["external_id"] == "order 7"
    await alice.delete(f"/api/cards/{card['id']}")
    assert (await make.card(alice, external_id="order 7"))["id"] != card["id"]


@pytest.mark.parametrize(
    ("collection", "pointers"),
    [
        ({"min_amount": 500, "max_amount": 100}, ["/collection/min_amount"]),
        ({"min_amount": 500, "suggested_amounts": [100, 600]}, ["/collection/suggested_amounts/0"]),
        ({"max_amount": 500, "suggested_amounts": [100, 600]}, ["/collection/suggested_amounts/1"]),
    ],
)
async def test_refuses_amounts_that_contradict_each_other(
    collection: Any, pointers: list[str], alice: Person
) -> None:
    answer = await alice.post("/api/cards", await make.body(alice, collection=collection))
    assert list(faults(answer)) == pointers
