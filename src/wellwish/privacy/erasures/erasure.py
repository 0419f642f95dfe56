"""The record of an erasure."""

from base64 import b64encode
from typing import Annotated, Literal

from msgspec import Meta, Struct

from wellwish.base import clock, ids
from wellwish.infra.http import Services, line
from wellwish.privacy import data_request
from wellwish.privacy.data_request import DataRequestRow, Status, StatusReason
from wellwish.privacy.tally import Count, DataCounts, KeptData


class ErasureReceipt(Struct, frozen=True, kw_only=True):
    """Proof of an erasure, without personal data.

    `signature` is valid for exactly the bytes of `text` in UTF-8. `ww receipt verify` checks it.
    """

    text: Annotated[
        str,
        line(
            10_000,
            "JSON text: IDs, times, the counts, the kept records, and `backups_end_at`, when the last backup "
            "that has the data ends.",
        ),
    ]
    signature: Annotated[
        str,
        Meta(
            description="Ed25519 signature (RFC 8032) in Base64.",
            pattern="^[A-Za-z0-9+/]{86}==$",
            max_length=88,
        ),
    ]
    key_id: Annotated[
        str,
        Meta(
            description="ID of the public key in `/.well-known/wellwish-keys.json`.",
            pattern="^[0-9a-f]{16}$",
            max_length=16,
        ),
    ]


class DataErasure(Struct, frozen=True, kw_only=True):
    """The erasure of a person's data in your account."""

    object: Literal["erasure"] = "erasure"
    id: Annotated[str, Meta(pattern=ids.pattern("era"))]
    status: Annotated[
        Status,
        Meta(
            description="`pending`: not finished. `completed`: the data is erased. `failed`: repeat the "
            "request, which continues."
        ),
    ]
    status_reason: StatusReason | None
    email: Annotated[str, Meta(description="The email address, until the erasure has ended.")] | None
    phone: (
        Annotated[
            str,
            Meta(
                description="The phone number (E.164), until the erasure has ended.",
                pattern=r"^\+[0-9]{7,15}$",
                max_length=16,
            ),
        ]
        | None
    )
    person_id: Annotated[str, Meta(pattern=ids.pattern("per"))] | None
    counts: Annotated[
        DataCounts, Meta(description="The records found; from the first step on, those erased.")
    ]
    kept: Annotated[list[KeptData], Meta(description="The records that are kept.", max_length=10)]
    steps_total: Annotated[Count, Meta(description="Number of steps; 0 before the first one.")]
    steps_done: Annotated[Count, Meta(description="Number of finished steps.")]
    receipt: Annotated[ErasureReceipt, Meta(description="The receipt of a completed erasure.")] | None
    finished_at: Annotated[str, Meta(description="Time when the erasure completed or failed.")] | None
    created_at: str
    updated_at: str


def record(services: Services, row: DataRequestRow) -> DataErasure:
    email, phone = data_request.addresses(services, row)
    receipt = None
    if row.receipt is not None and row.signature is not None and row.key_id is not None:
        receipt = ErasureReceipt(
            text=row.receipt, signature=b64encode(row.signature).decode(), key_id=row.key_id
        )
    return DataErasure(
        id=row.id,
        status=row.status,
        status_reason=row.status_reason,
        email=email,
        phone=phone,
        person_id=row.person_id,
        counts=row.tally.counts(),
        kept=row.tally.kept(),
        steps_total=row.steps_total,
        steps_done=row.steps_done,
        receipt=receipt,
        finished_at=clock.rfc3339_or_none(row.finished_at),
        created_at=clock.rfc3339(row.created_at),
        updated_at=clock.rfc3339(row.updated_at),
    )
