"""Remove an account's provider: pending payments complete, then the key is deleted."""

from tests import make
from tests.contributions import giving as chip
from tests.fakes.stripe import FakeStripe
from tests.payments import buying, giving, striped
from tests.world import Person, World


async def test_finishes_what_was_begun_before_it_was_removed_and_then_forgets_the_key(
    world: World, alice: Person, stripe: FakeStripe
) -> None:
    await striped.own_key(stripe, alice)
    card = await make.card(alice)
    made = await giving.begun(alice, card["id"])
    session_id = await giving.opened(world, made)
    answer = await alice.delete(striped.PATH)
    assert (answer.status_code, answer.json()["provider"]) == (200, "sandbox")
    assert (await alice.delete(striped.PATH)).status_code == 200
    await world.work()
    assert await _keys_kept(world) == 1
    event = stripe.pay(session_id)
    assert await striped.call_back(world, stripe, event, alice.account_id, "whsec_ofalice00") == 204
    assert await striped.status(alice, made) == "succeeded"
    assert (await buying.payment(alice, made["payment_id"]))["provider"] == "stripe"
    # A new payment goes to another provider.
    other = await giving.begun(alice, card["id"])
    assert (await buying.payment(alice, other["payment_id"]))["provider"] == "sandbox"
    # The key stays while the payment settles and while a refund is pending.
    await _forget_now(world)
    assert await _keys_kept(world) == 1


async def test_forgets_the_key_at_once_where_nothing_is_under_way(
    world: World, alice: Person, stripe: FakeStripe
) -> None:
    await striped.own_key(stripe, alice)
    made = await giving.begun(alice, (await make.card(alice))["id"])
    session = await giving.opened(world, made)
    await alice.delete(striped.PATH)
    await world.work()
    assert await _keys_kept(world) == 1  # the control: a visitor may still be paying
    event = stripe.lapse(session)
    assert await striped.call_back(world, stripe, event, alice.account_id, "whsec_ofalice00") == 204
    await _forget_now(world)
    assert await _keys_kept(world) == 0
    assert await striped.call_back(world, stripe, event, alice.account_id, "whsec_ofalice00") == 401


async def test_puts_no_play_money_in_the_place_of_real_money(
    world: World, alice: Person, stripe: FakeStripe
) -> None:
    stripe.keys["sk_live_ofalice00"] = "acct_1ofalice00"
    assert (await striped.own_key(stripe, alice, secret_key="sk_live_ofalice00")).json()["live"] is True
    gone = (await alice.delete(striped.PATH)).json()
    assert (gone["provider"], gone["live"]) == (None, False)
    assert (await alice.get(striped.PATH)).json()["provider"] is None
    refused = await alice.put(striped.PATH, {"provider": "sandbox"})
    assert (refused.status_code, refused.json()["errors"][0]["pointer"]) == (422, "/provider")
    card = await chip.card(alice)
    answer = await chip.post(alice, card["id"])
    assert (answer.status_code, answer.json()["code"]) == (409, "payment_provider_missing")
    # The control: after a test key, the sandbox becomes available again.
    other = await world.person("carol", 10)
    await striped.own_key(stripe, other)
    assert (await other.delete(striped.PATH)).json()["provider"] == "sandbox"


async def test_refunds_again_when_the_same_account_was_set_again(
    world: World, alice: Person, stripe: FakeStripe
) -> None:
    made, event = await striped.paid(world, stripe, alice)
    await striped.own_key(stripe, alice, "another")
    # Simulates the job after it found nothing pending.
    await world.owner.execute(
        """
        update payment_providers set secret_key = null, webhook_secret = null, forgotten_at = now()
        where removed_at is not null
        """
    )
    refused = await buying.refund(alice, made["payment_id"])
    assert (refused.status_code, refused.json()["code"]) == (409, "payment_provider_missing")
    assert await striped.call_back(world, stripe, event, alice.account_id, "whsec_ofalice00") == 401
    again = (await striped.own_key(stripe, alice)).json()
    assert again["merchant_id"] == "acct_1ofalice00"
    assert (await buying.refund(alice, made["payment_id"])).status_code == 201
    await world.work()
    assert stripe.held("acct_1ofalice00") == {}


async def _keys_kept(world: World) -> int:
    return await world.owner.fetchval("select count(secret_key) from payment_providers")


async def _forget_now(world: World) -> None:
    await world.owner.execute(
        "update jobs set run_at = now() - interval '1 second' where kind = 'payments.forget_provider'"
    )
    await world.work()
