"""The metadata of the payment intents to which refunds and disputes belong."""

from datetime import datetime, timedelta
from typing import Any, Final

from msgspec import Struct

from wellwish.base import clock
from wellwish.infra.checkout import stripe_account
from wellwish.infra.checkout.provider import Merchant, ProviderRefusedError, ProviderUnavailableError
from wellwish.infra.checkout.stripe_call import NOT_FOUND, UNREADABLE, asked, http_status, options
from wellwish.infra.checkout.stripe_events import is_ours, metadata_of

_MOST: Final = 10_000  # number of remembered payment intents
# Only these are remembered: other programs can store 50 values of 500 characters with each intent.
_NAMES_OURS: Final = ("account_id", "payment_id", "merchant")
# An intent that cannot be read now may be readable soon: it can reach all of Stripe's servers later than its
# events, and owners restore permissions. Polls list an event again for ten minutes.
_UNREADABLE_FOR: Final = timedelta(minutes=1)


class _Remembered(Struct, frozen=True):
    metadata: dict[str, Any]
    until: datetime | None = None  # None for an intent that was read, because its metadata does not change


class Intents:
    """A cache of metadata, because polls list the refunds and disputes of other programs repeatedly."""

    def __init__(self, api: Any) -> None:
        self._api = api
        self._remembered: dict[tuple[str, str], _Remembered] = {}

    async def metadata(self, merchant: Merchant, thing: dict[str, Any]) -> dict[str, Any]:
        """Returns the metadata that identifies our payment, from the payment intent of a refund or dispute.

        Returns an empty mapping for payments of other programs and for intents that the key cannot read.
        Raises ProviderRefusedError if the key currently cannot read any intents.
        """
        intent = thing.get("payment_intent")
        if not isinstance(intent, str):
            return {}
        key = (merchant.name, intent)
        found = self._remembered.get(key)
        if found is None or (found.until is not None and found.until <= clock.now()):
            if len(self._remembered) >= _MOST:
                self._remembered.clear()
            found = self._remembered[key] = await self._read(merchant, intent)
        return found.metadata

    async def _read(self, merchant: Merchant, intent: str) -> _Remembered:
        for is_last in (False, True):
            try:
                call = self._api.payment_intents.retrieve_async(intent, options=options(merchant))
                found = metadata_of(await asked(call))
                named = {name: found[name] for name in _NAMES_OURS if name in found}
                return _Remembered(named if is_ours(merchant, named) else {})
            except ProviderUnavailableError as error:
                status = http_status(error)
                if status not in UNREADABLE:
                    raise
                if status == NOT_FOUND or is_last:
                    break
                # The permission may be restored between these two calls, so the intent is read again.
                if not await stripe_account.reads_intents(self._api, merchant):
                    raise ProviderRefusedError("payment_intents_unreadable") from error
        return _Remembered({}, clock.now() + _UNREADABLE_FOR)
