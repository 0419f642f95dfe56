"""Set an account's provider: verified before storage, encrypted, one at a time."""

import asyncio
from typing import Any

import pytest

from tests.contributions import giving
from tests.fakes.stripe import FakeStripe
from tests.payments import buying, striped
from tests.waiting import until_waiting
from tests.world import Person, World


async def test_keeps_a_key_that_stripe_knows_and_never_shows_it(
    world: World, alice: Person, stripe: FakeStripe
) -> None:
    answer = await striped.own_key(stripe, alice)
    assert answer.status_code == 200, answer.text
    shown = answer.json()
    assert (shown["provider"], shown["kind"], shown["merchant_id"]) == (
        "stripe",
        "own_key",
        "acct_1ofalice00",
    )
    assert (shown["key_hint"], shown["webhook_secret_set"]) == ("sk_test_...ce00", True)
    assert shown["callback_url"].endswith(f"/callbacks/payments/stripe/{alice.account_id}")
    read = await alice.get(striped.PATH)
    assert read.json() == shown
    assert read.headers["ETag"] == '"2"'
    for text in (answer.text, read.text, (await alice.get("/api/events")).text):
        assert "sk_test_ofalice00" not in text
        assert "whsec_ofalice00" not in text
    rows = await world.owner.fetch("select payment_providers::text from payment_providers")
    assert "ofalice" not in rows[0][0].replace("acct_1ofalice00", "")
    assert (await buying.events(alice))[-1] == "payment_provider.changed"


@pytest.mark.parametrize(
    ("body", "pointer"),
    [
        ({"provider": "stripe"}, "/secret_key"),
        ({"provider": "stripe", "secret_key": "pk_test_12345678"}, "/secret_key"),
        ({"provider": "stripe", "secret_key": "sk_test_nobodys00"}, "/secret_key"),
        ({"provider": "stripe", "secret_key": "sk_test_restricted"}, "/secret_key"),
        ({"provider": "stripe", "secret_key": "sk_live_unready00"}, "/secret_key"),
        ({"provider": "stripe", "secret_key": "sk_test_ofalice00", "webhook_secret": "x"}, "/webhook_secret"),
        ({"provider": "sandbox", "secret_key": "sk_test_ofalice00"}, "/secret_key"),
        ({"provider": "paypal"}, "/provider"),
        ({"provider": "stripe", "secret_key": "sk_test_ofalice00", "merchant_id": "acct_1"}, "/merchant_id"),
    ],
)
async def test_refuses_what_would_not_work(
    body: dict[str, Any], pointer: str, alice: Person, stripe: FakeStripe
) -> None:
    stripe.keys |= {"sk_test_restricted": "acct_1r", "sk_live_unready00": "acct_1u", "sk_test_ofalice00": "a"}
    stripe.denied["sk_test_restricted"] = {"event_read", "checkout_session_write"}
    stripe.unready.add("acct_1u")
    answer = await alice.put(striped.PATH, body)
    assert answer.status_code == 422, answer.text
    assert [fault["pointer"] for fault in answer.json()["errors"]] == [pointer]
    assert "sk_" + "test_of" not in answer.text
    assert (await alice.get(striped.PATH)).json()["provider"] == "sandbox"


async def test_takes_no_key_while_stripe_is_away(alice: Person, stripe: FakeStripe) -> None:
    stripe.refused_before = 1.0
    answer = await striped.own_key(stripe, alice)
    assert (answer.status_code, answer.headers["Retry-After"]) == (503, "10")
    assert (await alice.get(striped.PATH)).json()["provider"] == "sandbox"


async def test_is_set_once_of_many_at_once(world: World, alice: Person, stripe: FakeStripe) -> None:
    names = [f"n{number}" for number in range(4)]
    answers = await asyncio.gather(*(striped.own_key(stripe, alice, name) for name in names * 2))
    assert {answer.status_code for answer in answers} == {200}
    present = "select count(*) from payment_providers where removed_at is null"
    assert await world.owner.fetchval(present) == 1
    assert await world.owner.fetchval("select count(*) from payment_providers") == 4
    versions = [answer.json()["version"] for answer in answers]
    assert len(set(versions)) == len(versions)
    stale = await alice.delete(striped.PATH, headers={"If-Match": '"1"'})
    assert stale.status_code == 412


async def test_tells_real_money_by_the_beginning_of_a_key(alice: Person, stripe: FakeStripe) -> None:
    for key, live in (("sk_test_not_live_00", False), ("rk_live_ofalice_test_00", True)):
        stripe.keys[key] = "acct_1ofalice00"
        assert (await striped.own_key(stripe, alice, secret_key=key)).json()["live"] is live, key


@pytest.mark.parametrize("replaces", [True, False])
async def test_a_gift_that_waits_for_a_replacement_never_goes_to_the_sandbox(
    replaces: bool, world: World, alice: Person, stripe: FakeStripe
) -> None:
    """A live key replaces the test key while a gift starts. In the control, the gift goes to Stripe."""
    await striped.own_key(stripe, alice)
    card = await giving.card(alice)
    async with world.owner.transaction():
        await world.owner.execute("select from payment_providers for update")
        begun = asyncio.create_task(giving.post(alice, card["id"]))
        await until_waiting(world.owner)
        if replaces:
            await world.owner.execute("update payment_providers set removed_at = now()")
            await world.owner.execute(
                """
                insert into payment_providers (account_id, id, provider, merchant_id, live, connected,
                  secret_key, checked_at, version, created_at, updated_at)
                select account_id, 'pvd_live', provider, merchant_id, true, connected,
                  secret_key, now(), 9, now(), now() from payment_providers
                """
            )
    answer = await begun
    if replaces:
        assert (answer.status_code, answer.json()["code"]) == (409, "payment_provider_missing")
    else:
        assert answer.status_code == 201, answer.text
    paid_to = await world.owner.fetch("select provider from payments")
    assert [row[0] for row in paid_to] == ([] if replaces else ["stripe"])
