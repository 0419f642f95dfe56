"""Effects of a payment on its contribution, concurrent with changes to the same contribution."""

import asyncio

import pytest

from tests.contributions import giving
from tests.payments import buying
from tests.world import Person, World
from wellwish.contributions import follow_payment
from wellwish.payments import poll


@pytest.mark.parametrize("cancelled", [False, True])
async def test_does_not_deadlock(cancelled: bool, world: World, alice: Person) -> None:
    """Both lock the card before the contribution; the opposite order could deadlock."""
    card = await giving.card(alice)
    made = [await giving.gives(alice, card["id"]) for _ in range(6)]
    if cancelled:
        assert (await alice.post(f"/api/cards/{card['id']}/cancel")).status_code == 200
    for each in made:
        await world.client.get(each["checkout_url"])
        await buying.paid_untold(world, each["money"]["payment_id"])
    await poll.run(world.services, {})
    args = [{"account_id": alice.account_id, "payment_id": each["money"]["payment_id"]} for each in made]
    await poll.run_account(
        world.services, {"account_id": alice.account_id, "merchant": f"sandbox:{alice.account_id}"}
    )
    path = f"/api/cards/{card['id']}/contributions"
    answers = await asyncio.gather(
        *(follow_payment.run(world.services, each) for each in args),
        *(alice.delete(f"{path}/{each['id']}") for each in made),
    )
    assert {each.status_code for each in answers if each is not None} == {409 if cancelled else 200}
    await world.work()
    statuses = {(await buying.payment(alice, each["payment_id"]))["status"] for each in args}
    assert statuses == ({"refunded"} if cancelled else {"succeeded"})
    assert await buying.in_the_ledger(world, "clearing") == {}
    assert await buying.in_the_ledger(world) == await buying.at_the_provider(world)
