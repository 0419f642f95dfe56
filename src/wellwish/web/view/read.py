"""Reading a card: its cover, its inside, and its notes as a board, a book or slides, each with its own URL.

``/c/{token}`` is the closed card, ``?inside`` the spread, ``?as=board|book|slides`` the notes. ``page``
selects sixty notes, two pages or a slide; ``all`` puts a thousand notes on one board for print.
"""

from typing import Final

from starlette.requests import Request
from starlette.responses import Response

from wellwish.cards import permissions
from wellwish.contributions import note_visibility
from wellwish.db import Tx
from wellwish.http import Services
from wellwish.keepsake import pdf
from wellwish.language import Language
from wellwish.media import media
from wellwish.media.media import MediaRow
from wellwish.thanks import thanks
from wellwish.web.kit.language import choose
from wellwish.web.kit.page import link_page, paper
from wellwish.web.kit.pot import pot
from wellwish.web.view.leaves import leaves
from wellwish.web.view.opened import CardView, open_card
from wellwish.web.view.sheet import Sheet, sheets
from wellwish.web.view.show import Sheets, Show, ends, look

BOARD_NOTES: Final = 60
SPREAD_NOTES: Final = 8  # on two pages of the book
PRINTED_NOTES: Final = 1000
_WAYS: Final = ("board", "book", "slides")


@link_page
async def read(services: Services, request: Request) -> Response:
    """Returns the page of the query. Raises NotFound."""
    way = request.query_params.get("as", "")
    way = way if way in _WAYS else "inside" if "inside" in request.query_params else "closed"
    async with services.db.transaction() as tx:
        opened = await open_card(tx, services, request)
        language = language_of(request, opened)
        show = await shown(tx, services, opened, language)
        if opened.is_shown and way != "closed":
            await _fill(tx, services, request, opened, show, language, way)
    if "reported" in request.query_params:
        show.said = language.gettext("Thank you. The organisers will review it.")
    show.query = {"as": way} if way in _WAYS else {"inside": ""} if way == "inside" else {}
    if not opened.is_shown:
        return paper(
            request, "view/waiting.html", language, look(opened), show=show, ends=ends(opened, language)
        )
    return paper(request, f"view/{way}.html", language, look(opened), show=show)


def language_of(request: Request, opened: CardView) -> Language:
    """Returns the language of a card's page: the chosen one, else the recipient's, else the card's."""
    own = opened.recipient.locale if opened.recipient is not None else None
    return choose(request, own, opened.row.locale)


async def shown(tx: Tx, services: Services, opened: CardView, language: Language) -> Show:
    """Returns what every page of the card shows; almost nothing before the card is revealed."""
    row = opened.row
    if not opened.is_shown:
        return Show(services, opened, language, 0, [])
    count = await note_visibility.count_notes(tx, row, opened.viewer)
    said = [] if opened.is_public else await thanks.find_by_card(tx, row.account_id, row.id)
    show = Show(services, opened, language, count, said)
    show.copies = await media.find_copies(tx, row.account_id, row.id)
    show.music, show.logo = (_address(services, show.copies.get(kind)) for kind in ("audio", "logo"))
    show.has_pdf = pdf.is_there()
    return show


def _address(services: Services, row: MediaRow | None) -> str | None:
    return None if row is None else f"/media/{media.token(services.keys, row.id)}/{row.files[0].name}"


async def _fill(
    tx: Tx, services: Services, request: Request, opened: CardView, show: Show, language: Language, way: str
) -> None:
    """Adds the notes of the page and the collected total."""
    row, viewer = opened.row, opened.viewer
    if way in ("inside", "board"):
        rights = permissions.rights(row, viewer.kind, tx.now)
        show.pot = await pot(tx, row, rights, viewer, language, shows_goal=False)
    if way == "inside":
        show.leaves = leaves(await notes_of(tx, services, opened, language, 0, BOARD_NOTES))
        return
    each = {"board": BOARD_NOTES, "book": SPREAD_NOTES, "slides": 1}[way]
    if way == "board" and "all" in request.query_params:
        each = PRINTED_NOTES
    pages = max(1, -(-show.count // each))
    page = min(_number(request), pages)
    notes = await notes_of(tx, services, opened, language, (page - 1) * each, each)
    show.notes, show.page, show.pages = notes, page, pages
    show.last = (page - 1) * each + len(notes)
    show.before = f"?as={way}&page={page - 1}" if page > 1 else None
    show.after = f"?as={way}&page={page + 1}" if page < pages else None
    if way == "book":
        show.sheets = _sheets(notes, page)


async def notes_of(
    tx: Tx, services: Services, opened: CardView, language: Language, skip: int, limit: int
) -> list[Sheet]:
    """Returns notes in the order of signing."""
    found = await note_visibility.list_notes(tx, opened.row, opened.viewer, skip=skip, limit=limit)
    pictures = await media.find_by_contribution(tx, opened.row.account_id, [each.id for each in found])
    return sheets(found, pictures, services.keys, language, opened.now)


def _number(request: Request) -> int:
    given = request.query_params.get("page", "")
    return max(1, int(given)) if given.isascii() and given.isdigit() and len(given) < 6 else 1


def _sheets(notes: list[Sheet], page: int) -> list[Sheets]:
    """Returns the two pages of a spread of the book, about equally full, in the order of signing."""
    weights = [
        len(each.text) + 120 + 400 * (each.photo is not None) + 300 * (each.drawing is not None)
        for each in notes
    ]
    whole, middle, best = sum(weights), 0, float("inf")
    for index in range(len(notes) + 1):
        uneven = abs(whole - 2 * sum(weights[:index]))
        if uneven < best:
            middle, best = index, uneven
    middle = max(middle, min(1, len(notes)))
    return [
        Sheets(2 * page - 1, 0, notes[:middle]),
        Sheets(2 * page, middle, notes[middle:]),
    ]
