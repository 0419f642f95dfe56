"""A choice still holds when the account changes an identifier of the person."""

import asyncio
from pathlib import Path
from typing import Any

import pytest

from tests.people.test_choice import NOTHING, SAID, choose, chosen, kept_of
from tests.people.test_create import MAYA
from tests.people.test_update import made
from tests.world import Person
from wellwish.people.choice import Choice

pytestmark = pytest.mark.anyio

NO_CARDS = Choice(no_cards=True)
ONLY_TEAM = Choice(only_team=True)
MIGRATIONS = Path(__file__).resolve().parents[2] / "migrations"


async def changed(account: Person, person_id: str, **fields: Any) -> None:
    answer = await account.patch(f"/api/people/{person_id}", fields)
    assert answer.status_code == 200, answer.text


async def added(account: Person, **fields: Any) -> str:
    """Adds a person and returns their ID."""
    answer = await account.post("/api/people", {"name": "Maya", **fields})
    assert answer.status_code == 201, answer.text
    return answer.json()["id"]


@pytest.mark.parametrize("by", ["patch", "post", "put"])
async def test_the_former_address_keeps_the_choice(alice: Person, mallory: Person, by: str) -> None:
    target = (await made(alice))["id"]
    assert await choose(alice, target, SAID)
    moved = {**MAYA, "email": "z@example.com"}
    if by == "patch":
        await changed(alice, target, email="z@example.com")
    elif by == "post":
        assert (await alice.post("/api/people", moved)).status_code == 200
    else:
        assert (await alice.put("/api/people", {"people": [moved]})).status_code == 200
    sql = "select to_jsonb(k)::text as kept from kept_choices k where account_id = $1"
    assert "maya" not in (await alice.world.owner.fetchval(sql, alice.account_id)).lower()
    theirs = await added(mallory, email="maya@example.com")
    assert await chosen(mallory, theirs) == {theirs: NOTHING}
    again = await added(alice, email="Maya@Example.com", external_id="e-9")
    assert await chosen(alice, target, again) == {target: SAID, again: SAID}
    assert await kept_of(alice) == 0


@pytest.mark.parametrize("last", [{"email": "maya@example.com"}, {"email": "b@example.com"}])
async def test_each_of_several_former_addresses_keeps_the_choice(alice: Person, last: dict[str, str]) -> None:
    target = (await made(alice))["id"]
    assert await choose(alice, target, NO_CARDS)
    for email in ("b@example.com", "c@example.com", None, "d@example.com"):
        await changed(alice, target, email=email)
    again = await added(alice, **last)
    assert await chosen(alice, target, again) == {target: NO_CARDS, again: NO_CARDS}


async def test_a_former_address_has_what_the_person_said_since(alice: Person) -> None:
    """Only a reader of an address can withdraw the choice that was made with it."""
    target = (await made(alice))["id"]
    assert await choose(alice, target, ONLY_TEAM)
    await changed(alice, target, email="z@example.com")
    assert await choose(alice, target, NO_CARDS)
    again = await added(alice, email="maya@example.com")
    assert await chosen(alice, again) == {again: Choice(no_cards=True, only_team=True)}


@pytest.mark.parametrize("gone", [False, True])
async def test_a_former_address_outlives_the_person(alice: Person, gone: bool) -> None:
    target = (await made(alice))["id"]
    assert await choose(alice, target, ONLY_TEAM)
    await changed(alice, target, email="z@example.com")
    assert await choose(alice, target, NO_CARDS if gone else NOTHING)
    assert (await alice.delete(f"/api/people/{target}")).status_code == 204
    again = await added(alice, email="maya@example.com")
    assert await chosen(alice, again) == {again: Choice(no_cards=gone, only_team=True)}


async def test_an_address_that_changes_back_and_forth_loses_nothing(alice: Person) -> None:
    """The account could enter its own address and withdraw the choice there."""
    target = (await made(alice))["id"]
    assert await choose(alice, target, NO_CARDS)
    for _ in range(12):
        await changed(alice, target, email="z@example.com")
        assert await choose(alice, target, NOTHING)
        await changed(alice, target, email="maya@example.com")
        assert await chosen(alice, target) == {target: NO_CARDS}


async def test_keeps_a_limited_number_of_former_addresses(alice: Person) -> None:
    target = (await made(alice))["id"]
    assert await choose(alice, target, NO_CARDS)
    for number in range(12):
        await changed(alice, target, email=f"{number}@example.com")
    assert await kept_of(alice) == 10
    again = await added(alice, email="maya@example.com")
    assert await chosen(alice, again) == {again: NO_CARDS}


async def test_a_former_number_counts_for_people_without_an_address(alice: Person) -> None:
    target = (await made(alice))["id"]
    assert await choose(alice, target, NO_CARDS)
    await changed(alice, target, external_id="e-9")
    ben = await added(alice, external_id="e-1", email="ben@example.com")
    await changed(alice, ben, external_id="e-8")
    again = await added(alice, external_id="e-1")
    assert await chosen(alice, target, ben, again) == {target: NO_CARDS, ben: NOTHING, again: NO_CARDS}
    assert await kept_of(alice) == 0


async def test_a_new_number_restores_nothing_that_the_person_withdrew(alice: Person) -> None:
    target = (await made(alice))["id"]
    assert await choose(alice, target, NO_CARDS)
    await changed(alice, target, external_id="e-9")
    assert await choose(alice, target, NOTHING)
    await changed(alice, target, external_id="e-10")
    assert await chosen(alice, target) == {target: NOTHING}


async def test_an_address_keeps_the_choice_that_its_number_restored(alice: Person) -> None:
    """Otherwise, a row with only the number would use up the choice of the address."""
    target = (await made(alice))["id"]
    assert await choose(alice, target, NO_CARDS)
    await alice.delete(f"/api/people/{target}")
    by_number = await added(alice, external_id="e-1")
    by_address = await added(alice, external_id="e-9", email="maya@example.com")
    assert await chosen(alice, by_number, by_address) == {by_number: NO_CARDS, by_address: NO_CARDS}
    assert await kept_of(alice) == 0


def rows(*emails: str) -> list[dict[str, Any]]:
    """Returns people whose numbers are their places."""
    return [{"name": "A", "external_id": f"e-{at}", "email": email} for at, email in enumerate(emails)]


async def listed(account: Person, *emails: str) -> list[str]:
    """Saves the list and returns the IDs of its people by number."""
    answer = await account.put("/api/people", {"people": rows(*emails)})
    assert answer.status_code == 200, answer.text
    found = (await account.get("/api/people")).json()["data"]
    return [each["id"] for each in sorted(found, key=lambda each: each["external_id"])]


@pytest.mark.parametrize("count", [2, 3])
async def test_people_who_exchange_addresses_also_get_the_choice_of_their_new_address(
    alice: Person, count: int
) -> None:
    emails = ["a@example.com", "b@example.com", "c@example.com"][:count]
    fields = ["no_cards", "only_team", "no_birthday"][:count]
    ids = await listed(alice, *emails)
    for person_id, field in zip(ids, fields, strict=True):
        assert await choose(alice, person_id, Choice(**{field: True}))
    assert await listed(alice, *emails[1:], emails[0]) == ids
    assert await chosen(alice, *ids) == {
        person_id: Choice(**{fields[at]: True, fields[(at + 1) % count]: True})
        for at, person_id in enumerate(ids)
    }
    assert await kept_of(alice) == 0


async def test_an_exchange_with_a_row_of_the_owner_takes_no_choice_away(alice: Person) -> None:
    """The owner reads b@example.com, and so also withdraws what the row has with that address."""
    theirs, own = await listed(alice, "a@example.com", "b@example.com")
    assert await choose(alice, theirs, NO_CARDS)
    assert await choose(alice, own, ONLY_TEAM)
    await listed(alice, "b@example.com", "a@example.com")
    assert await choose(alice, theirs, NOTHING)
    assert (await chosen(alice, own))[own].no_cards
    await listed(alice, "a@example.com", "b@example.com")
    assert (await chosen(alice, theirs))[theirs].no_cards


async def filled(account: Person) -> str:
    """Returns a person who has had more addresses of the owner than are kept, and chose with the first."""
    target = await added(account, email="own@example.com")
    assert await choose(account, target, ONLY_TEAM)
    for number in range(12):
        await changed(account, target, email=f"own{number}@example.com")
    sql = "select count(*) from kept_choices where person_id = $1"
    assert await account.world.owner.fetchval(sql, target) == 10
    return target


@pytest.mark.parametrize("again", [False, True])
async def test_former_addresses_of_the_owner_do_not_push_out_that_of_the_person(
    alice: Person, again: bool
) -> None:
    """Neither if the person makes another choice, nor if they save again what the row already says."""
    target = await filled(alice)
    await changed(alice, target, email="maya@example.com")
    said = ONLY_TEAM if again else NO_CARDS
    assert await choose(alice, target, said)
    await changed(alice, target, email="z@example.com")
    assert await choose(alice, target, NOTHING)
    await changed(alice, target, email="maya@example.com")
    assert await chosen(alice, target) == {target: said}


async def test_former_addresses_of_the_owner_do_not_push_out_a_restored_choice(alice: Person) -> None:
    maya = await added(alice, email="maya@example.com")
    assert await choose(alice, maya, NO_CARDS)
    assert (await alice.delete(f"/api/people/{maya}")).status_code == 204
    target = await filled(alice)
    await changed(alice, target, email="maya@example.com")
    await changed(alice, target, email="z@example.com")
    assert await choose(alice, target, NOTHING)
    await changed(alice, target, email="maya@example.com")
    assert (await chosen(alice, target))[target].no_cards


@pytest.mark.parametrize("migrated", [True, False])
async def test_numbers_of_the_owner_do_not_push_out_a_choice_of_the_former_release(
    alice: Person, migrated: bool
) -> None:
    """The former release stores no version of the link. The control: without the migration, it is lost."""
    target = await added(alice, email="maya@example.com", external_id="e-0")
    assert await choose(alice, target, NO_CARDS)
    await alice.world.owner.execute("update people set choice_link_version = null where id = $1", target)
    if migrated:
        await alice.world.owner.execute((MIGRATIONS / "0285_choices_so_far.sql").read_text())
    for number in range(1, 12):
        await changed(alice, target, external_id=f"e-{number}")
    await changed(alice, target, email="own@example.com")
    assert await choose(alice, target, NOTHING)
    await changed(alice, target, email="maya@example.com")
    assert (await chosen(alice, target))[target].no_cards == migrated


async def test_an_exchange_with_somebody_who_said_nothing_loses_no_choice(alice: Person) -> None:
    """It may be the same person, whose address was in another row by mistake."""
    first, other = await listed(alice, "a@example.com", "b@example.com")
    assert await choose(alice, first, NO_CARDS)
    await listed(alice, "b@example.com", "a@example.com")
    assert await chosen(alice, first, other) == {first: NO_CARDS, other: NO_CARDS}


async def test_an_address_that_moves_on_in_a_list_takes_its_choice_along(alice: Person) -> None:
    first, other = await listed(alice, "a@example.com", "b@example.com")
    assert await choose(alice, first, NO_CARDS)
    assert await choose(alice, other, ONLY_TEAM)
    await listed(alice, "z@example.com", "a@example.com")
    both = Choice(no_cards=True, only_team=True)
    assert await chosen(alice, first, other) == {first: NO_CARDS, other: both}
    again = await added(alice, email="b@example.com")
    assert await chosen(alice, again) == {again: both}


async def test_a_choice_and_another_address_at_once_lose_nothing(alice: Person) -> None:
    for turn in range(5):
        target = await added(alice, email=f"a{turn}@example.com")
        await asyncio.gather(
            choose(alice, target, NO_CARDS), changed(alice, target, email=f"z{turn}@example.com")
        )
        assert await chosen(alice, target) == {target: NO_CARDS}, turn


async def test_people_without_a_choice_leave_nothing_behind(alice: Person) -> None:
    target = (await made(alice))["id"]
    await changed(alice, target, email="z@example.com", external_id="e-9")
    assert await kept_of(alice) == 0
