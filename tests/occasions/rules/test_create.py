"""Create an occasion rule."""

from typing import Any

import pytest

from tests.occasions.making import rule, rule_body, template_ids
from tests.people.test_create import pointers
from tests.world import Person, World

pytestmark = pytest.mark.anyio


async def test_creates_a_paused_rule(alice: Person) -> None:
    [template_id] = await template_ids(alice)
    given = await rule_body(alice)
    del given["invites"]
    made = (await alice.post("/api/occasion-rules", given)).json()
    assert made == {
        "object": "occasion_rule",
        "id": made["id"],
        "status": "paused",
        "occasion": "birthday",
        "date_name": None,
        "team_ids": None,
        "years": None,
        "template_ids": [template_id],
        "title": "Happy birthday, {name}!",
        "sender": "The team",
        "message": None,
        "opens_days_before": 5,
        "closes_hour": 9,
        "days_off": "before",
        "leap_day": "february_28",
        "invites": "team",
        "group_id": None,
        "max_cards_a_month": 100,
        "organiser_id": alice.user_id,
        "manager_organises": False,
        "bundle_purchase_ids": None,
        "collection": None,
        "started_at": None,
        "version": 1,
        "created_at": made["created_at"],
        "updated_at": made["created_at"],
    }


async def test_keeps_years_in_order_and_once(alice: Person) -> None:
    made = await rule(alice, occasion="anniversary", years=[10, 1, 5, 1], title="{years} years, {name}")
    assert made["years"] == [1, 5, 10]


async def test_names_the_currency_of_the_account_unless_told_otherwise(alice: Person) -> None:
    await alice.patch("/api/account", {"currency": "EUR"})
    own = await rule(alice, collection={"add_money": "everyone"})
    assert (own["collection"]["add_money"], own["collection"]["currency"]) == ("everyone", "EUR")
    other = await rule(alice, collection={"add_money": "everyone", "currency": "JPY"})
    assert other["collection"]["currency"] == "JPY"


async def test_refuses_an_organiser_and_a_purchase_of_another_account(alice: Person, mallory: Person) -> None:
    [theirs] = (await mallory.get("/api/bundle-purchases")).json()["data"]
    given = {"organiser_id": mallory.user_id, "bundle_purchase_ids": [theirs["id"]]}
    answer = await alice.post("/api/occasion-rules", await rule_body(alice, **given))
    assert (answer.status_code, pointers(answer)) == (422, ["/organiser_id", "/bundle_purchase_ids/0"])


FAULTS: list[tuple[dict[str, Any], str]] = [
    ({"occasion": "jubilee"}, "/occasion"),
    ({"occasion": "date"}, "/date_name"),
    ({"date_name": "name_day"}, "/date_name"),
    ({"occasion": "date", "date_name": "Name day"}, "/date_name"),
    ({"years": [5]}, "/years"),
    ({"team_ids": ["grp_00000000000000000000000000"]}, "/team_ids/0"),
    ({"occasion": "anniversary", "years": []}, "/years"),
    ({"occasion": "anniversary", "years": [0]}, "/years/0"),
    ({"template_ids": []}, "/template_ids"),
    ({"organiser_id": "usr_00000000000000000000000000"}, "/organiser_id"),
    ({"bundle_purchase_ids": []}, "/bundle_purchase_ids"),
    ({"bundle_purchase_ids": ["bp_00000000000000000000000000"]}, "/bundle_purchase_ids/0"),
    ({"bundle_purchase_ids": ["bp_00000000000000000000000000"] * 2}, "/bundle_purchase_ids/1"),
    ({"collection": {"add_money": "friends"}}, "/collection/add_money"),
    ({"collection": {"min_amount": 200, "max_amount": 100}}, "/collection/min_amount"),
    ({"collection": {"suggested_amounts": [1] * 5}}, "/collection/suggested_amounts"),
    ({"collection": {"colour": "red"}}, "/collection/colour"),
    ({"template_ids": ["tpl_00000000000000000000000000"]}, "/template_ids/0"),
    # A birthday by another name would get a second card, also of those who want none.
    ({"occasion": "date", "date_name": "birthday"}, "/date_name"),
    ({"occasion": "date", "date_name": "started_on"}, "/date_name"),
    ({"title": "{years} years, {name}"}, "/title"),
    ({"title": "Hi {first_name}"}, "/title"),
    ({"message": "Hi {}"}, "/message"),
    ({"opens_days_before": 0}, "/opens_days_before"),
    ({"opens_days_before": 31}, "/opens_days_before"),
    ({"closes_hour": 24}, "/closes_hour"),
    ({"days_off": "never"}, "/days_off"),
    ({"leap_day": "march_2"}, "/leap_day"),
    ({"invites": "all"}, "/invites"),
    ({"invites": "group"}, "/group_id"),
    ({"invites": "group", "group_id": "grp_00000000000000000000000000"}, "/group_id"),
    ({"group_id": "grp_00000000000000000000000000"}, "/group_id"),
    ({"max_cards_a_month": 0}, "/max_cards_a_month"),
    ({"max_cards_a_month": None}, "/max_cards_a_month"),
]


@pytest.mark.parametrize(("fields", "pointer"), FAULTS)
async def test_refuses(alice: Person, fields: dict[str, Any], pointer: str) -> None:
    given = {
        "occasion": "birthday", "template_ids": await template_ids(alice), "title": "Hi {name}",
        "sender": "Us", "max_cards_a_month": 5,
    }  # fmt: skip
    answer = await alice.post("/api/occasion-rules", {**given, **fields})
    assert answer.status_code == 422, answer.text
    assert pointers(answer) == [pointer]


async def test_refuses_a_template_that_is_named_twice(alice: Person) -> None:
    [template_id] = await template_ids(alice)
    given = {
        "occasion": "birthday", "template_ids": [template_id, template_id], "title": "Hi {name}",
        "sender": "Us", "max_cards_a_month": 5,
    }  # fmt: skip
    answer = await alice.post("/api/occasion-rules", given)
    assert (answer.status_code, pointers(answer)) == (422, ["/template_ids/1"])


async def test_a_group_is_no_team(alice: Person) -> None:
    group_id = (await alice.post("/api/groups", {"name": "Crew"})).json()["id"]
    answer = await alice.post("/api/occasion-rules", await rule_body(alice, team_ids=[group_id]))
    assert (answer.status_code, pointers(answer)) == (422, ["/team_ids/0"])


async def test_refuses_the_group_of_another_account(alice: Person, mallory: Person) -> None:
    group_id = (await mallory.post("/api/groups", {"name": "Crew"})).json()["id"]
    given = {
        "occasion": "birthday", "template_ids": await template_ids(alice), "title": "Hi {name}",
        "sender": "Us", "max_cards_a_month": 5, "invites": "group", "group_id": group_id,
    }  # fmt: skip
    assert pointers(await alice.post("/api/occasion-rules", given)) == ["/group_id"]


async def test_an_account_has_a_hundred_rules_at_most(alice: Person, world: World) -> None:
    first = await rule(alice)
    copies = """
        insert into occasion_rules (account_id, id, occasion, template_ids, title, sender, opens_days_before,
          closes_hour, days_off, leap_day, invites, max_cards_a_month, organiser_id, created_at, updated_at)
        select account_id, id || n, occasion, template_ids, title, sender, opens_days_before, closes_hour,
          days_off, leap_day, invites, max_cards_a_month, organiser_id, created_at, updated_at
        from occasion_rules, generate_series(1, 98) as n
        """
    await world.owner.execute(copies)
    await rule(alice)
    given = {
        name: first[name] for name in ("occasion", "template_ids", "title", "sender", "max_cards_a_month")
    }
    answer = await alice.post("/api/occasion-rules", given)
    assert (answer.status_code, answer.json()["code"]) == (409, "too_many_rules")
