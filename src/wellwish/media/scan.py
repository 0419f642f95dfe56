"""Scan uploads that arrived while the scanner was unavailable. They stay hidden until they are scanned."""

from datetime import datetime, timedelta
from typing import Any, Final

from wellwish.base import clock
from wellwish.infra.db import Tx
from wellwish.infra.http import Services
from wellwish.media import clamd, erase, film
from wellwish.media.media import MediaRow
from wellwish.media.store_upload import SENT

_AGAIN: Final = timedelta(seconds=30)


async def run(services: Services, args: dict[str, Any]) -> datetime | None:
    """Releases a clean file and erases an infected one; retries while the scanner is unavailable."""
    account_id, media_id = args["account_id"], args["media_id"]
    async with services.db.transaction([account_id]) as tx:
        row = await _pending(tx, account_id, media_id)
    if row is None:
        return None
    scanner = services.settings.media.clamd
    content = await services.storage.get(f"{row.folder}{SENT}/file", 0, row.bytes)
    clean = False
    if content is not None:
        try:
            # If the operator has removed the scanner in the meantime, the file counts as clean.
            clean = scanner is None or await clamd.is_clean(scanner, content[: film.MAX_BYTES])
        except clamd.AwayError:
            return clock.data_now() + _AGAIN
    async with services.db.transaction([account_id]) as tx:
        await _settle(tx, account_id, row, clean=clean)
    return None


async def _pending(tx: Tx, account_id: str, media_id: str) -> MediaRow | None:
    return await tx.maybe(
        MediaRow,
        """
        select {columns} from media
        where account_id = :account_id and id = :id and status = 'pending'
        """,
        account_id=account_id,
        id=media_id,
    )


async def _settle(tx: Tx, account_id: str, row: MediaRow, *, clean: bool) -> None:
    settled = await tx.run(
        """
        update media set status = :status, version = version + 1, updated_at = :now,
          files = case when :clean then files else '[]'::jsonb end
        where account_id = :account_id and id = :id and status = 'pending'
        """,
        account_id=account_id,
        id=row.id,
        status="ready" if clean else "refused",
        clean=clean,
    )
    if settled:
        # Delete the original in both cases, and all files of an infected upload.
        await erase.files(tx, [f"{row.folder}{SENT}" if clean else row.folder])
