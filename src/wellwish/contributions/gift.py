"""The gift of a contribution: an online payment at the account's provider, or a cash pledge."""

from datetime import datetime
from typing import Annotated, Final, Literal

from msgspec import Meta, Struct, structs

from wellwish.base import ids, money
from wellwish.base.money import MAX_MINOR_AMOUNT, Money
from wellwish.cards.card_row import CardRow
from wellwish.cards.permissions import Kind
from wellwish.contributions import remind_payment
from wellwish.contributions.receipt_address import ReceiptEmail
from wellwish.infra.checkout import Merchant
from wellwish.infra.db import Tx
from wellwish.infra.http import Services, line, whole, word
from wellwish.payments import ledger
from wellwish.payments import open as payments
from wellwish.payments.ledger import Transfer
from wellwish.payments.payment import PaymentRow
from wellwish.payments.return_page import ReturnUrl

FOLLOW: Final = "contributions.follow"

Method = Literal["online", "cash"]
MoneyStatus = Literal[
    "pending",
    "processing",
    "paid",
    "failed",
    "cancelled",
    "partially_refunded",
    "refunded",
    "disputed",
    "lost",
    "promised",
    "confirmed",
    "dropped",
]
# Money that has arrived, even if it was returned later; cash counts once it is confirmed.
SETTLED: Final[tuple[MoneyStatus, ...]] = (
    "paid", "partially_refunded", "refunded", "disputed", "lost", "confirmed",
)  # fmt: skip
# Money has arrived, and not all of it was refunded.
GIVES: Final[tuple[MoneyStatus, ...]] = ("paid", "partially_refunded", "disputed", "confirmed")
# No money arrived, or all of it was returned; the contributor may give money again.
_NOTHING_LEFT: Final[tuple[MoneyStatus, ...]] = ("failed", "cancelled", "dropped", "refunded", "lost")
# The contributor can add more money.
GROWS: Final[tuple[MoneyStatus, ...]] = ("paid", "partially_refunded")
_TITLE_LENGTH: Final = 120  # maximum length of the card title on the provider's page


class NewGift(Struct, frozen=True, kw_only=True):
    """Money to contribute."""

    amount: Annotated[int, whole(1, MAX_MINOR_AMOUNT, "Amount in minor units of the currency.")]
    currency: Annotated[
        str,
        line(
            3,
            "ISO 4217 code of the card's currency.",
            required=True,
            check=money.currency,
            schema={"enum": sorted(money.EXPONENTS)},
        ),
    ]
    method: Annotated[
        str,
        word(
            ("online", "cash"),
            "`online` is paid at `checkout_url`; `cash` is pledged and handed over outside the service.",
        ),
    ] = "online"
    hide_amount: Annotated[
        bool, Meta(description="Whether only the owner can see the amount. It still counts toward the total.")
    ] = False
    return_url: ReturnUrl | None = None
    receipt_email: ReceiptEmail | None = None
    cover_fee: Annotated[
        bool,
        Meta(
            description="Whether to raise the amount by the expected fee of the provider, so that `amount` "
            "remains after the fee. Possible for online money if the account has stated the provider's "
            "fees, or earlier payments of different amounts determine them."
        ),
    ] = False


class Gift(Struct, frozen=True, kw_only=True):
    """The part of a contribution's money that you can see."""

    method: Annotated[Method, Meta(description="Paid online, or pledged as cash.")]
    status: Annotated[
        MoneyStatus,
        Meta(
            description=(
                "A payment is `pending` until the provider reports the result, then `paid`, `failed` or "
                "`cancelled`; a bank debit is `processing` for some days first. It can become "
                "`partially_refunded`, `refunded`, `disputed`, and `lost` if the payer wins the dispute. "
                "Cash is `promised`, then `confirmed` or `dropped`."
            )
        ),
    ]
    amount: Annotated[Money, Meta(description="Amount; null if it is not visible to you.")] | None
    refunded: Annotated[Money, Meta(description="Refunded amount; null if it is not visible to you.")] | None
    hide_amount: Annotated[bool, Meta(description="Whether only the owner can see the amount.")]
    payment_id: (
        Annotated[
            str, Meta(pattern=ids.pattern("pay"), description="The payment; null unless you are the owner.")
        ]
        | None
    )


class Given(Struct, frozen=True):
    """The columns of a contribution that describe its money."""

    money_method: Method | None = None
    money_status: MoneyStatus | None = None
    money_amount: int | None = None
    money_currency: str | None = None
    money_refunded: int = 0
    hide_amount: bool = False
    payment_id: str | None = None

    @property
    def may_give(self) -> bool:
        """Whether the contributor may give money: none was given, none has arrived, or none is left."""
        return self.money_status is None or self.money_status in _NOTHING_LEFT

    @property
    def may_grow(self) -> bool:
        """Whether more may be added to an online gift."""
        return self.money_method == "online" and self.money_status in GROWS


class Giver(Struct, frozen=True):
    """The giver: the kind of viewer, and whether they came through an invitation."""

    kind: Kind
    invited: bool = False


class Accepted(Struct, frozen=True):
    """A gift that the card accepts from a giver; ``merchant`` is None for cash."""

    gift: NewGift
    giver: Giver
    paid_to: Merchant | None


async def give(
    tx: Tx,
    services: Services,
    row: CardRow,
    contribution_id: str,
    version: int,
    accepted: Accepted,
) -> tuple[Given, str | None]:
    """Opens the payment or books the pledge; returns the columns to write and the URL of the payment page.

    ``version`` is the new version of the contribution.
    """
    new = accepted.gift
    given = Given(
        money_method="cash" if new.method == "cash" else "online",
        money_status="promised" if new.method == "cash" else "pending",
        money_amount=new.amount,
        money_currency=new.currency,
        hide_amount=new.hide_amount,
    )
    if accepted.paid_to is None:
        await book(tx, row.account_id, row.id, f"promised:{contribution_id}:{version}", given)
        return given, None
    wanted = payments.NewPayment(
        purpose="contribution",
        subject_id=contribution_id,
        card_id=row.id,
        merchant="account",
        title=row.title[:_TITLE_LENGTH],
        amount=new.amount,
        currency=new.currency,
        follow=FOLLOW,
        return_url=new.return_url,
    )
    paying, url = await payments.open_payment(tx, services, row.account_id, wanted, accepted.paid_to)
    if accepted.giver.invited:
        await remind_payment.plan(tx, row, paying)
    return structs.replace(given, payment_id=paying.id), url


class OpenPaymentError(Exception):
    """An open payment has to end first, outside the transaction (``payments.end``)."""

    def __init__(self, payment_id: str) -> None:
        super().__init__(payment_id)
        self.payment_id = payment_id


class CurrentGift(Struct, frozen=True):
    """A gift according to its payments; the job that updates the contribution may lag behind."""

    given: Given
    open_payment: PaymentRow | None = None
    paid_id: str | None = None  # the newest payment that has succeeded

    def adds(self, paid_id: str | None) -> bool:
        """Returns whether a form that offered to add to the payment ``paid_id`` still adds to this gift."""
        return self.given.may_grow and paid_id is not None and paid_id == self.paid_id


def is_other(now: CurrentGift, new: NewGift, *, adds: bool, is_open: bool) -> bool:
    """Returns whether the new gift replaces or follows the current one, or increases it (``adds``).

    Money that has arrived, is processing or is pledged is kept; a different amount or method replaces a
    pending payment.
    """
    given, paying = now.given, now.open_payment
    if given.may_give:
        return True
    if adds and new.method == "online":
        return not (is_open and paying is not None and paying.amount == new.amount)
    if given.money_status != "pending":
        return False
    same = (given.money_method, given.money_amount) == (new.method, new.amount)
    return not (same and is_open)


def url_of(services: Services, paying: PaymentRow | None, now: datetime) -> str | None:
    """Returns the page of an open payment, or None if it can no longer be opened."""
    return payments.url_of(services, paying.id) if paying is not None and now < paying.opens_until else None


async def book(tx: Tx, account_id: str, card_id: str, movement: str, given: Given) -> None:
    """Books a step of a pledge (promised, confirmed or dropped) once per movement."""
    pledges, promised, cash = (ledger.pledges(card_id), ledger.promised(card_id), ledger.cash(card_id))
    amount, kind = given.money_amount or 0, movement.partition(":")[0]
    transfers = {
        "promised": Transfer(promised, pledges, amount),
        "confirmed": Transfer(cash, promised, amount),
        "dropped": Transfer(pledges, cash if given.money_status == "confirmed" else promised, amount),
    }
    await ledger.book(
        tx,
        account_id,
        movement,
        [transfers[kind]],
        currency=given.money_currency or "",
        payment_id=None,
    )
