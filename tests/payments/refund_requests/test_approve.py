"""Approve a refund request: one refund, even with concurrent decisions and refunds."""

import pytest

from tests.contributions import giving
from tests.infra.http.test_bad_input import is_problem
from tests.payments import asking, buying
from tests.payments.asking import at_once, decide
from tests.world import Person, World

pytestmark = pytest.mark.anyio


async def refunded(person: Person, payment_id: str) -> list[int]:
    """Runs all jobs. Returns the amounts of the payment's refunds. Asserts that ledger and provider agree."""
    await person.world.work()
    kept = await buying.payment(person, payment_id)
    assert await buying.in_the_ledger(person.world) == await buying.at_the_provider(person.world)
    assert await buying.in_the_ledger(person.world, "clearing") == {}
    return [each["amount"]["amount"] for each in kept["refunds"] if each["status"] == "succeeded"]


async def test_refunds_the_payment(world: World, alice: Person) -> None:
    made = await asking.asked(alice)
    answer = await decide(alice, made["id"], "approve", headers={"If-Match": '"1"'})
    assert answer.status_code == 200, answer.text
    shown = answer.json()
    assert (shown["status"], shown["version"]) == ("approved", 2)
    refund = (await alice.get(f"/api/refunds/{shown['refund_id']}")).json()
    assert (refund["payment_id"], refund["amount"]["amount"]) == (made["payment_id"], 1250)
    assert await refunded(alice, made["payment_id"]) == [1250]
    assert await asking.read(alice, made["id"]) == shown
    kinds = await buying.events(alice)
    assert [each for each in kinds if each.startswith("refund_request")] == [
        "refund_request.created",
        "refund_request.approved",
    ]


async def test_approves_once_however_many_ask(world: World, alice: Person) -> None:
    made = await asking.asked(alice)
    answers = await at_once(*(decide(alice, made["id"], "approve") for _ in range(6)))
    assert answers == [200, *[409] * 5]
    is_problem(await decide(alice, made["id"], "approve"), 409, "refund_request_state")
    assert await refunded(alice, made["payment_id"]) == [1250]


async def test_replays_the_same_key(world: World, alice: Person) -> None:
    made = await asking.asked(alice)
    first = await decide(alice, made["id"], "approve", key="once")
    again = await decide(alice, made["id"], "approve", key="once")
    assert first.json() == again.json()
    answer = await alice.post(f"{asking.PATH}/{made['id']}/approve")
    is_problem(answer, 400, "idempotency_key_required")
    assert await refunded(alice, made["payment_id"]) == [1250]


async def test_refunds_once_beside_a_refund_of_the_owner(world: World, alice: Person) -> None:
    for _ in range(3):
        made = await asking.asked(alice)
        answers = await at_once(
            decide(alice, made["id"], "approve"), buying.refund(alice, made["payment_id"])
        )
        assert sum(each < 300 for each in answers) == 1, answers
        assert await refunded(alice, made["payment_id"]) == [1250]
        assert (await asking.read(alice, made["id"]))["status"] in ("approved", "closed")


async def test_is_decided_once_by_approving_and_refusing(world: World, alice: Person) -> None:
    for _ in range(4):
        made = await asking.asked(alice)
        answers = await at_once(decide(alice, made["id"], "approve"), decide(alice, made["id"], "refuse"))
        assert answers == [200, 409]
        shown = await asking.read(alice, made["id"])
        expected = [1250] if shown["status"] == "approved" else []
        assert await refunded(alice, made["payment_id"]) == expected


async def test_is_closed_by_a_refund_made_meanwhile(world: World, alice: Person) -> None:
    """The control: after a partial refund, the request stays open and refunds the rest."""
    made, other = await asking.asked(alice), await asking.asked(alice)
    assert (await buying.refund(alice, made["payment_id"])).status_code == 201
    is_problem(await decide(alice, made["id"], "approve"), 409, "refund_exceeds_payment")
    assert (await buying.refund(alice, other["payment_id"], 250)).status_code == 201
    await world.work()
    shown = await asking.read(alice, made["id"])
    assert (shown["status"], shown["decided_at"] is None) == ("closed", False)
    is_problem(await decide(alice, made["id"], "approve"), 409, "refund_request_state")
    assert (await buying.events(alice)).count("refund_request.closed") == 1
    assert (await decide(alice, other["id"], "approve")).status_code == 200
    assert await refunded(alice, other["payment_id"]) == [1000, 250]


async def test_is_closed_by_cancelling_the_card(world: World, alice: Person) -> None:
    made = await asking.asked(alice)
    card = (await alice.get(f"/api/cards/{made['card_id']}")).json()
    answer = await alice.post(
        f"/api/cards/{card['id']}/cancel",
        {"refund": True},
        key="all",
        headers={"If-Match": f'"{card["version"]}"'},
    )
    assert answer.status_code == 200, answer.text
    await world.work()
    assert (await asking.read(alice, made["id"]))["status"] == "closed"
    assert await refunded(alice, made["payment_id"]) == [1250]


async def test_refuses_while_the_payment_is_disputed(world: World, alice: Person) -> None:
    made = await asking.asked(alice)
    await world.owner.execute("update payments set status = 'disputed', disputed_at = now()")
    is_problem(await decide(alice, made["id"], "approve"), 409, "payment_state")
    assert (await asking.read(alice, made["id"]))["status"] == "open"


async def test_checks_the_version_and_the_caller(world: World, alice: Person, mallory: Person) -> None:
    made = await asking.asked(alice)
    is_problem(
        await decide(alice, made["id"], "approve", headers={"If-Match": '"7"'}), 412, "precondition_failed"
    )
    is_problem(await decide(mallory, made["id"], "approve"), 404, "not_found")
    await world.owner.execute("update memberships set role = 'member' where user_id = $1", alice.user_id)
    is_problem(await decide(alice, made["id"], "approve"), 403, "owner_required")
    assert (await giving.balances(alice)).get(f"refunds:{made['card_id']}") is None
