"""Checkout Sessions: created, read and expired by API; paid, left or debited on the hosted page."""

import re

from tests.fakes.stripe import money
from tests.fakes.stripe.store import PageClosedError, Store, Thing, invalid
from wellwish.base import clock

_NAMES = ("account_id", "payment_id", "merchant")
_PRICE = "line_items[0][price_data]"
_PARAMETERS = {
    "mode", "client_reference_id", "success_url", "cancel_url", "expires_at", "line_items[0][quantity]",
    f"{_PRICE}[currency]", f"{_PRICE}[unit_amount]", f"{_PRICE}[product_data][name]",
    *(f"metadata[{name}]" for name in _NAMES),
    *(f"payment_intent_data[metadata][{name}]" for name in _NAMES),
    "payment_intent_data[statement_descriptor_suffix]", "submit_type",
}  # fmt: skip
_INVOICE = "invoice_creation[invoice_data][metadata]"
_OPTIONAL = {
    "customer_email", "payment_intent_data[application_fee_amount]", "invoice_creation[enabled]",
    "tax_id_collection[enabled]", "automatic_tax[enabled]", f"{_PRICE}[tax_behavior]",
    *(f"{_INVOICE}[{name}]" for name in _NAMES),
}  # fmt: skip
_TAX_PERCENT = 19
_ON_STATEMENT = 10  # characters after the longest prefix (10) and "* "


class Sessions(Store):
    """Hosted pages and the actions of payers."""

    def create_session(self, form: dict[str, str], of: str, *, live: bool) -> tuple[int, Thing]:
        """Returns status and body."""
        if unknown := form.keys() - _PARAMETERS - _OPTIONAL:
            return 400, invalid(f"Received unknown parameters: {sorted(unknown)}", "parameter_unknown")
        if missing := _PARAMETERS - form.keys():
            return 400, invalid(f"Missing required param: {min(missing)}", "parameter_missing")
        if not 1800 <= int(form["expires_at"]) - clock.now().timestamp() <= 86400:
            return 400, invalid("expires_at must be 30 minutes to 24 hours away")
        amount, currency = int(form[f"{_PRICE}[unit_amount]"]), form[f"{_PRICE}[currency]"]
        if (fault := money.fault(amount, currency)) is not None:
            return 400, invalid(*fault)
        if (fault := _fault(form)) is not None:
            return 400, fault
        prefix = "cs_live" if live else "cs_test"
        made: Thing = {
            "id": self.name(prefix), "object": "checkout.session", "mode": form["mode"], "status": "open",
            "payment_status": "unpaid", "payment_intent": None, "currency": currency, "amount_total": amount,
            "client_reference_id": form["client_reference_id"], "cancel_url": form["cancel_url"],
            "customer_email": form.get("customer_email"), "submit_type": form["submit_type"],
            "success_url": form["success_url"], "expires_at": int(form["expires_at"]),
            "metadata": {name: form[f"metadata[{name}]"] for name in _NAMES}, "livemode": live, "_of": of,
            "_on_statement": form["payment_intent_data[statement_descriptor_suffix]"],
            "_application_fee": int(form.get("payment_intent_data[application_fee_amount]", 0)),
            "_invoice": {name: form[f"{_INVOICE}[{name}]"] for name in _NAMES}
            if form.get("invoice_creation[enabled]") == "true" else None,
            "_taxed": form.get("automatic_tax[enabled]") == "true",
            "_named": {name: form[f"payment_intent_data[metadata][{name}]"] for name in _NAMES},
        }  # fmt: skip
        made["url"] = f"https://checkout.stripe.com/c/pay/{made['id']}"
        self.sessions[str(made["id"])] = made
        return 200, made

    def expire_session(self, session: Thing) -> tuple[int, Thing]:
        """Only an open session can be expired."""
        if session["status"] != "open":
            status = session["status"]
            message = (
                f"Only Checkout Sessions with a status in ['open'] can be expired; this one is {status}."
            )
            return 400, invalid(message)
        session |= {"status": "expired", "url": None}
        self.tell("checkout.session.expired", session)
        return 200, session

    def lapse(self, session_id: str) -> Thing:
        """Expires a session at the end of its lifetime. Returns the event."""
        self.expire_session(self.sessions[session_id])
        return self.events[-1]

    def pay(self, session_id: str, fee: int = 30) -> Thing:
        """Pays by card: the session completes, and the balance transaction follows later. Returns the event.

        Raises PageClosedError for a session that is not open.
        """
        session = self._complete(session_id, "succeeded")
        self._charge(self.intents[session["payment_intent"]], fee + session["_application_fee"])
        session["payment_status"] = "paid"
        if session["_invoice"] is not None:
            self._bill(session)
        return self.tell("checkout.session.completed", session)

    def _bill(self, session: Thing) -> None:
        """Writes the invoice of a paid session; its event can come before that of the session."""
        amount = session["amount_total"]
        made: Thing = {
            "id": self.name("in"), "object": "invoice", "number": f"WW-{len(self.invoices) + 1:04}",
            "status": "paid", "amount_paid": amount, "total": amount, "currency": session["currency"],
            "metadata": session["_invoice"], "livemode": session["livemode"], "_of": session["_of"],
            "total_taxes": [{"amount": amount * _TAX_PERCENT // (100 + _TAX_PERCENT)}] * session["_taxed"],
        }  # fmt: skip
        made["hosted_invoice_url"] = f"https://invoice.stripe.com/i/{made['id']}"
        self.invoices[made["id"]] = made
        session["invoice"] = made["id"]
        self.tell("invoice.paid", made)

    def debit(self, session_id: str) -> Thing:
        """Completes a session by a method whose result takes days. Returns the event."""
        session = self._complete(session_id, "processing")
        if self.debits_settle_early:
            intent = self.intents[session["payment_intent"]]
            self._charge(intent, 35)
            charge = self.charges[intent["latest_charge"]]
            charge["paid"] = False
            self._settle(charge, "payment", 1)
        return self.tell("checkout.session.completed", session)

    def debit_ends(self, session_id: str, *, succeeded: bool = True, fee: int = 35) -> Thing:
        """Reports the result of a debit. Returns the event."""
        session = self.sessions[session_id]
        intent = self.intents[session["payment_intent"]]
        assert intent["status"] == "processing"
        early = self.charges.get(intent["latest_charge"] or "")
        if not succeeded:
            intent["status"] = "requires_payment_method"
            if early is not None:
                self._settle(early, "payment_failure_refund", -1)
            return self.tell("checkout.session.async_payment_failed", session)
        intent["status"] = "succeeded"
        if early is None:
            self._charge(intent, fee)
        else:
            early["paid"] = True
        session["payment_status"] = "paid"
        return self.tell("checkout.session.async_payment_succeeded", session)

    def debit_fails_late(self, session_id: str) -> Thing:
        """Takes back a debit that had succeeded. Returns the event, which is about its charge."""
        charge = self.charges[self.intents[self.sessions[session_id]["payment_intent"]]["latest_charge"]]
        charge["paid"] = False
        return self._settle(charge, "payment_failure_refund", -1)

    def create_intent_of_others(self, of: str, amount: int = 1000) -> str:
        """Creates a payment of another program. Returns the ID of its payment intent."""
        intent: Thing = {
            "id": self.name("pi"), "object": "payment_intent", "metadata": {"payment_id": "4711"},
            "status": "succeeded", "amount": amount, "currency": "eur", "latest_charge": None,
            "livemode": False, "_of": of,
        }  # fmt: skip
        self.intents[intent["id"]] = intent
        self._charge(intent, 30)
        return intent["id"]

    def capture(self) -> list[Thing]:
        """Creates the missing balance transactions of all charges. Returns the events."""
        waiting = [each for each in self.charges.values() if each["balance_transaction"] is None]
        return [self._settle(each, "charge", 1) for each in waiting]

    def _settle(self, charge: Thing, kind: str, sign: int) -> Thing:
        """Creates a balance transaction of a charge, or of its failure. Returns the event."""
        made: Thing = {
            "id": self.name("txn"), "object": "balance_transaction", "type": kind,
            "amount": sign * charge["amount"], "fee": sign * charge["_fee"], "currency": charge["currency"],
            "net": sign * (charge["amount"] - charge["_fee"]), "source": charge["id"],
            "livemode": charge["livemode"], "_of": charge["_of"],
        }  # fmt: skip
        self.transactions[made["id"]] = made
        if sign > 0:
            charge["balance_transaction"] = made["id"]
        return self.tell("charge.updated", charge)

    def _complete(self, session_id: str, status: str) -> Thing:
        session = self.sessions[session_id]
        if session["status"] != "open":
            raise PageClosedError(session["status"])
        intent: Thing = {
            "id": self.name("pi"), "object": "payment_intent", "metadata": session["_named"],
            "status": status, "amount": session["amount_total"], "currency": session["currency"],
            "latest_charge": None, "livemode": session["livemode"], "_of": session["_of"],
        }  # fmt: skip
        self.intents[intent["id"]] = intent
        session |= {"status": "complete", "payment_intent": intent["id"], "url": None}
        return session

    def _charge(self, intent: Thing, fee: int) -> None:
        charge: Thing = {
            "id": self.name("ch"), "object": "charge", "metadata": dict(intent["metadata"]), "paid": True,
            "amount": intent["amount"], "amount_captured": intent["amount"], "amount_refunded": 0,
            "currency": intent["currency"], "payment_intent": intent["id"], "balance_transaction": None,
            "disputed": False, "created": int(clock.now().timestamp()), "livemode": intent["livemode"],
            "_of": intent["_of"], "_fee": fee, "payment_method_details": {"type": self.method},
        }  # fmt: skip
        self.charges[charge["id"]] = charge
        intent["latest_charge"] = charge["id"]


def _fault(form: dict[str, str]) -> Thing | None:
    """Returns the first validation error, or None."""
    suffix = form["payment_intent_data[statement_descriptor_suffix]"]
    if len(suffix) > _ON_STATEMENT or not re.fullmatch(r"(?=.*[A-Za-z])[A-Za-z0-9 .,&/-]+", suffix):
        return invalid("The statement descriptor suffix is invalid.", "parameter_invalid_string")
    if form.get("automatic_tax[enabled]") == "true" and f"{_PRICE}[tax_behavior]" not in form:
        return invalid("A price needs a tax_behavior for automatic tax.", "parameter_missing")
    if int(form.get("payment_intent_data[application_fee_amount]", 0)) > int(form[f"{_PRICE}[unit_amount]"]):
        return invalid("The application fee is larger than the charge.", "application_fee_too_large")
    if form["submit_type"] not in ("auto", "book", "donate", "pay", "subscribe"):
        return invalid("Invalid submit_type", "parameter_invalid_string")
    if "customer_email" in form and not form["customer_email"].isascii():
        return invalid(f"Invalid email address: {form['customer_email']}", "email_invalid")
    return None
