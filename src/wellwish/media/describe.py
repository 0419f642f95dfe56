"""Describe the picture of a note and transcribe its recording."""

from collections.abc import Sequence
from typing import Annotated

from wellwish.db import Tx
from wellwish.http import Body, line, text
from wellwish.media.media import MAX_DESCRIPTION, MAX_TRANSCRIPT, MediaRow


class Described(Body, frozen=True, kw_only=True):
    """The description and the transcript for the media of a note, as a form sends them."""

    description: Annotated[str, line(MAX_DESCRIPTION, "Text alternative of the picture.")] = ""
    transcript: Annotated[str, text(MAX_TRANSCRIPT, "Transcript of the recording.")] = ""


async def describe(
    tx: Tx, account_id: str, rows: Sequence[MediaRow], description: str, transcript: str
) -> None:
    """Sets the description and the transcript of one note, whose row is locked.

    A blank text leaves the stored one.
    """
    said = {
        "photo": (description.strip()[:MAX_DESCRIPTION], ""),
        "gif": (description.strip()[:MAX_DESCRIPTION], ""),
        "voice": ("", transcript.strip()[:MAX_TRANSCRIPT]),
    }
    for row in rows:
        seen, heard = said.get(row.kind, ("", ""))
        if seen or heard:
            await tx.run(
                """
                update media set
                  description = coalesce(nullif(:description, ''), description),
                  transcript = coalesce(nullif(:transcript, ''), transcript),
                  version = version + 1, updated_at = :now
                where account_id = :account_id and id = :id
                """,
                account_id=account_id,
                id=row.id,
                description=seen,
                transcript=heard,
            )
