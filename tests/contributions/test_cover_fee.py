"""The option to add the fee to a gift: off by default, and raising the gift by a fee known from earlier
payments.
"""

import pytest

from tests.contributions import giving
from tests.infra.http.test_bad_input import is_problem
from tests.payments import buying, striped
from tests.web.signing.test_gift import card, given, pays, sign
from tests.web.visitor import Visitor
from tests.world import World
from wellwish.base.money import Money
from wellwish.infra.checkout.sandbox_event import fee_of
from wellwish.payments.fee import Estimate, Kept

pytestmark = pytest.mark.anyio

TICKED = 'id="cover_fee" value="yes" checked'


async def test_raises_the_gift_only_if_it_is_ticked(world: World) -> None:
    made, path = await card(world, suggested_amounts=[1000])
    visitor = Visitor(world)
    await visitor.open(path)
    assert "Add the fee, so that your whole gift arrives: about €0.41 for €10.00" in visitor.page
    assert TICKED not in visitor.page
    await sign(visitor, path, gift="1000", cover_fee="yes")
    [found] = await given(world, made)
    raised = found["money"]["amount"]["amount"]
    assert (raised, raised - fee_of(raised)) == (1041, 1000)
    await pays(world, visitor, "succeed")
    assert "You chipped in €10.41. Thank you." in visitor.page
    payment = await buying.payment(world.alice, found["money"]["payment_id"])
    assert payment["net"] == {"amount": 1000, "currency": "EUR"}
    # The control: the same gift without the tick, and the choice is never remembered.
    other = Visitor(world)
    await sign(other, path, gift="1000", name="Ana")
    assert sorted(each["money"]["amount"]["amount"] for each in await given(world, made)) == [1000, 1041]


async def test_sends_the_same_form_twice_and_edits_without_another_payment(world: World) -> None:
    made, path = await card(world)
    visitor = Visitor(world)
    await visitor.open(path)
    form = {**visitor.hidden(), "gift": "1000", "cover_fee": "yes"}
    for _ in range(2):
        await visitor.send(path, **form)
    await visitor.open(path)
    assert TICKED not in visitor.page
    assert 'value="10.41"' in visitor.page
    await visitor.send(path, gift="other", other="10.41", text="More words")
    [found] = await given(world, made)
    assert found["money"]["amount"]["amount"] == 1041
    assert len((await world.alice.get("/api/payments")).json()["data"]) == 1


async def test_is_offered_once_stripe_has_taken_a_fee(world: World) -> None:
    async with striped.at_stripe(world) as fake:
        await striped.own_key(fake, world.alice)
        made, path = await card(world, suggested_amounts=[1000])
        visitor = Visitor(world)
        await visitor.open(path)
        assert "cover_fee" not in visitor.page
        # Ticked on a page that offered the option, after the fee has become unknown.
        answer = await visitor.send(path, gift="1000", cover_fee="yes")
        assert answer.status_code == 422
        assert "The fee isn't known at the moment." in visitor.page
        money = {"amount": 1000, "currency": "EUR", "cover_fee": True}
        refused = is_problem(await giving.post(world.alice, made["id"], money=money), 422, "invalid_request")
        assert [each["pointer"] for each in refused["errors"]] == ["/money/cover_fee"]
        await striped.paid_with_fee(world, fake, world.alice, Money(2000, "EUR"), 80)
        await visitor.open(path)
        assert "about €0.42 for €10.00" in visitor.page
        begun = await giving.gives(world.alice, made["id"], money=money)
        assert begun["money"]["amount"]["amount"] == 1042


async def test_refuses_it_for_cash_and_above_the_largest_amount(world: World) -> None:
    made, _ = await card(world, add_cash=True, max_amount=1000)
    for money, pointer in (
        ({"method": "cash", "cover_fee": True}, "/money/cover_fee"),
        ({"amount": 1000, "cover_fee": True}, "/money/amount"),
    ):
        answer = await giving.post(world.alice, made["id"], money={**giving.MONEY, "amount": 900, **money})
        faults = is_problem(answer, 422, "invalid_request")["errors"]
        assert [each["pointer"] for each in faults] == [pointer]


async def test_net_is_unknown_until_the_fee_is(world: World) -> None:
    made, _ = await card(world)
    begun = await giving.gives(world.alice, made["id"])
    assert (await buying.payment(world.alice, begun["money"]["payment_id"]))["net"] is None
    gave = await giving.gave(world.alice, made["id"])
    payment_id = gave["money"]["payment_id"]
    fee = (await buying.payment(world.alice, payment_id))["fee"]["amount"]
    await buying.refund(world.alice, payment_id, 1000)
    await world.work()
    assert (await buying.payment(world.alice, payment_id))["net"]["amount"] == 1250 - fee - 1000
    await world.owner.execute("update payments set fee = null")
    assert (await buying.payment(world.alice, payment_id))["net"] is None


@pytest.mark.parametrize("kept", [Kept(1000, 30), Kept(100, 33), Kept(5000, 0), Kept(3, 2)])
async def test_leaves_the_amount_and_not_a_cent_more_than_needed(kept: Kept) -> None:
    found = Estimate(kept)
    for amount in (1, 7, 99, 1000, 123_457):
        raised = found.covering(amount)
        assert raised is not None
        assert raised - found.fee(raised) >= amount
        assert all(each - found.fee(each) < amount for each in range(max(amount, raised - 3), raised))
    assert Estimate(Kept(100, 100)).covering(1000) is None
