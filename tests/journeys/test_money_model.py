"""A card's money over HTTP agrees with a model: gifts, payments, confirmations, refunds, cancellations.

After each step the ledger balances, and the card's total and each gift match the model.
"""

from dataclasses import dataclass
from datetime import timedelta
from typing import Any

import httpx2
import pytest
from anyio import from_thread, to_thread
from hypothesis import Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    Bundle,
    RuleBasedStateMachine,
    initialize,
    invariant,
    multiple,
    precondition,
    rule,
    run_state_machine_as_test,
)

from tests import make
from tests.journeys.test_model import of
from tests.later import another_time
from tests.payments import buying
from tests.world import Person, World
from wellwish.base import clock, ids
from wellwish.infra.db import Tx
from wellwish.payments import check, poll

SETTINGS = {"add_money": "everyone", "add_cash": True, "currency": "EUR", "max_amount": 5000}
PEOPLE = ("alice", "bob", "mallory")
# The status that each button of the provider's page leads to once all callbacks have arrived.
BUTTONS = {"succeed": "paid", "call_back_twice": "paid", "decline": "failed", "cancel": "cancelled"}
ENOUGH = 4  # gifts on a card before it may be cancelled
AMOUNTS = st.sampled_from((1, 60, 1250, 5000))

people = st.sampled_from(PEOPLE)


@dataclass
class Gift:
    """The model of a contribution with money."""

    id: str
    method: str
    amount: int
    status: str
    checkout_url: str = ""
    payment_id: str = ""
    refunded: int = 0
    silent: bool = False  # paid, but the provider sent no callback

    @property
    def left(self) -> int:
        """The amount received and not refunded."""
        came = ("paid", "partially_refunded", "confirmed")
        return self.amount - self.refunded if self.status in came else 0


class Service:
    """Calls the service synchronously from a worker thread."""

    def __init__(self, world: World) -> None:
        self.world = world

    def begin(self) -> str:
        """Empties the world; returns a card of alice's with bob as an admin with can_update."""
        return from_thread.run(self._begin)

    async def _begin(self) -> str:
        clock.move(timedelta())
        await self.world.empty()
        await self.world.settle()
        return await self._open_card()

    def open_card(self) -> str:
        return from_thread.run(self._open_card)

    async def _open_card(self) -> str:
        card = await make.card(self.world.alice, collection=SETTINGS)
        await make.admin(self.world.alice, card["id"], self.world.bob, can_update=True)
        return card["id"]

    def call(self, who: str, method: str, path: str, body: Any = None, **headers: str) -> httpx2.Response:
        """Sends a request with a fresh idempotency key and runs the resulting jobs, if it can have any."""
        return from_thread.run(lambda: self._call(who, method, path, body, headers))

    async def _call(
        self, who: str, method: str, path: str, body: Any, headers: dict[str, str]
    ) -> httpx2.Response:
        person: Person = getattr(self.world, who)
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        given = {} if body is None else {"json": body}
        sent = {"Idempotency-Key": ids.new("req"), **named}
        answer = await person.request(method, path, headers=sent, **given)
        if method != "GET":
            await self.world.work()
        return answer

    def press(self, url: str, button: str) -> None:
        """Presses a button of the provider's page and runs the resulting jobs."""

        async def pressed() -> None:
            await buying.press(self.world, url, button)
            await self.world.work()

        from_thread.run(pressed)

    def ask_the_provider(self) -> None:
        """Polls the provider for payments without a callback."""

        async def asked() -> None:
            await poll.run(self.world.services, {})
            await self.world.work()

        from_thread.run(asked)

    def wait(self, seconds: float) -> None:
        """Moves the clock and runs the jobs that are due."""

        async def waited() -> None:
            clock.move(timedelta(seconds=seconds))
            await self.world.work()

        from_thread.run(waited)

    def faults(self) -> list[str]:
        """Returns the faults that the ledger check finds."""

        async def found() -> list[str]:
            async with self.world.owner.transaction():
                report = await check.check(Tx(self.world.owner, []))
            clearing = await buying.in_the_ledger(self.world, "clearing")
            return report.faults + [f"{clearing} is under way"] * bool(clearing)

        return from_thread.run(found)


class Machine(RuleBasedStateMachine):
    """The model and its rules: each rule performs a step on the service and the model and compares the
    results.
    """

    service: Service
    fee_of_a_refund = 0  # overridden in the control

    gifts = Bundle("gifts")
    paid = Bundle("paid")

    @initialize()
    def begin(self) -> None:
        self.card_id = self.service.begin()
        self.state = "open"
        self.given: dict[str, Gift] = {}

    def expect(self, answer: httpx2.Response, status: int, step: str) -> bool:
        assert answer.status_code == status, (
            f"{step}: expected {status}, got {answer.status_code} {answer.text}"
        )
        return answer.is_success

    @property
    def card(self) -> str:
        return f"/api/cards/{self.card_id}"

    def version(self, path: str) -> str:
        return self.service.call("alice", "GET", path).headers["etag"]

    # Steps

    @rule(target=gifts, amount=AMOUNTS, method=st.sampled_from(("online", "cash")))
    def give(self, amount: int, method: str) -> Any:
        return self.give_one(amount, method) or multiple()

    def give_one(self, amount: int, method: str) -> str | None:
        body = {"name": "Ilse", "money": {"amount": amount, "currency": "EUR", "method": method}}
        answer = self.service.call("alice", "POST", f"{self.card}/contributions", body)
        if not self.expect(answer, 201 if self.state == "open" else 409, "give"):
            return None
        made = answer.json()
        status = "pending" if method == "online" else "promised"
        gift = Gift(made["id"], method, amount, status)
        if method == "online":
            gift.checkout_url, gift.payment_id = made["checkout_url"], made["money"]["payment_id"]
        self.given[gift.id] = gift
        return gift.id

    @precondition(lambda self: self.state == "open")
    @rule(
        money=st.sampled_from(
            [{"amount": each, "currency": "EUR"} for each in (0, -5, 5001, 10**18, 1.5, "12", True)]
            + [{"amount": 100, "currency": "USD"}]
        )
    )
    def give_nonsense(self, money: dict[str, Any]) -> None:
        body = {"name": "Ilse", "money": money}
        self.expect(self.service.call("alice", "POST", f"{self.card}/contributions", body), 422, "nonsense")

    @rule(target=paid, amount=AMOUNTS, button=st.sampled_from(("succeed", "call_back_twice")))
    def give_and_pay(self, amount: int, button: str) -> Any:
        gift_id = self.give_one(amount, "online")
        if gift_id is None:
            return multiple()
        self.press_one(self.given[gift_id], button)
        return gift_id

    @rule(gift_id=gifts, button=st.sampled_from(sorted(BUTTONS)))
    def press(self, gift_id: str, button: str) -> None:
        if gift_id in self.given:
            self.press_one(self.given[gift_id], button)

    def press_one(self, gift: Gift, button: str) -> None:
        if gift.status == "pending" and not gift.silent and self.state != "cancelled":
            self.service.press(gift.checkout_url, button)
            gift.status = BUTTONS[button]

    @rule(gift_id=gifts)
    def pay_silently(self, gift_id: str) -> None:
        gift = self.given.get(gift_id)
        if gift and gift.status == "pending" and not gift.silent and self.state != "cancelled":
            self.service.press(gift.checkout_url, "never_call_back")
            gift.silent = True

    @rule()
    def ask_the_provider(self) -> None:
        self.service.ask_the_provider()
        late = [gift for gift in self.given.values() if gift.silent]
        for gift in late:
            gift.silent, gift.status = False, "paid"
        if late and self.state == "cancelled":
            self.service.wait(3)
            self._all_back()

    @rule(gift_id=paid, amount=st.sampled_from((None, 1, 59, 60)))
    def refund(self, gift_id: str, amount: int | None) -> None:
        self.refund_as("alice", gift_id, amount)

    @rule(gift_id=gifts, who=people, amount=st.sampled_from((None, 1250, 5001)))
    def refund_anything(self, gift_id: str, who: str, amount: int | None) -> None:
        self.refund_as(who, gift_id, amount)

    def refund_as(self, who: str, gift_id: str, amount: int | None) -> None:
        gift = self.given.get(gift_id)
        if gift is None or not gift.payment_id:
            return
        wanted = gift.left if amount is None else amount
        status = 201 if 0 < wanted <= gift.left else 409
        path = f"/api/payments/{gift.payment_id}"
        body = {} if amount is None else {"amount": amount}
        version = self.version(path)
        answer = self.service.call(who, "POST", f"{path}/refunds", body, If_Match=version)
        if self.expect(answer, status if who == "alice" else 404, "refund"):
            gift.refunded += wanted + self.fee_of_a_refund
            gift.status = "refunded" if gift.refunded == gift.amount else "partially_refunded"

    @rule(gift_id=gifts, stale=st.booleans())
    def refund_blindly(self, gift_id: str, stale: bool) -> None:
        gift = self.given.get(gift_id)
        if gift and gift.payment_id:
            headers = {"If_Match": '"0"'} if stale else {}
            path = f"/api/payments/{gift.payment_id}/refunds"
            answer = self.service.call("alice", "POST", path, {}, **headers)
            self.expect(answer, 412 if stale else 428, "refund blindly")

    @rule(gift_id=gifts, who=people, verb=st.sampled_from(("confirm", "drop")))
    def settle(self, gift_id: str, who: str, verb: str) -> None:
        gift, target = self.given.get(gift_id), {"confirm": "confirmed", "drop": "dropped"}[verb]
        if gift is None:
            return
        path = f"{self.card}/contributions/{gift_id}"
        over = gift.status == "dropped" and target != "dropped"
        status = 409 if self.state == "cancelled" or gift.method == "online" or over else 200
        version = self.version(path)
        answer = self.service.call(who, "POST", f"{path}/{verb}", If_Match=version)
        if self.expect(answer, 404 if who == "mallory" else status, verb):
            gift.status = target

    @rule(verb=st.sampled_from(("close", "reopen")))
    def close_or_reopen(self, verb: str) -> None:
        before, after = ("open", "closed") if verb == "close" else ("closed", "open")
        body = None if verb == "close" else {}
        answer = self.service.call("alice", "POST", f"{self.card}/{verb}", body)
        if self.expect(answer, 200 if self.state == before else 409, verb):
            self.state = after

    @precondition(lambda self: len(self.given) >= ENOUGH)
    @rule(refund=st.booleans())
    def cancel(self, refund: bool) -> None:
        held = any(gift.left for gift in self.given.values() if gift.method == "online")
        confirmed = any(gift.status == "confirmed" for gift in self.given.values())
        status = 409 if self.state == "cancelled" or confirmed or (held and not refund) else 200
        version = self.version(self.card)
        answer = self.service.call(
            "alice", "POST", f"{self.card}/cancel", {"refund": refund}, If_Match=version
        )
        if self.expect(answer, status, "cancel"):
            self.service.wait(3)
            self.state = "cancelled"
            self._all_back()

    @precondition(lambda self: self.state == "cancelled")
    @rule()
    def open_another(self) -> None:
        """Replaces the cancelled card, which permits few further steps."""
        self.card_id, self.state, self.given = self.service.open_card(), "open", {}

    def _all_back(self) -> None:
        """Refunds everything in the model.

        The provider reports whether open pages were paid before it closes them.
        """
        for gift in self.given.values():
            if gift.method == "online" and (gift.left or gift.silent):
                gift.refunded, gift.status, gift.silent = gift.amount, "refunded", False
            elif gift.status == "pending":
                gift.status = "cancelled"
            elif gift.status == "promised":
                gift.status = "dropped"

    # Invariants

    @invariant()
    def balances(self) -> None:
        assert self.service.faults() == []

    @invariant()
    def shows_each_gift(self) -> None:
        rows = self.service.call("alice", "GET", f"{self.card}/contributions").json()["data"]
        seen = {row["id"]: (row["money"]["status"], row["money"]["refunded"]["amount"]) for row in rows}
        assert seen == {gift.id: (gift.status, gift.refunded) for gift in self.given.values()}, "expected"

    @invariant()
    def shows_the_total(self) -> None:
        shown = self.service.call("alice", "GET", self.card).json()
        assert shown["status"] == self.state
        total = sum(gift.left for gift in self.given.values())
        assert shown["collected"] == {"amount": total, "currency": "EUR"}, f"expected {total}"


class Wrong(Machine):
    """The control: a model that charges one cent per refund."""

    fee_of_a_refund = 1


def run(machine: type[Machine], service: Service, how: settings) -> None:
    bound = type(machine.__name__, (machine,), {"service": service})
    with another_time():
        run_state_machine_as_test(bound, settings=how)


@pytest.mark.parametrize(
    "how",
    [
        pytest.param(of(8, 15, derandomize=True), id="8 x 15"),
        pytest.param(of(60, 30, derandomize=True), id="60 x 30", marks=pytest.mark.fuzz),
        pytest.param(of(2000, 50), id="2,000 x 50", marks=pytest.mark.full),
    ],
)
async def test_keeps_the_money_that_the_model_has(how: settings, running: World) -> None:
    await to_thread.run_sync(run, Machine, Service(running), how)


@pytest.mark.fuzz
async def test_finds_a_cent_that_is_missing(running: World) -> None:
    how = of(200, 30, derandomize=True, phases=[Phase.generate])
    with pytest.raises(AssertionError, match="expected"):
        await to_thread.run_sync(run, Wrong, Service(running), how)
