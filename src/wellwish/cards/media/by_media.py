"""Access to a photo, GIF, drawing or recording through its card."""

from typing import Final, Literal

from wellwish.cards.access import ByChild

_FINDS: Final = "select account_id, card_id from media where account_id = any (:account_ids) and id = :id"


def by_media(needs: Literal["read", "can_update"]) -> ByChild:
    """Access by its id in the path."""
    return ByChild("media", "media_id", "path", needs, _FINDS)
