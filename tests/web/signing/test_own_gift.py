"""The page after signing: cancel an unfinished payment, request a refund."""

import asyncio
from typing import Any

import pytest

from tests.payments import asking, buying, striped
from tests.web.signing.test_gift import card, given, pays, sign
from tests.web.visitor import Visitor
from tests.world import World

pytestmark = pytest.mark.anyio

CANCEL = "Cancel this payment"
ASK = "<summary>Ask for a refund</summary>"


async def signed(world: World, *buttons: str) -> tuple[dict[str, Any], str, Visitor]:
    """Returns a card, its path, and a visitor on the page after signing with 5.00."""
    made, path = await card(world)
    visitor = Visitor(world)
    await sign(visitor, path, gift="500")
    if buttons:
        await pays(world, visitor, *buttons)
    await visitor.open(f"{path}/signed")
    return made, path, visitor


async def requests(world: World, **query: str) -> list[dict[str, Any]]:
    return (await world.alice.get(asking.PATH, params=query)).json()["data"]


async def test_cancels_an_open_payment_and_gives_again(world: World) -> None:
    made, path, visitor = await signed(world)
    assert CANCEL in visitor.page
    answer = await visitor.press(
        f"{path}/cancel-payment", payment=visitor.value("payment"), form_token=visitor.token()
    )
    assert (answer.status_code, visitor.next) == (303, f"{path}/signed")
    await visitor.open(visitor.next)
    assert "Your payment of €5.00 was cancelled, and you haven&#39;t been charged." in visitor.page
    assert CANCEL not in visitor.page
    await world.work()
    [found] = await given(world, made)
    assert (found["money"]["status"], found["note"]["status"]) == ("cancelled", "published")
    await sign(visitor, path, gift="1000")
    await pays(world, visitor, "succeed")
    assert "You chipped in €10.00. Thank you." in visitor.page


async def test_presses_that_come_late_change_nothing(world: World) -> None:
    """Includes a second click, a click after another payment has begun, and another browser."""
    made, path, visitor = await signed(world)
    pressed = {"payment": visitor.value("payment"), "form_token": visitor.token()}
    stranger = Visitor(world)
    await stranger.sign(path, name="Mallory")
    await stranger.open(f"{path}/signed")
    await stranger.press(f"{path}/cancel-payment", payment=pressed["payment"], form_token=stranger.token())
    await world.work()
    assert [each["money"]["status"] for each in await given(world, made) if each["money"]] == ["pending"]
    answers = await asyncio.gather(*(visitor.press(f"{path}/cancel-payment", **pressed) for _ in range(4)))
    assert {each.status_code for each in answers} == {303}
    await world.work()
    assert (await buying.events(world.alice)).count("payment.cancelled") == 1
    await sign(visitor, path, gift="1000")
    await visitor.press(f"{path}/cancel-payment", **pressed)
    await world.work()
    assert [each["money"]["status"] for each in await given(world, made) if each["money"]] == ["pending"]


async def test_shows_the_payment_of_a_payer_who_was_faster(world: World) -> None:
    async with striped.at_stripe(world) as fake:
        await striped.own_key(fake, world.alice)
        _, path, visitor = await signed(world)
        pressed = {"payment": visitor.value("payment"), "form_token": visitor.token()}
        [made] = (await world.alice.get("/api/payments")).json()["data"]
        url = visitor.page.partition('href="http://localhost:8080/pay/')[2].partition('"')[0]
        opened = await visitor.request("GET", f"/pay/{url}")
        fake.pay(opened.headers["location"].rpartition("/")[2])  # the callback is lost
        await visitor.press(f"{path}/cancel-payment", **pressed)
        await visitor.open(visitor.next)
        assert "You chipped in €5.00. Thank you." in visitor.page
        assert (await buying.payment(world.alice, made["id"]))["status"] == "succeeded"


async def test_shows_that_the_provider_is_away(world: World) -> None:
    async with striped.at_stripe(world) as fake:
        await striped.own_key(fake, world.alice)
        made, path, visitor = await signed(world)
        url = visitor.page.partition('href="http://localhost:8080/pay/')[2].partition('"')[0]
        await world.client.get(f"/pay/{url}")
        pressed = {"payment": visitor.value("payment"), "form_token": visitor.token()}
        fake.refused_before = 1
        answer = await visitor.press(f"{path}/cancel-payment", **pressed)
        assert (answer.status_code, "retry-after" in answer.headers) == (503, True)
        assert "be cancelled because the payment provider isn" in visitor.page
        assert CANCEL in visitor.page
        fake.refused_before = 0
    [found] = await given(world, made)
    assert found["money"]["status"] == "pending"


async def test_asks_for_a_refund_and_sees_each_answer(world: World) -> None:
    made, path, visitor = await signed(world, "succeed")
    assert ASK in visitor.page
    for reason, verb, note, words in (
        (
            "Too much",
            "refuse",
            "We\u2019ve bought it",
            "The organisers have declined your request for a refund.",
        ),
        ("", "approve", None, "The organisers have agreed to refund you. It can take a few days to arrive."),
    ):
        pressed = {"reason": reason, "form_token": visitor.token()}
        answers = await asyncio.gather(*(visitor.press(f"{path}/refund", **pressed) for _ in range(3)))
        assert {each.status_code for each in answers} == {303}
        await visitor.open(f"{path}/signed")
        assert "You asked for a refund. The organisers will decide." in visitor.page
        assert ASK not in visitor.page
        [request] = await requests(world, status="open")
        assert (request["reason"], request["amount"]["amount"]) == (reason or None, 500)
        decided = await asking.decide(world.alice, request["id"], verb, **({"note": note} if note else {}))
        assert decided.status_code == 200, decided.text
        await visitor.open(f"{path}/signed")
        assert words in visitor.page
        assert (note or words) in visitor.page
    await world.work()
    await visitor.open(f"{path}/signed")
    assert "Your €5.00 has been refunded." in visitor.page
    assert "The organisers have" not in visitor.page
    assert ASK not in visitor.page
    await sign(visitor, path, gift="1000")
    await pays(world, visitor, "succeed")
    assert "You chipped in €10.00. Thank you." in visitor.page
    assert [each["status"] for each in await requests(world)] == ["approved", "refused"]
    assert len(await given(world, made)) == 1


async def test_asks_for_each_payment_of_a_gift_that_grew(world: World) -> None:
    _, path, visitor = await signed(world, "succeed")
    await visitor.open(path)
    await visitor.send(path, gift="1000", adds_to=visitor.value("adds_to"))
    await pays(world, visitor, "succeed")
    await visitor.open(f"{path}/signed")
    await visitor.press(f"{path}/refund", reason="")
    assert sorted(each["amount"]["amount"] for each in await requests(world)) == [500, 1000]


async def test_keeps_a_reason_that_is_too_long(world: World) -> None:
    _, path, visitor = await signed(world, "succeed")
    answer = await visitor.press(f"{path}/refund", reason="Because " * 100)
    assert answer.status_code == 422
    assert "Shorten the reason to 500 characters or fewer" in visitor.page
    assert "Because Because" in visitor.page
    assert await requests(world) == []


async def test_asks_after_the_card_is_closed_but_not_while_it_is_cancelled(world: World) -> None:
    made, path, visitor = await signed(world, "succeed")
    await world.alice.post(f"/api/cards/{made['id']}/close")
    await visitor.open(f"{path}/signed")
    assert ASK in visitor.page
    await world.owner.execute("update cards set cancelling_at = now()")
    token = visitor.token()
    await visitor.open(f"{path}/signed")
    assert ASK not in visitor.page
    await visitor.press(f"{path}/refund", reason="", form_token=token)
    assert await requests(world) == []
    await world.owner.execute("update cards set cancelling_at = null")
    await visitor.press(f"{path}/refund", reason="", form_token=token)
    assert len(await requests(world)) == 1


async def test_neither_offers_nor_does_anything_for_others(world: World) -> None:
    """Covers another visitor with the shared link, and a contributor without a gift."""
    _, path, visitor = await signed(world, "succeed")
    other = Visitor(world)
    await other.sign(path, name="Mallory")
    await other.open(f"{path}/signed")
    assert ASK not in other.page
    await other.press(f"{path}/refund", reason="Mine")
    assert await requests(world) == []
    foreign = await visitor.request(
        "POST", f"{path}/refund", data={"reason": "", "form_token": other.token()}
    )
    assert foreign.status_code == 403
    assert await requests(world) == []


async def test_offers_no_refund_of_cash(world: World) -> None:
    made, path = await card(world, add_cash=True)
    visitor = Visitor(world)
    await sign(visitor, path, gift="500", way="cash")
    await visitor.open(f"{path}/signed")
    assert CANCEL not in visitor.page
    assert ASK not in visitor.page
    assert (await given(world, made))[0]["money"]["status"] == "promised"
