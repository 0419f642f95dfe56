"""The option to add the fee to a gift: off by default, and only while the fee is known closely."""

import pytest

from tests.contributions import giving
from tests.infra.http.test_bad_input import is_problem
from tests.payments import buying, striped
from tests.payments.mollie.paying import at_mollie
from tests.payments.mollie.paying import own_key as mollie_key
from tests.web.signing.test_gift import card, given, pays, sign
from tests.web.visitor import Visitor
from tests.world import Person, World
from wellwish.base.money import Money
from wellwish.infra.checkout.sandbox_event import fee_of

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


async def refused(person: Person, card_id: str, amount: int = 1000, currency: str = "EUR") -> None:
    """A gift with the fee gets an error at the field, and nothing is created."""
    money = {"amount": amount, "currency": currency, "cover_fee": True}
    faults = is_problem(await giving.post(person, card_id, money=money), 422, "invalid_request")["errors"]
    assert [each["pointer"] for each in faults] == ["/money/cover_fee"]


async def covered(person: Person, card_id: str, amount: int) -> int:
    """Returns the raised amount of a gift with the fee."""
    money = {"amount": amount, "currency": "EUR", "cover_fee": True}
    return (await giving.gives(person, card_id, money=money))["money"]["amount"]["amount"]


async def test_is_offered_once_payments_of_different_amounts_agree(world: World) -> None:
    async with striped.at_stripe(world) as fake:
        await striped.own_key(fake, world.alice)
        made, path = await card(world, suggested_amounts=[500, 1000, 2000])
        visitor = Visitor(world)
        for paid, fee in ((500, 33), (10_000, 175), (None, 0)):
            await visitor.open(path)
            assert "cover_fee" not in visitor.page
            assert "The payment provider keeps a fee from each gift." in visitor.page
            await refused(world.alice, made["id"])
            if paid is not None:
                await striped.paid_with_fee(world, fake, world.alice, Money(paid, "EUR"), fee)
        # Ticked on a page that offered the option, after the fee has become unknown.
        answer = await visitor.send(path, gift="1000", cover_fee="yes")
        assert answer.status_code == 422
        assert "The fee isn't known for this amount." in visitor.page
        await striped.paid_with_fee(world, fake, world.alice, Money(2500, "EUR"), 63)
        await visitor.open(path)
        assert "keeps a fee of about €0.41 from a gift of €10.00" in visitor.page
        assert "about €0.42 for €10.00" in visitor.page
        assert await covered(world.alice, made["id"], 1000) == 1042
        await refused(world.alice, made["id"], 20_000)


async def test_is_not_offered_by_a_card_with_amounts_that_no_fee_is_known_for(world: World) -> None:
    async with striped.at_stripe(world) as fake:
        await striped.own_key(fake, world.alice)
        for paid, fee in ((500, 33), (2500, 63), (10_000, 175)):
            await striped.paid_with_fee(world, fake, world.alice, Money(paid, "EUR"), fee)
        visitor = Visitor(world)
        for most, is_offered in ((3000, True), (100_000, False)):
            _, path = await card(world, suggested_amounts=[1000], max_amount=most)
            await visitor.open(path)
            assert ("cover_fee" in visitor.page) is is_offered


async def test_is_not_offered_while_payers_use_several_methods(world: World) -> None:
    async with striped.at_stripe(world) as fake:
        await striped.own_key(fake, world.alice)
        made, _ = await card(world)
        for paid, fee in ((500, 33), (1000, 40), (2500, 63), (10_000, 175)):
            await striped.paid_with_fee(world, fake, world.alice, Money(paid, "EUR"), fee)
        assert await covered(world.alice, made["id"], 1000) == 1042
        fake.method = "sepa_debit"
        for _ in range(2):
            await striped.paid_with_fee(world, fake, world.alice, Money(1000, "EUR"), 35)
        await refused(world.alice, made["id"])


async def test_a_stated_fee_takes_precedence_over_known_fees(world: World) -> None:
    async with striped.at_stripe(world) as fake:
        await striped.own_key(fake, world.alice)
        made, path = await card(world, suggested_amounts=[1000, 10_000])
        await striped.state_fees(world.alice, {"currency": "EUR", "basis_points": 150, "fixed": 25})
        visitor = Visitor(world)
        await visitor.open(path)
        assert "about €1.78 for €100.00" in visitor.page
        for paid, fee in ((500, 99), (2500, 99), (10_000, 99)):
            await striped.paid_with_fee(world, fake, world.alice, Money(paid, "EUR"), fee)
        assert await covered(world.alice, made["id"], 10_000) == 10_178
        begun = await giving.gives(world.alice, made["id"], money={"amount": 10_000, "currency": "EUR"})
        assert begun["expected_fee"] == {"amount": 175, "currency": "EUR"}
        # The control: without the stated fee, the fees of earlier payments count.
        await striped.state_fees(world.alice)
        assert await covered(world.alice, made["id"], 2500) == 2600


async def offers_without_a_smallest_amount(world: World, currency: str) -> None:
    """The provider's minimum is unknown, and for the smallest amount the fee is many times the gift."""
    made, path = await card(world, suggested_amounts=[1000], currency=currency)
    visitor = Visitor(world)
    await visitor.open(path)
    assert "cover_fee" not in visitor.page
    await striped.state_fees(world.alice, {"currency": currency, "basis_points": 180, "fixed": 25})
    await visitor.open(path)
    assert "Add the fee, so that your whole gift arrives" in visitor.page
    for amount, raised in ((1000, 1044), (20, 46)):
        money = {"amount": amount, "currency": currency, "cover_fee": True}
        answer = await giving.post(world.alice, made["id"], money=money)
        assert answer.json()["money"]["amount"]["amount"] == raised
    await refused(world.alice, made["id"], 5, currency)


async def test_is_offered_at_stripe_in_a_currency_without_a_known_smallest_amount(world: World) -> None:
    async with striped.at_stripe(world) as fake:
        await striped.own_key(fake, world.alice)
        await offers_without_a_smallest_amount(world, "TRY")


async def test_is_offered_at_mollie_once_its_fee_is_stated(world: World) -> None:
    async with at_mollie(world) as fake:
        assert (await mollie_key(fake, world.alice)).status_code == 200
        await offers_without_a_smallest_amount(world, "EUR")


async def test_is_not_offered_where_stripe_takes_only_round_amounts(world: World) -> None:
    async with striped.at_stripe(world) as fake:
        await striped.own_key(fake, world.alice)
        stated = [{"currency": each, "basis_points": 150, "fixed": 30} for each in ("KWD", "JPY")]
        await striped.state_fees(world.alice, *stated)
        for currency, is_offered in (("KWD", False), ("JPY", True)):
            made = await giving.card(world.alice, currency=currency)
            money = {"amount": 10_000, "currency": currency, "cover_fee": True}
            answer = await giving.post(world.alice, made["id"], money=money)
            assert answer.is_success is is_offered, answer.text
            if not is_offered:
                assert "accepts only multiples of 10 in this currency" in answer.json()["errors"][0]["detail"]


async def test_refuses_it_for_cash_and_above_the_largest_amount(world: World) -> None:
    made, path = await card(world, add_cash=True, max_amount=1000, suggested_amounts=[500, 1000])
    for money, pointer in (
        ({"method": "cash", "cover_fee": True}, "/money/cover_fee"),
        ({"amount": 1000, "cover_fee": True}, "/money/cover_fee"),
        ({"amount": 1001, "cover_fee": True}, "/money/amount"),
    ):
        answer = await giving.post(world.alice, made["id"], money={**giving.MONEY, "amount": 900, **money})
        faults = is_problem(answer, 422, "invalid_request")["errors"]
        assert [each["pointer"] for each in faults] == [pointer]
    visitor = Visitor(world)
    await visitor.open(path)
    assert (await visitor.send(path, gift="1000", cover_fee="yes")).status_code == 422
    assert "With the fee, your gift is above the maximum." in visitor.page
    assert (await visitor.send(path, gift="1000")).status_code == 303  # the control


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
