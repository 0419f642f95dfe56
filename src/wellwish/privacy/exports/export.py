"""The record of an export."""

from datetime import timedelta
from typing import Annotated, Final, Literal

from msgspec import Meta, Struct

from wellwish.base import clock, ids
from wellwish.base.errors import ExportNotReady
from wellwish.infra.db import Tx
from wellwish.infra.http import Services
from wellwish.privacy import data_request
from wellwish.privacy.data_request import DataRequestRow, KindCount, Status, StatusReason
from wellwish.privacy.tally import Count, DataCounts

FILE: Final = "lines"
KEPT_FOR: Final = timedelta(days=7)


class ExportedRecords(Struct, frozen=True, kw_only=True):
    """The progress of an export of an account with one kind of record."""

    kind: Annotated[str, Meta(max_length=40, pattern="^[a-z_]+$", description="The `object` of the records.")]
    total: Annotated[
        Count,
        Meta(
            description="Number of records when the export starts, at most 100,000; of a finished kind, the "
            "number of exported records."
        ),
    ]
    done: Annotated[Count, Meta(description="Number exported so far.")]


class DataExport(Struct, frozen=True, kw_only=True):
    """A copy of the data that your account has about a person, or of all data of your account."""

    object: Literal["export"] = "export"
    id: Annotated[str, Meta(pattern=ids.pattern("exp"))]
    of: Annotated[Literal["person", "account"], Meta(description="Whose data it is.")]
    status: Annotated[
        Status,
        Meta(description="`pending`: not finished. `completed`: the file is ready. `failed`: there is none."),
    ]
    status_reason: StatusReason | None
    email: Annotated[str, Meta(description="The email address, until the export expires.")] | None
    phone: (
        Annotated[
            str,
            Meta(
                description="The phone number (E.164), until the export expires.",
                pattern=r"^\+[0-9]{7,15}$",
                max_length=16,
            ),
        ]
        | None
    )
    person_id: Annotated[str, Meta(pattern=ids.pattern("per"))] | None
    counts: Annotated[DataCounts, Meta(description="The records found; null for an account.")] | None
    records: (
        Annotated[
            list[ExportedRecords],
            Meta(max_length=100, description="The progress by kind of record; null for a person."),
        ]
        | None
    )
    size_bytes: Annotated[int, Meta(ge=0, le=2**53 - 1, description="Size of the file so far.")] | None
    expires_at: Annotated[str, Meta(description="Time when the file is deleted.")] | None
    finished_at: Annotated[str, Meta(description="Time when the export completed or failed.")] | None
    created_at: str
    updated_at: str


def record(services: Services, row: DataRequestRow) -> DataExport:
    email, phone = data_request.addresses(services, row)
    return DataExport(
        id=row.id,
        of="person" if row.whole is None else "account",
        status=row.status,
        status_reason=row.status_reason,
        email=email,
        phone=phone,
        person_id=row.person_id,
        counts=row.tally.counts() if row.whole is None else None,
        records=None if row.whole is None else [_progress(each) for each in row.whole.kinds],
        size_bytes=row.size_bytes,
        expires_at=clock.rfc3339_or_none(row.expires_at),
        finished_at=clock.rfc3339_or_none(row.finished_at),
        created_at=clock.rfc3339(row.created_at),
        updated_at=clock.rfc3339(row.updated_at),
    )


async def load_ready(tx: Tx, account_id: str, export_id: str) -> DataRequestRow:
    """Returns the export while it has a file, also if the purge is late. Raises NotFound, ExportNotReady."""
    row = await data_request.load(tx, account_id, "export", export_id)
    if row.status != "completed" or row.folder is None or row.expires_at is None or row.expires_at <= tx.now:
        raise ExportNotReady
    return row


def _progress(each: KindCount) -> ExportedRecords:
    return ExportedRecords(kind=each.kind, total=max(each.total, each.done), done=each.done)
