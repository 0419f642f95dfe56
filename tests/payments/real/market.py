"""External events at Stripe: its dashboard, banks, settlement and other programs."""

from collections import Counter
from dataclasses import dataclass, field
from random import Random

from tests.fakes.stripe import FakeStripe, PageClosedError

_WHAT = (
    "capture", "dashboard", "dispute", "inquiry", "over", "debit", "others", "pending", "refund over",
    "denied",
)  # fmt: skip
# Permissions that an owner can remove from a restricted key during payments.
_TAKEN = ("balance_read", "charge_read", "charge_write", "event_read", "payment_intent_read")


@dataclass
class Market:
    """Random events at the fake.

    ``others``: accounts that other programs also use. ``restricted``: keys that lose permissions temporarily.
    """

    stripe: FakeStripe
    random: Random
    others: tuple[str, ...]
    restricted: tuple[str, ...] = ()
    did: Counter[str] = field(default_factory=Counter)

    def visit(self, session: str) -> str:
        """Pays, begins a debit, leaves, or lets the page expire. Returns the action."""
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
        """Causes one event, if its preconditions hold."""
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
        elif what == "pending":
            self.stripe.refunds_pend = not self.stripe.refunds_pend
        elif what == "refund over":
            self._end_refund()
        elif what == "denied":
            self._take_permission()
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

    def _end_refund(self) -> None:
        """Ends a pending refund, or occasionally fails a succeeded one."""
        waits = [each["id"] for each in self.stripe.refunds.values() if each["status"] == "pending"]
        made = [each["id"] for each in self.stripe.refunds.values() if each["status"] == "succeeded"]
        if waits:
            how = self.random.choices(["succeeded", "failed"], [80, 20])[0]
            self.stripe.refund_ends(self.random.choice(waits), how)
        elif made and self.random.random() < 0.1:
            self.stripe.refund_ends(self.random.choice(made), "failed")

    def _take_permission(self) -> None:
        """Restores all permissions, or removes one from a key."""
        taken = bool(self.stripe.denied)
        self.stripe.denied.clear()
        if self.restricted and not taken:
            self.stripe.denied[self.random.choice(self.restricted)] = {self.random.choice(_TAKEN)}

    def _touch(self, what: str) -> bool:
        """Refunds a payment on the dashboard, disputes it or asks about it. Returns whether it could."""
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
        elif what == "inquiry":
            self._ask(intent["id"])
        return True

    def _ask(self, intent_id: str) -> None:
        """Opens an inquiry of the payer's bank, or ends an earlier one."""
        asked = [e for e in self.stripe.disputes.values() if e["status"] == "warning_needs_response"]
        if asked and self.random.random() < 0.3:
            self.stripe.inquiry_ends(self.random.choice(asked)["id"])
        else:
            self.stripe.inquire(
                intent_id, self.random.choice(["warning_needs_response", "warning_under_review"])
            )

    def end(self) -> None:
        """Ends faults, debits, refunds and disputes, and settles all charges."""
        self.stripe.refused_before = self.stripe.lost_after = 0.0
        self.stripe.failing.clear()
        self.stripe.denied.clear()
        self.stripe.refunds_pend = False
        for refund in list(self.stripe.refunds.values()):
            if refund["status"] == "pending":
                self.stripe.refund_ends(refund["id"], "succeeded")
        for session in list(self.stripe.sessions.values()):
            intent = self.stripe.intents.get(session["payment_intent"] or "", {})
            if intent.get("status") == "processing":
                self.stripe.debit_ends(session["id"])
        for dispute in list(self.stripe.disputes.values()):
            if dispute["status"] == "needs_response":
                self.stripe.dispute_ends(dispute["id"], won=self.random.random() < 0.5)
        self.stripe.capture()
