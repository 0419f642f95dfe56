"""Retrieve a media file."""

from wellwish.cards.access import CardAccess
from wellwish.infra.db import Tx
from wellwish.infra.http import Services
from wellwish.media.media import Media, is_withheld, load, record


async def retrieve_media(tx: Tx, access: CardAccess, services: Services, media_id: str) -> Media:
    """Returns its status, dimensions and file URLs.

    If other people cannot see the file's note, its URLs expire after one to two hours. Raises NotFound.
    """
    row = await load(tx, access.account_id, access.card_id, media_id)
    withheld = await is_withheld(tx, access.account_id, row.contribution_id)
    return record(row, services, review_at=tx.now if withheld else None)
