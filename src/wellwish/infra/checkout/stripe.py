"""Stripe: Checkout Sessions by redirect, refunds, disputes and events, implemented from its documentation.

Only this file and ``stripe_*`` depend on Stripe's wire format. No card data is requested or read.
"""

import json
from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any, Final

import stripe
from msgspec import structs

from wellwish.base import clock
from wellwish.infra.checkout import stripe_account, stripe_fields, stripe_invoice, stripe_payouts
from wellwish.infra.checkout.provider import (
    CheckoutPage,
    ForgedError,
    Merchant,
    OpenPage,
    Order,
    PayoutLine,
    ProviderCharge,
    ProviderEvent,
    ProviderPayout,
    ProviderRefusedError,
    ProviderUnavailableError,
    RawProviderEvent,
    RefundOrder,
)
from wellwish.infra.checkout.stripe_call import NO_KEY, asked, options, readable
from wellwish.infra.checkout.stripe_events import (
    DISPUTE_EVENTS,
    RECONCILED,
    REFUND_EVENTS,
    SESSIONS,
    SETTLED,
    charge_of,
    dispute_fee,
    dispute_kind,
    fee_of,
    is_charge,
    is_ours,
    members,
    metadata_of,
    method_of,
    parse_event,
    payment_event,
    plain,
    refund_event,
    session_answer,
    session_event,
)
from wellwish.infra.checkout.stripe_intents import Intents
from wellwish.infra.checkout.stripe_money import on_the_wire
from wellwish.infra.checkout.stripe_setup import ENDPOINT_EVENTS

TIMEOUT_S: Final = 8.0  # time limit of a call; a person may be waiting
_RETRIES: Final = 2  # retries by the library, with the same idempotency key
_TOLERANCE_S: Final = 300
_PAGE: Final = 100
_POLLED: Final = (*ENDPOINT_EVENTS, stripe_invoice.PAID)
_BASIS_POINTS: Final = 10_000  # 100 %
# The suffix after the account's prefix on the payer's statement. After a prefix of ten characters and "* " it
# can have ten (https://docs.stripe.com/get-started/account/statement-descriptors). It names no card, since
# other people may read the statement.
_ON_STATEMENT: Final = {"contribution": "GROUP CARD", "bundle_purchase": "CARDS"}


class Stripe:
    """The adapter for all merchants. Each call uses its merchant's key and shared connections."""

    def __init__(self, url: str, *, invoices: str = "off", application_fee_bp: int = 0) -> None:
        self._invoices, self._application_fee_bp = invoices, application_fee_bp
        self._http = stripe.AIOHTTPClient(timeout=TIMEOUT_S)
        self._v1 = stripe.StripeClient(
            NO_KEY, base_addresses={"api": url}, max_network_retries=_RETRIES, http_client=self._http
        ).v1
        self._intents = Intents(self._v1)

    async def begin(self, merchant: Merchant, order: Order) -> CheckoutPage:
        """Returns a Checkout Session, the same one for the same order and attempt."""
        if order.reference is not None:
            retrieved = self._v1.checkout.sessions.retrieve_async(order.reference, options=options(merchant))
            found = await asked(retrieved)
            return CheckoutPage(found.id, found.url if found.status == "open" else None)
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
            "payment_intent_data": {
                "metadata": named,
                "statement_descriptor_suffix": _ON_STATEMENT[order.purpose],
            },
            "submit_type": "pay",
            "success_url": order.return_url,
            "cancel_url": order.cancel_url,
            "expires_at": int(order.expires_at.timestamp()),
        }
        if order.purpose == "bundle_purchase" and self._invoices != "off":
            stripe_invoice.add(params, named, with_tax=self._invoices == "with_tax")
        if merchant.connected is not None and (kept := self._application_fee(order)):
            params["payment_intent_data"]["application_fee_amount"] = kept
        if order.payer_email is not None:
            try:
                return await self._create(merchant, order, {**params, "customer_email": order.payer_email})
            except ProviderRefusedError as error:
                # An address that Stripe rejects must not prevent the gift. Stripe does not store this
                # response, so the same key can be used again.
                if str(error) != "email_invalid":
                    raise
        return await self._create(merchant, order, params)

    def _application_fee(self, order: Order) -> int:
        """Returns the operator's fee for a connected account's payment, in Stripe's units, rounded down.

        The booked fee is that of the connected account's balance transaction, which includes the operator's
        fee.
        """
        return on_the_wire(order.amount, order.currency) * self._application_fee_bp // _BASIS_POINTS

    async def _create(self, merchant: Merchant, order: Order, params: Any) -> CheckoutPage:
        given = options(merchant, order.payment_id, order.attempt)
        created = self._v1.checkout.sessions.create_async(params=params, options=given)
        session = await asked(created, has_key=True)
        return CheckoutPage(session.id, session.url)

    async def look(self, merchant: Merchant, page: OpenPage) -> ProviderEvent | None:
        retrieved = self._v1.checkout.sessions.retrieve_async(page.reference, options=options(merchant))
        return session_answer(merchant, plain(await asked(retrieved)), clock.now())

    async def end(self, merchant: Merchant, page: OpenPage) -> ProviderEvent:
        """Expires an open session; Stripe determines whether this or the payment came first."""
        sessions, named = self._v1.checkout.sessions, options(merchant)
        try:
            found = await asked(sessions.expire_async(page.reference, options=named))
        except ProviderRefusedError:  # no longer open
            found = await asked(sessions.retrieve_async(page.reference, options=named))
        event = session_answer(merchant, plain(found), clock.now())
        if event is None:
            raise ProviderUnavailableError("the session is still open")
        return event

    async def refund(self, merchant: Merchant, order: RefundOrder) -> ProviderEvent | None:
        """Creates the refund unless one with our ID exists, because idempotency keys expire after a day."""
        refunds = self._v1.refunds
        listed = await asked(
            refunds.list_async(
                params={"payment_intent": order.provider_reference, "limit": _PAGE},
                options=options(merchant),
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
            found = await asked(
                refunds.create_async(
                    params={
                        "payment_intent": order.provider_reference,
                        "amount": on_the_wire(order.amount, order.currency),
                        "metadata": named,
                    },
                    options=options(merchant, order.refund_id, order.attempt),
                ),
                has_key=True,
            )
        made = plain(found)
        return refund_event(
            merchant, f"answer:{made['id']}:{made['status']}", made, metadata_of(found), clock.now()
        )

    async def verify(self, merchant: Merchant, body: bytes, headers: Mapping[str, str]) -> RawProviderEvent:
        """Raises ForgedError if the signature is wrong or no webhook secret is set."""
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

    async def interpret(
        self, merchant: Merchant, raw: RawProviderEvent
    ) -> ProviderEvent | ProviderPayout | None:
        """Returns None for events of other programs that use the same Stripe account."""
        event = stripe_fields.read(json.loads(raw.body))
        kind, thing = str(event["type"]), event["data"]["object"]
        # With Connect, the operator's secret also signs events of connected accounts.
        is_foreign = event.get("account") not in (None, merchant.connected)
        if is_foreign or event.get("livemode") not in (None, merchant.live):
            return None
        if kind in SESSIONS:
            failed = kind == "checkout.session.async_payment_failed"
            return session_event(merchant, raw.event_id, thing, raw.occurred_at, failed=failed)
        if kind == stripe_invoice.PAID:
            return stripe_invoice.event(merchant, raw.event_id, thing, raw.occurred_at)
        if kind == RECONCILED:
            return stripe_payouts.payout(merchant, thing)
        if kind == SETTLED:
            return await self._settled(merchant, raw, thing)
        if kind in REFUND_EVENTS:
            named = members(thing.get("metadata"))
            if not is_ours(merchant, named):
                named = await self._intents.metadata(merchant, thing)
            return refund_event(merchant, raw.event_id, thing, named, raw.occurred_at)
        if kind in DISPUTE_EVENTS and (dispute := dispute_kind(kind, thing)) is not None:
            named, fee = await self._intents.metadata(merchant, thing), dispute_fee(dispute, thing)
            found = payment_event(merchant, raw.event_id, dispute, thing, named, raw.occurred_at)
            return found and structs.replace(found, fee=fee)
        return None

    async def events(self, merchant: Merchant, since: datetime) -> Sequence[RawProviderEvent]:
        """Returns the events since then, oldest first; Stripe keeps them for 30 days."""
        found: list[RawProviderEvent] = []
        params: Any = {"created": {"gte": int(since.timestamp())}, "types": [*_POLLED], "limit": _PAGE}
        while True:
            page = await asked(self._v1.events.list_async(params=params, options=options(merchant)))
            found += [parse_event(plain(each)) for each in page.data]
            if not page.has_more:
                return sorted(found, key=lambda each: each.occurred_at)
            params["starting_after"] = found[-1].event_id

    async def charges(self, merchant: Merchant, since: datetime) -> Sequence[ProviderCharge]:
        """Returns the paid charges created since then for payments of this merchant."""
        found: list[ProviderCharge] = []
        params: Any = {"created": {"gte": int(since.timestamp())}, "limit": _PAGE}
        while True:
            page = await asked(self._v1.charges.list_async(params=params, options=options(merchant)))
            listed = [plain(each) for each in page.data]
            found += [charge_of(each) for each in listed if is_charge(merchant, each)]
            if not page.has_more:
                return found
            params["starting_after"] = listed[-1]["id"]

    async def payout_lines(self, merchant: Merchant, payout_id: str) -> Sequence[PayoutLine] | None:
        return await stripe_payouts.lines(self._v1, merchant, payout_id)

    async def account(self, merchant: Merchant) -> str:
        """Returns Stripe's ID of the account after checking the permissions of the key."""
        return await stripe_account.check(self._v1, merchant)

    async def close(self) -> None:
        await self._http.close_async()

    async def _settled(
        self, merchant: Merchant, raw: RawProviderEvent, charge: dict[str, Any]
    ) -> ProviderEvent | None:
        """Returns an event with the fee of a charge, or None if the fee is unknown.

        A charge has the metadata of its payment intent.
        """
        named, transaction = members(charge.get("metadata")), charge.get("balance_transaction")
        if not is_ours(merchant, named) or not isinstance(transaction, str):
            return None
        call = self._v1.balance_transactions.retrieve_async(transaction, options=options(merchant))
        found = await readable(call)
        fee = None if found is None else fee_of(plain(found), str(charge["currency"]))
        if fee is None:
            return None
        event = payment_event(merchant, raw.event_id, "fee", charge, named, raw.occurred_at)
        return event and structs.replace(event, fee=fee, method=method_of(charge))
