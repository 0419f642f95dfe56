"""The sandbox: a provider with play money and its own payment page, for evaluation and tests.

It has separate tables and transactions. Its callbacks are signed and may arrive twice, late or never; its
events can also be polled. The signature has Stripe's format, ``t=...,v1=...``.
"""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Final

import msgspec
from msgspec import Struct

from wellwish.base import clock, ids
from wellwish.base.crypto import Keys, link_hash
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
    ProviderRefusedError,
    RawProviderEvent,
    RefundOrder,
)
from wellwish.infra.checkout.sandbox_event import (
    SandboxEvent,
    SandboxPayment,
    State,
    answer,
    decode,
    fee_of,
    provider_event,
    raw_event,
)
from wellwish.infra.db import Database, Tx

SIGNATURE: Final = "sandbox-signature"
TOLERANCE_S: Final = 300  # the tolerance of Stripe's libraries: an older callback may be a replay
_LINK: Final = "sandbox"
_LISTED: Final = 1000


class _Event(Struct):
    body: str


class Sandbox:
    """The adapter, and functions for the sandbox's page and callbacks."""

    def __init__(self, db: Database, keys: Keys, base_url: str) -> None:
        self._db = db
        self._keys = keys
        self._base_url = base_url

    async def begin(self, merchant: Merchant, order: Order) -> CheckoutPage:
        """Returns the sandbox's page for the order; the same order always has the same page."""
        token = self._keys.link_token(_LINK, order.payment_id, 1)
        async with self._db.statement() as tx:
            await tx.run(
                """
                insert into sandbox_payments (id, merchant, account_id, hash, title, amount, currency, state,
                  return_url, expires_at, created_at)
                values (:id, :merchant, :account_id, :hash, :title, :amount, :currency, 'open',
                  :return_url, :expires_at, :real_now)
                on conflict (id) do nothing
                """,
                id=order.payment_id,
                merchant=merchant.name,
                account_id=order.account_id,
                hash=link_hash(token),
                title=order.title,
                amount=order.amount,
                currency=order.currency,
                return_url=order.return_url,
                expires_at=order.expires_at,
            )
        return CheckoutPage(order.payment_id, f"{self._base_url}/sandbox/{token}")

    async def look(self, merchant: Merchant, page: OpenPage) -> ProviderEvent | None:
        async with self._db.statement() as tx:
            sql = "select state from sandbox_payments where id = :id"
            state = await tx.value(sql, id=page.reference)
        return None if state in (None, "open", "challenged") else answer(merchant, page, state)

    async def end(self, merchant: Merchant, page: OpenPage) -> ProviderEvent:
        """Cancels an open payment; a processing payment does not change."""
        async with self._db.transaction() as tx:
            found = await self.load(tx, page.reference)
            if found is not None and found.state in ("open", "challenged"):
                await self.move(tx, found, "cancelled")
        return answer(merchant, page, "cancelled" if found is None else found.state)

    async def refund(self, merchant: Merchant, order: RefundOrder) -> ProviderEvent | None:
        """Refunds immediately, once per ID. Raises ProviderRefusedError if the payment is unpaid or too
        small.
        """
        async with self._db.transaction() as tx:
            paid = await tx.maybe(
                SandboxPayment,
                """
                select {columns} from sandbox_payments where id = :id and merchant = :merchant for update
                """,
                id=order.provider_reference,
                merchant=merchant.name,
            )
            if paid is None or paid.state != "paid":
                raise ProviderRefusedError("not_paid")
            made = await tx.run(
                """
                insert into sandbox_refunds (id, payment_id, amount, created_at)
                select :id, :payment_id, :amount::bigint, :real_now
                where :amount::bigint <= :paid::bigint - (
                  select coalesce(sum(r.amount), 0)::bigint from sandbox_refunds r
                  where r.payment_id = :payment_id)
                on conflict (id) do nothing
                """,
                id=order.refund_id,
                payment_id=paid.id,
                amount=order.amount,
                paid=paid.amount,
            )
            if made:
                await self._write(tx, paid, "refunded", order.amount, refund_id=order.refund_id)
            body = await tx.value(
                """
                select body from sandbox_events
                where merchant = :merchant and payment_id = :payment_id and refund_id = :refund_id limit 1
                """,
                merchant=merchant.name,
                payment_id=paid.id,
                refund_id=order.refund_id,
            )
        if body is None:
            raise ProviderRefusedError("more_than_paid")
        return provider_event(decode(body))

    async def verify(self, merchant: Merchant, body: bytes, headers: Mapping[str, str]) -> RawProviderEvent:
        """Raises ForgedError for a wrong or expired signature, and for an event of another merchant."""
        parted = [part.partition("=") for part in headers.get(SIGNATURE, "").split(",")]
        fields = {name: value for name, _, value in parted}
        time = fields.get("t", "")
        if not (time.isascii() and time.isdigit() and len(time) <= 12):
            raise ForgedError("no signature")
        signed = f"{time}.".encode() + body
        if not self._keys.is_callback_tag(fields.get("v1", ""), signed):
            raise ForgedError("another signature")
        if abs(clock.now().timestamp() - int(time)) > TOLERANCE_S:
            raise ForgedError("too old")
        event = decode(body)
        if event.merchant != merchant.name:
            raise ForgedError("another merchant")
        return raw_event(event, body)

    async def interpret(self, merchant: Merchant, raw: RawProviderEvent) -> ProviderEvent | None:
        del merchant
        return provider_event(decode(raw.body))

    async def payout_lines(self, merchant: Merchant, payout_id: str) -> Sequence[PayoutLine] | None:
        """Returns None, because play money is never paid out."""
        del merchant, payout_id

    async def events(self, merchant: Merchant, since: datetime) -> Sequence[RawProviderEvent]:
        found: list[RawProviderEvent] = []
        after = ""
        while True:
            async with self._db.statement() as tx:
                rows = await tx.many(
                    _Event,
                    """
                    select body from sandbox_events
                    where merchant = :merchant and created_at >= :since and id > :after
                    order by id limit :listed
                    """,
                    merchant=merchant.name,
                    since=since,
                    after=after,
                    listed=_LISTED,
                )
            found += [raw_event(decode(row.body), row.body.encode()) for row in rows]
            if len(rows) < _LISTED:
                return found
            after = found[-1].event_id

    async def charges(self, merchant: Merchant, since: datetime) -> Sequence[ProviderCharge]:
        """Returns the paid payments that began since then."""
        async with self._db.statement() as tx:
            return await tx.many(
                ProviderCharge,
                """
                select {columns} from (
                  select p.account_id, p.id as payment_id, p.amount, p.currency, p.created_at,
                    coalesce((
                      select sum(r.amount) from sandbox_refunds r where r.payment_id = p.id), 0)::bigint
                      as refunded
                  from sandbox_payments p
                  where p.merchant = :merchant and p.created_at >= :since and p.state = 'paid') paid
                order by payment_id limit 1000000
                """,
                merchant=merchant.name,
                since=since,
            )

    async def account(self, merchant: Merchant) -> str:
        """Returns the owner's ID, because the sandbox has no accounts."""
        return merchant.owner

    async def close(self) -> None:
        """Does nothing, because there are no connections."""

    def sign(self, body: bytes, at: datetime) -> dict[str, str]:
        """Returns the headers of a callback."""
        time = str(int(at.timestamp()))
        return {SIGNATURE: f"t={time},v1={self._keys.callback_tag(f'{time}.'.encode() + body)}"}

    async def find_payment(self, tx: Tx, token: str) -> SandboxPayment | None:
        """Returns the payment of a link, locked, or None."""
        return await tx.maybe(
            SandboxPayment,
            "select {columns} from sandbox_payments where hash = :hash for update",
            hash=link_hash(token),
        )

    async def load(self, tx: Tx, payment_id: str) -> SandboxPayment | None:
        """Returns a payment by its ID, locked, or None."""
        return await tx.maybe(
            SandboxPayment,
            "select {columns} from sandbox_payments where id = :id for update",
            id=payment_id,
        )

    async def move(self, tx: Tx, payment: SandboxPayment, state: State) -> bytes | None:
        """Changes the state of a payment; returns the body of the callback if one is due."""
        await tx.run("update sandbox_payments set state = :state where id = :id", state=state, id=payment.id)
        kinds: dict[State, Kind] = {"paid": "paid", "declined": "failed", "cancelled": "cancelled"}
        if state not in kinds:
            return None
        return await self._write(tx, payment, kinds[state], payment.amount)

    async def _write(
        self, tx: Tx, payment: SandboxPayment, kind: Kind, amount: int, refund_id: str | None = None
    ) -> bytes:
        event = SandboxEvent(
            id=ids.new("sev"),
            merchant=payment.merchant,
            kind=kind,
            account_id=payment.account_id,
            payment_id=payment.id,
            amount=amount,
            currency=payment.currency,
            created_at=tx.now,
            fee=fee_of(amount) if kind == "paid" else None,
            refund_id=refund_id,
        )
        body = msgspec.json.encode(event)
        await tx.run(
            """
            insert into sandbox_events (id, merchant, kind, payment_id, refund_id, body, created_at)
            values (:id, :merchant, :kind, :payment_id, :refund_id, :body, :real_now)
            """,
            id=event.id,
            merchant=event.merchant,
            kind=kind,
            payment_id=payment.id,
            refund_id=refund_id,
            body=body.decode(),
        )
        return body
