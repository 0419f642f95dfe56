"""The fake's objects, their state changes, and its HTTP API."""

import itertools
import json
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from random import Random
from typing import Any
from uuid import UUID

from aiohttp import web

from tests.fakes.mollie.values import Thing, fits, minor, problem, shown
from wellwish.base import clock
from wellwish.base.money import EXPONENTS, decimal

KEYS_LIVE_FOR = timedelta(hours=1)
EXPIRES_AFTER = timedelta(minutes=15)
TRANSFER_EXPIRES_AFTER = timedelta(days=12)
_MOST = 250
_NOT_THERE = {"BHD", "JOD", "KWD", "OMR", "TND"}  # some of the currencies missing from /docs/multicurrency
_REPORTED = ("authorized", "paid", "failed", "canceled", "expired")


class PageClosedError(Exception):
    """The hosted payment page is paid, canceled or expired."""


@dataclass
class FakeMollie:
    """Payments, refunds and chargebacks of several profiles. Members that begin with ``_`` are internal."""

    port: int = 0
    refused_before: float = 0.0
    lost_after: float = 0.0
    lost_posts: float = 0.0
    forgetful: bool = False
    cancelable: bool = False  # whether new payments can be canceled, like bank transfers
    refunds_pend: bool = False
    duplicates_refused: bool = False  # refuses repeated refunds of a payment within a short time
    random: Random = field(default_factory=lambda: Random(7))
    keys: dict[str, str] = field(default_factory=dict)  # profile by key
    unverified: set[str] = field(default_factory=set)
    payments: dict[str, Thing] = field(default_factory=dict)
    refunds: dict[str, Thing] = field(default_factory=dict)
    chargebacks: dict[str, Thing] = field(default_factory=dict)
    answers: dict[tuple[str, str], tuple[float, int, Thing]] = field(default_factory=dict)
    calls: list[str] = field(default_factory=list)
    webhooks: list[tuple[str | None, str]] = field(default_factory=list)  # URL and ID, oldest first
    _numbers: Any = field(default_factory=lambda: itertools.count(1))

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    # Actions of payers, banks and the dashboard.

    def pay(self, payment_id: str) -> Thing:
        """Raises PageClosedError."""
        return self._leave(payment_id, "paid")

    def age(self, payment_id: str) -> None:
        """Backdates a payment by 20 minutes, also in the stored response of its creation."""
        stored = [answer for _, _, answer in self.answers.values() if answer.get("id") == payment_id]
        for thing in (self.payments[payment_id], *stored):
            created = datetime.fromisoformat(thing["createdAt"]) - timedelta(minutes=20)
            thing["createdAt"] = clock.rfc3339(created)

    def choose_transfer(self, payment_id: str) -> Thing:
        """Chooses a bank transfer, which may take days. Raises PageClosedError."""
        payment = self.payments[payment_id]
        if payment["status"] != "open":
            raise PageClosedError
        expires_at = clock.rfc3339(clock.now() + TRANSFER_EXPIRES_AFTER)
        payment.update(method="banktransfer", isCancelable=True, expiresAt=expires_at)
        return payment

    def begin(self, payment_id: str) -> Thing:
        """Pays by a method whose result is reported later. Raises PageClosedError."""
        return self._leave(payment_id, "pending")

    def expire(self, payment_id: str, status: str = "expired") -> Thing:
        """Ends an open payment. Raises PageClosedError."""
        return self._leave(payment_id, status)

    def ends(self, payment_id: str, status: str) -> Thing:
        """Sets the final status of a pending payment, and reports it."""
        payment = self.payments[payment_id]
        assert payment["status"] == "pending"
        payment["status"] = status
        self._report(payment)
        return payment

    def refund(self, payment_id: str, amount: int) -> Thing:
        """Refunds on the dashboard, without our metadata."""
        return self._made(self.payments[payment_id], amount, metadata=None)

    def refund_ends(self, refund_id: str, status: str) -> Thing:
        refund = self.refunds[refund_id]
        refund["status"] = status
        self._report(self.payments[refund["paymentId"]])
        return refund

    def charge_back(self, payment_id: str, amount: int | None = None) -> Thing:
        payment = self.payments[payment_id]
        money = payment["amount"] if amount is None else self._money(amount, payment)
        made: Thing = {
            **self._new("chb", "chargeback", payment["_of"]),
            "paymentId": payment_id,
            "amount": money,
        }
        self.chargebacks[made["id"]] = made
        self._report(payment)
        return made

    def reverse(self, chargeback_id: str) -> Thing:
        chargeback = self.chargebacks[chargeback_id]
        chargeback["reversedAt"] = clock.rfc3339(clock.now())
        self._report(self.payments[chargeback["paymentId"]])
        return chargeback

    def held(self, of: str | None = None) -> dict[str, int]:
        """Returns the balance by currency, of one profile or all: payments less refunds and chargebacks."""
        total: dict[str, int] = {}
        taken = [(e, 1) for e in self.payments.values() if e["status"] == "paid"]
        taken += [(e, -1) for e in self.refunds.values() if e["status"] == "refunded"]
        taken += [(e, -1) for e in self.chargebacks.values() if not e.get("reversedAt")]
        for thing, sign in taken:
            if of in (None, thing["_of"]):
                code = thing["amount"]["currency"]
                total[code] = total.get(code, 0) + sign * minor(thing)
        return {code: amount for code, amount in total.items() if amount}

    def rest(self, payment: Thing) -> int:
        """Returns the refundable amount of a payment."""
        gone = [e for e in self.refunds.values() if e["status"] not in ("failed", "canceled")]
        gone += self.chargebacks.values()
        return minor(payment) - sum(minor(e) for e in gone if e["paymentId"] == payment["id"])

    # The HTTP API.

    async def handle(self, request: web.Request) -> web.StreamResponse:
        """Handles one call, including its faults."""
        key = request.headers.get("authorization", "").removeprefix("Bearer ")
        if key not in self.keys:
            return self._says(401, problem(401, "Missing authentication, or failed to authenticate"))
        if self.random.random() < self.refused_before:
            return self._says(503, problem(503, "The service is temporarily unavailable"))
        body = json.loads(await request.text() or "{}")
        status, answer = self._once(request, body, key)
        self.calls.append(f"{request.method} {request.path}")
        careless = self.forgetful and request.method == "POST" and request.path.endswith("/refunds")
        lost = max(self.lost_after, self.lost_posts if request.method == "POST" else 0.0)
        if self.random.random() < (0.5 if careless else lost):
            assert request.transport is not None
            request.transport.abort()
        return self._says(status, answer)

    def _once(self, request: web.Request, body: Thing, key: str) -> tuple[int, Thing]:
        given, of = request.headers.get("idempotency-key"), (self.keys[key], key.startswith("live_"))
        if given is None or request.method != "POST" or self.forgetful:
            return self._do(request, body, of)
        assert UUID(given).version == 4
        now, name = clock.now().timestamp(), (f"{key}:{request.path}", given)
        known = self.answers.get(name)
        if known is not None and now - known[0] < KEYS_LIVE_FOR.total_seconds():
            return known[1], known[2]
        status, answer = self._do(request, body, of)
        self.answers[name] = (now, status, json.loads(json.dumps(shown(answer))))
        return status, answer

    def _do(self, request: web.Request, body: Thing, of: Any) -> tuple[int, Thing]:  # noqa: PLR0911
        path = request.path.split("/")[2:]
        payment = self.payments.get(path[1], {}) if path[0] == "payments" and len(path) > 1 else None
        if payment is not None and payment.get("_of") != of:
            return 404, problem(404, "No payment exists with token " + path[1])
        match (request.method, *path):
            case ("GET", "profiles", "me"):
                status = "unverified" if of[0] in self.unverified else "verified"
                return 200, {"resource": "profile", "id": of[0], "status": status}
            case ("POST", "payments"):
                return self._create(body, of)
            case ("GET", "payments", _) if payment is not None:
                return self._embedding(payment, request, ("captures", "refunds", "chargebacks"))
            case ("DELETE", "payments", _) if payment is not None:
                if not payment.get("isCancelable"):
                    return 422, problem(422, "The payment cannot be cancelled")
                self._leave(payment["id"], "canceled")
                return 200, payment
            case ("POST", "payments", _, "refunds") if payment is not None:
                return self._refund(payment, body)
            case ("GET", "payments", _, "refunds") if payment is not None:
                made = [] if self.forgetful else self._of(payment["id"], self.refunds)
                return self._list(request, "refunds", made)
            case ("GET", ("payments" | "refunds" | "chargebacks") as kind):
                things: dict[str, Thing] = getattr(self, kind)
                return self._list(request, kind, [e for e in things.values() if e["_of"] == of])
            case _:
                return 404, problem(404, "No route found")

    def _create(self, body: Thing, of: Any) -> tuple[int, Thing]:
        code, value = body["amount"]["currency"], body["amount"]["value"]
        if code in _NOT_THERE or code not in EXPONENTS or not fits(value, code):
            return 422, {**problem(422, "The amount is invalid"), "field": "amount"}
        if not body.get("description") or len(body["description"]) > 255:
            return 422, {**problem(422, "The description is invalid"), "field": "description"}
        payment: Thing = {
            **self._new("tr", "payment", of), "status": "open", "amount": body["amount"],
            "description": body["description"], "metadata": body.get("metadata"),
            "redirectUrl": body["redirectUrl"], "webhookUrl": body.get("webhookUrl"),
            "method": None, "isCancelable": self.cancelable,
            "expiresAt": clock.rfc3339(clock.now() + EXPIRES_AFTER),
        }  # fmt: skip
        payment["_links"] = {
            "checkout": {"href": f"{self.url}/checkout/{payment['id']}", "type": "text/html"}
        }
        self.payments[payment["id"]] = payment
        return 201, payment

    def _refund(self, payment: Thing, body: Thing) -> tuple[int, Thing]:
        amount, code = minor(body), body["amount"]["currency"]
        if self.duplicates_refused and any(minor(e) == amount for e in self._of(payment["id"], self.refunds)):
            return 409, problem(409, "A duplicate refund has been detected")
        if payment["status"] != "paid" or code != payment["amount"]["currency"]:
            return 422, problem(422, "The payment cannot be refunded")
        if amount > self.rest(payment):
            return 422, {**problem(422, "The amount is higher than the maximum"), "field": "amount"}
        return 201, self._made(payment, amount, metadata=body.get("metadata"))

    def _made(self, payment: Thing, amount: int, metadata: Any) -> Thing:
        made: Thing = {
            **self._new("re", "refund", payment["_of"]), "paymentId": payment["id"],
            "amount": self._money(amount, payment), "metadata": metadata,
            "status": "pending" if self.refunds_pend else "refunded",
        }  # fmt: skip
        self.refunds[made["id"]] = made
        self._report(payment)
        return made

    def _leave(self, payment_id: str, status: str) -> Thing:
        payment = self.payments[payment_id]
        if payment["status"] != "open":
            raise PageClosedError
        payment["status"] = status
        del payment["_links"]["checkout"], payment["expiresAt"], payment["isCancelable"]
        self._report(payment)
        return payment

    def _report(self, payment: Thing) -> None:
        if payment["status"] in _REPORTED:
            self.webhooks.append((payment["webhookUrl"], payment["id"]))

    def _new(self, prefix: str, resource: str, of: Any) -> Thing:
        name = f"{prefix}_{next(self._numbers):010d}"
        mode = "live" if of[1] else "test"
        created = clock.rfc3339(clock.now())
        return {"resource": resource, "id": name, "mode": mode, "createdAt": created, "_of": of}

    def _money(self, amount: int, payment: Thing) -> Thing:
        code = payment["amount"]["currency"]
        return {"currency": code, "value": decimal(amount, code)}

    def _of(self, payment_id: str, things: dict[str, Thing]) -> list[Thing]:
        return [each for each in things.values() if each["paymentId"] == payment_id]

    def _embedding(self, thing: Thing, request: web.Request, may: tuple[str, ...]) -> tuple[int, Thing]:
        """Embeds the lists of one comma-separated parameter. The fake refuses every other form."""
        given = request.query.getall("embed", [])
        kinds = given[0].split(",") if given else []
        if len(given) > 1 or not set(kinds) <= set(may):
            return 400, {**problem(400, "The embed is invalid"), "field": "embed"}
        within: Thing = {}
        for kind in kinds:
            if kind == "payment":
                within[kind] = self.payments[thing["paymentId"]]
            else:
                within[kind] = self._of(thing["id"], getattr(self, kind, {}))
        return 200, {**thing, "_embedded": within} if within else thing

    def _list(self, request: web.Request, kind: str, things: list[Thing]) -> tuple[int, Thing]:
        things.reverse()
        if (start := request.query.get("from")) is not None:
            things = things[[each["id"] for each in things].index(start) :]
        limit = int(request.query.get("limit", "50"))
        assert limit <= _MOST
        links: Thing = {"next": None}
        if len(things) > limit:
            links["next"] = {"href": f"{self.url}/v2/{kind}?from={things[limit]['id']}&limit={limit}"}
        shown_: list[Thing] = []
        for each in things[:limit]:
            status, thing = self._embedding(each, request, () if kind == "payments" else ("payment",))
            if status != 200:
                return status, thing
            shown_.append(thing)
        return 200, {"count": len(shown_), "_embedded": {kind: shown_}, "_links": links}

    def _says(self, status: int, body: Thing) -> web.Response:
        return web.json_response(shown(body), status=status, content_type="application/hal+json")
