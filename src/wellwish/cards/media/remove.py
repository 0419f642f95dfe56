"""Delete a photo, GIF, drawing or recording, from its note too."""

from wellwish.cards.access import OnCard
from wellwish.db import Tx
from wellwish.media import erase
from wellwish.media.media import load


async def remove(tx: Tx, on: OnCard, media_id: str) -> None:
    """Its addresses lead nowhere at once, and its files are deleted right after. Raises NotFound."""
    row = await load(tx, on.account_id, on.card_id, media_id)
    await erase.erase(tx, on.account_id, [row.id])
