"""A fake Stripe that follows its public documentation: sessions, refunds, events, keys and faults."""

import hmac
import itertools
import json
import time
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from random import Random
from typing import Any

from aiohttp import web

from wellwish import clock

KEY, SECRET = "sk_test_wellwish", "whsec_wellwish"
# The account of the recorded examples in the OpenAPI document; the key is from Stripe's documentation.
EXAMPLE_KEY, EXAMPLE_ACCOUNT = "sk_test_4eC39HqLyjWDarjtT1zdp7dc", "acct_1032D82eZvKYlo2C"
PLATFORM = "acct_1Platform00"
LEAST = 50  # in minor units
_SESSION = {
    "mode", "client_reference_id", "success_url", "cancel_url", "expires_at",
    "line_items[0][quantity]", "line_items[0][price_data][currency]",
    "line_items[0][price_data][unit_amount]", "line_items[0][price_data][product_data][name]",
    "metadata[account_id]", "metadata[payment_id]", "metadata[merchant]",
    "payment_intent_data[metadata][account_id]", "payment_intent_data[metadata][payment_id]",
    "payment_intent_data[metadata][merchant]",
}  # fmt: skip
_REFUND = {
    "payment_intent", "amount", "metadata[account_id]", "metadata[payment_id]", "metadata[refund_id]",
    "metadata[merchant]",
}  # fmt: skip


@dataclass
class FakeStripe:
    """The accounts and objects of the fake, and its faults."""

    port: int = 0
    refused_before: float = 0.0
    lost_after: float = 0.0
    # The control: ignores idempotency keys and loses half of the responses to refunds.
    forgetful: bool = False
    random: Random = field(default_factory=lambda: Random(7))
    sessions: dict[str, dict[str, Any]] = field(default_factory=dict)
    intents: dict[str, dict[str, Any]] = field(default_factory=dict)
    refunds: dict[str, dict[str, Any]] = field(default_factory=dict)
    events: list[dict[str, Any]] = field(default_factory=list)
    answers: dict[tuple[str, str], tuple[str, int, dict[str, Any]]] = field(default_factory=dict)
    keys: dict[str, str] = field(default_factory=lambda: {KEY: PLATFORM})  # account by key
    connected: set[str] = field(default_factory=set)  # accounts that the platform acts for
    restricted: set[str] = field(default_factory=set)  # keys that may not read events
    unrefundable: set[str] = field(default_factory=set)  # our payment ids whose bank rejects refunds
    unready: set[str] = field(default_factory=set)  # accounts that cannot receive payments yet
    _numbers: Any = field(default_factory=lambda: itertools.count(1))

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def name(self, prefix: str) -> str:
        return f"{prefix}_{next(self._numbers):08d}"

    def tell(self, kind: str, thing: dict[str, Any]) -> dict[str, Any]:
        """Records an event."""
        event = {
            "id": self.name("evt"), "object": "event", "type": kind, "created": int(clock.now().timestamp()),
            "data": {"object": json.loads(json.dumps(thing))}, "_of": thing.get("_of", PLATFORM),
        }  # fmt: skip
        if event["_of"] in self.connected:
            event["account"] = event["_of"]
        self.events.append(event)
        return event

    def pay(self, session_id: str, fee: int = 30) -> dict[str, Any]:
        """Completes a session's payment. Returns the event."""
        session = self.sessions[session_id]
        intent: dict[str, Any] = {
            "id": self.name("pi"), "object": "payment_intent", "metadata": session["_intent"],
            "_of": session["_of"],
            "amount": session["amount_total"], "currency": session["currency"],
            "latest_charge": {
                "id": self.name("ch"), "object": "charge",
                "balance_transaction": {
                    "id": self.name("txn"), "object": "balance_transaction", "fee": fee,
                    "currency": session["currency"],
                },
            },
        }  # fmt: skip
        self.intents[intent["id"]] = intent
        session |= {"status": "complete", "payment_status": "paid", "payment_intent": intent["id"]}
        return self.tell("checkout.session.completed", session)

    def sign(self, body: bytes, *, at: float | None = None, secret: str = SECRET) -> dict[str, str]:
        """Returns the signature header of a callback."""
        stamp = str(int(time.time() if at is None else at))
        tag = hmac.new(secret.encode(), f"{stamp}.".encode() + body, "sha256").hexdigest()
        return {"stripe-signature": f"t={stamp},v1={tag}"}

    def held(self, of: str | None = None) -> dict[str, int]:
        """Returns the balance by currency, of one account or all: payments less refunds and fees."""
        total: dict[str, int] = {}
        for intent in self.intents.values():
            if of not in (None, intent["_of"]):
                continue
            back = self.back(intent)
            fee = intent["latest_charge"]["balance_transaction"]["fee"]
            code = intent["currency"].upper()
            total[code] = total.get(code, 0) + intent["amount"] - back - fee
        return total

    def back(self, intent: dict[str, Any]) -> int:
        """Returns the refunded amount of a payment."""
        made = (each for each in self.refunds.values() if each["status"] != "failed")
        return sum(each["amount"] for each in made if each["payment_intent"] == intent["id"])

    async def handle(self, request: web.Request) -> web.StreamResponse:
        """Handles one call, including its faults."""
        key = request.headers.get("authorization", "").removeprefix("Bearer ")
        if key not in self.keys:
            return _error(401, "invalid_request_error", "Invalid API Key")
        of = request.headers.get("stripe-account", self.keys[key])
        if of != self.keys[key] and not (key == KEY and of in self.connected):
            return _error(403, "invalid_request_error", "The key does not have access to the account")
        if key in self.restricted and request.path == "/v1/events":
            return _error(403, "invalid_request_error", "The key does not have the required permissions")
        if self.random.random() < self.refused_before:
            return _error(503, "api_error", "Try again")
        status, answer = await self._answered(request, of)
        careless = self.forgetful and request.method == "POST" and request.path.endswith("/refunds")
        if self.random.random() < (0.5 if careless else self.lost_after):
            assert request.transport is not None
            request.transport.abort()
        return web.json_response(answer, status=status)

    async def _answered(self, request: web.Request, of: str) -> tuple[int, dict[str, Any]]:
        form = {name: str(value) for name, value in (await request.post()).items()}
        given = None if self.forgetful else request.headers.get("idempotency-key")
        key, asked = (of, given or ""), json.dumps([request.path, sorted(form.items())])
        if given is not None and request.method == "POST" and key in self.answers:
            known, status, answer = self.answers[key]
            if known != asked:
                return 400, _problem("idempotency_error", "This key was used for another request.")
            return status, answer
        status, answer = self._do(request, form, of)
        if given is not None and request.method == "POST":
            self.answers[key] = (asked, status, answer)
        return status, answer

    def _do(self, request: web.Request, form: dict[str, str], by: str) -> tuple[int, dict[str, Any]]:
        match request.method, request.path.split("/")[2:]:
            case "POST", ["checkout", "sessions"]:
                return self._session(form, by)
            case "POST", ["refunds"]:
                return self._refund(form, by)
            case "GET", ["account"]:
                return 200, {"id": by, "object": "account", "charges_enabled": by not in self.unready}
            case "GET", ["refunds"]:
                of = request.query["payment_intent"]
                return 200, _list(
                    [
                        r
                        for r in self.refunds.values()
                        if r["payment_intent"] == of and r.get("_of", PLATFORM) == by
                    ],
                    "/v1/refunds",
                )
            case "GET", ["payment_intents", name] if self.intents.get(name, {}).get("_of") == by:
                return 200, self.intents[name]
            case "GET", ["events"]:
                return 200, self._events(request, by)
            case _:
                return 404, _problem("invalid_request_error", "No such thing")

    def _session(self, form: dict[str, str], of: str) -> tuple[int, dict[str, Any]]:
        if unknown := form.keys() - _SESSION:
            return 400, _problem("invalid_request_error", f"Received unknown parameters: {sorted(unknown)}")
        if not 1800 <= int(form["expires_at"]) - clock.now().timestamp() <= 86400:
            return 400, _problem("invalid_request_error", "expires_at must be 30 minutes to 24 hours away")
        if int(form["line_items[0][price_data][unit_amount]"]) < LEAST:
            return 400, _problem("invalid_request_error", "The total is below the least that can be charged")
        names = ("account_id", "payment_id", "merchant")
        made = {
            "_of": of,
            "id": self.name("cs_test"), "object": "checkout.session", "status": "open",
            "payment_status": "unpaid", "payment_intent": None,
            "currency": form["line_items[0][price_data][currency]"],
            "amount_total": int(form["line_items[0][price_data][unit_amount]"]),
            "client_reference_id": form["client_reference_id"],
            "metadata": {name: form[f"metadata[{name}]"] for name in names},
            "_intent": {name: form[f"payment_intent_data[metadata][{name}]"] for name in names},
        }  # fmt: skip
        made["url"] = f"https://checkout.stripe.com/c/pay/{made['id']}"
        self.sessions[str(made["id"])] = made
        return 200, made

    def _refund(self, form: dict[str, str], of: str) -> tuple[int, dict[str, Any]]:
        if unknown := form.keys() - _REFUND:
            return 400, _problem("invalid_request_error", f"Received unknown parameters: {sorted(unknown)}")
        intent = self.intents.get(form["payment_intent"])
        if intent is None or intent["_of"] != of:
            return 404, _problem("invalid_request_error", "No such payment_intent")
        back = self.back(intent)
        if int(form["amount"]) > intent["amount"] - back:
            return 400, _problem("invalid_request_error", "Refund amount is greater than unrefunded amount")
        fails = intent["metadata"]["payment_id"] in self.unrefundable
        made = {
            "id": self.name("re"), "object": "refund", "status": "failed" if fails else "succeeded",
            "payment_intent": intent["id"],
            "amount": int(form["amount"]), "currency": intent["currency"],
            "metadata": {
                n: form[f"metadata[{n}]"] for n in ("account_id", "payment_id", "merchant", "refund_id")
            },
            "_of": of,
        }  # fmt: skip
        self.refunds[str(made["id"])] = made
        self.tell("refund.created", made)
        return 200, made

    def _events(self, request: web.Request, of: str) -> dict[str, Any]:
        since, after = int(request.query.get("created[gte]", "0")), request.query.get("starting_after")
        newest = [each for each in reversed(self.events) if each["created"] >= since and each["_of"] == of]
        if after is not None:
            newest = newest[[each["id"] for each in newest].index(after) + 1 :]
        limit = int(request.query["limit"])
        return _list(newest[:limit], "/v1/events", more=len(newest) > limit)


def _list(data: list[Any], url: str, *, more: bool = False) -> dict[str, Any]:
    return {"object": "list", "data": data, "has_more": more, "url": url}


def _problem(kind: str, message: str) -> dict[str, Any]:
    return {"error": {"type": kind, "message": message}}


def _error(status: int, kind: str, message: str) -> web.Response:
    return web.json_response(_problem(kind, message), status=status)


@asynccontextmanager
async def fake_stripe() -> AsyncGenerator[FakeStripe]:
    """Runs the fake on loopback."""
    fake = FakeStripe()
    app = web.Application()
    app.router.add_route("*", "/v1/{rest:.*}", fake.handle)
    runner = web.AppRunner(app)
    await runner.setup()
    site = web.TCPSite(runner, "127.0.0.1", 0)
    await site.start()
    fake.port = runner.addresses[0][1]
    try:
        yield fake
    finally:
        await runner.cleanup()
