"""Attach media to a note, in place of the media that it has."""

from collections.abc import Sequence
from typing import Final

from wellwish import ids
from wellwish.db import Tx
from wellwish.errors import Fault, InvalidRequest, NotFound
from wellwish.media import erase
from wellwish.media.media import MediaRow

POINTER: Final = "/note/media"
_PLACE: Final = {"photo": "photo or GIF", "gif": "photo or GIF", "drawing": "drawing", "voice": "recording"}


async def attach(
    tx: Tx, account_id: str, card_id: str, contribution_id: str, media_ids: Sequence[str]
) -> list[MediaRow]:
    """Attaches these media to a note, and erases the media that it had; returns their rows.

    Call it in the transaction that writes the note, with the note's row locked. Raises NotFound for media of
    another card. Raises InvalidRequest, with a pointer to the id, for a second photo or GIF, drawing or
    recording, for media attached to another note, and for media that the scanner refused.
    """
    rows = await tx.many(
        MediaRow,
        """
        select {columns} from media
        where account_id = :account_id and card_id = :card_id and kind in ('photo', 'gif', 'drawing', 'voice')
          and (id = any (:media_ids) or contribution_id = :contribution_id)
        order by id limit 100 for update
        """,
        account_id=account_id,
        card_id=card_id,
        contribution_id=contribution_id,
        media_ids=[each for each in media_ids if ids.is_id("media", each)][:10],
    )
    found = {row.id: row for row in rows}
    _check(found, contribution_id, media_ids)
    gone = [row for row in rows if row.contribution_id == contribution_id and row.id not in media_ids]
    await erase.erase(tx, account_id, [row.id for row in gone])
    await tx.run(
        """
        update media set contribution_id = :contribution_id, upload_browser = null, upload_source = null,
          version = version + 1, updated_at = :now
        where account_id = :account_id and id = any (:media_ids) and contribution_id is null
        """,
        account_id=account_id,
        contribution_id=contribution_id,
        media_ids=list(media_ids),
    )
    await tx.run(
        """
        update media_paths set waiting_since = null
        where account_id = :account_id and media_id = any (:media_ids) and waiting_since is not null
        """,
        account_id=account_id,
        media_ids=list(media_ids),
    )
    return [found[each] for each in media_ids]


def _check(found: dict[str, MediaRow], contribution_id: str, media_ids: Sequence[str]) -> None:
    missing = [
        Fault(f"{POINTER}/{index}", "not_found", "Does not exist or is not accessible to you.")
        for index, each in enumerate(media_ids)
        if each not in found
    ]
    if missing:
        raise NotFound(faults=missing)
    faults: list[Fault] = []
    taken: set[str] = set()
    for index, each in enumerate(media_ids):
        row, pointer = found[each], f"{POINTER}/{index}"
        place = _PLACE[row.kind]
        if place in taken:
            faults.append(Fault(pointer, "too_many", f"A note can have only one {place}."))
        elif row.contribution_id not in (None, contribution_id):
            faults.append(Fault(pointer, "in_use", "Already attached to another note."))
        elif row.status == "refused":
            faults.append(Fault(pointer, "refused", "Rejected by the virus scanner."))
        taken.add(place)
    if faults:
        raise InvalidRequest(faults=faults)
