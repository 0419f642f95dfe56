"""Attach media to a note, replacing its current media."""

from collections import Counter
from collections.abc import Sequence
from typing import Final

from wellwish.base import ids
from wellwish.base.errors import Fault, InvalidRequest, NotFound
from wellwish.infra.db import Tx
from wellwish.media import erase
from wellwish.media.media import MAX_PICTURES, PICTURES, VIDEO, MediaRow

POINTER: Final = "/note/media"
_ONE: Final = {"video": "video", "drawing": "drawing", "voice": "recording"}


async def attach(
    tx: Tx, account_id: str, card_id: str, contribution_id: str, media_ids: Sequence[str]
) -> list[MediaRow]:
    """Attaches the media to a note, erases its other media, and returns the attached rows.

    Must be called in the transaction that writes the note, with the note's row locked. Photos and GIFs keep
    the order of ``media_ids``. Raises NotFound for media of another card, and InvalidRequest with a pointer
    to the ID for a fifth photo or GIF, a second drawing, recording or video, a video together with photos,
    media attached to another note, and media refused by the scanner.
    """
    rows = await tx.many(
        MediaRow,
        """
        select {columns} from media
        where account_id = :account_id and card_id = :card_id and kind not in ('audio', 'logo')
          and thanks_recipient_id is null
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
    pictures = [each for each in media_ids if found[each].kind in PICTURES]
    await _detach(tx, account_id, [row for row in rows if row.contribution_id == contribution_id], pictures)
    await tx.run(
        """
        update media set contribution_id = :contribution_id, upload_browser = null, upload_source = null,
          position = coalesce(array_position(:pictures::text[], id) - 1, 0),
          version = version + 1, updated_at = :now
        where account_id = :account_id and id = any (:media_ids) and contribution_id is null
        """,
        account_id=account_id,
        contribution_id=contribution_id,
        media_ids=list(media_ids),
        pictures=pictures,
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


async def _detach(tx: Tx, account_id: str, rows: Sequence[MediaRow], pictures: Sequence[str]) -> None:
    """Detaches pictures whose position changes, because attached pictures must have unique positions."""
    moved = [row.id for row in rows if row.id in pictures and row.position != pictures.index(row.id)]
    if moved:
        await tx.run(
            "update media set contribution_id = null where account_id = :account_id and id = any (:moved)",
            account_id=account_id,
            moved=moved,
        )


def _check(found: dict[str, MediaRow], contribution_id: str, media_ids: Sequence[str]) -> None:
    missing = [
        Fault(f"{POINTER}/{index}", "not_found", "Does not exist or is not accessible to you.")
        for index, each in enumerate(media_ids)
        if each not in found
    ]
    if missing:
        raise NotFound(faults=missing)
    faults: list[Fault] = []
    taken: Counter[str] = Counter()
    for index, each in enumerate(media_ids):
        row, pointer = found[each], f"{POINTER}/{index}"
        place = "picture" if row.kind in PICTURES else row.kind
        if media_ids.index(each) < index:
            faults.append(Fault(pointer, "too_many", "The note has this file already."))
        elif place == "picture" and taken[place] == MAX_PICTURES:
            faults.append(Fault(pointer, "too_many", "A note can have at most four photos and GIFs."))
        elif (place == VIDEO and taken["picture"]) or (place == "picture" and taken[VIDEO]):
            faults.append(Fault(pointer, "too_many", "A note can have photos and GIFs, or a video."))
        elif place in _ONE and taken[place]:
            faults.append(Fault(pointer, "too_many", f"A note can have only one {_ONE[place]}."))
        elif row.contribution_id not in (None, contribution_id):
            faults.append(Fault(pointer, "in_use", "Already attached to another note."))
        elif row.status == "refused":
            faults.append(Fault(pointer, "refused", "Rejected by the virus scanner."))
        taken[place] += 1
    if faults:
        raise InvalidRequest(faults=faults)
