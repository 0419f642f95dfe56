"""Read one photo, GIF, drawing or recording: its state, its measures, and where its files are served."""

from wellwish.cards.access import CardAccess
from wellwish.db import Tx
from wellwish.http import Services
from wellwish.media.media import Media, is_withheld, load, record


async def read(tx: Tx, access: CardAccess, services: Services, media_id: str) -> Media:
    """Of a note that others do not see, the addresses last for an hour or two. Raises NotFound."""
    row = await load(tx, access.account_id, access.card_id, media_id)
    withheld = await is_withheld(tx, access.account_id, row.contribution_id)
    return record(row, services, review_at=tx.now if withheld else None)
