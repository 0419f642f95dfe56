"""The cards that rules create."""

import asyncio
from collections.abc import Iterator
from datetime import datetime
from typing import Any

import pytest

from tests.later import another_time, pass_until, set_to
from tests.occasions.making import (
    OPENS,
    addresses,
    begin,
    cards,
    occasions,
    rule,
    someone,
    started,
    states,
    team,
)
from tests.occasions.test_plan import facts, only
from tests.world import Person, World
from wellwish.base import clock
from wellwish.base.errors import TooManyInvitations
from wellwish.occasions import create_cards, plan, signers, store
from wellwish.people.choice import Choice, choose

pytestmark = pytest.mark.anyio


@pytest.fixture(autouse=True)
def _begin(alice: Person) -> Iterator[None]:
    with another_time():
        begin(alice)
        yield


async def run(person: Person) -> datetime | None:
    return await create_cards.run(person.world.services, {"account_id": person.account_id})


async def choose_for(person: Person, person_id: str, choice: Choice) -> None:
    async with person.world.services.db.transaction([person.account_id]) as tx:
        assert await choose(tx, person.account_id, person_id, choice)


async def test_creates_the_card_that_was_planned(alice: Person) -> None:
    maya = await team(alice, timezone="Europe/Berlin", locale="de")
    of = await started(alice, message="Sign for {name}")
    await alice.world.work()
    [planned] = await occasions(alice)
    assert planned["state"] == "planned"
    assert planned["opens_at"] == "2027-03-10T08:00:00.000Z"
    await pass_until(alice, "2027-03-10T07:59")
    assert await cards(alice) == []
    await pass_until(alice, "2027-03-10T08:00")
    [card] = await cards(alice)
    assert (card["title"], card["sender"], card["timezone"]) == (
        "Happy birthday, Maya!",
        "The team",
        "Europe/Berlin",
    )
    assert card["contribution_ends_at"] == planned["closes_at"] == "2027-03-17T08:00:00.000Z"
    [to] = card["recipients"]
    assert (to["name"], to["email"], to["locale"]) == ("Maya", "maya@example.com", "de")
    assert await occasions(alice) == [{**planned, "state": "made", "card_id": card["id"]}]
    invited = (await alice.get(f"/api/cards/{card['id']}/invitations")).json()["data"]
    assert {each["delivery_id"] for each in invited} == {"bo@example.com", "kim@example.com"}
    assert {each["message"] for each in invited} == {"Sign for Maya"}
    [event] = [
        each
        for each in (await alice.get("/api/events")).json()["data"]
        if each["type"] == "occasion.card_created"
    ]
    assert event["data"] == {"person_id": maya["id"], "card_id": card["id"], "occasion_rule_id": of["id"]}


async def test_creates_one_card_whatever_runs_again(alice: Person) -> None:
    maya = await team(alice)
    await started(alice)
    await started(alice, title="Another rule")
    await pass_until(alice, OPENS)
    await run(alice)
    await asyncio.gather(*(run(alice) for _ in range(4)))
    # The list is imported again, the birthday corrected, the rules replaced.
    whole = {"people": [{"name": "Maya", "email": maya["email"], "dates": {"birthday": "--03-19"}}]}
    assert (await alice.put("/api/people", {**whole, "allow_leavers": True})).status_code == 200
    for each in (await alice.get("/api/occasion-rules")).json()["data"]:
        await alice.delete(f"/api/occasion-rules/{each['id']}")
    await started(alice, invites="nobody")
    await pass_until(alice, "2027-03-18T12:00")
    assert len(await cards(alice)) == 1


async def test_the_row_of_an_occasion_refuses_a_second_card(
    alice: Person, world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The plan does not see the row, as if two runs had planned at the same time."""
    await team(alice)
    await started(alice)
    await pass_until(alice, OPENS)
    assert len(await cards(alice)) == 1

    async def nothing(*_: Any) -> dict[Any, Any]:
        return {}

    monkeypatch.setattr(store, "load", nothing)
    with pytest.raises(create_cards.AlreadyMadeError):
        await run(alice)
    assert len(await cards(alice)) == 1
    # The control: without the row, the same run creates another card.
    await world.owner.execute("delete from occasions")
    await run(alice)
    assert len(await cards(alice)) == 2


async def test_a_run_that_is_interrupted_leaves_all_or_nothing(
    alice: Person, world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    await team(alice)
    await started(alice)
    await pass_until(alice, "2027-03-10T08:59")
    set_to(OPENS)
    remaining = (await alice.get("/api/bundle-purchases")).json()["data"]

    class KilledError(BaseException):
        """The death of the process, which no code can observe."""

    async def killed(*_: Any, **__: Any) -> None:
        raise KilledError

    for name in ("_claim", "create_invitations"):
        with monkeypatch.context() as patched:
            patched.setattr(create_cards, name, killed)
            with pytest.raises(KilledError):
                await run(alice)
        alice.token = None
        assert await cards(alice) == []
        assert (await alice.get("/api/bundle-purchases")).json()["data"] == remaining
        assert await world.owner.fetchval("select count(*) from occasions") == 0
    await run(alice)
    assert len(await cards(alice)) == 1


async def test_an_error_with_one_card_does_not_prevent_the_others(
    alice: Person, world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    await team(alice)
    for name in ("Pat", "Sam"):
        await someone(alice, name, manager="bo@example.com", dates={"birthday": "--03-17"})
    await started(alice)
    await pass_until(alice, "2027-03-10T08:59")
    set_to(OPENS)
    create = create_cards.create_card

    async def odd(tx: Any, caller: Any, services: Any, new: Any, warnings: Any) -> Any:
        if new.title == "Happy birthday, Pat!":
            raise ZeroDivisionError
        return await create(tx, caller, services, new, warnings)

    monkeypatch.setattr(create_cards, "create_card", odd)
    with pytest.raises(ZeroDivisionError):
        await run(alice)
    alice.token = None
    assert await states(alice) == {"Maya": "made", "Pat": "failed", "Sam": "made"}
    # The job is tried again, even after it was dead.
    for _ in range(11):
        await world.owner.execute("update jobs set run_at = now() - interval '1 day' where kind like 'occ%'")
        await world.work()
    monkeypatch.setattr(create_cards, "create_card", create)
    await pass_until(alice, "2027-03-10T12:00")
    assert await states(alice) == {"Maya": "made", "Pat": "made", "Sam": "made"}


async def test_creates_no_card_for_those_who_left_or_declined(alice: Person) -> None:
    maya = await team(alice)
    pat = await someone(alice, "Pat", manager="bo@example.com", dates={"birthday": "--03-18"})
    await someone(alice, "Sam", manager="bo@example.com", dates={"birthday": "--03-18"}, celebrate=False)
    await started(alice)
    await choose_for(alice, maya["id"], Choice(no_birthday=True))
    await pass_until(alice, "2027-03-10T08:00")
    assert (await alice.patch(f"/api/people/{pat['id']}", {"status": "left"})).status_code == 200
    await pass_until(alice, "2027-03-18T12:00")
    assert await cards(alice) == []
    assert await states(alice, from_="2027-03-01") == {"Maya": "declined"}


async def test_a_choice_that_is_made_meanwhile_counts(alice: Person, monkeypatch: pytest.MonkeyPatch) -> None:
    """The person declines after the plan is made and before the row is locked."""
    maya = await team(alice)
    await started(alice)
    await pass_until(alice, "2027-03-10T08:59")
    set_to(OPENS)
    plan = create_cards.planned

    async def declined_meanwhile(*given: Any) -> Any:
        made = await plan(*given)
        await choose_for(alice, maya["id"], Choice(no_cards=True))
        return made

    monkeypatch.setattr(create_cards, "planned", declined_meanwhile)
    await run(alice)
    alice.token = None
    assert await cards(alice) == []
    # The control: withdrawn, the same run creates the card.
    monkeypatch.setattr(create_cards, "planned", plan)
    await choose_for(alice, maya["id"], Choice())
    await run(alice)
    assert len(await cards(alice)) == 1


async def test_creates_a_card_for_who_joins_after_the_opening(alice: Person) -> None:
    await team(alice)
    await started(alice)
    await pass_until(alice, "2027-03-15T12:00")
    assert len(await cards(alice)) == 1
    await someone(alice, "Late", manager="bo@example.com", dates={"birthday": "--03-17"})
    await someone(alice, "Missed", manager="bo@example.com", dates={"birthday": "--03-16"})
    await alice.world.work()
    assert [each["recipients"][0]["name"] for each in await cards(alice)] == ["Maya", "Late"]
    assert await states(alice) == {"Maya": "made", "Late": "made", "Missed": "missed"}


async def test_a_paused_rule_creates_no_card(alice: Person) -> None:
    await team(alice)
    made = await started(alice)
    await alice.world.work()
    assert (await alice.post(f"/api/occasion-rules/{made['id']}/pause")).status_code == 200
    await pass_until(alice, "2027-03-12T12:00")
    assert await cards(alice) == []
    assert await states(alice) == {"Maya": "paused"}
    await alice.post(f"/api/occasion-rules/{made['id']}/start")
    await alice.world.work()
    assert len(await cards(alice)) == 1


async def test_stores_why_there_was_no_card(alice: Person) -> None:
    await team(alice, manager=None)
    await started(alice)
    await pass_until(alice, OPENS)
    [found] = await occasions(alice)
    assert (found["state"], found["cards"], found["card_id"]) == ("no_signers", 0, None)
    # From 16 March on, it is too late for a card, but that is not the stored reason.
    for at in ("2027-03-16T12:00", "2027-03-17T12:00", "2027-03-20T12:00"):
        await pass_until(alice, at)
        assert await occasions(alice, from_="2027-03-01", until="2027-03-19") == [found]


async def test_creates_no_more_cards_than_are_left_and_warns_the_owners(alice: Person, world: World) -> None:
    await team(alice)
    await someone(alice, "Pat", manager="bo@example.com", dates={"birthday": "--03-18"})
    await world.owner.execute(
        "update bundle_purchases set cards_used = cards_total - 1 where account_id = $1", alice.account_id
    )
    await started(alice)
    await pass_until(alice, "2027-03-02T12:00")
    mails = "select recipient, subject from messages where kind = 'cards_needed'"
    [mail] = await world.owner.fetch(mails)
    assert mail["recipient"] == alice.email
    assert "11 March 2027" in mail["subject"]
    await pass_until(alice, "2027-03-12T12:00")
    assert await states(alice) == {"Maya": "made", "Pat": "no_cards"}
    # One mail a week.
    assert len(await world.owner.fetch(mails)) == 2
    await world.owner.execute(
        "update bundle_purchases set cards_total = cards_total + 1 where account_id = $1", alice.account_id
    )
    await pass_until(alice, "2027-03-13T12:01")
    assert await states(alice) == {"Maya": "made", "Pat": "made"}


async def test_creates_at_most_so_many_cards_a_month(alice: Person) -> None:
    await team(alice)
    for day in (18, 19, 22):
        await someone(alice, f"Pat{day}", manager="bo@example.com", dates={"birthday": f"--03-{day}"})
    await started(alice, max_cards_a_month=2)
    await pass_until(alice, "2027-03-15T12:00")
    assert await states(alice) == {
        "Maya": "made", "Pat18": "made", "Pat19": "over_limit", "Pat22": "over_limit",
    }  # fmt: skip
    assert len(await cards(alice)) == 2


async def test_invites_a_group_unless_the_person_wants_only_the_team(alice: Person) -> None:
    maya = await team(alice)
    group = {"name": "Office", "members": [{"email": "ana@example.com"}, {"email": "maya@example.com"}]}
    group_id = (await alice.post("/api/groups", group)).json()["id"]
    await someone(alice, "Pat", manager="bo@example.com", dates={"birthday": "--03-18"})
    await choose_for(alice, maya["id"], Choice(only_team=True))
    await started(alice, invites="group", group_id=group_id)
    await pass_until(alice, "2027-03-11T09:00")
    [of_maya, of_pat] = await cards(alice)
    assert await addresses(alice, of_maya["id"]) == {"bo@example.com", "kim@example.com", "pat@example.com"}
    assert await addresses(alice, of_pat["id"]) == {"ana@example.com", "maya@example.com"}


async def test_invites_the_teams_of_the_person(alice: Person) -> None:
    await someone(alice, "Bo", teams=["Design"])
    await someone(alice, "Kim", teams=["Design", "Berlin"])
    await someone(alice, "Jo", teams=["Berlin"])
    await someone(alice, "Sam", teams=["Sales"], dates={"birthday": "--03-17"})
    await someone(alice, "Maya", teams=["Design", "Berlin"], dates={"birthday": "--03-17"})
    teams = {each["name"]: each["id"] for each in (await alice.get("/api/groups")).json()["data"]}
    await started(alice, invites="team")
    await started(alice, invites="nobody", title="Sales: {name}", team_ids=[teams["Sales"]])
    await pass_until(alice, OPENS)
    by_title = {each["title"]: each["id"] for each in await cards(alice)}
    assert {*by_title} == {"Happy birthday, Maya!", "Sales: Sam"}
    assert await addresses(alice, by_title["Happy birthday, Maya!"]) == {
        "bo@example.com", "kim@example.com", "jo@example.com",
    }  # fmt: skip
    assert await addresses(alice, by_title["Sales: Sam"]) == set()


async def test_accounts_do_not_meet(alice: Person, mallory: Person) -> None:
    await team(alice)
    await started(alice)
    await started(mallory)
    await pass_until(alice, OPENS)
    mallory.token = None
    assert await cards(mallory) == []
    assert await occasions(mallory) == []
    assert len(await cards(alice)) == 1


async def test_an_account_without_started_rules_has_no_job(alice: Person, world: World) -> None:
    await team(alice)
    await rule(alice)
    await world.work()
    assert not await world.owner.fetchval("select count(*) from jobs where kind like 'occasions.%'")


async def test_cards_that_fail_neither_repeat_at_once_nor_keep_back_the_others(
    alice: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    """More cards fail than a run has rounds: a later run begins with the others."""
    await team(alice)
    for name in ("Pat", "Quin", "Ria", "Sam"):
        await someone(alice, name, manager="bo@example.com", dates={"birthday": "--03-17"})
    await started(alice, max_cards_a_month=2)
    await pass_until(alice, "2027-03-10T08:59")
    set_to(OPENS)
    create = create_cards.create_card

    async def full(tx: Any, caller: Any, services: Any, new: Any, warnings: Any) -> Any:
        if new.title in {f"Happy birthday, {name}!" for name in ("Maya", "Pat", "Quin")}:
            raise TooManyInvitations
        return await create(tx, caller, services, new, warnings)

    monkeypatch.setattr(create_cards, "create_card", full)
    monkeypatch.setattr(create_cards, "_ROUNDS", 3)
    next_at = await run(alice)
    assert next_at is not None
    assert next_at > clock.data_now()
    for _ in range(3):
        await run(alice)
    alice.token = None
    assert await states(alice) == {
        "Maya": "over_limit", "Pat": "over_limit", "Quin": "over_limit", "Ria": "made", "Sam": "made",
    }  # fmt: skip


async def test_invites_the_people_of_a_manager_up_to_a_limit(
    alice: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Larger numbers are refused with a reason, and no transaction invites more than the limit."""
    for module in (plan, create_cards, signers):
        monkeypatch.setattr(module, "MAX_PEERS", 4)
    await team(alice)  # Bo manages Kim and Maya
    await someone(alice, "Ann", manager="bo@example.com", dates={"birthday": "--03-17"})
    await someone(alice, "Eve")
    for number in range(5):
        of = {"dates": {"birthday": "--03-17"}} if number == 0 else {}
        await someone(alice, f"Pat{number}", manager="eve@example.com", **of)
    await started(alice)
    transactions: list[Any] = []
    invite = create_cards.create_invitations

    async def counted(tx: Any, *given: Any, **named: Any) -> Any:
        transactions.append(tx)
        return await invite(tx, *given, **named)

    monkeypatch.setattr(create_cards, "create_invitations", counted)
    assert await states(alice) == {"Maya": "planned", "Ann": "planned", "Pat0": "too_many_signers"}
    await pass_until(alice, OPENS)
    assert await states(alice) == {"Maya": "made", "Ann": "made", "Pat0": "too_many_signers"}
    assert len(transactions) == 2
    assert transactions[0] is not transactions[1]  # two cards with three signers each are more than four
    await pass_until(alice, "2027-03-20T12:00")
    assert (await states(alice, from_="2027-03-01"))["Pat0"] == "too_many_signers"


async def test_the_warning_shows_no_day_that_its_person_hides(alice: Person, world: World) -> None:
    """Maya, who skips another year, gets a card for this year; Pat's opens later."""
    maya = await team(alice)
    await someone(alice, "Pat", manager="bo@example.com", dates={"birthday": "--03-18"})
    await choose_for(alice, maya["id"], Choice(skipped_year=2026))
    await world.owner.execute(
        "update bundle_purchases set cards_used = cards_total where account_id = $1", alice.account_id
    )
    await started(alice)
    await pass_until(alice, "2027-03-02T12:00")
    [mail] = await world.owner.fetch("select subject from messages where kind = 'cards_needed'")
    assert "11 March 2027" in mail["subject"]


async def test_a_person_who_is_deleted_meanwhile_wants_no_card(alice: Person) -> None:
    """A card fails, and its person is deleted before the failure is stored."""
    async with alice.world.services.db.transaction([alice.account_id]) as tx:
        assert await create_cards._still_wanted(tx, alice.account_id, [only(facts())]) == []
