"""The notes of others on the pages of a signing link, 24 per page."""

from typing import Final

from msgspec import Struct, structs
from starlette.requests import Request

from wellwish.contributions.board import BoardNote, list_board
from wellwish.contributions.contribution import ContributionRow
from wellwish.contributions.signing import SigningContext
from wellwish.infra.db import Tx
from wellwish.infra.http import Services
from wellwish.media import media
from wellwish.media.media import Media, MediaRow

_EACH: Final = 24


class Written(Struct, frozen=True):
    """A note of another person."""

    row: ContributionRow
    name: str | None
    media: list[Media]


class Board(Struct, frozen=True):
    """A page of notes, with links to the previous and next pages."""

    notes: list[Written]
    before: str | None
    after: str | None


async def board(tx: Tx, services: Services, request: Request, context: SigningContext) -> Board | None:
    """Returns the notes that the visitor may read.

    None if the card shows none or no longer accepts notes, and for a submitted form.
    """
    if request.method != "GET" or not context.is_open:
        return None
    page = _number(request)
    skip = (page - 1) * _EACH
    found = await list_board(tx, context.row, context.viewer, skip=skip, limit=_EACH + 1)
    if found is None:
        return None
    path = request.url.path
    return Board(
        [_written(each, services) for each in found[:_EACH]],
        f"{path}?notes={page - 1}#others" if page > 1 else None,
        f"{path}?notes={page + 1}#others" if len(found) > _EACH else None,
    )


def _written(each: BoardNote, services: Services) -> Written:
    return Written(each.row, each.name, [_still(row, services) for row in each.media])


def _still(row: MediaRow, services: Services) -> Media:
    """Returns the record with the still image of a GIF first, to avoid animations on the page."""
    shown = media.record(row, services, review_at=None)
    return structs.replace(shown, files=sorted(shown.files, key=lambda file: "still" not in file.name))


def _number(request: Request) -> int:
    given = request.query_params.get("notes", "")
    return max(1, int(given)) if given.isascii() and given.isdigit() and len(given) < 5 else 1
