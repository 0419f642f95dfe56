"""Delete the files of exports: a week after they were made, or when a person in them is erased."""

from collections.abc import Sequence
from typing import Any, Final

from msgspec import Struct

from wellwish.infra import events
from wellwish.infra.db import Tx
from wellwish.infra.http import Services
from wellwish.infra.jobs.purge import purge_accounts
from wellwish.media import erase as media_erase
from wellwish.privacy.data_request import Status, folder_of

PURGE: Final = "privacy.purge_exports"


class _Gone(Struct, frozen=True):
    id: str
    folder: str
    status: Status


async def wait_for_exports(tx: Tx, account_id: str) -> None:
    """Makes reads of exports and ends of exports wait for each other until the transaction ends.

    Otherwise, an export could read data that an erasure is deleting, and be too new for the erasure to see.
    The reader takes this lock first, and the erasure last.
    """
    await tx.run(
        "select pg_advisory_xact_lock(hashtextextended('exports of ' || :account_id::text, 0))",
        account_id=account_id,
    )


async def expire_exports_of(tx: Tx, account_id: str, address_hashes: Sequence[bytes]) -> int:
    """Ends the exports of the people with these addresses, in the transaction that erases them, and those of
    the whole account, which contain them.

    An export that still runs fails, and keeps its folder until the purge, which deletes what the run may
    write. Returns the number of exports.
    """
    if not address_hashes:
        return 0
    await wait_for_exports(tx, account_id)
    gone = await tx.many(
        _Gone,
        """
        with gone as (
          select e.id, :folder || '/' || e.id as folder, e.status from data_requests e
          where e.account_id = :account_id and e.kind = 'export' and e.status <> 'failed'
            -- The former release sets the folder when the export completes.
            and (e.folder is not null or e.status = 'pending')
            and (e.address_hash = any (:address_hashes::bytea[]) or e.whole is not null)
          order by e.id for no key update
        )
        update data_requests d set folder = case when d.status = 'pending' then gone.folder end,
          status = case when d.status = 'pending' then 'failed' else d.status end,
          status_reason = case when d.status = 'pending' then 'person_erased' else d.status_reason end,
          finished_at = coalesce(d.finished_at, :now), sealed_address = null, expires_at = :now,
          updated_at = :now
        from gone where d.account_id = :account_id and d.id = gone.id
        returning gone.id, gone.folder, gone.status
        """,
        account_id=account_id,
        address_hashes=list(address_hashes),
        folder=folder_of(account_id),
    )
    await _delete(tx, [account_id], gone)
    for each in gone:
        if each.status == "pending":
            data = {"export_id": each.id, "status": "failed"}
            await events.record(tx, account_id, "export.failed", data=data)
    return len(gone)


async def _delete(tx: Tx, account_ids: Sequence[str], gone: Sequence[_Gone]) -> None:
    """Deletes the rows of the parts, and the files."""
    if gone:
        await tx.run(
            "delete from export_parts where account_id = any (:account_ids) and export_id = any (:ids)",
            account_ids=list(account_ids),
            ids=[each.id for each in gone],
        )
    await media_erase.files(tx, [each.folder for each in gone])


async def end_former(tx: Tx, account_id: str) -> None:
    """Ends the completed export of the whole account, which a new one replaces."""
    gone = await tx.many(
        _Gone,
        """
        update data_requests set folder = null, expires_at = :now, updated_at = :now
        where account_id = :account_id and kind = 'export' and whole is not null and status = 'completed'
          and folder is not null
        returning id, :folder || '/' || id as folder, status
        """,
        account_id=account_id,
        folder=folder_of(account_id),
    )
    await _delete(tx, [account_id], gone)


async def run(services: Services, args: dict[str, Any]) -> None:
    """Deletes the files of expired exports."""
    del args
    await purge_accounts(services.db, _expire)


async def _expire(tx: Tx, account_ids: Sequence[str], batch: int) -> int:
    gone = await tx.many(
        _Gone,
        """
        with gone as (
          select e.account_id, e.id, e.folder, e.status from data_requests e
          where e.account_id = any (:account_ids) and e.folder is not null and e.expires_at <= :now
          order by e.account_id, e.id limit :batch for no key update
        )
        update data_requests d set folder = null, sealed_address = null, updated_at = :now
        from gone where d.account_id = gone.account_id and d.id = gone.id
          and d.account_id = any (:account_ids)
        returning gone.id, gone.folder, gone.status
        """,
        account_ids=list(account_ids),
        batch=batch,
    )
    await _delete(tx, account_ids, gone)
    return len(gone)
