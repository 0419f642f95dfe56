"""Delete a photo, GIF, drawing or recording, from its note too."""

from wellwish.cards.access import CardAccess
from wellwish.db import Tx
from wellwish.media import erase
from wellwish.media.media import load


async def remove(tx: Tx, access: CardAccess, media_id: str) -> None:
    """Its addresses lead nowhere at once, and its files are deleted right after. Raises NotFound."""
    row = await load(tx, access.account_id, access.card_id, media_id)
    await erase.erase(tx, access.account_id, [row.id])
