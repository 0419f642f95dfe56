"""A plan permits one task, for the same account, for an hour, while nothing has changed."""

import asyncio
from datetime import timedelta

import pytest

from tests import make
from tests.assistants.conversation import Refused, count_invitations, people, planned, talk
from tests.later import another_time, set_to
from wellwish.base import clock

PEOPLE = ("ana@example.com", "jo@example.com")


async def test_creates_one_card_however_often_it_is_used(alice) -> None:
    async with talk(alice) as assistant:
        wanted = await planned(alice)
        plan = (await assistant.use("plan_card", **wanted))["plan"]
        first = await assistant.use("create_card", plan=plan, **wanted)
        assert await assistant.use("create_card", plan=plan, **wanted) == first
        other = (await assistant.use("plan_card", **wanted))["plan"]
        assert await assistant.use("create_card", plan=other, **wanted) != first
        assert (await assistant.use("cards_left"))["cards_left"] == 98


async def test_two_calls_at_once_invite_once(world, alice) -> None:
    card = await make.card(alice)
    async with talk(alice) as one, talk(alice) as two:
        whom = people(card["card_id"], *PEOPLE)
        plan = (await one.use("plan_invitations", **whom))["plan"]
        both = await asyncio.gather(
            *(each.use("invite", plan=plan, **whom) for each in (one, two)), return_exceptions=True
        )
    done = [each for each in both if isinstance(each, dict)]
    refused = [each for each in both if isinstance(each, Refused)]
    assert done
    assert all(each == done[0] for each in done)
    assert all(each.code == "idempotency_key_running" for each in refused)
    assert await count_invitations(world) == 2


async def test_changed_facts_are_refused(world, alice) -> None:
    card_id = (await make.card(alice))["card_id"]
    async with talk(alice) as assistant:
        whom = people(card_id, *PEOPLE)
        plan = (await assistant.use("plan_invitations", **whom))["plan"]
        await make.invitations(alice, card_id, PEOPLE[0])
        await world.work()
        with pytest.raises(Refused) as refused:
            await assistant.use("invite", plan=plan, **whom)
        assert refused.value.code == "plan_changed"
        assert await count_invitations(world) == 1
        # A new plan shows the remaining person.
        shown = await assistant.use("plan_invitations", **whom)
        assert [each["to"] for each in shown["recipients"]] == [PEOPLE[1]]
        await alice.patch(f"/api/cards/{card_id}", {"title": "Farewell, Maya"})
        with pytest.raises(Refused, match="has changed"):
            await assistant.use("invite", plan=shown["plan"], **whom)
        plan = (await assistant.use("plan_invitations", **whom))["plan"]
        assert (await assistant.use("invite", plan=plan, **whom))["statuses"] == {"sent": 1, "queued": 1}


async def test_a_card_whose_defaults_have_changed_is_refused(alice) -> None:
    async with talk(alice) as assistant:
        wanted = await planned(alice, collect_money=True)
        plan = (await assistant.use("plan_card", **wanted))["plan"]
        assert (await alice.patch("/api/account", {"currency": "EUR"})).status_code == 200
        with pytest.raises(Refused) as refused:
            await assistant.use("create_card", plan=plan, **wanted)
        assert refused.value.code == "plan_changed"
        assert (await assistant.use("cards_left"))["cards_left"] == 100


async def test_a_corrected_invitation_that_has_changed_is_refused(alice) -> None:
    card_id = (await make.card(alice))["card_id"]
    (invited,) = await make.invitations(alice, card_id, PEOPLE[0])
    invite_id = invited["invite_id"]
    async with talk(alice) as assistant:
        fix = {"invite_id": invite_id, "delivery_id": "right@example.com"}
        plan = (await assistant.use("fix_invitation", **fix))["plan"]
        await alice.patch(f"/api/cards/invitations/{invite_id}", {"delivery_id": "other@example.com"})
        with pytest.raises(Refused) as refused:
            await assistant.use("fix_invitation", plan=plan, **fix)
    assert refused.value.code == "plan_changed"


async def test_yesterdays_plan_is_refused(alice) -> None:
    first, second = [(await make.card(alice))["card_id"] for _ in range(2)]
    async with talk(alice) as assistant:
        plans = {each: (await assistant.use("close_card", card_id=each))["plan"] for each in (first, second)}
    begun = clock.now()
    with another_time():
        set_to(f"{begun + timedelta(minutes=58):%Y-%m-%dT%H:%M:%S}")
        alice.token = None
        async with talk(alice) as assistant:  # the control
            assert (await assistant.use("close_card", card_id=first, plan=plans[first]))["done"] is True
        set_to(f"{begun + timedelta(days=1):%Y-%m-%dT%H:%M:%S}")
        alice.token = None
        async with talk(alice) as assistant:
            with pytest.raises(Refused) as refused:
                await assistant.use("close_card", card_id=second, plan=plans[second])
    assert refused.value.code == "plan_expired"
    assert (await alice.get(f"/api/cards/{second}")).json()["status"] == "open"


async def test_a_plan_of_another_account_or_task_is_refused(world, alice, bob) -> None:
    card_id = (await make.card(alice))["card_id"]
    await make.admin(alice, card_id, bob, invite_contributors=True, can_update=True)
    whom = people(card_id, *PEOPLE)
    async with talk(alice) as own, talk(bob) as other:
        plan = (await own.use("plan_invitations", **whom))["plan"]
        closing = (await own.use("close_card", card_id=card_id))["plan"]
        head, _, tag = plan.rpartition(".")
        for assistant, arguments in (
            (other, {**whom, "plan": plan}),
            (own, {**whom, "plan": closing}),
            (own, {**people(card_id, "mallory@example.com"), "plan": plan}),
            (own, {**whom, "message": "Hello", "plan": plan}),
            (own, {**whom, "plan": f"{head}.{tag[::-1]}"}),
            (own, {**whom, "plan": "yes, go ahead"}),
            (own, {**whom, "plan": "ï»¿..."}),
        ):
            with pytest.raises(Refused) as refused:
                await assistant.use("invite", **arguments)
            assert refused.value.code == "plan_invalid"
        assert await count_invitations(world) == 0
        assert (await own.use("invite", plan=plan, **whom))["statuses"] == {"queued": 2}
