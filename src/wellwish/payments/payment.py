"""The payment: its row, its record with refunds, and shared queries."""

from datetime import datetime, timedelta
from typing import Annotated, Any, Final, Literal

from msgspec import Meta, Struct

from wellwish.base import clock, ids
from wellwish.base.errors import NotFound, PaymentProviderMissing
from wellwish.base.money import Money
from wellwish.infra import events, jobs
from wellwish.infra.checkout import Merchant, Name
from wellwish.infra.db import Tx
from wellwish.infra.http import Services
from wellwish.payments import merchant
from wellwish.payments.invoice import PaymentInvoice, invoice_record
from wellwish.payments.return_page import RETURNED

PAY: Final = "pay"  # the kind of a payment's link
MAX_REFUNDS: Final = 100  # maximum per payment, whose record contains all of them
# Stripe pages are valid for at least half an hour, so none is created closer to the payment's expiry.
_BEGUN_BEFORE: Final = timedelta(minutes=35)

Status = Literal[
    "pending", "processing", "succeeded", "partially_refunded", "refunded", "disputed", "lost", "failed",
    "cancelled",
]  # fmt: skip
Purpose = Literal["bundle_purchase", "contribution"]


class PaymentRow(Struct, frozen=True):
    """A row of payments; amounts in minor units."""

    id: str
    purpose: Purpose
    subject_id: str
    card_id: str | None
    merchant: Literal["operator", "account"]
    provider: Name
    paid_to: str  # the name of the merchant
    title: str
    status: Status
    amount: int
    currency: str
    fee: int | None
    method: str | None  # the provider's name of the payment method; known with the fee
    refunded: int
    refunding: int
    lost: int  # the amount lost in disputes
    failure: str | None
    follow: str
    return_url: str | None
    checkout_reference: str | None
    checkout_attempt: int
    provider_reference: str | None
    expires_at: datetime
    invoice_number: str | None
    invoice_url: str | None
    invoice_tax: int | None
    processing_at: datetime | None
    succeeded_at: datetime | None
    disputed_at: datetime | None
    mismatched_at: datetime | None
    version: int
    created_at: datetime
    updated_at: datetime

    @property
    def opens_until(self) -> datetime:
        """The time until which the link opens the provider's page: the expiry, or earlier if there is no
        page.
        """
        return self.expires_at if self.checkout_reference else self.expires_at - _BEGUN_BEFORE

    @property
    def net(self) -> int | None:
        """The amount less fee, refunds and lost disputes; None before success or if the fee is unknown."""
        if self.succeeded_at is None or self.fee is None:
            return None
        return self.amount - self.fee - self.refunded - self.lost

    @property
    def refundable(self) -> int:
        """The amount that can still be refunded."""
        held = self.status in ("succeeded", "partially_refunded")
        return max(0, self.amount - self.refunded - self.refunding - self.lost) if held else 0


class RefundRow(Struct, frozen=True):
    """A row of refunds; ``amount`` in minor units."""

    id: str
    payment_id: str
    status: Literal["pending", "succeeded", "failed"]
    amount: int
    currency: str
    provider_reference: str | None
    reported_at: datetime | None
    created_at: datetime
    updated_at: datetime


AT_PROVIDER: Final = Meta(
    max_length=255,
    pattern=r"^[!-~]+$",
    description="ID at the provider, for matching its reports; null until the provider has reported it. At "
    "Stripe: of the PaymentIntent (`pi_`) or the refund (`re_`); at Mollie: `tr_` or `re_`.",
)
RefundId = Annotated[str, Meta(pattern=ids.pattern("rfd"), max_length=30)]


class Refund(Struct, frozen=True, kw_only=True):
    """A refund of a payment."""

    object: Literal["refund"] = "refund"
    id: RefundId
    payment_id: Annotated[str, Meta(pattern=ids.pattern("pay"))]
    status: Literal["pending", "succeeded", "failed"]
    amount: Annotated[Money, Meta(description="Amount of the refund.")]
    provider_refund_id: Annotated[str, AT_PROVIDER] | None
    created_at: str
    updated_at: str


class Payment(Struct, frozen=True, kw_only=True):
    """A payment for a contribution or a bundle."""

    object: Literal["payment"] = "payment"
    id: Annotated[str, Meta(pattern=ids.pattern("pay"))]
    purpose: Purpose
    bundle_purchase_id: Annotated[str, Meta(pattern=ids.pattern("bp"))] | None
    contribution_id: Annotated[str, Meta(pattern=ids.pattern("ctb"))] | None
    card_id: Annotated[str, Meta(pattern=ids.pattern("card"))] | None
    provider: Name
    provider_payment_id: Annotated[str, AT_PROVIDER] | None
    status: Status
    amount: Annotated[Money, Meta(description="Amount of the payment.")]
    fee: (
        Annotated[
            Money,
            Meta(description="Fee of the provider and, if it has any, of the platform; null until known."),
        ]
        | None
    )
    net: (
        Annotated[Money, Meta(description="Amount without the fee and refunds; null until the fee is known.")]
        | None
    )
    refunded: Annotated[Money, Meta(description="Refunded amount.")]
    refundable: Annotated[Money, Meta(description="Amount that can still be refunded.")]
    invoice: PaymentInvoice | None
    failure_reason: (
        Annotated[
            str,
            Meta(description="`declined`, or `refused_by_provider` (for example, below its minimum amount)."),
        ]
        | None
    )
    return_url: Annotated[str, RETURNED] | None
    checkout_url: (
        Annotated[
            str,
            Meta(
                max_length=2048,
                description="URL of the payment page while the payment is pending; null afterwards, and for "
                "gifts that signers made themselves.",
                extra_json_schema={"format": "uri"},
            ),
        ]
        | None
    )
    refunds: Annotated[list[Refund], Meta(max_length=MAX_REFUNDS, description="Refunds, newest first.")]
    succeeded_at: Annotated[str, Meta(description="Time when the provider reported that it was paid.")] | None
    disputed_at: Annotated[str, Meta(description="Time when the payer disputed it.")] | None
    mismatched_at: (
        Annotated[
            str,
            Meta(
                description="Time when the provider reported something that contradicts the payment, and was "
                "therefore not booked; null again once the operator has resolved it."
            ),
        ]
        | None
    )
    version: int
    created_at: str
    updated_at: str


def record(row: PaymentRow, refunds: list[RefundRow], checkout_url: str | None) -> Payment:
    bundle = row.purpose == "bundle_purchase"
    return Payment(
        id=row.id,
        purpose=row.purpose,
        bundle_purchase_id=row.subject_id if bundle else None,
        contribution_id=None if bundle else row.subject_id,
        card_id=row.card_id,
        provider=row.provider,
        provider_payment_id=row.provider_reference,
        status=row.status,
        amount=Money(row.amount, row.currency),
        fee=None if row.fee is None else Money(row.fee, row.currency),
        net=None if row.net is None else Money(row.net, row.currency),
        refunded=Money(row.refunded, row.currency),
        refundable=Money(row.refundable, row.currency),
        invoice=invoice_record(row.invoice_number, row.invoice_url, row.invoice_tax, row.currency),
        failure_reason=row.failure,
        return_url=row.return_url,
        checkout_url=checkout_url,
        refunds=[refund_record(each) for each in refunds],
        succeeded_at=clock.rfc3339_or_none(row.succeeded_at),
        disputed_at=clock.rfc3339_or_none(row.disputed_at),
        mismatched_at=clock.rfc3339_or_none(row.mismatched_at),
        version=row.version,
        created_at=clock.rfc3339(row.created_at),
        updated_at=clock.rfc3339(row.updated_at),
    )


def refund_record(row: RefundRow) -> Refund:
    return Refund(
        id=row.id,
        payment_id=row.payment_id,
        status=row.status,
        amount=Money(row.amount, row.currency),
        provider_refund_id=row.provider_reference,
        created_at=clock.rfc3339(row.created_at),
        updated_at=clock.rfc3339(row.updated_at),
    )


async def find_payment(tx: Tx, account_id: str, payment_id: str) -> PaymentRow | None:
    return await tx.maybe(
        PaymentRow,
        "select {columns} from payments where account_id = :account_id and id = :id",
        account_id=account_id,
        id=payment_id,
    )


async def locked(tx: Tx, account_id: str, payment_id: str) -> PaymentRow | None:
    """Returns the payment, locked until the transaction ends, or None."""
    return await tx.maybe(
        PaymentRow,
        """
        select {columns} from payments where account_id = :account_id and id = :id for no key update
        """,
        account_id=account_id,
        id=payment_id,
    )


async def load(tx: Tx, account_id: str, payment_id: str) -> PaymentRow:
    """Raises NotFound."""
    row = await find_payment(tx, account_id, payment_id)
    if row is None:
        raise NotFound
    return row


async def refunds_of(tx: Tx, account_id: str, payment_id: str) -> list[RefundRow]:
    """Returns the refunds of a payment, newest first."""
    return await tx.many(
        RefundRow,
        """
        select {columns} from refunds where account_id = :account_id and payment_id = :payment_id
        order by id desc limit 100
        """,
        account_id=account_id,
        payment_id=payment_id,
    )


async def merchant_of(tx: Tx, services: Services, account_id: str, row: PaymentRow) -> Merchant:
    """Returns the merchant that receives and refunds the payment. Raises PaymentProviderMissing."""
    found = await merchant.find_by_name(tx, services, account_id, row.paid_to)
    if found is None:
        raise PaymentProviderMissing
    return found


def data(row: PaymentRow, **more: Any) -> dict[str, Any]:
    """Returns the data of an event about a payment: IDs, the purpose and ``more``."""
    subject = "bundle_purchase_id" if row.purpose == "bundle_purchase" else "contribution_id"
    return {"payment_id": row.id, "purpose": row.purpose, subject: row.subject_id, **more}


async def record_event(tx: Tx, account_id: str, row: PaymentRow, kind: str, **more: Any) -> None:
    """Records the event and enqueues the job to run after each change of the payment."""
    await events.record(tx, account_id, kind, card_id=row.card_id, data=data(row, **more))
    await jobs.enqueue(tx, row.follow, [{"account_id": account_id, "payment_id": row.id}])
