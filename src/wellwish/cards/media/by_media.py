"""Access to a photo, GIF, drawing or recording through its card."""

from typing import Final, Literal

from wellwish.cards.access import ByChild

_FINDS: Final = """
    select m.account_id, m.card_id from media m
    join cards c on c.account_id = m.account_id and c.id = m.card_id and c.deleted_at is null
    where m.account_id = any (:account_ids) and m.id = :id
    """


def by_media(needs: Literal["read", "can_update"]) -> ByChild:
    """Access by a media file's ID in the path."""
    return ByChild("media", "media_id", "path", needs, _FINDS)
