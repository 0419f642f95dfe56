"""Refuse a refund request, with a note for the contributor."""

import pytest

from tests.infra.http.test_bad_input import is_problem
from tests.payments import asking, buying
from tests.payments.asking import at_once, decide
from tests.world import Person, World

pytestmark = pytest.mark.anyio


async def test_keeps_the_note_and_the_money(world: World, alice: Person) -> None:
    made = await asking.asked(alice)
    answer = await decide(alice, made["id"], "refuse", note=" We bought the gift. ")
    assert answer.status_code == 200, answer.text
    shown = answer.json()
    assert (shown["status"], shown["note"], shown["refund_id"]) == ("refused", "We bought the gift.", None)
    await world.work()
    assert (await buying.payment(alice, made["payment_id"]))["refundable"]["amount"] == 1250
    assert (await buying.events(alice)).count("refund_request.refused") == 1


async def test_refuses_once(world: World, alice: Person) -> None:
    made = await asking.asked(alice)
    assert await at_once(*(decide(alice, made["id"], "refuse") for _ in range(4))) == [200, 409, 409, 409]
    is_problem(await decide(alice, made["id"], "approve"), 409, "refund_request_state")


async def test_checks_the_note_the_version_and_the_caller(
    world: World, alice: Person, mallory: Person
) -> None:
    made = await asking.asked(alice)
    is_problem(await decide(alice, made["id"], "refuse", note="x" * 501), 422, "invalid_request")
    old = await decide(alice, made["id"], "refuse", headers={"If-Match": '"7"'})
    is_problem(old, 412, "precondition_failed")
    is_problem(await decide(mallory, made["id"], "refuse"), 404, "not_found")
    await world.owner.execute("update memberships set role = 'member' where user_id = $1", alice.user_id)
    is_problem(await decide(alice, made["id"], "refuse"), 403, "owner_required")
