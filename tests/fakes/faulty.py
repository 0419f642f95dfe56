"""A provider behind an unreliable connection: it loses calls, and delays or loses responses."""

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from random import Random

from msgspec import structs

from wellwish.base import clock, ids
from wellwish.infra.checkout import (
    CheckoutPage,
    Merchant,
    OpenPage,
    Order,
    PayoutLine,
    Provider,
    ProviderCharge,
    ProviderEvent,
    ProviderPayout,
    ProviderUnavailableError,
    RawProviderEvent,
    RefundOrder,
)


class Faulty:
    """Drops a fifth of the calls, and half of the responses to the others.

    One call in a hundred takes 30 seconds of the test's clock, longer than any caller waits.
    """

    def __init__(self, provider: Provider, seed: int, *, keyless: bool = False) -> None:
        self.provider = provider
        self.random = Random(seed)
        self.keyless = keyless  # the control: each attempt uses a different key
        self.calls = self.refused = self.lost = self.late = 0

    def _before(self) -> None:
        self.calls += 1
        if self.random.random() < 0.2:
            self.refused += 1
            raise ProviderUnavailableError("refused before it arrived")

    def _after(self) -> None:
        if self.random.random() < 0.01:
            self.late += 1
            clock.move(timedelta(seconds=30))
            raise ProviderUnavailableError("answered after 30 seconds")
        if self.random.random() < 0.5:
            self.lost += 1
            raise ProviderUnavailableError("connection lost after it was done")

    async def begin(self, merchant: Merchant, order: Order) -> CheckoutPage:
        self._before()
        begun = await self.provider.begin(merchant, order)
        self._after()
        return begun

    async def look(self, merchant: Merchant, page: OpenPage) -> ProviderEvent | None:
        self._before()
        event = await self.provider.look(merchant, page)
        self._after()
        return event

    async def end(self, merchant: Merchant, page: OpenPage) -> ProviderEvent:
        self._before()
        event = await self.provider.end(merchant, page)
        self._after()
        return event

    async def refund(self, merchant: Merchant, order: RefundOrder) -> ProviderEvent | None:
        self._before()
        if self.keyless:
            order = structs.replace(order, refund_id=ids.new("rfd"))
        event = await self.provider.refund(merchant, order)
        self._after()
        return event

    async def verify(self, merchant: Merchant, body: bytes, headers: Mapping[str, str]) -> RawProviderEvent:
        return await self.provider.verify(merchant, body, headers)

    async def interpret(
        self, merchant: Merchant, raw: RawProviderEvent
    ) -> ProviderEvent | ProviderPayout | None:
        return await self.provider.interpret(merchant, raw)

    async def payout_lines(self, merchant: Merchant, payout_id: str) -> Sequence[PayoutLine] | None:
        return await self.provider.payout_lines(merchant, payout_id)

    async def events(self, merchant: Merchant, since: datetime) -> Sequence[RawProviderEvent]:
        return await self.provider.events(merchant, since)

    async def charges(self, merchant: Merchant, since: datetime) -> Sequence[ProviderCharge]:
        return await self.provider.charges(merchant, since)

    async def account(self, merchant: Merchant) -> str:
        return await self.provider.account(merchant)

    async def close(self) -> None:
        await self.provider.close()
