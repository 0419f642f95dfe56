"""What a rule decides about its cards: organiser, bundle, money; and the holidays of the account."""

from collections.abc import Iterator
from typing import Any

import pytest

from tests.later import another_time, pass_until
from tests.members.joining import join, member_id_of
from tests.occasions.making import OPENS, begin, cards, occasions, purchase, rule_body, someone, started, team
from tests.people.test_create import pointers
from tests.platforms.acting import acting, appoint, drawing
from tests.world import Person
from wellwish.bundles.grant import grant
from wellwish.infra.db import Tx
from wellwish.occasions import create_cards
from wellwish.occasions.cards_left import Purchase

pytestmark = pytest.mark.anyio


@pytest.fixture(autouse=True)
def _begin(alice: Person, bob: Person) -> Iterator[None]:
    with another_time():
        begin(alice)
        bob.token = None
        yield


async def organisers(person: Person) -> list[str]:
    rows = await person.world.owner.fetch("select organiser_id from cards order by id")
    return [row["organiser_id"] for row in rows]


async def test_the_organiser_is_the_member_whom_the_rule_names(alice: Person, bob: Person) -> None:
    await join(bob, alice)
    await team(alice)
    made = await started(alice, organiser_id=bob.user_id)
    assert made["organiser_id"] == bob.user_id
    await pass_until(alice, OPENS)
    assert await organisers(alice) == [bob.user_id]


@pytest.mark.parametrize("is_member", [True, False])
async def test_the_manager_organises_as_a_member(alice: Person, bob: Person, is_member: bool) -> None:
    if is_member:
        await join(bob, alice)
    email = (await bob.world.owner.fetchval("select email from users where id = $1", bob.user_id)).upper()
    await someone(alice, "Boss", email=email)
    await someone(alice, "Kim", external_id="k", manager=email)
    await someone(alice, "Maya", manager=email, dates={"birthday": "--03-17"})
    await started(alice, manager_organises=True)
    await pass_until(alice, OPENS)
    assert await organisers(alice) == [bob.user_id if is_member else alice.user_id]


async def test_the_manager_who_left_does_not_organise(alice: Person, bob: Person) -> None:
    await join(bob, alice)
    email = await bob.world.owner.fetchval("select email from users where id = $1", bob.user_id)
    boss = await someone(alice, "Boss", email=email)
    await someone(alice, "Kim", manager=email)
    await someone(alice, "Maya", manager=email, dates={"birthday": "--03-17"})
    await started(alice, manager_organises=True)
    await alice.patch(f"/api/people/{boss['id']}", {"status": "left"})
    await pass_until(alice, OPENS)
    assert await organisers(alice) == [alice.user_id]


async def test_nobody_organises_their_own_card(alice: Person) -> None:
    """The owners get the mail instead."""
    email = await alice.world.owner.fetchval("select email from users where id = $1", alice.user_id)
    await someone(alice, "Bo")
    await someone(alice, "Kim", manager="bo@example.com")
    await someone(alice, "Alice", email=email, manager="bo@example.com", dates={"birthday": "--03-17"})
    await started(alice)
    await pass_until(alice, OPENS)
    assert await organisers(alice) == [alice.account_id]


async def test_a_rule_whose_organiser_has_left_can_be_changed(alice: Person, bob: Person) -> None:
    await join(bob, alice)
    made = await started(alice, organiser_id=bob.user_id)
    assert (await alice.delete(f"/api/account/members/{member_id_of(bob)}")).status_code in (200, 204)
    path = f"/api/occasion-rules/{made['id']}"
    changed = (await alice.patch(path, {"sender": "Others"})).json()
    assert (changed["sender"], changed["organiser_id"]) == ("Others", bob.user_id)
    answer = await alice.patch((await path_of_another(alice)), {"organiser_id": bob.user_id})
    assert (answer.status_code, pointers(answer)) == (422, ["/organiser_id"])
    assert (await alice.patch(path, {"organiser_id": None})).json()["organiser_id"] == alice.user_id


async def path_of_another(person: Person) -> str:
    return f"/api/occasion-rules/{(await started(person))['id']}"


async def granted(person: Person, count: int) -> str:
    async with person.world.services.db.transaction([person.account_id]) as tx:
        return (await grant(tx, person.account_id, count)).id


async def test_cards_are_taken_from_the_purchases_of_the_rule_first(alice: Person) -> None:
    first = (await alice.get("/api/bundle-purchases/available")).json()["data"][0]["id"]
    second, third = await granted(alice, 1), await granted(alice, 2)
    await team(alice)
    for name in ("Pat", "Sam"):
        await someone(alice, name, manager="bo@example.com", dates={"birthday": "--03-17"})
    await started(alice, bundle_purchase_ids=[third, second])
    await someone(alice, "Uma", manager="bo@example.com", dates={"birthday": "--03-18"})
    await pass_until(alice, "2027-03-12T12:00")
    taken = [each["bundle_purchase_id"] for each in await cards(alice)]
    # Two of the third, the only one of the second, then the first available.
    assert sorted(taken) == sorted([third, third, second, first])
    assert taken[-1] == first


async def test_a_customer_takes_cards_from_the_named_purchases_of_its_platform(
    alice: Person, mallory: Person
) -> None:
    await appoint(alice)
    customer, own = await drawing(alice), alice.bundle_purchase_id
    second = await purchase(alice, None, 1)
    await team(customer)
    await someone(customer, "Pat", manager="bo@example.com", dates={"birthday": "--03-18"})
    made = await started(customer, bundle_purchase_ids=[second, own])
    assert made["bundle_purchase_ids"] == [second, own]
    theirs = await rule_body(customer, bundle_purchase_ids=[own, mallory.bundle_purchase_id])
    refused = await customer.post("/api/occasion-rules", theirs)
    assert (refused.status_code, pointers(refused)) == (422, ["/bundle_purchase_ids/1"])
    await pass_until(customer, "2027-03-12T12:00")
    assert [each["bundle_purchase_id"] for each in await cards(customer)] == [second, own]
    # The control: a customer with its own bundles cannot name those of the platform.
    alice.token = None
    other = await acting(alice, name="Elm Ltd")
    refused = await other.post("/api/occasion-rules", await rule_body(other, bundle_purchase_ids=[own]))
    assert (refused.status_code, pointers(refused)) == (422, ["/bundle_purchase_ids/0"])


async def test_takes_another_card_if_the_chosen_one_is_taken_meanwhile(
    alice: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Between the choice of a purchase and the creation of the card, somebody takes its last card."""
    second = await purchase(alice, None, 1)
    load = create_cards.load_purchases

    async def taken_later(tx: Tx, account_id: str) -> list[Purchase]:
        monkeypatch.setattr(create_cards, "load_purchases", load)
        found = await load(tx, account_id)
        await alice.world.owner.execute(
            "update bundle_purchases set cards_used = cards_total where id = $1", second
        )
        return found

    await team(alice)
    await started(alice, bundle_purchase_ids=[second])
    monkeypatch.setattr(create_cards, "load_purchases", taken_later)
    await pass_until(alice, OPENS)
    assert [each["bundle_purchase_id"] for each in await cards(alice)] == [alice.bundle_purchase_id]


async def test_the_cards_have_the_money_settings_of_the_rule(alice: Person) -> None:
    await team(alice)
    money = {
        "add_money": "everyone",
        "currency": "JPY",
        "suggested_amounts": [500, 1000],
        "goal_amount": 9000,
    }
    made = await started(alice, collection=money)
    await alice.patch("/api/account", {"currency": "EUR"})
    await pass_until(alice, OPENS)
    [card] = await cards(alice)
    assert card["collection"] == made["collection"]
    assert card["collection"].items() >= money.items()


async def test_a_change_of_money_keeps_what_it_does_not_name(alice: Person) -> None:
    money = {"add_money": "everyone", "currency": "EUR", "goal_amount": 9000, "min_amount": 100}
    made = await started(alice, collection=money)
    path = f"/api/occasion-rules/{made['id']}"
    changed = await alice.patch(path, {"collection": {"goal_amount": None, "max_amount": 500}})
    assert changed.json()["collection"] == {**made["collection"], "goal_amount": None, "max_amount": 500}
    refused = await alice.patch(path, {"collection": {"max_amount": 50}})
    assert (refused.status_code, pointers(refused)) == (422, ["/collection/min_amount"])
    assert (await alice.patch(path, {"collection": None})).json()["collection"] is None
    added = (await alice.patch(path, {"collection": {"add_money": "everyone"}})).json()["collection"]
    assert (added["add_money"], added["currency"], added["min_amount"]) == ("everyone", "USD", None)


async def test_a_card_of_a_rule_without_money_collects_none(alice: Person) -> None:
    await team(alice)
    await started(alice)
    await pass_until(alice, OPENS)
    [card] = await cards(alice)
    assert card["collection"]["add_money"] == "nobody"


async def days_of(person: Person) -> tuple[str, str]:
    [found] = await occasions(person)
    return found["opens_on"], found["closes_on"]


@pytest.mark.parametrize(
    ("days_off", "expected"),
    [
        ("before", ("2027-03-08", "2027-03-16")),
        ("after", ("2027-03-09", "2027-03-22")),
        ("nearest", ("2027-03-08", "2027-03-16")),
        ("keep", ("2027-03-09", "2027-03-17")),
    ],
)
async def test_cards_open_and_close_on_working_days(
    alice: Person, days_off: str, expected: tuple[str, str]
) -> None:
    """Maya's birthday, Wednesday 17 March, the two days after it and the Monday before are holidays."""
    await team(alice)
    await started(alice, days_off=days_off)
    assert await days_of(alice) == ("2027-03-10", "2027-03-17")
    holidays: list[Any] = ["2027-03-17", "2027-03-18", "2027-03-19", "2027-03-15"]
    answer = await alice.patch("/api/account", {"holidays": holidays})
    assert answer.json()["holidays"] == sorted(holidays)
    assert await days_of(alice) == expected
    await pass_until(alice, f"{expected[0]}T08:59")
    assert await cards(alice) == []
    await pass_until(alice, f"{expected[0]}T09:00")
    [card] = await cards(alice)
    assert card["contribution_ends_at"] == f"{expected[1]}T09:00:00.000Z"


async def test_a_new_holiday_creates_the_cards_that_should_be_open(alice: Person) -> None:
    await team(alice)
    await started(alice)
    await pass_until(alice, "2027-03-09T09:00")
    assert await cards(alice) == []
    await alice.patch("/api/account", {"holidays": ["2027-03-16"]})
    await alice.world.work()
    assert len(await cards(alice)) == 1


async def test_holidays_are_those_of_the_account(alice: Person, mallory: Person) -> None:
    mallory.token = None
    await mallory.patch("/api/account", {"holidays": ["2027-03-17"]})
    await team(alice)
    await started(alice)
    assert await days_of(alice) == ("2027-03-10", "2027-03-17")
