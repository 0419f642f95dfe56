"""kill -9 of server and worker during cancellations with refunds: each payment is refunded once.

The fake Stripe survives the crashes; the ledger must match its balances.
"""

import asyncio
import random
import time
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from tests.delivery.service import Service, service
from tests.delivery.test_crash import kill_at_random
from tests.fakes.smtp import Post, serving
from tests.fakes.stripe import FakeStripe, fake_stripe
from tests.payments.test_crash import SETTLES_S, Buyers, booked, checked, fetched, until

pytestmark = [pytest.mark.anyio, pytest.mark.crash]

SEED, ORGANISERS, GIFTS = 20261122, 3, 3
RUNS_S = (0.3, 2.0)
OWN_KEY, OWN_SECRET = "sk_test_ofacme00", "whsec_ofacme00"


class Organisers(Buyers):
    """Clients that create a card, contribute with the account's provider, and cancel with refunds."""

    def __init__(self, running: Service, stripe: FakeStripe) -> None:
        super().__init__(running, stripe)
        self.callbacks = f"/callbacks/payments/stripe/{running.account['account_id']}"
        self.secret = OWN_SECRET
        self.cancelled: list[str] = []

    async def one(self, name: str, bundle_id: str, chance: random.Random) -> None:
        card_id = await self.card(name, bundle_id)
        for number in range(GIFTS):
            await self.gift(f"{name}-{number}", card_id, chance)
        await self.cancel(name, card_id)
        await asyncio.sleep(0.2)  # the load stays the same on any machine

    async def card(self, name: str, template_id: str) -> str:
        body = {
            "title": "Happy birthday, Maya",
            "sender": "Priya and friends",
            "template_id": template_id,
            "collection": {"add_money": "everyone", "currency": "EUR"},
        }
        made = await self.ask("POST", "/api/cards", json=body, headers={"Idempotency-Key": f"card-{name}"})
        assert made.status_code == 201, made.text
        return made.json()["card_id"]

    async def gift(self, name: str, card_id: str, chance: random.Random) -> None:
        """Contributes. Four in ten payments have no callback, so they are pending at the cancellation."""
        answer = await self.ask(
            "POST",
            f"/api/cards/{card_id}/contributions",
            json={"name": "Grandma Ilse", "money": {"amount": 1250, "currency": "EUR"}},
            headers={"Idempotency-Key": f"gift-{name}"},
        )
        assert answer.status_code == 201, answer.text
        payment_id = answer.json()["money"]["payment_id"]
        await self.pay(payment_id, answer.json()["checkout_url"], called_back=chance.random() < 0.6)

    async def cancel(self, name: str, card_id: str) -> None:
        """Cancels the card's current version; retries if the version has changed."""
        for number in range(50):
            card = await self.ask("GET", f"/api/cards/{card_id}")
            answer = await self.ask(
                "POST",
                f"/api/cards/{card_id}/cancel",
                json={"refund": True},
                headers={"Idempotency-Key": f"cancel-{name}-{number}", "If-Match": card.headers["etag"]},
            )
            if answer.status_code == 200:
                self.cancelled.append(card_id)
                return
            assert answer.status_code == 412, answer.text
        raise AssertionError("The card would not stay as it is.")

    async def unsettled(self) -> list[str]:
        """Returns cards not cancelled, payments not refunded, and dead jobs."""
        cards = await fetched(self.running, "select id, state from cards")
        payments = await fetched(self.running, "select id, status from payments where status <> 'refunded'")
        dead = await fetched(self.running, "select id, kind from jobs where dead_at is not null")
        done = {row[0] for row in cards if row[1] == "cancelled"}
        wrong = [row[0] for row in payments if row[0] in self.paid]
        return [*(set(self.cancelled) - done), *wrong, *(f"{row[0]} {row[1]}" for row in dead)]


async def wrong(organisers: Organisers) -> dict[str, Any]:
    """Returns the deviations of provider, ledger and events from exactly one refund per payment."""
    running, stripe = organisers.running, organisers.stripe
    made = [each for each in stripe.refunds.values() if each["status"] == "succeeded"]
    back = Counter(each["metadata"]["payment_id"] for each in made)
    whole = {i["metadata"]["payment_id"]: stripe.back(i) == i["amount"] for i in stripe.intents.values()}
    failed = await fetched(running, "select id from refunds where status = 'failed'")
    told = await fetched(
        running, "select card_id, count(*) from events where type = 'card.cancelled' group by card_id"
    )
    ledger, held = (
        {code: amount for code, amount in each.items() if amount}
        for each in (await booked(running), stripe.held())
    )
    found: dict[str, Any] = {
        "not refunded once": dict(back - Counter(organisers.paid)) | dict(Counter(organisers.paid) - back),
        "not refunded whole": [payment_id for payment_id in organisers.paid if not whole.get(payment_id)],
        "made and booked as refused": {row[0] for row in failed} & {e["metadata"]["refund_id"] for e in made},
        "not told once": {*organisers.cancelled} ^ {row[0] for row in told if row[1] == 1},
        "provider and ledger": (held, ledger) if held != ledger else None,
    }
    return {name: each for name, each in found.items() if each}


async def cancel_and_kill(tmp_path: Path, cycles: int, *, forgetful: bool = False) -> dict[str, Any]:
    """Returns the faults at the end. Unless `forgetful`, asserts that everything has settled."""
    async with fake_stripe() as stripe, serving(Post()) as post:
        stripe.keys[OWN_KEY] = "acct_1ofacme00"
        more = {"WELLWISH_STRIPE_URL": stripe.url, "WELLWISH_PAGE_REQUESTS_PER_MINUTE": "0"}
        async with service(tmp_path, post, more=more, cards=2000) as running:
            own = {"provider": "stripe", "secret_key": OWN_KEY, "webhook_secret": OWN_SECRET}
            put = await running.client.put("/api/payment-provider", json=own, headers=running.headers)
            assert put.status_code in (200, 201), put.text
            stripe.lost_after, stripe.forgetful = 0.1, forgetful
            organisers = Organisers(running, stripe)
            listed = await running.client.get("/api/templates", headers=running.headers)
            template_id = listed.json()["data"][0]["template_id"]
            tasks = [asyncio.create_task(organisers.run(n, template_id)) for n in range(ORGANISERS)]
            killed = await kill_at_random(running, cycles, random.Random(SEED), RUNS_S)
            began = time.monotonic()
            organisers.stop.set()
            await asyncio.gather(*tasks)
            if forgetful:
                await until(lambda: refusing(organisers), began)
                return await wrong(organisers)
            waited_s = await until(organisers.unsettled, began)
            print(
                f"seed {SEED}: {cycles} cycles, killed {dict(killed)}; {len(organisers.cancelled)} cards "
                f"cancelled, {len(organisers.paid)} payments refunded; "
                f"settled {waited_s:.1f} s after the last restart"
            )
            print(f"provider {stripe.held()}, ledger {await booked(running)}")
            assert await organisers.unsettled() == []
            assert cycles < 13 or waited_s <= SETTLES_S
            assert "The ledger is correct." in await checked(running)
            return await wrong(organisers)


async def refusing(organisers: Organisers) -> list[str]:
    """Returns an empty list once a completed refund is booked as refused."""
    return [] if "made and booked as refused" in await wrong(organisers) else ["none yet"]


@pytest.mark.parametrize("cycles", [4, pytest.param(13, marks=pytest.mark.full)])
async def test_gives_each_payment_back_once_under_kill_9(tmp_path: Path, cycles: int) -> None:
    assert await cancel_and_kill(tmp_path, cycles) == {}


async def test_detects_a_provider_without_idempotency_keys(tmp_path: Path) -> None:
    """The control: the provider refuses the retry of a completed refund, and the ledger reverses it."""
    found = await cancel_and_kill(tmp_path, 2, forgetful=True)
    print({name: len(each) for name, each in found.items()})
    assert found["made and booked as refused"]
