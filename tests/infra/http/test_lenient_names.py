"""Hints for unknown names at both levels, people under other names, nulls, and a missing collection."""

from typing import Any

import pytest

from tests import make
from tests.infra.http.test_bad_input import STRICT, faults, is_problem
from tests.world import Person

NAMED = {"first_name": " Ana ", "last_name": "Sá"}


def warnings(answer: Any) -> dict[str, str]:
    """Returns the codes of the warnings of a successful response, by their pointers."""
    assert answer.status_code in (200, 201), answer.text
    return {each["pointer"]: each["code"] for each in answer.json().get("warnings", [])}


@pytest.mark.parametrize(
    ("sent", "hint"),
    [
        ({"see_contributor_name": 2}, "'see_contributor_names' in `collection`"),
        ({"restrictCash": True}, "'restrict_cash' in `collection`"),
        ({"recipent": "Maya"}, "'recipient'?"),
        ({"collection": {"public_reed": True}}, "'public_read' outside `collection`"),
        ({"collection": {"see_totals": "admins"}}, "'see_total'?"),
    ],
)
async def test_a_hint_names_the_nearest_field_of_either_level(sent: Any, hint: str, alice: Person) -> None:
    answer = await alice.post("/api/cards", {**await make.body(alice), **sent})
    assert [*warnings(answer).values()] == ["unknown_field"]
    assert hint in answer.json()["warnings"][0]["detail"]


@pytest.mark.parametrize(
    ("sent", "hint"),
    [
        ({"see_contributor_names": 2}, "'see_contributor_names' in `collection`"),
        ({"limit": 2}, "'contribution_limit'?"),
        ({"collection": {"end_date": "2999-01-01"}}, "'contribution_end_date' outside `collection`"),
    ],
)
async def test_strict_handling_names_the_right_place(sent: Any, hint: str, alice: Person) -> None:
    card = await make.card(alice)
    body = {**await make.body(alice), **sent}
    for answer in (
        await alice.post("/api/cards", body, headers=STRICT),
        await alice.patch(f"/api/cards/{card['id']}", sent, headers=STRICT),
    ):
        (fault,) = is_problem(answer, 422, "invalid_request")["errors"]
        assert fault["code"] == "unknown_field"
        assert hint in fault["detail"]


async def test_a_warning_names_the_right_place(alice: Person) -> None:
    body = await make.body(alice, see_contributor_names=3, collection={"limit": 5})
    warnings = {
        each["pointer"]: each["detail"] for each in (await alice.post("/api/cards", body)).json()["warnings"]
    }
    assert warnings == {
        "/see_contributor_names": "Read as `/collection/see_contributor_names`.",
        "/collection/limit": "Read as `/contribution_limit`.",
    }


async def test_takes_settings_without_a_collection(alice: Person) -> None:
    body = await make.body(alice, add_money="everyone", see_contributor_names="admins")
    del body["collection"]
    answer = await alice.post("/api/cards", body)
    assert warnings(answer)["/add_money"] == "moved"
    assert answer.json()["collection"]["add_money"] == "everyone"
    assert answer.json()["collection"]["see_contributor_names"] == 3
    assert faults(await alice.post("/api/cards", {**body, "collection": []})) == {"/collection": "wrong_type"}
    del body["add_money"], body["see_contributor_names"]
    assert faults(await alice.post("/api/cards", body)) == {"/collection": "required"}


async def test_refuses_settings_that_are_nested_twice(alice: Person) -> None:
    """A warning would not suffice: the card would show the names to everyone."""
    body = await make.body(alice, collection={"collection": {"see_contributor_names": 3}})
    assert faults(await alice.post("/api/cards", body)) == {"/collection/collection": "unknown_field"}


async def test_null_is_absent_in_a_new_card_and_clears_in_a_change(alice: Person) -> None:
    body = await make.body(alice, see_contributor_names=None, collection={"see_contributor_names": 2})
    card = (await alice.post("/api/cards", body)).json()
    assert card["collection"]["see_contributor_names"] == 2
    path = f"/api/cards/{card['id']}"
    both = {"see_contributor_names": None, "collection": {"see_contributor_names": 2}}
    assert faults(await alice.patch(path, both)) == {"/see_contributor_names": "contradiction"}
    after = await alice.patch(path, {"see_contributor_names": None})
    assert after.json()["collection"]["see_contributor_names"] == 0


async def test_a_change_refuses_names_that_it_does_not_know(alice: Person) -> None:
    card = await make.card(alice)
    sent = {
        "titel": "x",
        "type": 1,
        "collection": {"type": 1, "collection": {}},
        "recipients": [{"nam": "x"}],
    }
    assert faults(await alice.patch(f"/api/cards/{card['id']}", sent)).keys() == {
        "/titel", "/type", "/collection/type", "/collection/collection", "/recipients/0/nam",
    }  # fmt: skip


async def test_faults_point_to_where_a_setting_was_sent(alice: Person) -> None:
    body = await make.body(
        alice,
        min_amount="900",
        max_amount=100,
        suggested_amounts=["x"],
        collection={
            "recipients": [{"mobile": 7}, {"first_name": 7, "last_name": "Sá"}, {"first_name": "x" * 300}]
        },
    )
    assert faults(await alice.post("/api/cards", body)) == {
        "/suggested_amounts/0": "wrong_type",
        "/collection/recipients/0/mobile": "wrong_type",
        "/collection/recipients/1/first_name": "wrong_type",
        "/collection/recipients/2/first_name": "too_long",
    }
    body = await make.body(alice, min_amount="900", max_amount=100, suggested_amounts=["5"])
    assert faults(await alice.post("/api/cards", body)) == {
        "/min_amount": "out_of_range",
        "/suggested_amounts/0": "out_of_range",
    }


async def test_recipients_have_first_and_last_names(alice: Person) -> None:
    people = [
        {**NAMED, "mobile": "+4915112345678"},
        {"recipient_name": "Bo"},
        {"last_name": "Li", "first_name": None},
    ]
    answer = await alice.post("/api/cards", await make.body(alice, recipients=people))
    assert warnings(answer) == {
        "/recipients/0/first_name": "renamed",
        "/recipients/0/last_name": "renamed",
        "/recipients/0/mobile": "renamed",
        "/recipients/1/recipient_name": "renamed",
        "/recipients/2/last_name": "renamed",
    }
    card = answer.json()
    assert [each["name"] for each in card["recipients"]] == ["Ana Sá", "Bo", "Li"]
    assert card["recipients"][0]["phone"] == "+4915112345678"
    changed = await alice.patch(f"/api/cards/{card['id']}", {"recipients": [{**NAMED, "name": "Ana"}]})
    assert changed.json()["recipients"][0]["name"] == "Ana"
    assert {*warnings(changed).values()} == {"ignored"}
    strict = await alice.post("/api/cards", await make.body(alice, recipients=people), headers=STRICT)
    assert faults(strict).keys() == {*warnings(answer), "/recipients/2/first_name"}


async def test_invitees_members_and_admins_have_first_and_last_names(alice: Person) -> None:
    card = await make.card(alice)
    invitee = {"type": "SMS", "delivery_id": "+4915112345678", **NAMED}
    invited = await alice.post("/api/cards/invitations", {"card_id": card["id"], "invitees": [invitee]})
    assert {*warnings(invited).values()} == {"renamed"}
    assert [each["name"] for each in invited.json()["data"]] == ["Ana Sá"]
    assert invited.json()["data"][0]["delivery_type"] == "sms"
    admin = {"card_id": card["id"], "email": "ana@example.com", "privilege": {"can_update": "true"}, **NAMED}
    added = await alice.post("/api/card-admins", admin)
    assert warnings(added)["/privilege/can_update"] == "converted"
    assert (added.json()["name"], added.json()["privilege"]["can_update"]) == ("Ana Sá", True)
    group = {"name": "Crew", "members": [{**NAMED, "mobile": "+4915112345678"}]}
    made = await alice.post("/api/groups", group)
    assert [*warnings(made)] == ["/members/0/mobile", "/members/0/first_name", "/members/0/last_name"]
    member = {"name": "Ana Sá", "email": None, "phone": "+4915112345678"}
    assert made.json()["members"] == [member]
    path = f"/api/groups/{made.json()['id']}"
    changed = await alice.patch(path, {"members": [{"mobile": "+4915187654321"}]})
    assert changed.json()["members"][0]["phone"] == "+4915187654321"
    for answer in (
        await alice.patch(path, {"nam": "x"}),
        await alice.post("/api/groups", {**group, "nam": "x"}),
    ):
        assert faults(answer) == {"/nam": "unknown_field"}
    assert len(faults(await alice.patch(path, {"members": group["members"]}, headers=STRICT))) == 3


async def test_a_number_without_a_country_says_how_to_write_it(alice: Person) -> None:
    for phone, kept in (("(415) 555-0102", None), ("+1 (415) 555-0102", "+14155550102")):
        answer = await alice.post("/api/cards", await make.body(alice, recipients=[{"phone": phone}]))
        if kept is None:
            (fault,) = is_problem(answer, 422, "invalid_request")["errors"]
            assert "+1 415 555 0102" in fault["detail"]
        else:
            assert answer.json()["recipients"][0]["phone"] == kept
