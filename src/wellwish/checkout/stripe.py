"""Stripe, written from its public documentation: Checkout Sessions by redirect, refunds, disputes, events.

Stripe's wire format and quirks stay in this file. It neither requests nor reads card data.
"""

import json
from collections.abc import Awaitable, Mapping, Sequence
from datetime import datetime
from typing import Any, Final, TypeVar

import stripe

from wellwish import clock
from wellwish.checkout.provider import (
    CheckoutPage,
    ForgedError,
    Kind,
    Merchant,
    Order,
    ProviderEvent,
    ProviderRefusedError,
    ProviderUnavailableError,
    RawProviderEvent,
    RefundOrder,
)
from wellwish.checkout.stripe_events import (
    DISPUTES,
    EVENTS,
    REFUND_EVENTS,
    SESSIONS,
    is_ours,
    members,
    metadata_of,
    parse_event,
    payment_event,
    plain,
    refund_event,
)
from wellwish.checkout.stripe_money import from_the_wire, on_the_wire

T = TypeVar("T")
TIMEOUT_S: Final = 8.0  # per call; a person may be waiting
_RETRIES: Final = 2  # by the library, with the same idempotency key
_TOLERANCE_S: Final = 300
_PAGE: Final = 100
_NO_KEY: Final = "none"  # a placeholder that the library requires; each call brings its own key


class Stripe:
    """The adapter for every merchant's key: each call brings its own, over shared connections."""

    def __init__(self, url: str) -> None:
        self._http = stripe.AIOHTTPClient(timeout=TIMEOUT_S)
        self._v1 = stripe.StripeClient(
            _NO_KEY, base_addresses={"api": url}, max_network_retries=_RETRIES, http_client=self._http
        ).v1

    async def begin(self, merchant: Merchant, order: Order) -> CheckoutPage:
        """Returns a Checkout Session; the same order always gives the same session."""
        named = {
            "account_id": order.account_id,
            "payment_id": order.payment_id,
            "merchant": merchant.name,
        }
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
            self._v1.checkout.sessions.create_async(
                params=params,
                options=_options(merchant, order.payment_id),
            )
        )
        return CheckoutPage(session.id, session.url or "")

    async def refund(self, merchant: Merchant, order: RefundOrder) -> ProviderEvent | None:
        """Makes a refund unless one with our id exists: Stripe keeps idempotency keys for a day, refunds
        forever.
        """
        refunds = self._v1.refunds
        listed = await _asked(
            refunds.list_async(
                params={"payment_intent": order.provider_reference, "limit": _PAGE},
                options=_options(merchant),
            )
        )
        named = [(each, metadata_of(each).get("refund_id")) for each in listed.data]
        found = next((each for each, refund_id in named if refund_id == order.refund_id), None)
        if found is None:
            named = {
                "account_id": order.account_id,
                "payment_id": order.payment_id,
                "refund_id": order.refund_id,
                "merchant": merchant.name,
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
        made = plain(found)
        return refund_event(
            merchant, f"answer:{made['id']}:{made['status']}", made, metadata_of(found), clock.now()
        )

    async def verify(self, merchant: Merchant, body: bytes, headers: Mapping[str, str]) -> RawProviderEvent:
        """Raises ForgedError, also if no webhook secret is set."""
        if merchant.webhook_secret is None:
            raise ForgedError("no secret is set")
        try:
            text = body.decode()
            stripe.WebhookSignature.verify_header(  # pyright: ignore[reportUnknownMemberType]
                text, headers.get("stripe-signature", ""), merchant.webhook_secret, _TOLERANCE_S
            )
            return parse_event(json.loads(text))
        except (ValueError, KeyError, TypeError, stripe.SignatureVerificationError) as error:
            raise ForgedError(type(error).__name__) from error

    async def interpret(self, merchant: Merchant, raw: RawProviderEvent) -> ProviderEvent | None:
        """Returns None for events of other programs that use the same Stripe account."""
        event = json.loads(raw.body)
        kind, thing = str(event["type"]), event["data"]["object"]
        # With Connect, the operator's secret signs events of connected accounts, too.
        if event.get("account") not in (None, merchant.connected):
            return None
        if kind in SESSIONS:
            return await self._session(merchant, raw, SESSIONS[kind], thing)
        if kind in REFUND_EVENTS:
            named = members(thing.get("metadata"))
            if "payment_id" not in named:
                named = (await self._intent(merchant, thing))["metadata"]
            return refund_event(merchant, raw.event_id, thing, named, raw.occurred_at)
        if kind in DISPUTES and not (kind.endswith("closed") and thing["status"] != "lost"):
            named = (await self._intent(merchant, thing))["metadata"]
            return payment_event(merchant, raw.event_id, DISPUTES[kind], thing, named, raw.occurred_at)
        return None

    async def events(self, merchant: Merchant, since: datetime) -> Sequence[RawProviderEvent]:
        """Returns the events since then, oldest first; Stripe keeps them for 30 days."""
        found: list[RawProviderEvent] = []
        params: Any = {
            "created": {"gte": int(since.timestamp())}, "types": list(EVENTS), "limit": _PAGE,
        }  # fmt: skip
        while True:
            page = await _asked(self._v1.events.list_async(params=params, options=_options(merchant)))
            found += [parse_event(plain(each)) for each in page.data]
            if not page.has_more:
                return sorted(found, key=lambda each: each.occurred_at)
            params["starting_after"] = found[-1].event_id

    async def account(self, merchant: Merchant) -> str:
        """Returns Stripe's id of the account after checking that the key has the permissions that we use."""
        options = _options(merchant)
        try:
            found = await self._v1.accounts.retrieve_current_async(options=options)
            await self._v1.events.list_async(params={"limit": 1}, options=options)
        except stripe.AuthenticationError as error:
            raise ProviderRefusedError(
                "Stripe does not accept this key: it is invalid, expired or revoked."
            ) from error
        except stripe.PermissionError as error:
            raise ProviderRefusedError(
                "The key cannot read the account or its events. It needs to read account and events, and to "
                "write Checkout Sessions and refunds."
            ) from error
        except stripe.InvalidRequestError as error:
            raise ProviderRefusedError("Stripe rejected the account or the key.") from error
        except stripe.StripeError as error:
            raise ProviderUnavailableError(type(error).__name__) from error
        # In test mode every account can receive payments; in live mode one with incomplete onboarding cannot.
        if merchant.live and not found.charges_enabled:
            raise ProviderRefusedError(
                "The Stripe account cannot accept payments yet. Complete its onboarding at Stripe."
            )
        return str(found.id)

    async def close(self) -> None:
        await self._http.close_async()

    async def _session(
        self, merchant: Merchant, raw: RawProviderEvent, kind: Kind, session: dict[str, Any]
    ) -> ProviderEvent | None:
        if kind == "paid" and session.get("payment_status") != "paid":
            return None  # an order by bank transfer; another event reports its payment
        named = members(session.get("metadata"))
        if not is_ours(merchant, named):
            return None
        fee = await self._fee(merchant, session) if kind == "paid" else None
        thing = {**session, "amount": session["amount_total"]}
        return payment_event(merchant, raw.event_id, kind, thing, named, raw.occurred_at, fee=fee)

    async def _fee(self, merchant: Merchant, session: dict[str, Any]) -> int | None:
        """Returns Stripe's fee, if it is known and in the payment's own currency."""
        intent = await self._intent(merchant, session)
        settled = members(members(intent.get("latest_charge")).get("balance_transaction"))
        if settled.get("currency") != session["currency"]:
            return None
        return from_the_wire(int(settled["fee"]), str(session["currency"]).upper())

    async def _intent(self, merchant: Merchant, thing: dict[str, Any]) -> dict[str, Any]:
        named = thing.get("payment_intent")
        if not isinstance(named, str):
            return {"metadata": {}}  # of a charge that no page of ours has made
        call = self._v1.payment_intents.retrieve_async(
            named, params={"expand": ["latest_charge.balance_transaction"]}, options=_options(merchant)
        )
        try:
            intent = await _asked(call)
        except ProviderRefusedError as error:
            raise ProviderUnavailableError(str(error)) from error
        return {**plain(intent), "metadata": metadata_of(intent)}


async def _asked(call: Awaitable[T]) -> T:
    """Raises ProviderRefusedError if Stripe refuses, ProviderUnavailableError for everything else."""
    try:
        return await call
    except stripe.CardError as error:
        raise ProviderRefusedError(error.code or "declined") from error
    except stripe.InvalidRequestError as error:
        # 409: a call with the same key is in progress. Other 4xx come from the request itself.
        if error.http_status == 400:
            raise ProviderRefusedError(error.code or "invalid_request") from error
        raise ProviderUnavailableError(type(error).__name__) from error
    except stripe.StripeError as error:
        raise ProviderUnavailableError(type(error).__name__) from error


def _options(merchant: Merchant, key: str | None = None) -> Any:
    options: dict[str, str] = {"api_key": merchant.secret or _NO_KEY}
    if key is not None:
        options["idempotency_key"] = key
    if merchant.connected is not None:
        options["stripe_account"] = merchant.connected
    return options
