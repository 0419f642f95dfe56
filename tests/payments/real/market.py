"""Events at Stripe that we do not cause: its dashboard, banks, settlement and other programs."""

from collections import Counter
from dataclasses import dataclass, field
from random import Random

from tests.fakes.stripe import FakeStripe, PageClosedError

_WHAT = ("capture", "dashboard", "dispute", "over", "debit", "others")


@dataclass
class Market:
    """Random happenings at the fake. ``others`` are the accounts that other programs use, too."""

    stripe: FakeStripe
    random: Random
    others: tuple[str, ...]
    did: Counter[str] = field(default_factory=Counter)

    def visit(self, session: str) -> str:
        """A payer pays, begins a debit, leaves, or lets the page expire. Returns which."""
        how = self.random.choices(["pay", "debit", "leave", "lapse"], [70, 10, 10, 10])[0]
        try:
            if how == "pay":
                self.stripe.pay(session, fee=self.random.randint(0, 90))
            elif how == "debit":
                self.stripe.debit(session)
            elif how == "lapse":
                self.stripe.lapse(session)
        except PageClosedError:
            how = "closed"
        self.did[how] += 1
        return how

    def happen(self) -> None:
        """Does one thing, if there is something to do it with."""
        what = self.random.choice(_WHAT)
        under_way = {each["id"] for each in self.stripe.intents.values() if each["status"] == "processing"}
        debits = [e["id"] for e in self.stripe.sessions.values() if e["payment_intent"] in under_way]
        if what == "capture":
            self.stripe.capture()
        elif what == "others":
            self.stripe.other_programs(self.random.choice(self.others))
        elif what == "debit" and debits:
            self.stripe.debit_ends(self.random.choice(debits), succeeded=self.random.random() < 0.7)
        elif what == "over":
            self._close_one()
        elif not self._touch(what):
            return
        self.did[what] += 1

    def _close_one(self) -> None:
        waits = [each for each in self.stripe.disputes.values() if each["status"] == "needs_response"]
        lost = [
            each for each in self.stripe.disputes.values()
            if each["status"] == "lost" and len(each["balance_transactions"]) == 1
        ]  # fmt: skip
        if waits:
            self.stripe.dispute_ends(self.random.choice(waits)["id"], won=self.random.random() < 0.5)
        elif lost and self.random.random() < 0.2:
            self.stripe.reinstate(self.random.choice(lost)["id"], fee=1500)

    def _touch(self, what: str) -> bool:
        """Refunds a payment on the dashboard, or disputes it. Returns whether one could be."""
        paid = [each for each in self.stripe.intents.values() if each["latest_charge"]]
        if not paid:
            return False
        intent = self.random.choice(paid)
        rest = intent["amount"] - self.stripe.back(intent)
        if self.stripe.charges[intent["latest_charge"]]["disputed"] or not rest:
            return False
        if what == "dashboard":
            self.stripe.refund(intent["id"], self.random.randint(1, rest))
        elif what == "dispute" and rest == intent["amount"]:
            self.stripe.dispute(intent["id"])
        return True

    def end(self) -> None:
        """Ends the faults, the debits and the disputes, and settles all charges."""
        self.stripe.refused_before = self.stripe.lost_after = 0.0
        self.stripe.failing.clear()
        for session in list(self.stripe.sessions.values()):
            intent = self.stripe.intents.get(session["payment_intent"] or "", {})
            if intent.get("status") == "processing":
                self.stripe.debit_ends(session["id"])
        for dispute in list(self.stripe.disputes.values()):
            if dispute["status"] == "needs_response":
                self.stripe.dispute_ends(dispute["id"], won=self.random.random() < 0.5)
        self.stripe.capture()
