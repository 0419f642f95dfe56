"""Reopen a closed card, with a new end if the former one has passed."""

from datetime import timedelta

import pytest

from tests import make
from tests.infra.http.test_bad_input import faults, is_problem
from tests.later import day
from tests.world import Person
from wellwish.base import clock


async def test_reopens_a_card_closed_by_hand(alice: Person) -> None:
    card = await make.card(alice, contribution_end_date=day(400))
    await alice.post(f"/api/cards/{card['id']}/close")
    answer = await alice.post(f"/api/cards/{card['id']}/reopen")
    assert answer.status_code == 200, answer.text
    opened = answer.json()
    assert (opened["status"], opened["closed_at"], opened["version"]) == ("open", None, 3)
    assert opened["contribution_ends_at"] == card["contribution_ends_at"]
    assert len(await make.invitations(alice, card["id"], "carol@example.com")) == 1


@pytest.mark.usefixtures("november_2026")
async def test_takes_another_end(alice: Person) -> None:
    card = await make.card(alice, timezone="Europe/Berlin")
    await alice.post(f"/api/cards/{card['id']}/close")
    answer = await alice.post(f"/api/cards/{card['id']}/reopen", {"contribution_end_date": "2027-12-24"})
    assert answer.json()["contribution_ends_at"] == "2027-12-24T22:59:59.999Z"


async def test_needs_an_end_where_the_former_one_has_passed(alice: Person) -> None:
    card = await make.card(alice, contribution_end_date=day(40))
    path = f"/api/cards/{card['id']}/reopen"
    try:
        clock.move(timedelta(days=90))
        alice.token = await alice.exchange()
        assert faults(await alice.post(path, {})) == {"/contribution_end_date": "required"}
        past = {"contribution_end_date": day(-49)}
        assert faults(await alice.post(path, past)) == {"/contribution_end_date": "in_the_past"}
        answer = await alice.post(path, {"contribution_end_date": day(30)})
        assert (answer.status_code, answer.json()["status"]) == (200, "open")
        (row,) = (await alice.get("/api/cards?status=open")).json()["data"]
        assert row["id"] == card["id"]
    finally:
        clock.move(timedelta())


async def test_another_end_does_not_reopen_the_card(alice: Person) -> None:
    card = await make.card(alice, contribution_end_date=(end := day(40)))
    path = f"/api/cards/{card['id']}"
    try:
        clock.move(timedelta(days=90))
        alice.token = await alice.exchange()
        answer = await alice.patch(path, {"contribution_end_date": day(30)})
        assert (answer.json()["status"], answer.json()["closed_at"]) == ("closed", f"{end}T23:59:59.999Z")
        assert (await alice.post(f"{path}/reopen")).json()["status"] == "open"
    finally:
        clock.move(timedelta())


@pytest.mark.parametrize("steps", [(), ("cancel",), ("close", "archive")])
async def test_refuses_to_reopen_a_card_that_is_not_closed(steps: tuple[str, ...], alice: Person) -> None:
    card = await make.card(alice)
    for step in steps:
        assert (await alice.post(f"/api/cards/{card['id']}/{step}")).status_code == 200
    is_problem(await alice.post(f"/api/cards/{card['id']}/reopen", {}), 409, "card_state")


async def test_refuses_an_outdated_version(alice: Person) -> None:
    card = await make.card(alice)
    await alice.post(f"/api/cards/{card['id']}/close")
    path = f"/api/cards/{card['id']}/reopen"
    is_problem(await alice.post(path, {}, headers={"If-Match": '"1"'}), 412, "precondition_failed")
    assert (await alice.post(path, {}, headers={"If-Match": '"2"'})).status_code == 200


async def test_keeps_the_links(alice: Person) -> None:
    card = await make.card(alice, recipient="Maya", public_read=True)
    await alice.post(f"/api/cards/{card['id']}/close")
    opened = (await alice.post(f"/api/cards/{card['id']}/reopen")).json()
    links = ("sign_url", "view_url", "recipients")
    assert {name: opened[name] for name in links} == {name: card[name] for name in links}
