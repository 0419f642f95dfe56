"""Money on a contribution: started through the API, paid on the provider's page, and its resulting status."""

import asyncio
from datetime import timedelta
from typing import Any

import pytest

from tests import make
from tests.contributions import giving
from tests.contributions.giving import MONEY
from tests.payments import buying
from tests.world import Person, World
from wellwish.base import clock, ids
from wellwish.infra.checkout.sandbox import Sandbox
from wellwish.payments import poll, send_sandbox_callback

pytestmark = pytest.mark.anyio


async def test_waits_for_its_payment_at_the_accounts_own_provider(alice: Person) -> None:
    card = await giving.card(alice)
    made = await giving.gives(alice, card["id"])
    payment = await buying.payment(alice, made["money"]["payment_id"])
    assert made["note"] is None
    assert made["money"] == {
        "method": "online",
        "status": "pending",
        "amount": MONEY,
        "refunded": {"amount": 0, "currency": "EUR"},
        "hide_amount": False,
        "payment_id": payment["id"],
    }
    assert made["checkout_url"].startswith("http")
    assert (payment["purpose"], payment["contribution_id"], payment["card_id"], payment["status"]) == (
        "contribution",
        made["id"],
        card["id"],
        "pending",
    )
    assert await giving.balances(alice) == {}
    again = await giving.read(alice, card["id"], made["id"])
    assert "checkout_url" not in again


async def test_is_in_the_cards_pot_once_it_is_paid(alice: Person) -> None:
    card = await giving.card(alice)
    paid = await giving.gave(alice, card["id"])
    assert (paid["money"]["status"], paid["money"]["amount"]) == ("paid", MONEY)
    merchant = f"sandbox:{alice.account_id}"
    assert await giving.balances(alice) == {
        f"pot:{card['id']}": 1250,
        f"provider:{merchant}": -1250 + 44,
        f"fees:{merchant}": -44,
    }
    recorded = [data for kind, data in await buying.told_events(alice) if kind == "contribution.paid"]
    assert recorded == [
        {
            "contribution_id": paid["id"],
            "note_id": None,
            "card_id": card["id"],
            "status": "none",
            "money_status": "paid",
            "payment_id": paid["money"]["payment_id"],
        }
    ]


@pytest.mark.parametrize(
    ("buttons", "status"),
    [
        (("decline",), "failed"),
        (("cancel",), "cancelled"),
        (("challenge", "succeed"), "paid"),
        (("challenge", "decline"), "failed"),
        (("call_back_twice",), "paid"),
    ],
)
async def test_a_gift_has_the_status_of_its_payment_and_keeps_its_note(
    buttons: tuple[str, ...], status: str, alice: Person
) -> None:
    card = await giving.card(alice)
    given = await giving.gave(alice, card["id"], *buttons, note={"text": "All the best"})
    assert given["money"]["status"] == status
    assert (given["note"]["text"], given["note"]["status"]) == ("All the best", "published")
    expected = {f"pot:{card['id']}": 1250} if status == "paid" else {}
    balances = await giving.balances(alice)
    assert {name: each for name, each in balances.items() if name.startswith("pot:")} == expected
    assert sum(balances.values()) == 0


@pytest.mark.parametrize(
    ("money", "pointer", "code"),
    [
        ({"amount": 0}, "/money/amount", "out_of_range"),
        ({"amount": -5}, "/money/amount", "out_of_range"),
        ({"amount": 12.5}, "/money/amount", "wrong_type"),
        ({"amount": 10**18}, "/money/amount", "out_of_range"),
        ({"amount": "1250"}, "/money/amount", "wrong_type"),
        ({"amount": True}, "/money/amount", "wrong_type"),
        ({"currency": "USD"}, "/money/currency", "invalid_value"),
        ({"currency": "EURO"}, "/money/currency", "too_long"),
        ({"currency": "XAU"}, "/money/currency", "invalid_value"),
        ({"currency": None}, "/money/currency", "required"),
        ({"amount": None}, "/money/amount", "required"),
        ({"amount": 499}, "/money/amount", "out_of_range"),
        ({"amount": 20_001}, "/money/amount", "out_of_range"),
        ({"method": "gold"}, "/money/method", "invalid_value"),
        ({"tip": 1}, "/money/tip", "unknown_field"),
    ],
)
async def test_refuses_an_invalid_amount_without_booking(
    money: dict[str, Any], pointer: str, code: str, alice: Person
) -> None:
    card = await giving.card(alice, min_amount=500, max_amount=20_000)
    answer = await giving.post(alice, card["id"], money={**MONEY, **money})
    assert answer.status_code == 422, answer.text
    assert [(each["pointer"], each["code"]) for each in answer.json()["errors"]] == [(pointer, code)]
    assert await alice.world.owner.fetchval("select count(*) from payments") == 0
    assert await alice.world.owner.fetchval("select count(*) from contributions") == 0
    assert await giving.balances(alice) == {}


async def test_needs_a_key_where_it_moves_money_and_none_where_not(alice: Person) -> None:
    card = await giving.card(alice)
    path = f"/api/cards/{card['id']}/contributions"
    refused = await alice.post(path, {"name": "Ilse", "money": MONEY})
    assert (refused.status_code, refused.json()["code"]) == (400, "idempotency_key_required")
    assert (await alice.post(path, {"name": "Ilse", "note": {"text": "Hi"}})).status_code == 201


async def test_needs_a_note_or_money(alice: Person) -> None:
    card = await giving.card(alice)
    answer = await giving.post(alice, card["id"], money=None)
    assert [(each["pointer"], each["code"]) for each in answer.json()["errors"]] == [("/note", "required")]


async def test_is_begun_once_for_one_key_also_of_two_at_once(alice: Person) -> None:
    card = await giving.card(alice)
    first, second = await asyncio.gather(
        *(giving.post(alice, card["id"], key="one") for _ in range(2)), return_exceptions=False
    )
    answers = [first, second]
    if {each.status_code for each in answers} == {201, 409}:  # the second arrived while the first was running
        answers.append(await giving.post(alice, card["id"], key="one"))
    made = [each for each in answers if each.status_code == 201]
    assert len({each.content for each in made}) == 1
    assert await alice.world.owner.fetchval("select count(*) from payments") == 1


async def test_is_paid_once_however_often_its_callback_comes(world: World, alice: Person) -> None:
    card = await giving.card(alice)
    paid = await giving.gave(alice, card["id"], "never_call_back")
    assert paid["money"]["status"] == "pending"
    [body] = await buying.told(world, paid["money"]["payment_id"])
    sandbox = world.services.checkout.by_name["sandbox"]
    assert isinstance(sandbox, Sandbox)
    async with world.services.db.transaction() as tx:
        found = await sandbox.load(tx, paid["money"]["payment_id"])
        assert found is not None
        await send_sandbox_callback.enqueue(tx, found, body.encode(), times=3)
    await world.work()
    assert (await giving.read(alice, card["id"], paid["id"]))["money"]["status"] == "paid"
    assert (await giving.balances(alice))[f"pot:{card['id']}"] == 1250


async def test_a_lost_callback_is_found_by_asking(world: World, alice: Person) -> None:
    card = await giving.card(alice)
    paid = await giving.gave(alice, card["id"], "never_call_back")
    await poll.run(world.services, {})
    await world.work()
    assert (await giving.read(alice, card["id"], paid["id"]))["money"]["status"] == "paid"


async def test_begun_before_closing_counts_and_after_is_refused(alice: Person) -> None:
    card = await giving.card(alice)
    made = await giving.gives(alice, card["id"])
    assert (await alice.post(f"/api/cards/{card['id']}/close")).status_code == 200
    await buying.press(alice.world, made["checkout_url"], "succeed")
    await alice.world.work()
    assert (await giving.read(alice, card["id"], made["id"]))["money"]["status"] == "paid"
    refused = await giving.post(alice, card["id"])
    assert (refused.status_code, refused.json()["code"]) == (409, "card_closed")
    assert (await giving.balances(alice))[f"pot:{card['id']}"] == 1250


async def test_after_the_end_instant_it_is_refused(world: World, alice: Person) -> None:
    card = await giving.card(alice)
    ended = clock.now() - timedelta(minutes=1)
    await world.owner.execute("update cards set contribution_ends_at = $1", ended)
    refused = await giving.post(alice, card["id"])
    assert (refused.status_code, refused.json()["code"]) == (409, "card_closed")


async def test_counts_for_the_limit_of_contributions(alice: Person) -> None:
    card = await make.card(alice, collection=giving.OPEN, contribution_limit=1)
    await giving.gives(alice, card["id"])
    refused = await giving.post(alice, card["id"])
    assert (refused.status_code, refused.json()["code"]) == (409, "card_full")
    assert await alice.world.owner.fetchval("select count(*) from payments") == 1


async def test_of_two_at_once_for_the_last_place_one_pays(alice: Person) -> None:
    card = await make.card(alice, collection=giving.OPEN, contribution_limit=1)
    answers = await asyncio.gather(*(giving.post(alice, card["id"]) for _ in range(4)))
    assert sorted(each.status_code for each in answers) == [201, 409, 409, 409]
    assert await alice.world.owner.fetchval("select count(*) from payments") == 1


async def test_is_added_by_the_owner_only(alice: Person, bob: Person, mallory: Person) -> None:
    card = await giving.card(alice)
    await make.admin(alice, card["id"], bob, can_update=True, invite_contributors=True)
    refused = await giving.post(bob, card["id"])
    assert (refused.status_code, refused.json()["code"]) == (403, "missing_privilege")
    assert (await giving.post(mallory, card["id"])).status_code == 404
    made = await giving.gives(alice, card["id"])
    assert (await mallory.get(f"/api/payments/{made['money']['payment_id']}")).status_code == 404
    assert (await bob.get(f"/api/payments/{made['money']['payment_id']}")).status_code == 404


async def test_an_anonymous_gift_has_no_name(alice: Person) -> None:
    card = await giving.card(alice)
    paid = await giving.gave(alice, card["id"], anonymous=True)
    assert (paid["name"], paid["source"], paid["money"]["status"]) == (None, None, "paid")


async def test_is_refunded_in_parts_or_in_full(alice: Person) -> None:
    card = await giving.card(alice)
    paid = await giving.gave(alice, card["id"], note={"text": "All the best"})
    payment_id = paid["money"]["payment_id"]
    assert (await buying.refund(alice, payment_id, 250)).status_code == 201
    await alice.world.work()
    part = await giving.read(alice, card["id"], paid["id"])
    assert (part["money"]["status"], part["money"]["refunded"]["amount"]) == ("partially_refunded", 250)
    assert (await buying.refund(alice, payment_id)).status_code == 201
    await alice.world.work()
    whole = await giving.read(alice, card["id"], paid["id"])
    assert (whole["money"]["status"], whole["money"]["refunded"]["amount"]) == ("refunded", 1250)
    assert whole["note"]["status"] == "published"
    balances = await giving.balances(alice)
    assert balances[f"pot:{card['id']}"] + balances[f"refunds:{card['id']}"] == 0


async def test_keeps_the_currency_of_a_card_with_money(alice: Person) -> None:
    card = await giving.card(alice)
    path = f"/api/cards/{card['id']}"
    assert (await alice.patch(path, {"collection": {"currency": "USD"}})).status_code == 200
    assert (await alice.patch(path, {"collection": {"currency": "EUR"}})).status_code == 200
    await giving.gives(alice, card["id"])
    refused = await alice.patch(path, {"collection": {"currency": "USD"}})
    assert (refused.status_code, refused.json()["code"]) == (409, "currency_fixed")
    assert (await alice.patch(path, {"collection": {"currency": "EUR"}})).status_code == 200


async def test_money_for_a_cancelled_card_is_refunded(world: World, alice: Person) -> None:
    card = await giving.card(alice)
    made = await giving.gives(alice, card["id"])
    assert (await alice.post(f"/api/cards/{card['id']}/cancel", key=ids.new("req"))).status_code == 200
    await buying.press(world, made["checkout_url"], "succeed")
    await world.work()
    assert (await giving.read(alice, card["id"], made["id"]))["money"]["status"] == "refunded"
    assert await buying.at_the_provider(world) == {"EUR": -44}
    balances = await giving.balances(alice)
    assert balances[f"pot:{card['id']}"] + balances[f"refunds:{card['id']}"] == 0
