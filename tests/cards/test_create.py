"""Create a card: the minimal body, the defaults, and every field under its own name."""

from datetime import timedelta
from typing import Any

import pytest

from tests import make
from tests.cards.test_create_from_a_bundle import purchase
from tests.infra.http.test_bad_input import faults, is_problem
from tests.later import day
from tests.world import Person, World
from wellwish.base import clock, ids


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
        "see_notes": "signed",
        "timezone": "UTC",
        "locale": "en",
        "shared_link": True,
        "external_id": None,
        "reply_to": None,
        "organiser_mail": "daily",
        "collected": {"amount": 0, "currency": "USD"},
        "handover": None,
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
        "cancelling_at": None,
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
        "contribution_end_date": day(30),
        "contribution_limit": 25,
        "custom_logo": "https://example.com/logo.png",
        "custom_effect": "hearts",
        "extra_data": '{"order": 7}\n',
        "palette": template["palettes"][-1]["name"],
        "cover_text": ["Happy", "birthday"],
        "moderation": "pre",
        "see_notes": "nobody",
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
    answer = await alice.post("/api/cards", sent)
    assert answer.status_code == 201, answer.text
    card = answer.json()
    # This server copies no files: with strict handling, that is an error.
    assert {each["code"] for each in card.pop("warnings")} == {"not_copied"}
    assert {name: card[name] for name in sent} == sent
    assert await make.same(alice, card["id"]) == card


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
        # The days on which the clocks change have 23 and 25 hours.
        ("2027-03-28", "Europe/Berlin", "2027-03-28T21:59:59.999Z"),
        ("2027-10-31", "Europe/Berlin", "2027-10-31T22:59:59.999Z"),
        ("2027-12-24", "Pacific/Kiritimati", "2027-12-24T09:59:59.999Z"),
        ("2027-12-24", "Asia/Kathmandu", "2027-12-24T18:14:59.999Z"),
        # The last hour of this day occurs twice; the day ends with the second.
        ("2027-10-30", "Asia/Beirut", "2027-10-30T21:59:59.999Z"),
        # The last hour of this day is skipped.
        ("2027-03-27", "America/Nuuk", "2027-03-28T00:59:59.999Z"),
        ("2027-12-24T18:00", "Europe/Berlin", "2027-12-24T17:00:00.000Z"),
        ("2027-12-24 18:00:30", "Europe/Berlin", "2027-12-24T17:00:30.000Z"),
        ("2027-12-24T18:00:00Z", "Europe/Berlin", "2027-12-24T18:00:00.000Z"),
        ("2027-12-24t18:00:00.123456789z", "Europe/Berlin", "2027-12-24T18:00:00.123Z"),
        ("2027-12-24T18:00:00-05:00", "Europe/Berlin", "2027-12-24T23:00:00.000Z"),
        ("2028-02-29", "UTC", "2028-02-29T23:59:59.999Z"),
    ],
)
@pytest.mark.usefixtures("november_2026")
async def test_ends_a_day_in_the_cards_time_zone(end: str, zone: str, instant: str, alice: Person) -> None:
    card = await make.card(alice, contribution_end_date=end, timezone=zone)
    assert card["contribution_end_date"] == end
    assert card["contribution_ends_at"] == instant


@pytest.mark.usefixtures("november_2026")
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
    card = await make.card(alice, contribution_end_date=day(40))
    try:
        clock.move(timedelta(days=365))
        alice.token = await alice.exchange()
        assert (await alice.get(f"/api/cards/{card['id']}")).json()["status"] == "closed"
        assert (await alice.get("/api/cards?status=closed")).json()["data"][0]["id"] == card["id"]
        assert (await alice.get("/api/cards?status=open")).json()["data"] == []
    finally:
        clock.move(timedelta())


@pytest.mark.parametrize(("given", "kept"), [(0, None), (None, None), (1, 1), (10_000, 10_000)])
async def test_treats_a_limit_of_zero_as_no_limit(given: int | None, kept: int | None, alice: Person) -> None:
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
    assert (card["recipient"], card["recipient_email"]) == (people[0] if people else (None, None))


async def test_counts_recipient_among_the_recipients(alice: Person) -> None:
    named = [{"name": f"Person {number}"} for number in range(50)]
    body = await make.body(alice, recipient="Person 7", recipients=named)
    card = await alice.post("/api/cards", body)
    assert (card.status_code, len(card.json()["recipients"])) == (201, 50)
    for answer in (
        await alice.post("/api/cards", body | {"recipient": "Maya"}),
        await alice.patch(f"/api/cards/{card.json()['id']}", {"recipient": "Maya", "recipients": named}),
    ):
        assert answer.status_code == 422
        assert [(each["pointer"], each["code"]) for each in answer.json()["errors"]] == [
            ("/recipients", "too_many")
        ]


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


@pytest.mark.parametrize(
    "given", ["priya", "a@b@c", "jürgen@example.com", "priya@example.com\nBcc: x@example.com"]
)
async def test_refuses_a_reply_address_that_mails_cannot_carry(alice: Person, given: str) -> None:
    answer = await alice.post("/api/cards", await make.body(alice, reply_to=given))
    assert [each["pointer"] for each in answer.json()["errors"]] == ["/reply_to"]
    assert answer.status_code == 422
