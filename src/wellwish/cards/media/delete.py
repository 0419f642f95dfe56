"""Delete a media file."""

from wellwish.cards.access import CardAccess
from wellwish.infra.db import Tx
from wellwish.media import erase
from wellwish.media.media import load


async def delete_media(tx: Tx, access: CardAccess, media_id: str) -> None:
    """Removes the file from its note or thanks. Its URLs stop working immediately. Raises NotFound."""
    row = await load(tx, access.account_id, access.card_id, media_id)
    await erase.erase(tx, access.account_id, [row.id])
