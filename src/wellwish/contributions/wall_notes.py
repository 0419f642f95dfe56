"""The notes on a card's wall: published notes for everyone, newest first."""

from typing import Final

from msgspec import Struct, structs

from wellwish.base.errors import NotFound
from wellwish.cards.access import EVERYTHING, CardAccess
from wellwish.cards.card_row import CardRow, find_card
from wellwish.cards.link import WALL, open_link
from wellwish.contributions.contribution import Contribution, ContributionRow, record
from wellwish.infra.db import Tx

SHOWS_NAMES: Final = 0  # value of `see_contributor_names` that shows names to everyone with a link


class State(Struct, frozen=True):
    """The number of notes on the wall, and a value that changes whenever one of them changes."""

    count: int
    revision: str


async def open_wall(tx: Tx, token: str) -> CardRow:
    """Returns the card of a wall's link.

    Raises NotFound for an unknown or deleted link, and for an archived, cancelled or deleted card.
    """
    link = await open_link(tx, token, (WALL,))
    row = await find_card(tx, CardAccess(link.account_id, link.card_id, EVERYTHING))
    if row is None or row.status(tx.now) in ("archived", "cancelled") or row.cancelling_at is not None:
        raise NotFound
    return row


async def wall_state(tx: Tx, row: CardRow) -> State:
    return await tx.one(
        State,
        """
        select count(*), coalesce(max(updated_at)::text, '') from contributions
        where account_id = :account_id and card_id = :card_id and note_status = 'published'
          and visibility = 'everyone'
        """,
        account_id=row.account_id,
        card_id=row.id,
    )


async def list_wall_notes(tx: Tx, row: CardRow, *, skip: int, limit: int) -> list[Contribution]:
    """Returns the notes without money, and with names only if everyone with a link can see them."""
    found = await tx.many(
        ContributionRow,
        """
        select {columns} from contributions
        where account_id = :account_id and card_id = :card_id and note_status = 'published'
          and visibility = 'everyone'
        order by id desc offset :skip limit :limit
        """,
        account_id=row.account_id,
        card_id=row.id,
        skip=skip,
        limit=limit,
    )
    return [_shown(each, row) for each in found]


def _shown(note: ContributionRow, row: CardRow) -> Contribution:
    name = note.name if row.see_contributor_names == SHOWS_NAMES and not note.anonymous else None
    shown = record(structs.replace(note, name=None), name=name, gift=None, with_invitation=False)
    return structs.replace(shown, source=None)
