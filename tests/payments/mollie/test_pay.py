"""A gift at Mollie: setup, payment, end, and wrong or late callbacks."""

import asyncio
from typing import Any

import pytest

from tests.fakes.mollie import FakeMollie
from tests.payments import buying, striped
from tests.payments.giving import opened
from tests.payments.mollie.paying import begun, call_back, gave, own_key, right, status, told
from tests.world import World


async def test_sets_a_key_and_shows_the_profile(world: World, mollie: FakeMollie) -> None:
    answer = await own_key(mollie, world.alice)
    assert answer.status_code == 200, answer.text
    shown = answer.json()
    assert (shown["provider"], shown["merchant_id"], shown["live"]) == ("mollie", "pfl_alice", False)
    assert shown["key_hint"] == "test_...xxxx"
    assert "test_alicex" not in answer.text


@pytest.mark.parametrize(
    ("fields", "pointer"),
    [
        ({"webhook_secret": "whsec_abcdefgh"}, "/webhook_secret"),
        ({"secret_key": "sk_test_abcdefgh"}, "/secret_key"),
        ({"secret_key": "access_abcdefghijklmnopqrst"}, "/secret_key"),
        ({"secret_key": None}, "/secret_key"),
        ({"secret_key": "test_" + "a" * 30}, "/secret_key"),  # unknown to Mollie
        ({"provider": "stripe"}, "/secret_key"),
    ],
)
async def test_refuses_what_is_not_a_key_of_mollie(
    fields: dict[str, Any], pointer: str, world: World, mollie: FakeMollie
) -> None:
    answer = await own_key(mollie, world.alice, **fields)
    assert answer.status_code == 422, answer.text
    assert [each["pointer"] for each in answer.json()["errors"]] == [pointer]


async def test_refuses_a_live_key_of_an_unverified_profile(world: World, mollie: FakeMollie) -> None:
    mollie.unverified.add("pfl_alice")
    answer = await own_key(mollie, world.alice, "live")
    assert "Complete its verification with Mollie." in answer.text
    mollie.unverified.clear()
    answer = await own_key(mollie, world.alice, "live")
    assert (answer.status_code, answer.json()["live"]) == (200, True)


async def test_takes_a_payment_once(world: World, mollie: FakeMollie) -> None:
    made = await gave(world, mollie, world.alice)
    shown = await buying.payment(world.alice, made["payment_id"])
    assert (shown["provider"], shown["status"], shown["provider_payment_id"]) == (
        "mollie", "succeeded", made["tr"],
    )  # fmt: skip
    assert (shown["fee"], shown["net"]) == (None, None)
    for _ in range(3):
        assert await told(world, world.alice, made) == 200
    await striped.polled(world)
    assert (await buying.events(world.alice)).count("payment.succeeded") == 1
    await right(world, mollie)


async def test_applies_many_callbacks_at_once_only_once(world: World, mollie: FakeMollie) -> None:
    await own_key(mollie, world.alice)
    made = await begun(world.alice)
    made["tr"] = await opened(world, made)
    mollie.pay(made["tr"])
    answers = await asyncio.gather(
        *(call_back(world, world.alice.account_id, made["payment_id"], made["tr"]) for _ in range(8))
    )
    assert set(answers) == {200}
    await world.work()
    assert (await buying.events(world.alice)).count("payment.succeeded") == 1
    await right(world, mollie)


@pytest.mark.parametrize(
    ("at_mollie", "ours"), [("expired", "cancelled"), ("canceled", "cancelled"), ("failed", "failed")]
)
async def test_ends_with_its_page(at_mollie: str, ours: str, world: World, mollie: FakeMollie) -> None:
    await own_key(mollie, world.alice)
    made = await begun(world.alice)
    made["tr"] = await opened(world, made)
    mollie.expire(made["tr"], at_mollie)
    assert await told(world, world.alice, made) == 200
    assert await status(world.alice, made) == ours
    await right(world, mollie)


@pytest.mark.parametrize(
    ("result", "ours"), [("paid", "succeeded"), ("expired", "cancelled"), ("failed", "failed")]
)
async def test_follows_a_payment_that_takes_days(
    result: str, ours: str, world: World, mollie: FakeMollie
) -> None:
    """Mollie sends no callback for a pending payment; the poll finds it."""
    await own_key(mollie, world.alice)
    made = await begun(world.alice)
    made["tr"] = await opened(world, made)
    mollie.begin(made["tr"])
    await striped.polled(world)
    assert await status(world.alice, made) == "processing"
    mollie.ends(made["tr"], result)
    assert await told(world, world.alice, made) == 200
    assert await status(world.alice, made) == ours
    await right(world, mollie)


async def test_finds_a_payment_whose_callback_was_lost(world: World, mollie: FakeMollie) -> None:
    await own_key(mollie, world.alice)
    made = await begun(world.alice)
    mollie.pay(await opened(world, made))
    await striped.polled(world)
    assert await status(world.alice, made) == "succeeded"
    await right(world, mollie)


async def test_a_callback_before_the_page_is_stored_counts(world: World, mollie: FakeMollie) -> None:
    await own_key(mollie, world.alice)
    made = await begun(world.alice)
    made["tr"] = await opened(world, made)
    mollie.pay(made["tr"])
    await world.owner.execute("update payments set checkout_reference = null")
    assert await told(world, world.alice, made) == 200
    assert await status(world.alice, made) == "succeeded"
    await right(world, mollie)


async def test_the_end_of_a_page_that_nobody_saw_ends_no_payment(world: World, mollie: FakeMollie) -> None:
    """The first page's response was lost and its idempotency key has expired, so there is a second page."""
    await own_key(mollie, world.alice)
    made = await begun(world.alice)
    mollie.lost_after = 1.0
    assert (await world.client.get(made["checkout_url"])).status_code == 503
    mollie.lost_after = 0.0
    mollie.answers.clear()  # simulates the expiry of idempotency keys after an hour
    made["tr"] = await opened(world, made)
    unseen = next(each for each in mollie.payments if each != made["tr"])
    mollie.expire(unseen)
    assert await call_back(world, world.alice.account_id, made["payment_id"], unseen) == 200
    await striped.polled(world)
    assert await status(world.alice, made) == "pending"
    mollie.pay(made["tr"])
    assert await told(world, world.alice, made) == 200
    assert await status(world.alice, made) == "succeeded"
    await right(world, mollie)


async def test_a_repeated_request_gets_the_same_page(world: World, mollie: FakeMollie) -> None:
    await own_key(mollie, world.alice)
    made = await begun(world.alice)
    mollie.lost_after = 1.0
    assert (await world.client.get(made["checkout_url"])).status_code == 503
    mollie.lost_after = 0.0
    assert await opened(world, made) == await opened(world, made)
    assert len(mollie.payments) == 1


async def test_foreign_callbacks_change_nothing_and_ask_nobody(world: World, mollie: FakeMollie) -> None:
    """Includes mallory's callbacks about alice's payment, and about a paid one of mallory's."""
    await own_key(mollie, world.alice)
    made = await begun(world.alice)
    made["tr"] = await opened(world, made)
    own = await gave(world, mollie, world.mallory)
    asked = len(mollie.calls)
    alice, mallory = world.alice.account_id, world.mallory.account_id
    for account_id, payment_id, reference in (
        (alice, made["payment_id"], own["tr"]),
        (mallory, made["payment_id"], made["tr"]),
        (mallory, own["payment_id"], made["tr"]),
        (alice, "pay_unknown", made["tr"]),
        ("acct_unknown", made["payment_id"], made["tr"]),
        (alice, made["payment_id"], "tr_../../profiles"),
        (alice, made["payment_id"], ""),
    ):
        assert await call_back(world, account_id, payment_id, reference) == 200
    assert len(mollie.calls) == asked
    assert await status(world.alice, made) == "pending"


async def test_money_of_another_accounts_metadata_is_not_ours(world: World, mollie: FakeMollie) -> None:
    """Owners control the metadata of their payments."""
    await own_key(mollie, world.alice)
    made = await begun(world.alice)
    made["tr"] = await opened(world, made)
    own = await gave(world, mollie, world.mallory)
    mollie.payments[own["tr"]]["metadata"] = mollie.payments[made["tr"]]["metadata"]
    assert await call_back(world, world.mallory.account_id, own["payment_id"], own["tr"]) == 200
    await striped.polled(world)
    assert await status(world.alice, made) == "pending"


async def test_is_called_again_while_mollie_is_away(world: World, mollie: FakeMollie) -> None:
    await own_key(mollie, world.alice)
    made = await begun(world.alice)
    made["tr"] = await opened(world, made)
    mollie.pay(made["tr"])
    mollie.refused_before = 1.0
    assert await told(world, world.alice, made) == 503
    mollie.refused_before = 0.0
    assert await told(world, world.alice, made) == 200
    assert await status(world.alice, made) == "succeeded"
