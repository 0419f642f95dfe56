"""Delete the files of exports: a week after they were made, or when a person in them is erased."""

from collections.abc import Sequence
from typing import Any, Final

from msgspec import Struct

from wellwish.infra import events, jobs
from wellwish.infra.db import Tx
from wellwish.infra.http import Services
from wellwish.media import erase as media_erase
from wellwish.privacy.data_request import Status

PURGE: Final = "privacy.purge_exports"
_PAGE: Final = 100


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
          select e.id, e.folder, e.status from data_requests e
          where e.account_id = :account_id and e.kind = 'export' and e.folder is not null
            and e.status <> 'failed'
            and (e.address_hash = any (:address_hashes::bytea[]) or e.whole is not null)
          order by e.id for no key update
        )
        update data_requests d set folder = case when d.status = 'pending' then d.folder end,
          status = case when d.status = 'pending' then 'failed' else d.status end,
          status_reason = case when d.status = 'pending' then 'person_erased' else d.status_reason end,
          finished_at = coalesce(d.finished_at, :now), sealed_address = null, expires_at = :now,
          updated_at = :now
        from gone where d.account_id = :account_id and d.id = gone.id
        returning gone.id, gone.folder, gone.status
        """,
        account_id=account_id,
        address_hashes=list(address_hashes),
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


async def run(services: Services, args: dict[str, Any]) -> None:
    """Deletes the files of expired exports."""
    del args
    async for account_ids in jobs.account_pages(services.db, size=_PAGE):
        async with services.db.transaction(account_ids) as tx:
            gone = await tx.many(
                _Gone,
                """
                with gone as (
                  select e.account_id, e.id, e.folder, e.status from data_requests e
                  where e.account_id = any (:account_ids) and e.folder is not null and e.expires_at <= :now
                  order by e.account_id, e.id limit 1000 for no key update
                )
                update data_requests d set folder = null, sealed_address = null, updated_at = :now
                from gone where d.account_id = gone.account_id and d.id = gone.id
                  and d.account_id = any (:account_ids)
                returning gone.id, gone.folder, gone.status
                """,
                account_ids=account_ids,
            )
            await _delete(tx, account_ids, gone)
