"""The export of a whole account: its progress, and the parts that a job writes one after the other."""

from collections.abc import Sequence
from typing import Final, cast

import msgspec
from msgspec import Struct, structs

from wellwish.base import ids
from wellwish.infra import events
from wellwish.infra.db import Tx
from wellwish.infra.http import Services
from wellwish.privacy import data_request
from wellwish.privacy.data_request import DataRequestRow, KindCount, Whole, folder_of
from wellwish.privacy.exports.count_account import count_account
from wellwish.privacy.exports.export import KEPT_FOR
from wellwish.privacy.exports.part import Part
from wellwish.privacy.exports.purge import end_former
from wellwish.privacy.exports.run import discard

EXPORT_ACCOUNT: Final = "privacy.export_account"
# In place of the hash of an address, so that one export of the account runs at a time.
_ALL: Final = b"account"


async def insert(tx: Tx, services: Services, account_id: str, *, is_test: bool) -> DataRequestRow:
    """Raises DataRequestRunning with the ID of an unfinished export of the account."""
    export_id = ids.new("exp")
    whole = Whole(kinds=await count_account(tx, services, account_id), is_test=is_test)
    row = await tx.maybe(
        DataRequestRow,
        """
        insert into data_requests (account_id, id, kind, status, address_hash, whole, folder, created_at,
          updated_at)
        values (:account_id, :id, 'export', 'pending', :address_hash, :whole::jsonb, :folder, :now, :now)
        on conflict (account_id, address_hash) where status = 'pending' do nothing
        returning {columns}
        """,
        account_id=account_id,
        id=export_id,
        address_hash=_ALL,
        whole=msgspec.json.encode(whole).decode(),
        folder=folder_of(account_id, export_id),
    )
    if row is None:
        raise await data_request.running(tx, account_id, _ALL)
    await end_former(tx, account_id)
    return row


class Step(Struct, frozen=True):
    """What a run has written: the parts, the number of their records, and the index of their kind.

    ``following``: the index of the kind at which the next run begins, ``after`` its place within the kind.
    """

    parts: Sequence[Part]
    records: int
    kind: int
    following: int
    after: str | None


async def commit_step(tx: Tx, account_id: str, row: DataRequestRow, step: Step) -> bool:
    """Stores the parts and the place after them together. Returns whether there is more to write.

    Another run may have written the same parts meanwhile: then nothing changes.
    """
    whole = _after(cast(Whole, row.whole), step)
    is_last = step.following == len(whole.kinds)
    number = row.steps_done
    committed = await tx.run(
        """
        update data_requests set whole = :whole::jsonb, steps_done = steps_done + :parts,
          size_bytes = coalesce(size_bytes, 0) + :size_bytes,
          status = case when :is_last then 'completed' else status end,
          expires_at = case when :is_last then :expires_at::timestamptz end,
          finished_at = case when :is_last then :now::timestamptz end, updated_at = :now
        where account_id = :account_id and id = :id and status = 'pending' and steps_done = :done
        """,
        account_id=account_id,
        id=row.id,
        done=number,
        parts=len(step.parts),
        size_bytes=sum(part.size_bytes for part in step.parts if part.records),
        whole=msgspec.json.encode(whole).decode(),
        is_last=is_last,
        expires_at=tx.now + KEPT_FOR,
    )
    if not committed:
        if await data_request.lock_pending(tx, account_id, row.id) is not None:
            return True
        await discard(tx, account_id, row.id)
        return False
    await tx.value(
        """
        insert into export_parts (account_id, export_id, number, name, kind, records, size_bytes, sha256,
          storage_key, media_id)
        select :account_id, :export_id, g.number, g.name, g.kind, g.records, g.size_bytes, g.sha256,
          g.storage_key, g.media_id
        from jsonb_to_recordset(:parts::jsonb) as g (number int, name text, kind text, records int,
          size_bytes bigint, sha256 text, storage_key text, media_id text)
        order by g.number
        returning number
        """,
        account_id=account_id,
        export_id=row.id,
        parts=msgspec.json.encode(step.parts).decode(),
    )
    if is_last:
        data = {"export_id": row.id, "status": "completed"}
        await events.record(tx, account_id, "export.completed", data=data)
    return not is_last


def _after(whole: Whole, step: Step) -> Whole:
    """Returns the progress after a step. The totals of finished kinds are those that were written."""
    kinds = list(whole.kinds)
    if step.records:
        done = kinds[step.kind].done + step.records
        kinds[step.kind] = structs.replace(kinds[step.kind], done=done)
    kinds[: step.following] = [KindCount(each.kind, each.done, each.done) for each in kinds[: step.following]]
    return structs.replace(whole, kinds=kinds, kind=step.following, after=step.after)
