"""Export the notes of a card."""

from collections.abc import AsyncIterator
from typing import Final

from wellwish.cards.access import CardAccess
from wellwish.cards.card_row import CardRow
from wellwish.contributions import note_visibility
from wellwish.contributions.contribution import Contribution, ContributionRow
from wellwish.contributions.note_visibility import Visibility
from wellwish.infra.db import Tx
from wellwish.infra.http import Csv, Services
from wellwish.movements import sheet

COLUMNS: Final = (
    "created_at", "contribution_id", "status", "name", "anonymous", "visibility", "text", "lang", "media",
    "reports",
)  # fmt: skip
_PIECE: Final = 500  # notes of up to 2,000 characters


async def export_notes(tx: Tx, access: CardAccess, row: CardRow, services: Services) -> Csv:
    """Returns a CSV file with one line per note of any status, except deleted ones, oldest first.

    Names and numbers of reports are the same as in the list of contributions. `media` is the number of files.
    """
    visibility = note_visibility.decide_for_caller(row, access, tx.now)
    return Csv(f"{access.card_id}-notes.csv", _pieces(services, access, visibility))


async def _pieces(services: Services, access: CardAccess, visibility: Visibility) -> AsyncIterator[bytes]:
    """Yields the file in chunks, holding no connection while a chunk is sent."""
    yield sheet.lines([COLUMNS])
    after = ""
    while True:
        async with services.db.transaction([access.account_id]) as tx:
            rows = await _page(tx, access, after)
            records = await note_visibility.to_records(tx, rows, visibility)
        if records:
            yield sheet.lines(_line(each) for each in records)
        if len(rows) < _PIECE:
            return
        after = rows[-1].id


async def _page(tx: Tx, access: CardAccess, after: str) -> list[ContributionRow]:
    return await tx.many(
        ContributionRow,
        """
        select {columns} from contributions
        where account_id = :account_id and card_id = :card_id and id > :after
          and note_status not in ('deleted', 'none')
        order by id limit :count
        """,
        account_id=access.account_id,
        card_id=access.card_id,
        after=after,
        count=_PIECE,
    )


def _line(each: Contribution) -> tuple[str | None, ...]:
    note = each.words
    return (
        each.created_at,
        each.id,
        note.status,
        each.name,
        "true" if each.anonymous else "false",
        note.visibility,
        note.text,
        note.lang,
        str(len(note.media)),
        None if each.reports is None else str(each.reports),
    )
