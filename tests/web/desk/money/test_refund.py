"""Refund a payment at the desk: the button has the amount, and the page shows concurrent changes."""

from datetime import timedelta
from typing import Any

import pytest

from tests.contributions import giving
from tests.later import another_time
from tests.payments import buying, striped
from tests.payments.giving import paid_at_stripe
from tests.web.desk.people import signed_in
from tests.web.desk.pressing import forms, press
from tests.world import Person, World
from wellwish.base import clock

pytestmark = pytest.mark.anyio


async def given(alice: Person) -> tuple[str, str, dict[str, Any]]:
    """Returns the form's path, the payment's ID and its card."""
    card = await giving.card(alice)
    payment_id = (await giving.gave(alice, card["id"]))["money"]["payment_id"]
    return f"/desk/cards/{card['id']}/money/refund/{payment_id}", payment_id, card


async def refunds(alice: Person, payment_id: str) -> list[int]:
    found = (await buying.payment(alice, payment_id))["refunds"]
    return [each["amount"]["amount"] for each in found]


async def test_refunds_all_once(alice: Person) -> None:
    path, payment_id, _ = await given(alice)
    visitor = await signed_in(alice)
    await visitor.open(path)
    assert "Refund €12.50" in visitor.page
    sent = forms(visitor)[path]
    for _ in range(2):  # pressed twice
        assert (await visitor.press(path, **sent)).status_code == 303
    assert await refunds(alice, payment_id) == [1250]
    await visitor.open(path)
    assert "No part of this payment" in visitor.page


async def test_refunds_a_part(alice: Person) -> None:
    path, payment_id, _ = await given(alice)
    visitor = await signed_in(alice)
    await visitor.open(f"{path}?amount=4,5")
    assert "Refund €4.50" in visitor.page
    assert (await press(visitor, path)).status_code == 303
    assert await refunds(alice, payment_id) == [450]


@pytest.mark.parametrize("amount", ["12.51", "0", "abc", "-1", "1.234", "9" * 20])
async def test_a_wrong_amount_is_a_message_at_its_field(alice: Person, amount: str) -> None:
    path, payment_id, _ = await given(alice)
    visitor = await signed_in(alice)
    assert (await visitor.open(f"{path}?amount={amount}")).status_code == 422
    assert f'value="{amount}"' in visitor.page
    assert 'aria-describedby="amount-fault"' in visitor.page
    too_much = {**forms(visitor)[path], "minor": "1251", "amount": "12.51"}
    assert (await visitor.press(path, **too_much)).status_code == 422
    assert "more than the amount left" in visitor.page
    assert await refunds(alice, payment_id) == []


async def test_an_amount_that_the_provider_does_not_take_is_a_message_at_its_field(
    world: World, alice: Person
) -> None:
    async with striped.at_stripe(world) as stripe:
        await striped.own_key(stripe, alice)
        card = await giving.card(alice, currency="KWD")
        made = await giving.gives(alice, card["id"], money={"amount": 1230, "currency": "KWD"})
        event = await paid_at_stripe(world, stripe, made)
        await striped.call_back(world, stripe, event, alice.account_id, "whsec_ofalice00")
        payment_id = made["money"]["payment_id"]
        visitor, path = await signed_in(alice), f"/desk/cards/{card['id']}/money/refund/{payment_id}"
        await visitor.open(f"{path}?amount=0.005")
        assert (await press(visitor, path)).status_code == 422
        assert "refund this exact amount" in visitor.page
        assert await refunds(alice, payment_id) == []


async def test_reads_a_part_as_the_page_prints_it(alice: Person) -> None:
    card = await giving.card(alice, currency="JPY")
    made = await giving.gave(alice, card["id"], money={"amount": 5000, "currency": "JPY"})
    payment_id = made["money"]["payment_id"]
    visitor, path = await signed_in(alice), f"/desk/cards/{card['id']}/money/refund/{payment_id}"
    assert (await visitor.open(f"{path}?amount=12.50")).status_code == 422
    assert "Enter an amount in figures, like ¥1,500" in visitor.page
    await visitor.open(f"{path}?amount=%C2%A51%2C500")
    assert (await press(visitor, path)).status_code == 303
    assert await refunds(alice, payment_id) == [1500]


async def test_shows_a_refund_in_between(alice: Person) -> None:
    path, payment_id, _ = await given(alice)
    visitor = await signed_in(alice)
    await visitor.open(path)
    await buying.refund(alice, payment_id, 250)
    assert (await press(visitor, path)).status_code == 409
    assert "Refund €10.00" in visitor.page
    assert await refunds(alice, payment_id) == [250]
    assert (await press(visitor, path)).status_code == 303
    assert sorted(await refunds(alice, payment_id)) == [250, 1000]


async def test_needs_a_recent_sign_in_of_an_owner(alice: Person) -> None:
    path, payment_id, _ = await given(alice)
    with another_time():
        visitor = await signed_in(alice)
        await visitor.open(path)
        sent = forms(visitor)[path]
        clock.move(timedelta(minutes=10, seconds=1))
        assert (await visitor.open(path)).status_code == 303
        assert (await visitor.press(path, **{**sent, "amount": "2.50"})).status_code == 303
        assert visitor.next.endswith("%3Famount%3D2.50&confirm=1")
    await alice.world.owner.execute(
        "update memberships set role = 'member' where user_id = $1", alice.user_id
    )
    visitor = await signed_in(alice)
    assert (await visitor.open(path)).status_code == 403
    fields = {**sent, "form_token": visitor.token()}
    assert (await visitor.press(path, **fields)).status_code == 403
    await alice.world.owner.execute("update memberships set role = 'owner' where user_id = $1", alice.user_id)
    assert await refunds(alice, payment_id) == []


async def test_a_payment_of_another_card_is_not_found(alice: Person) -> None:
    path, payment_id, _ = await given(alice)
    other = await giving.card(alice)
    visitor = await signed_in(alice)
    assert (await visitor.open(f"/desk/cards/{other['id']}/money/refund/{payment_id}")).status_code == 404
    assert (await visitor.open(path)).status_code == 200  # the control
