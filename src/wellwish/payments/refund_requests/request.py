"""The refund request: its row, its record and shared queries.

Lock order: the payment, then the request.
"""

from datetime import datetime
from typing import Annotated, Any, Final, Literal

from msgspec import Meta, Struct

from wellwish.base import clock, ids
from wellwish.base.money import Money
from wellwish.infra import events
from wellwish.infra.db import Tx

ID: Final = "rfr"
MAX_TEXT: Final = 500
# Per payment: a contributor can ask again after a refusal, but not without limit.
MAX_REQUESTS: Final = 3

Status = Literal["open", "approved", "refused", "closed"]


class RequestRow(Struct, frozen=True):
    """A row of refund_requests; amounts in minor units."""

    id: str
    payment_id: str
    contribution_id: str
    card_id: str
    status: Status
    amount: int
    currency: str
    reason: str | None
    note: str | None
    refund_id: str | None
    decided_at: datetime | None
    version: int
    created_at: datetime
    updated_at: datetime


class RefundRequest(Struct, frozen=True, kw_only=True):
    """A contributor's request for a refund of a payment."""

    object: Literal["refund_request"] = "refund_request"
    id: Annotated[str, Meta(pattern=ids.pattern(ID))]
    payment_id: Annotated[str, Meta(pattern=ids.pattern("pay"))]
    contribution_id: Annotated[str, Meta(pattern=ids.pattern("ctb"))]
    card_id: Annotated[str, Meta(pattern=ids.pattern("card"))]
    status: Annotated[
        Status,
        Meta(
            description="`open` until an owner approves or refuses it; `closed` if the money was returned "
            "before."
        ),
    ]
    amount: Annotated[Money, Meta(description="Amount that was refundable at the time of the request.")]
    reason: (
        Annotated[
            str,
            Meta(max_length=MAX_TEXT, pattern=r"^[\s\S]*$", description="Reason that the contributor gave."),
        ]
        | None
    )
    note: (
        Annotated[
            str,
            Meta(
                max_length=MAX_TEXT,
                pattern=r"^[\s\S]*$",
                description="Note of the owner who refused, visible to the contributor.",
            ),
        ]
        | None
    )
    refund_id: (
        Annotated[str, Meta(pattern=ids.pattern("rfd"), description="The refund of an approved request.")]
        | None
    )
    decided_at: Annotated[str, Meta(description="Time when it was approved, refused or closed.")] | None
    version: int
    created_at: str
    updated_at: str


def record(row: RequestRow) -> RefundRequest:
    return RefundRequest(
        id=row.id,
        payment_id=row.payment_id,
        contribution_id=row.contribution_id,
        card_id=row.card_id,
        status=row.status,
        amount=Money(row.amount, row.currency),
        reason=row.reason,
        note=row.note,
        refund_id=row.refund_id,
        decided_at=clock.rfc3339_or_none(row.decided_at),
        version=row.version,
        created_at=clock.rfc3339(row.created_at),
        updated_at=clock.rfc3339(row.updated_at),
    )


async def load(tx: Tx, account_id: str, request_id: str) -> RequestRow:
    """Raises NotFound."""
    return await tx.found(
        RequestRow,
        "select {columns} from refund_requests where account_id = :account_id and id = :id",
        account_id=account_id,
        id=request_id,
    )


async def decide(
    tx: Tx,
    account_id: str,
    row: RequestRow,
    status: Literal["approved", "refused"],
    *,
    refund_id: str | None = None,
    note: str | None = None,
) -> RequestRow | None:
    """Decides and returns the request, or returns None if it is no longer open."""
    decided = await tx.maybe(
        RequestRow,
        """
        update refund_requests set
          status = :status, refund_id = :refund_id, note = :note, decided_at = :now,
          version = version + 1, updated_at = :now
        where account_id = :account_id and id = :id and status = 'open'
        returning {columns}
        """,
        account_id=account_id,
        id=row.id,
        status=status,
        refund_id=refund_id,
        note=note,
    )
    if decided is not None:
        kind = "refund_request.approved" if status == "approved" else "refund_request.refused"
        await events.record(tx, account_id, kind, card_id=row.card_id, data=data(decided))
    return decided


async def close(tx: Tx, account_id: str, payment_id: str) -> None:
    """Closes the open request of a fully refunded payment. The caller must have locked the payment."""
    closed = await tx.maybe(
        RequestRow,
        """
        update refund_requests set
          status = 'closed', decided_at = :now, version = version + 1, updated_at = :now
        where account_id = :account_id and payment_id = :payment_id and status = 'open'
        returning {columns}
        """,
        account_id=account_id,
        payment_id=payment_id,
    )
    if closed is not None:
        await events.record(
            tx, account_id, "refund_request.closed", card_id=closed.card_id, data=data(closed)
        )


def data(row: RequestRow) -> dict[str, Any]:
    """Returns the data of an event: IDs and the status."""
    more = {} if row.refund_id is None else {"refund_id": row.refund_id}
    return {
        "refund_request_id": row.id,
        "payment_id": row.payment_id,
        "contribution_id": row.contribution_id,
        "status": row.status,
        **more,
    }
