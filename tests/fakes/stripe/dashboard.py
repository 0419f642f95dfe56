"""Refunds by API and on the dashboard, disputes, payouts, and other programs of the account."""

from tests.fakes.stripe.sessions import Sessions
from tests.fakes.stripe.store import PLATFORM, Thing, invalid

_NAMES = ("account_id", "payment_id", "merchant", "refund_id")
_PARAMETERS = {"payment_intent", "amount", *(f"metadata[{name}]" for name in _NAMES)}


class Dashboard(Sessions):
    """Everything that happens to a completed payment."""

    def create_refund(self, form: dict[str, str], of: str) -> tuple[int, Thing]:
        """Returns status and body."""
        if unknown := form.keys() - _PARAMETERS:
            return 400, invalid(f"Received unknown parameters: {sorted(unknown)}", "parameter_unknown")
        if missing := {"payment_intent", "amount"} - form.keys():
            return 400, invalid(f"Missing required param: {min(missing)}", "parameter_missing")
        intent = self.intents.get(form["payment_intent"])
        if intent is None or intent["_of"] != of:
            return 404, invalid("No such payment_intent", "resource_missing")
        if intent["latest_charge"] is None:
            return 400, invalid("This PaymentIntent does not have a successful charge to refund.")
        charge, amount = self.charges[intent["latest_charge"]], int(form["amount"])
        rest = intent["amount"] - self.back(intent)
        if charge["disputed"]:
            return 400, invalid("The charge has been charged back.", "charge_disputed")
        if rest == 0:
            return 400, invalid("The charge has already been refunded.", "charge_already_refunded")
        if amount > rest:
            return 400, invalid("Refund amount is greater than the unrefunded amount on the charge")
        fails = intent["metadata"].get("payment_id") in self.unrefundable
        status = "failed" if fails else "pending" if self.refunds_pend else "succeeded"
        named = {name: form[f"metadata[{name}]"] for name in _NAMES if f"metadata[{name}]" in form}
        return 200, self._refund(intent, amount, named, status)

    def refund(self, intent_id: str, amount: int | None = None) -> Thing:
        """Refunds on the dashboard, without our metadata. Returns the event."""
        intent = self.intents[intent_id]
        rest = intent["amount"] - self.back(intent)
        assert 0 < (amount or rest) <= rest, "the dashboard refunds no more than there is"
        self._refund(intent, amount or rest, {}, "succeeded")
        return self.events[-1]

    def refund_ends(self, refund_id: str, status: str) -> Thing:
        """Ends a pending refund, or fails a succeeded one. Returns the event."""
        refund = self.refunds[refund_id]
        moved = (refund["status"], status)
        refund["status"] = status
        if moved == ("pending", "succeeded"):
            self._move("refund", refund, -refund["amount"])
        elif moved == ("succeeded", "failed"):
            self._move("refund_failure", refund, refund["amount"])
        self._count(refund)
        return self.tell("refund.failed" if status == "failed" else "refund.updated", refund)

    def inquire(self, intent_id: str, status: str = "warning_needs_response") -> Thing:
        """Opens an inquiry, which withdraws nothing. Returns the event."""
        intent = self.intents[intent_id]
        made: Thing = {
            "id": self.name("du"), "object": "dispute", "status": status, "metadata": {},
            "payment_intent": intent_id, "charge": intent["latest_charge"], "amount": intent["amount"],
            "currency": intent["currency"], "balance_transactions": [], "livemode": intent["livemode"],
            "_of": intent["_of"],
        }  # fmt: skip
        self.disputes[made["id"]] = made
        return self.tell("charge.dispute.created", made)

    def inquiry_ends(self, dispute_id: str) -> Thing:
        """Closes an inquiry that did not become a dispute. Returns the event."""
        dispute = self.disputes[dispute_id]
        dispute["status"] = "warning_closed"
        return self.tell("charge.dispute.closed", dispute)

    def dispute(self, intent_id: str, amount: int | None = None, fee: int = 1500) -> Thing:
        """Opens a dispute, which withdraws its amount and a fee. Returns the event about the funds."""
        intent = self.intents[intent_id]
        self.charges[intent["latest_charge"]]["disputed"] = True
        made: Thing = {
            "id": self.name("du"), "object": "dispute", "status": "needs_response", "metadata": {},
            "payment_intent": intent_id, "charge": intent["latest_charge"],
            "amount": amount or intent["amount"], "currency": intent["currency"], "balance_transactions": [],
            "livemode": intent["livemode"], "_of": intent["_of"],
        }  # fmt: skip
        self.disputes[made["id"]] = made
        self.tell("charge.dispute.created", made)
        self._adjust(made, -made["amount"], fee)
        return self.tell("charge.dispute.funds_withdrawn", made)

    def dispute_ends(self, dispute_id: str, *, won: bool) -> list[Thing]:
        """Closes a dispute. Returns the events: closed, and for a won dispute the reinstated funds."""
        dispute = self.disputes[dispute_id]
        dispute["status"] = "won" if won else "lost"
        closed = self.tell("charge.dispute.closed", dispute)
        return [closed, self.reinstate(dispute_id)] if won else [closed]

    def reinstate(self, dispute_id: str, fee: int = 0) -> Thing:
        """Reinstates the funds of a dispute, possibly a lost one. Returns the event."""
        dispute = self.disputes[dispute_id]
        self._adjust(dispute, dispute["amount"], -fee)
        self.charges[dispute["charge"]]["disputed"] = any(
            each["charge"] == dispute["charge"] and len(each["balance_transactions"]) == 1
            for each in self.disputes.values()
        )
        return self.tell("charge.dispute.funds_reinstated", dispute)

    def other_programs(self, of: str = PLATFORM) -> list[Thing]:
        """Returns one event of each kind that other programs of the account cause, some similar to ours."""
        named = {"payment_id": "4711", "account_id": "17"}
        session = {
            "id": "cs_x", "object": "checkout.session", "metadata": named, "currency": None, "_of": of,
            "amount_total": None, "payment_intent": None, "payment_status": "no_payment_required",
        }  # fmt: skip
        order = {**session, "mode": "payment", "currency": "usd"}
        gone, closed = self.name("pi"), self.name("pi")
        self.unreadable.add(closed)
        thing = {"amount": 500, "currency": "usd", "metadata": {}, "status": "succeeded", "_of": of}
        return [
            self.tell("checkout.session.expired", {**session, "mode": "setup"}),
            self.tell("checkout.session.completed", {**order, "amount_total": 0}),
            self.tell("checkout.session.completed", {**order, "amount_total": 900, "payment_status": "paid"}),
            self.tell("refund.created", {"id": "re_x", "payment_intent": gone, **thing}),
            self.tell("refund.created", {"id": "re_y", "payment_intent": closed, **thing}),
            self.tell("refund.created", {"id": "re_z", "payment_intent": None, **thing}),
            self.tell("refund.updated", {"id": "re_w", "payment_intent": gone, **thing, "metadata": named}),
            self.tell("charge.dispute.funds_withdrawn", {"id": "du_x", "payment_intent": gone, **thing}),
            self.tell(
                "charge.dispute.closed", {**thing, "id": "du_y", "payment_intent": closed, "status": "lost"}
            ),
            self.tell(
                "charge.updated", {"id": "ch_x", "balance_transaction": "txn_x", **thing, "metadata": named}
            ),
            self.tell("charge.updated", {"id": "ch_y", "balance_transaction": None, **thing}),
        ]

    def _refund(self, intent: Thing, amount: int, named: dict[str, str], status: str) -> Thing:
        made: Thing = {
            "id": self.name("re"), "object": "refund", "status": status, "payment_intent": intent["id"],
            "charge": intent["latest_charge"], "amount": amount, "currency": intent["currency"],
            "metadata": named, "livemode": intent["livemode"], "_of": intent["_of"],
        }  # fmt: skip
        self.refunds[made["id"]] = made
        self._move("refund" if status == "succeeded" else None, made, -amount)
        self._count(made)
        self.tell("refund.created", made)
        return made

    def _count(self, refund: Thing) -> None:
        intent = self.intents[refund["payment_intent"]]
        self.charges[refund["charge"]]["amount_refunded"] = self.back(intent)

    def pay_out(self, of: str, *, live: bool = False) -> Thing:
        """Pays out all other balance transactions. Returns the event that reports their reconciliation."""
        parts = [
            each for each in self.transactions.values()
            if "_payout" not in each and (each["_of"], bool(each["livemode"])) == (of, live)
        ]  # fmt: skip
        made: Thing = {
            "id": self.name("po"), "object": "payout", "automatic": True, "status": "paid", "currency": "eur",
            "reconciliation_status": "completed", "amount": sum(each["net"] for each in parts),
            "livemode": live, "_of": of,
        }  # fmt: skip
        for each in parts:
            each["_payout"] = made["id"]
        self.payouts[made["id"]] = made
        return self.tell("payout.reconciliation_completed", made)

    def _adjust(self, dispute: Thing, amount: int, fee: int) -> None:
        made = self._move("adjustment", dispute, amount, fee)
        dispute["balance_transactions"].append(made)

    def _move(self, kind: str | None, source: Thing, amount: int, fee: int = 0) -> Thing:
        """Creates a balance transaction; without ``kind``, does not record it."""
        made: Thing = {
            "id": self.name("txn"), "object": "balance_transaction", "type": kind, "amount": amount,
            "fee": fee, "net": amount - fee, "currency": source["currency"], "source": source["id"],
            "livemode": source["livemode"], "_of": source["_of"],
        }  # fmt: skip
        if kind is not None:
            self.transactions[made["id"]] = made
        return made
