"""The notes of a card for people who sign it, with their media, loaded in one statement."""

from collections.abc import Sequence

from msgspec import Struct, structs

from wellwish.cards.card_row import CardRow
from wellwish.contributions.contribution import ContributionRow
from wellwish.contributions.note_visibility import Viewer, decide
from wellwish.infra.db import Tx
from wellwish.media.media import MediaRow


class BoardNote(Struct, frozen=True):
    """A published note, with its author's name if the viewer may know it, and its ready media."""

    row: ContributionRow
    name: str | None
    media: Sequence[MediaRow]


class _Row(ContributionRow, frozen=True):
    media: list[MediaRow]


async def list_board(
    tx: Tx, row: CardRow, viewer: Viewer, *, skip: int, limit: int
) -> list[BoardNote] | None:
    """Returns the notes of others, in the order of signing, or None if the viewer may not see notes.

    Omits the viewer's own notes, which the page shows separately.
    """
    visibility = decide(row, viewer, tx.now)
    if not visibility.statuses:
        return None
    visibility = structs.replace(visibility, own=())
    rows = await tx.many(
        _Row,
        """
        select {columns} from contributions, lateral (
          select coalesce(json_agg(m order by
            case when m.kind = 'drawing' then 2 when m.kind = 'voice' then 3 else 1 end, m.position
          ), '[]') as media from media m
          where m.account_id = contributions.account_id and m.contribution_id = contributions.id
            and m.status = 'ready'
        ) as attached
        where account_id = :account_id and card_id = :card_id and note_status = any (:statuses)
          and (:private::boolean or visibility = 'everyone') and id <> all (:own)
        order by id offset :skip limit :limit
        """,
        account_id=row.account_id,
        card_id=row.id,
        statuses=list(visibility.statuses),
        private=visibility.private,
        own=list(viewer.own),
        skip=skip,
        limit=limit,
    )
    return [BoardNote(each, visibility.name(each), each.media) for each in rows]
