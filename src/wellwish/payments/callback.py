"""Receive a provider's callback, which is trusted only with a valid signature and applied only once.

Callbacks of Mollie have no signature and only identify a payment, which is then fetched.
"""

import re
from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import Final, Literal
from urllib.parse import parse_qs

import structlog

from wellwish.base import ids
from wellwish.base.errors import InvalidCallback, Unavailable
from wellwish.base.limiter import Key, LimiterError
from wellwish.infra.checkout import (
    ForgedError,
    Merchant,
    ProviderPayout,
    ProviderRefusedError,
    ProviderUnavailableError,
    RawProviderEvent,
)
from wellwish.infra.http import Budget, Services
from wellwish.payments import apply, own_provider, payment, payout
from wellwish.payments import merchant as merchants_of
from wellwish.payments.confirm import CALLS, WAIT_S

_RETRY_AFTER_S: Final = 30
# Callbacks per payment, minute and process; polls find the events of refused callbacks within a minute.
_REPEATED: Final = Budget(20, says="Each payment can be reported {} times per minute")
_NAMED: Final = re.compile(r"tr_[A-Za-z0-9]{1,60}")

log: Final = structlog.get_logger("wellwish.payments")


async def receive(services: Services, merchant: Merchant, body: bytes, headers: Mapping[str, str]) -> None:
    """Receives a callback of the operator's provider, which may concern a connected account.

    Raises InvalidCallback for a wrong or expired signature, Unavailable if the provider should retry.
    """
    merchants = services.checkout.stripe_endpoints if merchant.provider == "stripe" else [merchant]
    believed, raw = await _believed(services, merchants, body, headers)
    if raw.connected is None:
        await _take(services, believed, raw)
        return
    for each in await _connected(services, raw.connected):
        await _take(services, each, raw)


async def _connected(services: Services, connected_id: str) -> list[Merchant]:
    """Returns the merchants that use this connected account through the operator's key."""
    async with services.db.transaction() as tx:
        found = await merchants_of.connected(tx, connected_id)
    merchants: list[Merchant] = []
    for each in found:
        async with services.db.transaction([each.account_id]) as tx:
            merchant = await merchants_of.find_by_name(tx, services, each.account_id, each.merchant)
        if merchant is not None and merchant.connected == connected_id:
            merchants.append(merchant)
    return merchants


async def receive_for(
    services: Services,
    provider: Literal["sandbox", "stripe"],
    account_id: str,
    body: bytes,
    headers: Mapping[str, str],
) -> None:
    """Receives a callback of an account's own provider.

    A previous provider signs callbacks about its payments with another secret, so all stored secrets are
    tried. Raises InvalidCallback, also if the account has no such provider, and Unavailable like ``receive``.
    """
    found: list[Merchant] = []
    is_id = ids.is_id("acct", account_id)  # Any other path identifies no account, and paths are never logged.
    if is_id and provider == "sandbox":
        found = [Merchant(provider="sandbox", owner=account_id, account_id=account_id)]
    elif is_id:
        async with services.db.transaction([account_id]) as tx:
            rows = await own_provider.all_with_secret(tx, account_id)
        merchants = [own_provider.merchant(services, account_id, row) for row in rows]
        found = [each for each in merchants if each is not None]
    await _receive(services, found, body, headers)


async def receive_named(services: Services, account_id: str, payment_id: str, body: bytes) -> None:
    """Receives a callback of Mollie, ``id=tr_...``, at the webhook URL of its payment.

    Anyone can send such callbacks, so the ID is compared with the payment before calling Mollie, and the rest
    of the body is ignored. As Mollie requires, unknown IDs have no effect and are not errors. Raises
    Unavailable if Mollie should retry, TooManyRequests if the callbacks of a payment exceed their limit.
    """
    reference = parse_qs(body.decode("ascii", "replace")).get("id", [""])[0]
    if not (ids.is_id("acct", account_id) and ids.is_id("pay", payment_id) and _NAMED.fullmatch(reference)):
        return
    _REPEATED.check(payment_id)
    async with services.db.transaction([account_id]) as tx:
        row = await payment.find_payment(tx, account_id, payment_id)
        # A callback can arrive before the response with the page's ID is stored.
        if row is None or row.provider != "mollie" or row.checkout_reference not in (None, reference):
            return
        merchant = await merchants_of.find_by_name(tx, services, account_id, row.paid_to)
    if merchant is None:
        return
    _REPEATED.take(payment_id)
    try:
        async with CALLS.slot(Key(account_id, payment_id), WAIT_S):
            found = await services.checkout.mollie.events_of(merchant, reference)
    except (LimiterError, ProviderRefusedError, ProviderUnavailableError) as error:
        raise _again() from error
    for raw in found:
        # Unreadable events are logged, and do not prevent others from being booked.
        with suppress(InvalidCallback):
            await _take(services, merchant, raw)


async def _receive(
    services: Services, merchants: Sequence[Merchant], body: bytes, headers: Mapping[str, str]
) -> None:
    await _take(services, *await _believed(services, merchants, body, headers))


async def _take(services: Services, merchant: Merchant, raw: RawProviderEvent) -> None:
    try:
        event = await services.checkout.adapter(merchant.provider).interpret(merchant, raw)
    except (ProviderRefusedError, ProviderUnavailableError) as error:
        raise _again() from error
    except (AttributeError, KeyError, TypeError, ValueError) as error:
        # Signed, but malformed, because accounts know their own secret and can sign anything.
        log.warning("invalid callback", merchant=merchant.name, why=type(error).__name__)
        raise InvalidCallback("The body is not an event of this provider.") from error
    if isinstance(event, ProviderPayout):
        await payout.report(services, merchant, event)
        return
    if event is not None and not apply.concerns(merchant, event):
        log.warning("callback about another account's payment", merchant=merchant.name)
        raise InvalidCallback("The event is about another account's payment.")
    if event is not None:
        await apply.take(services, event)


async def _believed(
    services: Services, merchants: Sequence[Merchant], body: bytes, headers: Mapping[str, str]
) -> tuple[Merchant, RawProviderEvent]:
    """Returns the merchant whose secret signed the callback, and its event. Raises InvalidCallback."""
    why = "no provider"
    for merchant in merchants:
        try:
            return merchant, await services.checkout.adapter(merchant.provider).verify(
                merchant, body, headers
            )
        except ForgedError as error:
            why = str(error)
    log.warning("callback rejected", merchants=[each.name for each in merchants], why=why)
    raise InvalidCallback("The signature is invalid or too old.")


def _again() -> Unavailable:
    return Unavailable(headers={"Retry-After": str(_RETRY_AFTER_S)})
