"""Read one photo, GIF, drawing or recording: its state, its measures, and where its files are served."""

from wellwish.cards.access import OnCard
from wellwish.db import Tx
from wellwish.http import Parts
from wellwish.media.media import Media, load, record


async def read(tx: Tx, on: OnCard, parts: Parts, media_id: str) -> Media:
    """Raises NotFound."""
    return record(await load(tx, on.account_id, on.card_id, media_id), parts)
