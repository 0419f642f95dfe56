"""Stripe, written from its public documentation: Checkout Sessions by redirect, refunds, disputes, events.

Its wire format and its quirks stay in this file. Nothing of a card is ever asked for or read.
"""

import json
from collections.abc import Awaitable, Mapping, Sequence
from datetime import UTC, datetime
from typing import Any, Final, TypeVar, cast

import stripe

from wellwish.checkout.provider import (
    AwayError,
    Begun,
    ForgedError,
    Heard,
    Kind,
    Merchant,
    Order,
    RefundOrder,
    RefusedError,
    Told,
)
from wellwish.checkout.stripe_money import from_the_wire, on_the_wire

T = TypeVar("T")
TIMEOUT_S: Final = 8.0  # of one call; a person may be waiting
_RETRIES: Final = 2  # by the library, with the same idempotency key
_TOLERANCE_S: Final = 300
_PAGE: Final = 100

_SESSIONS: Final[dict[str, Kind]] = {
    "checkout.session.completed": "paid",
    "checkout.session.async_payment_succeeded": "paid",
    "checkout.session.async_payment_failed": "failed",
    "checkout.session.expired": "cancelled",
}
_REFUNDS: Final[dict[str, Kind]] = {
    "succeeded": "refunded",
    "failed": "refund_failed",
    "canceled": "refund_failed",
}
_REFUND_EVENTS: Final = ("refund.created", "refund.updated", "refund.failed")
_DISPUTES: Final[dict[str, Kind]] = {
    "charge.dispute.funds_withdrawn": "disputed",
    "charge.dispute.funds_reinstated": "dispute_won",
    "charge.dispute.closed": "dispute_lost",
}
EVENTS: Final = (*_SESSIONS, *_REFUND_EVENTS, *_DISPUTES)


class Stripe:
    """The adapter, for whichever key a merchant has."""

    def __init__(self, url: str, webhook_secret: str | None) -> None:
        self._url = url
        self._webhook_secret = webhook_secret
        self._clients: dict[str, Any] = {}

    async def begin(self, merchant: Merchant, order: Order) -> Begun:
        """Returns a Checkout Session; of the same order always the same one."""
        named = {"account_id": order.account_id, "payment_id": order.payment_id}
        price = {
            "currency": order.currency.lower(),
            "unit_amount": on_the_wire(order.amount, order.currency),
            "product_data": {"name": order.title},
        }
        params: Any = {
            "mode": "payment",
            "client_reference_id": order.payment_id,
            "line_items": [{"quantity": 1, "price_data": price}],
            "metadata": named,
            "payment_intent_data": {"metadata": named},
            "success_url": order.return_url,
            "cancel_url": order.return_url,
            "expires_at": int(order.expires_at.timestamp()),
        }
        session = await _asked(
            self._client(merchant).v1.checkout.sessions.create_async(
                params=params,
                options=_options(merchant, order.payment_id),
            )
        )
        return Begun(session.id, session.url or "")

    async def refund(self, merchant: Merchant, order: RefundOrder) -> Told | None:
        """Makes a refund, unless there is one with our id: keys are kept for a day, refunds for ever."""
        refunds = self._client(merchant).v1.refunds
        listed = await _asked(
            refunds.list_async(
                params={"payment_intent": order.provider_reference, "limit": _PAGE},
                options=_options(merchant),
            )
        )
        found = next((each for each in listed.data if _named(each).get("refund_id") == order.refund_id), None)
        if found is None:
            named = {
                "account_id": order.account_id,
                "payment_id": order.payment_id,
                "refund_id": order.refund_id,
            }
            found = await _asked(
                refunds.create_async(
                    params={
                        "payment_intent": order.provider_reference,
                        "amount": on_the_wire(order.amount, order.currency),
                        "metadata": named,
                    },
                    options=_options(merchant, order.refund_id),
                )
            )
        made = _plain(found)
        return _refund(
            merchant, f"answer:{made['id']}:{made['status']}", made, _named(found), datetime.now(UTC)
        )

    async def read(self, merchant: Merchant, body: bytes, headers: Mapping[str, str]) -> Heard:
        """Returns what a callback says. Raises ForgedError, also where no secret is set."""
        del merchant
        if self._webhook_secret is None:
            raise ForgedError("no secret is set")
        try:
            text = body.decode()
            stripe.WebhookSignature.verify_header(  # pyright: ignore[reportUnknownMemberType]
                text, headers.get("stripe-signature", ""), self._webhook_secret, _TOLERANCE_S
            )
            return _heard(json.loads(text))
        except (ValueError, KeyError, TypeError, stripe.SignatureVerificationError) as error:
            raise ForgedError(type(error).__name__) from error

    async def understand(self, merchant: Merchant, heard: Heard) -> Told | None:
        """Returns what an event means to us; None for one of another program's at the same account."""
        event = json.loads(heard.body)
        kind, thing = str(event["type"]), event["data"]["object"]
        if kind in _SESSIONS:
            return await self._session(merchant, heard, _SESSIONS[kind], thing)
        if kind in _REFUND_EVENTS:
            named = _members(thing.get("metadata"))
            if "payment_id" not in named:
                named = (await self._intent(merchant, thing))["metadata"]
            return _refund(merchant, heard.event_id, thing, named, heard.occurred_at)
        if kind in _DISPUTES and not (kind.endswith("closed") and thing["status"] != "lost"):
            named = (await self._intent(merchant, thing))["metadata"]
            return _told(merchant, heard.event_id, _DISPUTES[kind], thing, named, heard.occurred_at)
        return None

    async def events(self, merchant: Merchant, since: datetime) -> Sequence[Heard]:
        """Returns the events since then, which Stripe keeps for 30 days, the oldest first."""
        found: list[Heard] = []
        params: Any = {
            "created": {"gte": int(since.timestamp())}, "types": list(EVENTS), "limit": _PAGE,
        }  # fmt: skip
        while True:
            page = await _asked(
                self._client(merchant).v1.events.list_async(params=params, options=_options(merchant))
            )
            found += [_heard(_plain(each)) for each in page.data]
            if not page.has_more:
                return sorted(found, key=lambda each: each.occurred_at)
            params["starting_after"] = found[-1].event_id

    async def close(self) -> None:
        """Ends the connections."""
        for client in self._clients.values():
            await client._requestor._client.close_async()
        self._clients.clear()

    def _client(self, merchant: Merchant) -> stripe.StripeClient:
        key = merchant.secret or ""
        if key not in self._clients:
            self._clients[key] = stripe.StripeClient(
                key,
                base_addresses={"api": self._url},
                max_network_retries=_RETRIES,
                http_client=stripe.AIOHTTPClient(timeout=TIMEOUT_S),
            )
        return self._clients[key]

    async def _session(
        self, merchant: Merchant, heard: Heard, kind: Kind, session: dict[str, Any]
    ) -> Told | None:
        if kind == "paid" and session.get("payment_status") != "paid":
            return None  # an order by bank transfer; its payment is told by another event
        named = _members(session.get("metadata"))
        if "payment_id" not in named:
            return None
        fee = await self._fee(merchant, session) if kind == "paid" else None
        thing = {**session, "amount": session["amount_total"]}
        return _told(merchant, heard.event_id, kind, thing, named, heard.occurred_at, fee=fee)

    async def _fee(self, merchant: Merchant, session: dict[str, Any]) -> int | None:
        """Returns what Stripe kept, where that is known and in the payment's own currency."""
        intent = await self._intent(merchant, session)
        settled = _members(_members(intent.get("latest_charge")).get("balance_transaction"))
        if settled.get("currency") != session["currency"]:
            return None
        return from_the_wire(int(settled["fee"]), str(session["currency"]).upper())

    async def _intent(self, merchant: Merchant, thing: dict[str, Any]) -> dict[str, Any]:
        intent = await _asked(
            self._client(merchant).v1.payment_intents.retrieve_async(
                str(thing["payment_intent"]),
                params={"expand": ["latest_charge.balance_transaction"]},
                options=_options(merchant),
            )
        )
        plain = _plain(intent)
        return {**plain, "metadata": _members(plain.get("metadata"))}


async def _asked(call: Awaitable[T]) -> T:
    """Returns the answer. Raises RefusedError where Stripe says no, AwayError for everything else."""
    try:
        return await call
    except stripe.CardError as error:
        raise RefusedError(error.code or "declined") from error
    except stripe.InvalidRequestError as error:
        # 409: a call with the same key is under way. Others come from what was asked.
        if error.http_status == 400:
            raise RefusedError(error.code or "invalid_request") from error
        raise AwayError(type(error).__name__) from error
    except stripe.StripeError as error:
        raise AwayError(type(error).__name__) from error


def _options(merchant: Merchant, key: str | None = None) -> Any:
    options: dict[str, str] = {}
    if key is not None:
        options["idempotency_key"] = key
    if merchant.connected is not None:
        options["stripe_account"] = merchant.connected
    return options


def _members(value: Any) -> dict[str, Any]:
    """Returns the members of what may be an id alone, or nothing."""
    return cast("dict[str, Any]", value) if isinstance(value, dict) else {}


def _plain(thing: Any) -> dict[str, Any]:
    return json.loads(str(thing))


def _named(thing: Any) -> dict[str, Any]:
    return _members(_plain(thing).get("metadata"))


def _heard(event: dict[str, Any]) -> Heard:
    at = datetime.fromtimestamp(int(event["created"]), UTC)
    return Heard(str(event["id"]), str(event["type"]), at, json.dumps(event).encode())


def _refund(
    merchant: Merchant, event_id: str, refund: dict[str, Any], named: Mapping[str, Any], at: datetime
) -> Told | None:
    kind = _REFUNDS.get(str(refund.get("status")))
    if kind is None or "payment_id" not in named:
        return None
    return _told(
        merchant, event_id, kind, refund, named, at,
        refund_id=_members(refund.get("metadata")).get("refund_id"),
    )  # fmt: skip


def _told(
    merchant: Merchant,
    event_id: str,
    kind: Kind,
    thing: dict[str, Any],
    named: Mapping[str, Any],
    at: datetime,
    *,
    fee: int | None = None,
    refund_id: str | None = None,
) -> Told | None:
    if "payment_id" not in named:
        return None
    currency = str(thing["currency"]).upper()
    intent = thing.get("payment_intent")
    return Told(
        merchant=merchant.name,
        event_id=event_id,
        kind=kind,
        account_id=named.get("account_id"),
        payment_id=named["payment_id"],
        amount=from_the_wire(int(thing["amount"]), currency),
        currency=currency,
        occurred_at=at,
        fee=fee,
        refund_id=refund_id,
        provider_reference=intent if isinstance(intent, str) else None,
        reference=str(thing["id"]) if kind not in ("paid", "failed", "cancelled") else None,
    )
