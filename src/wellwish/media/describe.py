"""Describe the pictures of a note and transcribe its recording."""

from collections.abc import Mapping, Sequence
from typing import Annotated, Final

from wellwish.infra.db import Tx
from wellwish.infra.http import Body, line, text
from wellwish.media.media import MAX_DESCRIPTION, MAX_TRANSCRIPT, PICTURES, VIDEO, MediaRow

_SEEN: Final = (*PICTURES, VIDEO)


class Described(Body, frozen=True, kw_only=True):
    """Descriptions and a transcript for the media of a note, as sent by a form."""

    description: Annotated[str, line(MAX_DESCRIPTION, "Text alternative of the picture.")] = ""
    transcript: Annotated[str, text(MAX_TRANSCRIPT, "Transcript of the recording.")] = ""


async def describe(
    tx: Tx,
    account_id: str,
    rows: Sequence[MediaRow],
    description: str,
    transcript: str,
    descriptions: Mapping[str, str],
) -> None:
    """Sets the descriptions and the transcript of a note, whose row must be locked.

    ``descriptions`` maps IDs of photos, GIFs and videos to descriptions; blank descriptions remove stored
    ones. ``description`` applies to the last picture not in ``descriptions``. A blank ``description`` or
    ``transcript`` does not change the stored one.
    """
    said = {key: each.strip()[:MAX_DESCRIPTION] for key, each in descriptions.items()}
    without = [row.id for row in rows if row.kind in _SEEN and not said.get(row.id)]
    if description.strip() and without:
        said[without[-1]] = description.strip()[:MAX_DESCRIPTION]
    for row in rows:
        seen, heard = row.description, row.transcript
        if row.kind in _SEEN and row.id in said:
            seen = said[row.id] or None
        elif row.kind == "voice":
            heard = transcript.strip()[:MAX_TRANSCRIPT] or heard
        if (seen, heard) != (row.description, row.transcript):
            await tx.run(
                """
                update media set description = :description, transcript = :transcript,
                  version = version + 1, updated_at = :now
                where account_id = :account_id and id = :id
                """,
                account_id=account_id,
                id=row.id,
                description=seen,
                transcript=heard,
            )
