"""Inputs that lenient operations accept and strict ones refuse: names, spellings, blanks, nulls."""

import pytest

from tests import make
from tests.infra.http.rows import contents
from tests.infra.http.test_bad_input import JSON, STRICT, faults, is_problem
from tests.world import Person, World


async def test_ignores_unknown_fields_with_a_warning_that_names_the_nearest(alice: Person) -> None:
    body = await make.body(alice, recipent="Maya", collection={"curency": "EUR"}, **{"a/b~c": 1, "": 2})
    answer = await alice.post("/api/cards", body)
    assert answer.status_code == 201
    warnings = {each["pointer"]: each for each in answer.json()["warnings"]}
    assert warnings.keys() == {"/recipent", "/collection/curency", "/a~1b~0c", "/"}
    assert "'recipient'" in warnings["/recipent"]["detail"]
    assert "'currency'" in warnings["/collection/curency"]["detail"]
    assert {each["code"] for each in warnings.values()} == {"unknown_field"}


@pytest.mark.usefixtures("unchanged")
async def test_refuses_unknown_fields_where_the_client_wants_it_strict(alice: Person) -> None:
    body = await make.body(alice, recipent="Maya", collection={"curency": "EUR"}, recipients=[{"nam": "x"}])
    answer = await alice.post("/api/cards", body, headers=STRICT)
    assert faults(answer) == {
        "/recipent": "unknown_field",
        "/collection/curency": "unknown_field",
        "/recipients/0/nam": "unknown_field",
    }
    assert answer.headers["Preference-Applied"] == "handling=strict"


async def test_refuses_unknown_fields_in_operations_of_our_own(alice: Person) -> None:
    card = await make.card(alice)
    answer = await alice.patch(f"/api/cards/{card['id']}", {"titel": "x", "card_type": 1})
    assert faults(answer) == {"/titel": "unknown_field", "/card_type": "unknown_field"}


@pytest.mark.parametrize("operation", ["close", "archive"])
async def test_refuses_fields_where_there_are_none(operation: str, world: World, alice: Person) -> None:
    """A client that asks to close a card with a refund must not close it without one."""
    card = await make.card(alice)
    before = await contents(world)
    path = f"/api/cards/{card['id']}/{operation}"
    assert faults(await alice.post(path, {"refund": True})) == {"/refund": "unknown_field"}
    assert faults(await alice.post(path, [])) == {"": "wrong_type"}
    is_problem(await alice.request("POST", path, content=b"{", headers=JSON), 400, "malformed_json")
    is_problem(await alice.request("POST", path, content=b"x"), 415, "unsupported_media_type")
    assert await contents(world) == before


@pytest.mark.parametrize(("body", "media"), [(b"", None), (b"{}", None), (b"{}", "text/plain"), (b"", "x/y")])
async def test_accepts_an_empty_body_with_any_media_type(
    body: bytes, media: str | None, alice: Person
) -> None:
    card = await make.card(alice)
    headers = {} if media is None else {"Content-Type": media}
    path = f"/api/cards/{card['id']}/close"
    assert (await alice.request("POST", path, content=body, headers=headers)).status_code == 200


async def test_takes_other_spellings_and_gives_one(alice: Person) -> None:
    card = await make.card(
        alice,
        card_type=0.0,
        contribution_limit=10.0,
        custom_effect="HEARTS",
        collection={"currency": "eur", "add_money": "Anyone", "see_total": "ORGANISER", "min_amount": 1e2},
    )
    assert card["contribution_limit"] == 10
    assert card["custom_effect"] == "hearts"
    assert card["collection"]["currency"] == "EUR"
    assert card["collection"]["add_money"] == "everyone"
    assert card["collection"]["see_total"] == "admins"
    assert card["collection"]["min_amount"] == 100


@pytest.mark.usefixtures("unchanged")
async def test_takes_one_spelling_where_the_client_wants_it_strict(alice: Person) -> None:
    settings = {"currency": "eur", "add_money": "Anyone", "see_total": "admins"}
    body = await make.body(alice, collection=settings, custom_effect="HEARTS", moderation="PRE")
    assert faults(await alice.post("/api/cards", body, headers=STRICT)) == {
        "/collection/currency": "invalid_value",
        "/collection/add_money": "invalid_value",
        "/custom_effect": "invalid_value",
        "/moderation": "invalid_value",
    }


async def test_takes_null_for_absent(alice: Person) -> None:
    body = await make.body(alice)
    nulls = dict.fromkeys(
        ("bundle_purchase_id", "recipient", "recipients", "audio_file", "card_type", "auto_reminders",
         "contribution_end_date", "contribution_limit", "extra_data", "palette", "shared_link")
    )  # fmt: skip
    answer = await alice.post("/api/cards", {**body, **nulls, "collection": {"add_cash": None}})
    assert answer.status_code == 201
    assert "warnings" not in answer.json()
