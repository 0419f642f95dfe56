"""Mollie: payments by redirect, refunds and chargebacks, implemented from its public documentation.

Only this file, ``mollie_call`` and ``mollie_states`` depend on Mollie's wire format. Mollie has no event
list: callbacks and polls read payments, refunds and chargebacks, and each of their states is an event with a
fixed ID. An API key cannot read fees, payouts or invoices.
"""

import json
from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any, Final, cast

import structlog
from msgspec import structs

from wellwish.base import clock
from wellwish.base.money import decimal
from wellwish.infra.checkout.mollie_call import Api, HttpError
from wellwish.infra.checkout.mollie_states import (
    ENDED,
    REFUNDS,
    metadata_of,
    money_of,
    object_event,
    page_of,
    raw_events,
    state_event,
)
from wellwish.infra.checkout.provider import (
    CheckoutPage,
    ForgedError,
    Kind,
    Merchant,
    OpenPage,
    Order,
    PayoutLine,
    ProviderCharge,
    ProviderEvent,
    ProviderFailedError,
    ProviderRefusedError,
    ProviderUnavailableError,
    RawProviderEvent,
    RefundOrder,
    StillOpenError,
)
from wellwish.infra.checkout.stripe_events import is_ours, members
from wellwish.infra.net import Net

URL: Final = "https://api.mollie.com"
_TITLE: Final = 255  # maximum length of a description (docs.mollie.com/reference/create-payment)
# How far polls look back. Our payments are paid within a day of their creation; with most methods, the page
# expires in less than an hour. Refunds change for days, and chargebacks can be reversed after months.
_PAYMENTS_FOR: Final = timedelta(days=2)
_REFUNDS_FOR: Final = timedelta(days=30)
_CHARGEBACKS_FOR: Final = timedelta(days=180)
# If Mollie repeats the response to an idempotency key, its payment can be from an earlier attempt.
_NEW_FOR: Final = timedelta(minutes=1)
_PAGES_OF_A_KEY: Final = 6  # pages are valid for at least 15 minutes, keys for an hour
# The lists include refunds and chargebacks of other programs; the embedded payment identifies the program.
_OF_PAYMENT: Final = "payment"

log: Final = structlog.get_logger("wellwish.checkout")


class Mollie:
    """The adapter for all merchants, which are accounts: the operator cannot use Mollie."""

    def __init__(self, net: Net, url: str = URL) -> None:
        self._api = Api(net, url)

    async def begin(self, merchant: Merchant, order: Order) -> CheckoutPage:
        """Returns the page of a Mollie payment.

        Repeated calls for an order return the same page for an hour, the lifetime of an idempotency key, or
        until the page expires. A later call returns another page only if the first one was never stored, and
        therefore never shown.
        """
        if order.reference is not None:
            return page_of(await self._api.call(merchant, "GET", f"payments/{order.reference}"))
        body = {
            "amount": {"currency": order.currency, "value": decimal(order.amount, order.currency)},
            "description": order.title[:_TITLE],
            "redirectUrl": order.return_url,
            "cancelUrl": order.cancel_url,
            "metadata": {
                "account_id": order.account_id,
                "payment_id": order.payment_id,
                "merchant": merchant.name,
            },
        }
        # Mollie rejects URLs that it cannot reach, such as those of a local server.
        if order.webhook_url.startswith("https://"):
            body["webhookUrl"] = order.webhook_url
        key = f"{order.payment_id}:{order.attempt}"
        try:
            return await self._create(merchant, body, key)
        except HttpError as error:
            if error.status >= 500:
                raise ProviderFailedError(str(error)) from error
            raise

    async def _create(self, merchant: Merchant, body: dict[str, Any], key: str) -> CheckoutPage:
        """Creates a payment, the same one for simultaneous attempts.

        If the page in a repeated response has ended, the next key is derived from the ID of its payment.
        """
        for _ in range(_PAGES_OF_A_KEY):
            made = await self._api.call(merchant, "POST", "payments", body, key=key)
            if datetime.fromisoformat(made["createdAt"]) < clock.now() - _NEW_FOR:
                made = await self._api.call(merchant, "GET", f"payments/{made['id']}")
            if made.get("status") not in ENDED:
                return page_of(made)
            key = f"{key}:{made['id']}"
        raise ProviderUnavailableError("every page has ended")

    async def look(self, merchant: Merchant, page: OpenPage) -> ProviderEvent | None:
        return state_event(merchant, await self._api.call(merchant, "GET", f"payments/{page.reference}"))

    async def end(self, merchant: Merchant, page: OpenPage) -> ProviderEvent:
        """Cancels the payment if possible; most pages cannot be cancelled and expire after 15 minutes or
        more.

        If a payment with a chosen method is still open after its page has expired, it is a bank transfer,
        which can arrive days later. Raises StillOpenError if the payer can still pay on the page.
        """
        path = f"payments/{page.reference}"
        found = await self._api.call(merchant, "GET", path)
        if page.has_lapsed and found.get("status") == "open" and found.get("method"):
            event = state_event(merchant, {**found, "status": "pending"})
            if event is not None:
                return event
        elif found.get("isCancelable") and found.get("status") == "open":
            try:
                found = await self._api.call(merchant, "DELETE", path)
            except ProviderRefusedError:  # the payer has paid in the meantime
                found = await self._api.call(merchant, "GET", path)
        event = state_event(merchant, found)
        if event is None:
            until = found.get("expiresAt")
            raise StillOpenError(None if not isinstance(until, str) else datetime.fromisoformat(until))
        return event

    async def refund(self, merchant: Merchant, order: RefundOrder) -> ProviderEvent | None:
        """Creates the refund unless one with our ID exists, because idempotency keys expire after an hour.

        A retry after an error from Mollie uses the same key.
        """
        path = f"payments/{order.provider_reference}/refunds"
        listed, _ = await self._api.listed(merchant, path, "refunds")
        found = next((e for e in listed if metadata_of(e).get("refund_id") == order.refund_id), None)
        if found is None:
            body = {
                "amount": {"currency": order.currency, "value": decimal(order.amount, order.currency)},
                "metadata": {
                    "account_id": order.account_id,
                    "payment_id": order.payment_id,
                    "merchant": merchant.name,
                    "refund_id": order.refund_id,
                },
            }
            found = await self._api.call(merchant, "POST", path, body, key=order.refund_id)
        return self._refund(merchant, found)

    async def verify(self, merchant: Merchant, body: bytes, headers: Mapping[str, str]) -> RawProviderEvent:
        """Raises ForgedError, since Mollie does not sign callbacks; ``events_of`` fetches the payment
        instead.
        """
        del merchant, body, headers
        raise ForgedError("not signed")

    async def events_of(self, merchant: Merchant, reference: str) -> Sequence[RawProviderEvent]:
        """Returns the states of a payment, its refunds and chargebacks; none for an unknown payment.

        Raises ProviderUnavailableError, ProviderRefusedError.
        """
        try:
            found = await self._api.call(merchant, "GET", f"payments/{reference}?embed=refunds,chargebacks")
        except HttpError as error:
            if error.is_unknown:
                return []
            raise
        within = members(found.get("_embedded"))
        states = raw_events("payments", found)
        of_payment = {"_embedded": {_OF_PAYMENT: {"metadata": found.get("metadata")}}}
        for kind in ("refunds", "chargebacks"):
            for each in cast("list[dict[str, Any]]", within.get(kind) or []):
                states += raw_events(kind, {**each, **of_payment})
        return states

    async def interpret(self, merchant: Merchant, raw: RawProviderEvent) -> ProviderEvent | None:
        """Returns None for objects of other programs that use the same profile."""
        thing = json.loads(raw.body)
        if raw.kind.startswith("payments"):
            return state_event(merchant, thing)
        if raw.kind.startswith("refunds"):
            return self._refund(merchant, thing)
        kinds: dict[str, Kind] = {"lost": "dispute_lost", "reversed": "dispute_won"}
        kind = kinds.get(raw.kind.rpartition(".")[2], "disputed")
        event = object_event(merchant, raw.event_id, kind, thing, _of_payment(thing), str(thing["paymentId"]))
        return event and structs.replace(event, reference=str(thing["id"]))

    async def events(self, merchant: Merchant, since: datetime) -> Sequence[RawProviderEvent]:
        """Returns the current states of recent objects, oldest first.

        If there are too many, only the newest are returned; callbacks and returning payers report the others.
        """
        now, found = clock.now(), list[RawProviderEvent]()
        for kind, back in (
            ("payments", _PAYMENTS_FOR),
            ("refunds", _REFUNDS_FOR),
            ("chargebacks", _CHARGEBACKS_FOR),
        ):
            embed = None if kind == "payments" else _OF_PAYMENT
            listed, is_whole = await self._api.listed(
                merchant, kind, kind, min(since, now - back), embed=embed
            )
            if not is_whole:
                log.warning("list cut off", merchant=merchant.name, kind=kind, after=len(listed))
            for each in listed:
                if kind != "payments" or is_ours(merchant, metadata_of(each)):
                    found += raw_events(kind, each)
        return sorted(found, key=lambda each: each.occurred_at)

    async def charges(self, merchant: Merchant, since: datetime) -> Sequence[ProviderCharge]:
        """Returns our paid payments created since then, with their completed refunds.

        Raises ProviderUnavailableError if there are too many to list, because totals would be incomplete.
        """
        refunded: dict[str, int] = {}
        for each in await self._whole(merchant, "refunds", since):
            if each.get("status") == "refunded":
                payment_id = str(each["paymentId"])
                refunded[payment_id] = refunded.get(payment_id, 0) + money_of(each)[0]
        found: list[ProviderCharge] = []
        for each in await self._whole(merchant, "payments", since):
            named = metadata_of(each)
            if each.get("status") == "paid" and is_ours(merchant, named):
                amount, currency = money_of(each)
                found.append(
                    ProviderCharge(
                        account_id=named["account_id"],
                        payment_id=named["payment_id"],
                        amount=amount,
                        refunded=refunded.get(str(each["id"]), 0),
                        currency=currency,
                        created_at=datetime.fromisoformat(each["createdAt"]),
                    )
                )
        return found

    async def payout_lines(self, merchant: Merchant, payout_id: str) -> Sequence[PayoutLine] | None:
        """Returns None, because an API key cannot read settlements."""
        del merchant, payout_id

    async def account(self, merchant: Merchant) -> str:
        """Returns the ID of the key's profile."""
        try:
            found = await self._api.call(merchant, "GET", "profiles/me")
        except HttpError as error:
            if error.status in (401, 403):
                raise ProviderRefusedError(
                    "Mollie does not accept this key: it is invalid or revoked."
                ) from error
            raise
        if merchant.live and found.get("status") != "verified":
            raise ProviderRefusedError(
                "The Mollie profile cannot accept payments yet. Complete its verification with Mollie."
            )
        return str(found["id"])

    async def close(self) -> None:
        """Does nothing, because the connections belong to the process."""

    async def _whole(self, merchant: Merchant, kind: str, since: datetime) -> list[dict[str, Any]]:
        listed, is_whole = await self._api.listed(merchant, kind, kind, since)
        if not is_whole:
            raise ProviderUnavailableError(f"more than {len(listed)} {kind}")
        return listed

    def _refund(self, merchant: Merchant, thing: dict[str, Any]) -> ProviderEvent | None:
        """Returns the outcome of a refund, or None while it is pending."""
        kind = REFUNDS.get(str(thing.get("status")))
        if kind is None:
            return None
        named = metadata_of(thing)
        if not is_ours(merchant, named):
            named = _of_payment(thing)
        event_id = f"answer:{thing['id']}:{thing['status']}"
        event = object_event(merchant, event_id, kind, thing, named, str(thing["paymentId"]))
        return event and structs.replace(event, refund_id=named.get("refund_id"), reference=str(thing["id"]))


def _of_payment(thing: dict[str, Any]) -> dict[str, Any]:
    """Returns the metadata of the payment that is embedded in a refund or chargeback."""
    return metadata_of(members(members(thing.get("_embedded")).get(_OF_PAYMENT)))
