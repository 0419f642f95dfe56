"""The part of an export of an account: its row and its record."""

from typing import Annotated, Literal

from msgspec import Meta, Struct

from wellwish.infra.db import Tx


class Part(Struct, frozen=True):
    """A row of export_parts. A file of a note or of thanks has a ``media_id`` and no records."""

    number: int
    name: str
    kind: str
    records: int
    size_bytes: int
    sha256: str
    storage_key: str
    media_id: str | None = None


class ExportPart(Struct, frozen=True, kw_only=True):
    """A file of an export of your account: records, a JSON text on each line, or a file of a note."""

    object: Literal["export_part"] = "export_part"
    number: Annotated[int, Meta(ge=1, le=2**31 - 1, description="Number of the part, from 1.")]
    name: Annotated[str, Meta(max_length=100, description="File name, which may contain a folder.")]
    kind: Annotated[
        str, Meta(max_length=40, description="The `object` of its records, or `file`.", pattern="^[a-z_]+$")
    ]
    records: Annotated[int, Meta(ge=0, le=2**31 - 1, description="Number of records; 0 for a `file`.")]
    size_bytes: Annotated[int, Meta(ge=0, le=2**53 - 1, description="Size in bytes.")]
    sha256: Annotated[str, Meta(pattern="^[0-9a-f]{64}$", max_length=64, description="SHA-256, in hex.")]


def record(part: Part) -> ExportPart:
    return ExportPart(
        number=part.number,
        name=part.name,
        kind=part.kind,
        records=part.records,
        size_bytes=part.size_bytes,
        sha256=part.sha256,
    )


async def load_parts(tx: Tx, account_id: str, export_id: str, after: int, count: int) -> list[Part]:
    """Returns the parts after a number, in their order, without files that were deleted since."""
    return await tx.many(
        Part,
        """
        select {columns} from export_parts p
        where account_id = :account_id and export_id = :export_id and number > :after
          and (media_id is null or exists (
            select true from media m where m.account_id = :account_id and m.id = p.media_id))
        order by number limit :count
        """,
        account_id=account_id,
        export_id=export_id,
        after=after,
        count=count,
    )
