"""The fake's HTTP API: keys and permissions, idempotency, faults, and calls."""

import json
from collections.abc import AsyncGenerator, Iterable
from contextlib import asynccontextmanager
from datetime import timedelta

from aiohttp import web

from tests.fakes.stripe.dashboard import Dashboard
from tests.fakes.stripe.store import KEY, LISTED_FOR, Answer, Thing, invalid, problem, visible
from wellwish.base import clock

_KEYS_LIVE_FOR = timedelta(days=1)
_NOWHERE = invalid("Unrecognized request URL", "resource_missing")
# The permission of a restricted key for each resource; "write" includes "read".
_PERMISSIONS = {
    "account": "account", "events": "event", "refunds": "charge", "charges": "charge",
    "payment_intents": "payment_intent", "balance_transactions": "balance", "checkout": "checkout_session",
}  # fmt: skip


class FakeStripe(Dashboard):
    """Handles calls of the Stripe library."""

    async def handle(self, request: web.Request) -> web.StreamResponse:
        """Handles one call, including its faults."""
        key = request.headers.get("authorization", "").removeprefix("Bearer ")
        if key not in self.keys:
            return web.json_response(invalid("Invalid API Key provided"), status=401)
        of = request.headers.get("stripe-account", self.keys[key])
        if of != self.keys[key] and not (key == KEY and of in self.connected):
            return web.json_response(invalid("The key does not have access to the account"), status=403)
        if (missing := self._missing(request, key)) is not None:
            message = f"Having the 'rak_{missing}' permission would allow this request to continue."
            return web.json_response(invalid(message), status=403)
        if self.random.random() < self.refused_before:
            return web.json_response(problem("api_error", "Try again"), status=503)
        status, body, replayed = await self._answer(request, of, live="_live_" in key)
        self.calls.append(f"{request.method} {request.path}")
        careless = self.forgetful and request.method == "POST" and request.path.endswith("/refunds")
        if self.random.random() < (0.5 if careless else self.lost_after):
            assert request.transport is not None
            request.transport.abort()
        headers = {"idempotent-replayed": "true"} if replayed and self.marks_replays else {}
        if status == 500 and request.method == "POST":  # a retry would only get the stored response
            headers["stripe-should-retry"] = "false"
        return web.json_response(visible(body), status=status, headers=headers)

    def _missing(self, request: web.Request, key: str) -> str | None:
        """Returns the permission that the key lacks for a call."""
        resource = request.path.split("/")[2]
        kind = "write" if request.method == "POST" else "read"
        needed = [f"{_PERMISSIONS.get(resource, resource)}_{kind}"]
        if any("balance_transaction" in value for name, value in request.query.items() if "expand" in name):
            needed.append("balance_read")
        if any("source" in value for name, value in request.query.items() if "expand" in name):
            needed.append("charge_read")
        denied = self.denied.get(key, set())
        return next((each for each in needed if each in denied), None)

    async def _answer(self, request: web.Request, of: str, *, live: bool) -> tuple[int, Thing, bool]:
        """Returns status, body, and whether it is a replay."""
        form = {name: str(value) for name, value in (await request.post()).items()}
        given = None if self.forgetful else request.headers.get("idempotency-key")
        if given is None or request.method != "POST":
            return *self._fails(request, form, of, live=live)[:2], False
        key, asked = (f"{of}:{live}", given), json.dumps([request.path, sorted(form.items())])
        now = clock.now().timestamp()
        known = self.answers.get(key)
        if known is not None and now - known.at < _KEYS_LIVE_FOR.total_seconds():
            if known.asked != asked:
                message = "Keys for idempotent requests can only be used with the same parameters."
                return 400, problem("idempotency_error", message), False
            return known.status, known.body, True
        status, body, is_stored = self._fails(request, form, of, live=live)
        if is_stored:
            self.answers[key] = Answer(asked, status, visible(body), now)
        return status, body, False

    def _fails(
        self, request: web.Request, form: dict[str, str], of: str, *, live: bool
    ) -> tuple[int, Thing, bool]:
        """Returns status, body, and whether the response is stored, which invalid parameters prevent."""
        call = f"{request.method} {request.path}"
        found = next((each for each in self.failing if call.startswith(each[0])), None)
        if found is not None:
            self.failing.remove(found)
            if found[1]:
                self._do(request, form, of, live=live)
            return 500, problem("api_error", "An error occurred. Try again later."), True
        status, body = self._do(request, form, of, live=live)
        code = body.get("error", {}).get("code", "")
        return status, body, status != 400 or not code.startswith(("parameter_", "amount_", "email_"))

    def _do(self, request: web.Request, form: dict[str, str], of: str, *, live: bool) -> tuple[int, Thing]:
        path = request.path.split("/")[2:]
        if path[0] == "checkout":
            path = path[1:]
        if request.method == "POST":
            return self._write(path, form, of, live=live)
        match path:
            case ["account"]:
                return 200, {"id": of, "object": "account", "charges_enabled": of not in self.unready}
            case ["payment_intents", name] if (fault := self._hides(request.path, name)) is not None:
                return fault
            case [kind, name] if kind in self._things:
                return self._retrieve(request, kind, name, of, live=live)
            case ["balance_transactions"] if request.query.get("payout", "") not in ("", *self.payouts):
                return 404, invalid("No such payout", "resource_missing")
            case [kind] if kind in self._things:
                return 200, self._list(request, self._mine(self._things[kind].values(), of, live=live))
            case ["events"]:
                return 200, self._events(request, self._mine(self.events, of, live=live))
            case _:
                return 404, _NOWHERE

    def _hides(self, path: str, intent: str) -> tuple[int, Thing] | None:
        """Returns the refusal of an intent that this key cannot read, permanently or at the moment."""
        if intent in self.unreplicated:
            return 404, invalid(f"No such payment_intent: '{intent}'", "resource_missing")
        if intent in self.unreadable or path in self.denied_once:
            self.denied_once = [each for each in self.denied_once if each != path]
            return 403, invalid("The key does not have the required permissions for this endpoint")
        return None

    def _write(self, path: list[str], form: dict[str, str], of: str, *, live: bool) -> tuple[int, Thing]:
        match path:
            case ["sessions"]:
                return self.create_session(form, of, live=live)
            case ["sessions", name, "expire"] if self._mine([self.sessions.get(name, {})], of, live=live):
                return self.expire_session(self.sessions[name])
            case ["refunds"]:
                return self.create_refund(form, of)
            case _:
                return 404, _NOWHERE

    @property
    def _things(self) -> dict[str, dict[str, Thing]]:
        return {
            "sessions": self.sessions, "payment_intents": self.intents, "charges": self.charges,
            "refunds": self.refunds, "balance_transactions": self.transactions,
        }  # fmt: skip

    def _mine(self, things: Iterable[Thing], of: str, *, live: bool) -> list[Thing]:
        """Returns the objects of an account in one mode, newest first."""
        found = [each for each in things if each.get("_of") == of and bool(each.get("livemode")) == live]
        return found[::-1]

    def _retrieve(
        self, request: web.Request, kind: str, name: str, of: str, *, live: bool
    ) -> tuple[int, Thing]:
        found = self._things[kind].get(name)
        if found is None or not self._mine([found], of, live=live):
            return 404, invalid(f"No such {kind}: {name}", "resource_missing")
        shown = visible(found)
        expanded = [value for each, value in request.query.items() if each.startswith("expand")]
        if "latest_charge.balance_transaction" in expanded and shown["latest_charge"]:
            shown["latest_charge"] = visible(self.charges[shown["latest_charge"]])
            shown["latest_charge"]["balance_transaction"] = self._transaction(shown["latest_charge"])
        if "balance_transaction" in expanded:
            shown["balance_transaction"] = self._transaction(shown)
        return 200, shown

    def _transaction(self, charge: Thing) -> Thing | None:
        return visible(self.transactions.get(charge["balance_transaction"] or ""))

    def _events(self, request: web.Request, events: list[Thing]) -> Thing:
        oldest = int((clock.now() - LISTED_FOR).timestamp())
        kinds = {value for name, value in request.query.items() if name.startswith("types")}
        found = [each for each in events if each["created"] >= oldest]
        return self._list(request, [each for each in found if not kinds or each["type"] in kinds])

    def _list(self, request: web.Request, things: list[Thing]) -> Thing:
        query = request.query
        if "payment_intent" in query:
            things = [each for each in things if each["payment_intent"] == query["payment_intent"]]
        if "payout" in query:
            things = [each for each in things if each.get("_payout") == query["payout"]]
        if "type" in query:
            things = [each for each in things if each["type"] == query["type"]]
        if "created[gte]" in query:
            things = [each for each in things if each["created"] >= int(query["created[gte]"])]
        if "starting_after" in query:
            things = things[[each["id"] for each in things].index(query["starting_after"]) + 1 :]
        limit = int(query.get("limit", "10"))
        shown = things[:limit]
        if any(name.startswith("expand") and value == "data.source" for name, value in query.items()):
            shown = [{**each, "source": self.charges[each["source"]]} for each in shown]
        return {"object": "list", "data": shown, "has_more": len(things) > limit, "url": request.path}


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
