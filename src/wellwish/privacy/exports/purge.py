"""Delete the files of exports: a week after they were made, or when a person in them is erased."""

from collections.abc import Sequence
from typing import Any, Final

from msgspec import Struct

from wellwish.infra import jobs
from wellwish.infra.db import Tx
from wellwish.infra.http import Services
from wellwish.media import erase as media_erase

PURGE: Final = "privacy.purge_exports"
_PAGE: Final = 100


class _Gone(Struct, frozen=True):
    folder: str


async def expire_exports_of(tx: Tx, account_id: str, address_hashes: Sequence[bytes]) -> None:
    """Ends the exports of the people with these addresses."""
    gone = await tx.many(
        _Gone,
        """
        with gone as (
          select e.id, e.folder from data_requests e
          where e.account_id = :account_id and e.kind = 'export' and e.folder is not null
            and e.address_hash = any (:address_hashes::bytea[])
          order by e.id for no key update
        )
        update data_requests d set folder = null, sealed_address = null, expires_at = :now, updated_at = :now
        from gone where d.account_id = :account_id and d.id = gone.id
        returning gone.folder
        """,
        account_id=account_id,
        address_hashes=list(address_hashes),
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
                  select e.account_id, e.id, e.folder from data_requests e
                  where e.account_id = any (:account_ids) and e.folder is not null and e.expires_at <= :now
                  order by e.account_id, e.id limit 1000 for no key update
                )
                update data_requests d set folder = null, sealed_address = null, updated_at = :now
                from gone where d.account_id = gone.account_id and d.id = gone.id
                  and d.account_id = any (:account_ids)
                returning gone.folder
                """,
                account_ids=account_ids,
            )
            await media_erase.files(tx, [each.folder for each in gone])
