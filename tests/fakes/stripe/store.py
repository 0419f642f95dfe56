"""The objects of the fake, its events and its faults."""

import hmac
import itertools
import json
import time
from dataclasses import dataclass, field
from datetime import timedelta
from random import Random
from typing import Any

from wellwish.base import clock

KEY, SECRET = "sk_test_wellwish", "whsec_wellwish"
CONNECT_SECRET = "whsec_connect"  # the secret of the endpoint for all connected accounts
# The account of the recorded examples in the OpenAPI document; the key is from Stripe's documentation.
EXAMPLE_KEY, EXAMPLE_ACCOUNT = "sk_test_4eC39HqLyjWDarjtT1zdp7dc", "acct_1032D82eZvKYlo2C"
PLATFORM = "acct_1Platform00"
LISTED_FOR = timedelta(days=30)

Thing = dict[str, Any]


class PageClosedError(Exception):
    """The hosted payment page is completed or expired."""


@dataclass
class Answer:
    """A stored response, with its request and time."""

    asked: str
    status: int
    body: Thing
    at: float


@dataclass
class Store:
    """The shared state of the fake. Members that begin with ``_`` are internal."""

    port: int = 0
    refused_before: float = 0.0
    lost_after: float = 0.0
    # The control: ignores idempotency keys and loses half of the responses to refunds.
    forgetful: bool = False
    # Debits have a balance transaction once they are sent to the bank, long before they succeed or fail.
    debits_settle_early: bool = False
    # The default API versions of accounts with an old one: their events have the forms of that version.
    versions: dict[str, str] = field(default_factory=dict)
    marks_replays: bool = True  # in the header Idempotent-Replayed
    method: str = "card"  # that payers use
    refunds_pend: bool = False  # new refunds are pending, like refunds of debits
    random: Random = field(default_factory=lambda: Random(7))
    sessions: dict[str, Thing] = field(default_factory=dict)
    invoices: dict[str, Thing] = field(default_factory=dict)
    intents: dict[str, Thing] = field(default_factory=dict)
    charges: dict[str, Thing] = field(default_factory=dict)
    transactions: dict[str, Thing] = field(default_factory=dict)
    refunds: dict[str, Thing] = field(default_factory=dict)
    disputes: dict[str, Thing] = field(default_factory=dict)
    payouts: dict[str, Thing] = field(default_factory=dict)
    events: list[Thing] = field(default_factory=list)
    answers: dict[tuple[str, str], Answer] = field(default_factory=dict)
    calls: list[str] = field(default_factory=list)  # "METHOD path" of each executed or replayed call
    keys: dict[str, str] = field(default_factory=lambda: {KEY: PLATFORM})  # account by key
    connected: set[str] = field(default_factory=set)  # connected accounts of the platform
    denied: dict[str, set[str]] = field(default_factory=dict)  # permissions that a restricted key lacks
    unreadable: set[str] = field(default_factory=set)  # intents that return 403 to every key
    unreplicated: set[str] = field(default_factory=set)  # intents that return 404, soon after they are made
    denied_once: list[str] = field(default_factory=list)  # paths that return 403 to the next request
    unrefundable: set[str] = field(default_factory=set)  # our payment IDs; the bank rejects their refunds
    unready: set[str] = field(default_factory=set)  # accounts that cannot receive payments yet
    failing: list[tuple[str, bool]] = field(default_factory=list)
    _numbers: Any = field(default_factory=lambda: itertools.count(1))

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def name(self, prefix: str) -> str:
        return f"{prefix}_{next(self._numbers):08d}"

    def fail(self, call: str, *, after: bool = False) -> None:
        """Fails the next such call (``POST /v1/refunds``) with a stored 500, before or after its effect."""
        self.failing.append((call, after))

    def tell(self, kind: str, thing: Thing) -> Thing:
        """Records an event with a snapshot of the object."""
        of, live = thing.get("_of", PLATFORM), bool(thing.get("livemode"))
        shown = visible(thing)
        event: Thing = {
            "id": self.name("evt"), "object": "event", "type": kind, "created": int(clock.now().timestamp()),
            "livemode": live, "data": {"object": shown}, "_of": of,
        }  # fmt: skip
        version = self.versions.get(of)
        if of in self.connected:
            event["account" if version is None or version >= "2017-05-25" else "user_id"] = of
        if version is not None and version < "2025-03-31" and "total_taxes" in shown:
            shown["total_tax_amounts"] = shown.pop("total_taxes")
        self.events.append(event)
        return event

    def told(self, kind: str) -> list[Thing]:
        """Returns the events of a type, oldest first."""
        return [each for each in self.events if each["type"] == kind]

    def sign(self, body: bytes, *, at: float | None = None, secret: str = SECRET) -> dict[str, str]:
        """Returns the signature header of a callback."""
        stamp = str(int(time.time() if at is None else at))
        tag = hmac.new(secret.encode(), f"{stamp}.".encode() + body, "sha256").hexdigest()
        return {"stripe-signature": f"t={stamp},v1={tag}"}

    def held(self, of: str | None = None) -> dict[str, int]:
        """Returns the balance by currency, of one account or all: charges less refunds, disputes and fees."""
        total: dict[str, int] = {}

        def add(thing: Thing, amount: int) -> None:
            if of in (None, thing["_of"]):
                code = thing["currency"].upper()
                total[code] = total.get(code, 0) + amount

        for charge in self.charges.values():
            add(charge, charge["amount"] if charge["paid"] else 0)
        for refund in self.refunds.values():
            if refund["status"] == "succeeded":
                add(refund, -refund["amount"])
        for transaction in self.transactions.values():
            moved = transaction["amount"] if transaction["type"] == "adjustment" else 0
            add(transaction, moved - transaction["fee"])
        return {code: amount for code, amount in total.items() if amount}

    def back(self, intent: Thing) -> int:
        """Returns the refunded or reserved amount of a payment."""
        made = (each for each in self.refunds.values() if each["status"] in ("pending", "succeeded"))
        return sum(each["amount"] for each in made if each["payment_intent"] == intent["id"])


def visible(thing: Any) -> Any:
    """Returns a copy without internal members."""
    if isinstance(thing, dict):
        return {name: visible(value) for name, value in thing.items() if not name.startswith("_")}  # pyright: ignore[reportUnknownVariableType, reportUnknownMemberType, reportUnknownArgumentType]
    if isinstance(thing, list):
        return [visible(each) for each in thing]  # pyright: ignore[reportUnknownVariableType]
    return json.loads(json.dumps(thing))


def problem(kind: str, message: str, code: str | None = None) -> Thing:
    """Returns the body of an error."""
    return {"error": {"type": kind, "message": message, **({"code": code} if code else {})}}


def invalid(message: str, code: str | None = None) -> Thing:
    return problem("invalid_request_error", message, code)
