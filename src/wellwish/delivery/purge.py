"""Purge the languages of texts that nobody replies to any more."""

from datetime import timedelta
from typing import Any, Final

from wellwish.http import Services

PURGE: Final = "delivery.purge"
# People reply to a text within days; a later reply is answered in English.
KEPT_FOR: Final = timedelta(days=365)
_BATCH: Final = 1000  # rows per statement, so that none holds its locks for long


async def run(services: Services, args: dict[str, Any]) -> None:
    """Deletes in batches, so an interrupted run leaves less for the next."""
    del args
    deleted = _BATCH
    while deleted == _BATCH:
        async with services.db.statement() as tx:
            deleted = await tx.run(
                """
                delete from text_languages where address_hash in (
                  select address_hash from text_languages
                  where said_at < :oldest order by said_at limit :batch)
                """,
                oldest=tx.now - KEPT_FOR,
                batch=_BATCH,
            )
