"""Purge media that no note used within a day, drafts of covers, and files without a row."""

from collections.abc import Sequence
from datetime import timedelta
from typing import Any, Final

from msgspec import Struct

from wellwish.base import clock
from wellwish.infra.http import Services
from wellwish.media import drawn_covers, erase, pdf_cache
from wellwish.media.media import WAITS_S
from wellwish.media.store_upload import SENT

PURGE: Final = "media.purge"
_BATCH: Final = 500
# Every hour, the purge checks the folders of the past week.
_DAYS: Final = 7


async def run(services: Services, args: dict[str, Any]) -> None:
    """Deletes in batches, so that the next run continues after an interruption."""
    del args
    while await _waiting(services) == _BATCH:
        pass
    await pdf_cache.purge(services)
    before = clock.now() - timedelta(seconds=WAITS_S)
    for days in range(_DAYS + 1):
        found = list(await services.storage.folders(f"{clock.now() - timedelta(days=days):%Y%m%d}", before))
        for start in range(0, len(found), _BATCH):
            await _strays(services, found[start : start + _BATCH])


class _Waiting(Struct):
    account_id: str
    media_id: str


async def _waiting(services: Services) -> int:
    async with services.db.statement() as tx:
        found = await tx.many(
            _Waiting,
            """
            select {columns} from media_paths where waiting_since < :oldest
            order by waiting_since limit :batch
            """,
            oldest=tx.now - timedelta(seconds=WAITS_S),
            batch=_BATCH,
        )
    for account_id in sorted({each.account_id for each in found}):
        await _of_account(services, account_id, [e.media_id for e in found if e.account_id == account_id])
    return len(found)


class _Id(Struct):
    id: str


async def _of_account(services: Services, account_id: str, media_ids: Sequence[str]) -> None:
    async with services.db.transaction([account_id]) as tx:
        # Lock and check again, because a note may have used a file in the meantime.
        rows = await tx.many(
            _Id,
            """
            select id from media
            where account_id = :account_id and id = any (:media_ids) and contribution_id is null
            order by id limit 500 for update
            """,
            account_id=account_id,
            media_ids=list(media_ids),
        )
        await erase.erase(tx, account_id, [each.id for each in rows])


class _Folder(Struct):
    folder: str


async def _strays(services: Services, folders: Sequence[str]) -> None:
    """Deletes the folders that have no row, or only the row of a draft."""
    by_account: dict[str, list[str]] = {}
    for folder in folders:
        pieces = folder.split("/")
        if len(pieces) == 3:
            by_account.setdefault(pieces[1], []).append(folder)
    for account_id, of_account in by_account.items():
        named = [folder.removesuffix(SENT) for folder in of_account]
        async with services.db.transaction([account_id]) as tx:
            await drawn_covers.forget_drafts(tx, account_id, named)
            rows = await tx.many(
                _Folder,
                """
                select folder from media where account_id = :account_id and folder = any (:folders)
                union all
                select f.folder from unnest(:folders::text[]) as f (folder)
                where exists (
                  select 1 from drawn_covers c where c.account_id = :account_id and c.folder = f.folder)
                union all
                select logo ->> 'folder' from accounts
                where id = :account_id and logo ->> 'folder' = any (:folders)
                limit 1000
                """,
                account_id=account_id,
                folders=named,
            )
        known = {each.folder for each in rows}
        for folder in of_account:
            if folder.removesuffix(SENT) not in known:
                await services.storage.delete(folder)
