"""Invite people to contribute to a card."""

from typing import Any

import pytest

from tests import make
from tests.world import Person

pytestmark = pytest.mark.anyio
INVITATIONS = "/api/cards/invitations"


def email(address: str, **fields: Any) -> dict[str, Any]:
    return {"delivery_type": "email", "delivery_id": address, **fields}


def body(card: dict[str, Any], *invitees: dict[str, Any], **fields: Any) -> dict[str, Any]:
    return {"card_id": card["card_id"], "invitees": list(invitees), **fields}


async def listed(person: Person, card: dict[str, Any], **query: Any) -> list[dict[str, Any]]:
    answer = await person.get(f"/api/cards/{card['card_id']}/invitations", params=query)
    assert answer.status_code == 200, answer.text
    return answer.json()["data"]


def pointers(answer: Any) -> list[str]:
    return [fault["pointer"] for fault in answer.json()["errors"]]


async def test_invites_by_email_and_answers_with_a_record_each(alice: Person) -> None:
    card = await make.card(alice)
    answer = await alice.post(
        INVITATIONS,
        body(
            card,
            email("ana@example.com", name="Ana"),
            email("ben@example.com"),
            title="Sign, please",
            message="Hi\nthere",
        ),
    )
    assert answer.status_code == 201
    page = answer.json()
    assert page["object"] == "list"
    assert "warnings" not in page
    first, second = page["data"]
    assert first["object"] == "invitation"
    assert first["id"] == first["invite_id"]
    assert first["invite_id"].startswith("inv_")
    assert first["card_id"] == card["card_id"]
    assert [first["delivery_id"], second["delivery_id"]] == ["ana@example.com", "ben@example.com"]
    assert first["name"] == "Ana"
    assert first["title"] == "Sign, please"
    assert first["message"] == "Hi\nthere"
    assert first["reminder"] == "auto"
    assert first["send"] is True
    assert first["status"] == "queued"
    assert first["status_reason"] is None
    assert first["link"].startswith("http://localhost:8080/s/")
    assert first["link"] != second["link"]
    assert first["sent_count"] == 0
    assert "progress" not in first
    assert "counts" not in first


@pytest.mark.parametrize(
    ("word", "meant"),
    [("EMAIL", "email"), ("Sms", "sms"), ("phone", "sms"), ("TEXT", "sms"), ("Group", "group")],
)
async def test_accepts_channels_in_any_letter_case(alice: Person, word: str, meant: str) -> None:
    card = await make.card(alice)
    target = "ana@example.com" if meant == "email" else "+442079460958"
    invitee = {"delivery_type": word, "delivery_id": target}
    answer = await alice.post(INVITATIONS, body(card, invitee))
    assert answer.status_code == 201
    assert answer.json()["data"][0]["delivery_type"] == meant
    strict = await alice.post(INVITATIONS, body(card, invitee), headers={"Prefer": "handling=strict"})
    assert strict.status_code == 422
    assert pointers(strict) == ["/invitees/0/delivery_type"]


@pytest.mark.parametrize("reminder", ["none", "once", "daily", "weekly", "auto"])
async def test_keeps_the_reminder(alice: Person, reminder: str) -> None:
    card = await make.card(alice)
    [made] = await make.invitations(alice, card["card_id"], "ana@example.com", reminder=reminder)
    assert made["reminder"] == reminder


@pytest.mark.parametrize(
    "address", ["ana@example.test", "ben@host.local", "cem@mail.invalid", "dee@localhost.localdomain"]
)
async def test_accepts_special_use_domains(alice: Person, address: str) -> None:
    card = await make.card(alice)
    [made] = await make.invitations(alice, card["card_id"], address)
    assert made["delivery_id"] == address


@pytest.mark.parametrize("number", ["+44 (0)20 7946 0958", "+49.30.901820", "+1 [212] 555-0100"])
async def test_accepts_landlines_and_drops_punctuation(alice: Person, number: str) -> None:
    card = await make.card(alice)
    answer = await alice.post(INVITATIONS, body(card, {"delivery_type": "sms", "delivery_id": number}))
    assert answer.status_code == 201
    assert answer.json()["data"][0]["delivery_id"] == "+" + "".join(filter(str.isdigit, number))


async def test_resolves_a_missing_plus_by_the_country_of_the_account(alice: Person) -> None:
    card = await make.card(alice)
    invitee = {"delivery_type": "sms", "delivery_id": "020 7946 0958"}
    refused = await alice.post(INVITATIONS, body(card, invitee))
    assert refused.status_code == 422
    assert pointers(refused) == ["/invitees/0/delivery_id"]
    await alice.world.owner.execute("update accounts set country = 'GB' where id = $1", alice.account_id)
    answer = await alice.post(INVITATIONS, body(card, invitee))
    assert answer.json()["data"][0]["delivery_id"] == "+442079460958"


async def test_reports_all_bad_addresses_at_once_and_invites_no_one(alice: Person) -> None:
    card = await make.card(alice)
    answer = await alice.post(
        INVITATIONS,
        body(
            card,
            email("not an address"),
            email("fine@example.com"),
            {"delivery_type": "sms", "delivery_id": "12"},
            email("two@at@example.com"),
        ),
    )
    assert answer.status_code == 422
    assert answer.json()["code"] == "invalid_request"
    assert pointers(answer) == [f"/invitees/{index}/delivery_id" for index in (0, 2, 3)]
    assert await listed(alice, card) == []


@pytest.mark.parametrize(
    ("fields", "pointer"),
    [
        ({"invitees": []}, "/invitees"),
        ({"invitees": None}, "/invitees"),
        ({"invitees": "ana@example.com"}, "/invitees"),
        ({"invitees": ["ana@example.com"]}, "/invitees/0"),
        ({"invitees": [{"delivery_id": "ana@example.com"}]}, "/invitees/0/delivery_type"),
        ({"invitees": [{"delivery_type": "email"}]}, "/invitees/0/delivery_id"),
        ({"invitees": [{"delivery_type": "pigeon", "delivery_id": "roof"}]}, "/invitees/0/delivery_type"),
        ({"invitees": [{"delivery_type": "email", "delivery_id": 7}]}, "/invitees/0/delivery_id"),
        ({"title": "Hello\r\nBcc: all@example.com"}, "/title"),
        ({"title": "x" * 256}, "/title"),
        ({"message": "x" * 5001}, "/message"),
        ({"message": "bell \a"}, "/message"),
        ({"reminder": "hourly"}, "/reminder"),
        ({"send": "no"}, "/send"),
    ],
)
async def test_refuses_invalid_bodies(alice: Person, fields: dict[str, Any], pointer: str) -> None:
    card = await make.card(alice)
    answer = await alice.post(INVITATIONS, body(card, email("ana@example.com")) | fields)
    assert answer.status_code == 422
    assert pointers(answer) == [pointer]
    assert await listed(alice, card) == []


async def test_takes_a_thousand_invitees_and_no_more(alice: Person) -> None:
    card = await make.card(alice)
    many = [email(f"person{index}@example.com") for index in range(1001)]
    refused = await alice.post(INVITATIONS, body(card, *many))
    assert refused.status_code == 422
    assert pointers(refused) == ["/invitees"]
    answer = await alice.post(INVITATIONS, body(card, *many[:1000]))
    assert answer.status_code == 201
    assert [each["delivery_id"] for each in answer.json()["data"]] == [
        each["delivery_id"] for each in many[:1000]
    ]
    assert len(await listed(alice, card)) == 1000


async def test_returns_the_link_and_sends_nothing_when_asked_so(alice: Person) -> None:
    card = await make.card(alice)
    [made] = await make.invitations(alice, card["card_id"], "ana@example.com", send=False)
    assert (made["send"], made["status"], made["status_reason"]) == (False, "queued", "link_only")
    assert made["link"]
    await alice.world.work()
    assert await alice.world.owner.fetchval("select count(*) from messages") == 0


async def test_makes_a_link_for_many_of_a_label(alice: Person) -> None:
    card = await make.card(alice)
    answer = await alice.post(
        INVITATIONS, body(card, {"delivery_type": "group", "delivery_id": "#birthdays"})
    )
    assert answer.status_code == 201
    [made] = answer.json()["data"]
    assert (made["delivery_id"], made["status_reason"], made["group_id"]) == ("#birthdays", "link_only", None)
    assert made["link"]
    assert [each["code"] for each in answer.json()["warnings"]] == ["nothing_sent"]
    await alice.world.work()
    assert await alice.world.owner.fetchval("select count(*) from messages") == 0


async def test_an_unknown_group_id_is_not_found(alice: Person, mallory: Person) -> None:
    card = await make.card(alice)
    others = (await mallory.post("/api/groups", {"name": "Theirs", "members": []})).json()["id"]
    for unknown in (others, "grp_01h455vb4pex5vsknk084sn02q", "grp_nonsense"):
        answer = await alice.post(
            INVITATIONS,
            body(card, email("ana@example.com"), {"delivery_type": "group", "delivery_id": unknown}),
        )
        assert answer.status_code == 404
        assert pointers(answer) == ["/invitees/1/delivery_id"]
    assert await listed(alice, card) == []


async def test_an_admin_of_another_account_knows_no_groups(alice: Person, bob: Person) -> None:
    card = await make.card(alice)
    await make.admin(alice, card["card_id"], bob, invite_contributors=True)
    members = [{"email": "ana@example.com"}]
    of_alice = (await alice.post("/api/groups", {"name": "Team", "members": members})).json()["id"]
    of_bob = (await bob.post("/api/groups", {"name": "Bobs", "members": members})).json()["id"]
    for known in (of_alice, of_bob):
        answer = await bob.post(INVITATIONS, body(card, {"delivery_type": "group", "delivery_id": known}))
        assert answer.status_code == 404
    label = await bob.post(INVITATIONS, body(card, {"delivery_type": "group", "delivery_id": "Team"}))
    assert label.json()["data"][0]["group_id"] is None


async def test_refuses_a_closed_card(alice: Person) -> None:
    card = await make.card(alice)
    await alice.post(f"/api/cards/{card['card_id']}/close")
    answer = await alice.post(INVITATIONS, body(card, email("ana@example.com")))
    assert (answer.status_code, answer.json()["code"]) == (409, "card_closed")


async def test_an_admin_needs_the_privilege(alice: Person, bob: Person) -> None:
    card = await make.card(alice)
    admin = await make.admin(alice, card["card_id"], bob, can_update=True, admin_management=True)
    refused = await bob.post(INVITATIONS, body(card, email("ana@example.com")))
    assert (refused.status_code, refused.json()["code"]) == (403, "missing_privilege")
    privilege = {"privilege": {"invite_contributors": True}}
    await alice.put(f"/api/card-admins/{admin['card_admin_id']}", privilege)
    allowed = await bob.post(INVITATIONS, body(card, email("ana@example.com")))
    assert allowed.status_code == 201
    assert allowed.json()["data"][0]["link"]


async def test_hides_the_card_from_other_accounts(alice: Person, mallory: Person) -> None:
    card = await make.card(alice)
    answer = await mallory.post(INVITATIONS, body(card, email("ana@example.com")))
    unknown = {"card_id": "card_01h455vb4pex5vsknk084sn02q"}
    other = await mallory.post(INVITATIONS, body(unknown, email("ana@example.com")))
    assert answer.status_code == other.status_code == 404
    assert pointers(answer) == pointers(other) == ["/card_id"]


async def test_ignores_unknown_fields_with_a_warning(alice: Person) -> None:
    card = await make.card(alice)
    given = body(card, email("ana@example.com", delivery_name="Ana"), remind="daily")
    answer = await alice.post(INVITATIONS, given)
    assert answer.status_code == 201
    assert [(each["pointer"], each["code"]) for each in answer.json()["warnings"]] == [
        ("/remind", "unknown_field"),
        ("/invitees/0/delivery_name", "unknown_field"),
    ]
    strict = await alice.post(INVITATIONS, given, headers={"Prefer": "handling=strict"})
    assert strict.status_code == 422


async def test_the_same_key_invites_once(alice: Person) -> None:
    card = await make.card(alice)
    first = await alice.post(INVITATIONS, body(card, email("ana@example.com")), key="k1")
    second = await alice.post(INVITATIONS, body(card, email("ana@example.com")), key="k1")
    assert first.content == second.content
    assert second.headers["Idempotency-Replayed"] == "true"
    await alice.world.work()
    assert await alice.world.owner.fetchval("select count(*) from messages") == 1


async def test_records_events_without_addresses_or_links(alice: Person) -> None:
    card = await make.card(alice)
    made = await make.invitations(alice, card["card_id"], "ana@example.com", "ben@example.com")
    events = (await alice.get("/api/events", params={"type": "invitation.created"})).json()["data"]
    assert {each["data"]["invite_id"] for each in events} == {each["invite_id"] for each in made}
    assert all(each["card_id"] == card["card_id"] for each in events)
    assert "example.com" not in str(events)
    assert "/s/" not in str(events)


async def test_stores_only_a_hash_of_the_link(alice: Person) -> None:
    card = await make.card(alice)
    [made] = await make.invitations(alice, card["card_id"], "ana@example.com")
    await alice.world.work()
    token = made["link"].rpartition("/")[2]
    owner = alice.world.owner
    kept = await owner.fetchval("select count(*) from links where subject_id = $1", made["invite_id"])
    assert kept == 1
    for table in ("links", "invitations", "messages", "events", "jobs"):
        assert not await owner.fetchval(
            f"select count(*) from {table} t where strpos(t::text, $1) > 0", token
        )
