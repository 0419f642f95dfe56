"""The sizes of a card's notes, for layouts that depend on all notes but show only a few."""

from typing import Final

from msgspec import Struct

from wellwish.cards.card_row import CardRow
from wellwish.contributions.note import Pen
from wellwish.contributions.note_visibility import Viewer, decide
from wellwish.infra.db import Tx

_MANY: Final = 20_000  # more than contribution_limit allows, so that all notes are included


class NoteSize(Struct, frozen=True):
    """The space that a note needs. ``octets`` in UTF-8 distinguish wide scripts from narrow ones."""

    id: str
    letters: int
    octets: int
    lines: int
    pen: Pen
    photos: int
    has_drawing: bool
    has_voice: bool
    is_private: bool


async def list_note_sizes(tx: Tx, row: CardRow, viewer: Viewer) -> list[NoteSize]:
    """Returns the sizes of all notes that a viewer sees, in the order of signing."""
    visibility = decide(row, viewer, tx.now)
    return await tx.many(
        NoteSize,
        """
        select each.id, char_length(each.note_text) as letters, octet_length(each.note_text) as octets,
          char_length(each.note_text) - char_length(replace(each.note_text, chr(10), '')) + 1 as lines,
          each.pen,
          (count(*) filter (where media.kind in ('photo', 'gif', 'video')))::integer as photos,
          coalesce(bool_or(media.kind = 'drawing'), false) as has_drawing,
          coalesce(bool_or(media.kind = 'voice'), false) as has_voice,
          each.visibility = 'recipient' as is_private
        from contributions each
        left join media on media.account_id = each.account_id and media.contribution_id = each.id
          and media.status = 'ready'
        where each.account_id = :account_id and each.card_id = :card_id
          and each.note_status not in ('deleted', 'none')
          and (each.id = any (:own)
            or (each.note_status = any (:statuses)
              and (:private::boolean or each.visibility = 'everyone')))
        group by each.account_id, each.id order by each.id limit :many
        """,
        account_id=row.account_id,
        card_id=row.id,
        own=list(visibility.own),
        statuses=list(visibility.statuses),
        private=visibility.private,
        many=_MANY,
    )
