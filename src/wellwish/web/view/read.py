"""Read a card: its cover, its inside, and its notes as a board, a book or slides, each with its own URL.

``/c/{token}`` is the closed card, ``?inside`` the spread, ``?as=board|book|slides`` the notes. ``page``
selects a page of sixty notes on the board, a spread of the book, or a slide. ``leaf`` selects the spread with
that page of the book. ``all`` shows up to a thousand notes on one board for print.
"""

from typing import Final

from starlette.requests import Request
from starlette.responses import Response

from wellwish.accounts import account
from wellwish.base.language import Language
from wellwish.contributions import note_visibility
from wellwish.contributions.note_sizes import list_note_sizes
from wellwish.infra.db import Tx
from wellwish.infra.http import Services
from wellwish.keepsake import pdf
from wellwish.media import media
from wellwish.media.media import MediaRow
from wellwish.thanks import thanks
from wellwish.web.kit.handed_over import handed_over
from wellwish.web.kit.language import choose
from wellwish.web.kit.page import link_page, paper
from wellwish.web.kit.pot import pot
from wellwish.web.kit.thanks import shown_thanks
from wellwish.web.view import book
from wellwish.web.view.leaves import leaves
from wellwish.web.view.opened import CardView, open_card
from wellwish.web.view.own_page import own_page_of
from wellwish.web.view.sheet import Sheet, sheets
from wellwish.web.view.show import Sheets, Show, ends, look

BOARD_NOTES: Final = 60
PRINTED_NOTES: Final = 1000
_WAYS: Final = ("board", "book", "slides")
_STYLES: Final = {"book": ("book.css",), "slides": ("slides.css",)}


@link_page
async def read(services: Services, request: Request) -> Response:
    """Returns the page that the query selects. Raises NotFound."""
    way = request.query_params.get("as", "")
    way = way if way in _WAYS else "inside" if "inside" in request.query_params else "closed"
    async with services.db.transaction() as tx:
        opened = await open_card(tx, services, request)
        show = await shown(tx, services, request, opened)
        if opened.is_shown and way != "closed":
            await _fill(tx, services, request, show, way)
    language = show.language
    if "reported" in request.query_params:
        show.said = language.gettext("Thank you. The organisers will review it.")
    if "asked" in request.query_params and show.has_own_page:
        show.said = language.gettext(
            "The link is on its way to your email address, unless you've unsubscribed from this "
            "sender's emails."
        )
    show.query = {"as": way} if way in _WAYS else {"inside": ""} if way == "inside" else {}
    if not opened.is_shown:
        return paper(
            request, "view/waiting.html", language, look(opened), show=show, ends=ends(opened, language)
        )
    return paper(request, f"view/{way}.html", language, look(opened, *_STYLES.get(way, ())), show=show)


def _language_of(request: Request, opened: CardView) -> Language:
    """Returns the language of a card's page: the chosen one, otherwise the recipient's or the card's."""
    own = opened.recipient.locale if opened.recipient is not None else None
    return choose(request, own, opened.row.locale)


async def shown(tx: Tx, services: Services, request: Request, opened: CardView) -> Show:
    """Returns the data of all pages of the card, which is almost empty before the card is revealed."""
    row, language = opened.row, _language_of(request, opened)
    if not opened.is_shown:
        return Show(services, opened, language, 0, [])
    count = await note_visibility.count_notes(tx, row, opened.viewer)
    own = opened.viewer.own
    said = [] if opened.is_public else await thanks.find_by_card(tx, row.account_id, row.id, of_notes=own)
    show = Show(services, opened, language, count, said)
    show.copies = await media.find_copies(tx, row.account_id, row.id)
    show.music, show.logo = (_address(services, show.copies.get(kind)) for kind in ("audio", "logo"))
    show.has_pdf = pdf.is_there()
    return show


def _address(services: Services, row: MediaRow | None) -> str | None:
    return None if row is None else f"/media/{media.token(services.keys, row.id)}/{row.files[0].name}"


async def _fill(tx: Tx, services: Services, request: Request, show: Show, way: str) -> None:
    """Adds the notes of the page, the collected total and its handover."""
    opened, language = show.opened, show.language
    show.has_own_page = await own_page_of(tx, opened) is not None
    row, viewer = opened.row, opened.viewer
    if way in ("inside", "board"):
        show.pot = await pot(tx, row, viewer, language, shows_goal=False)
        show.handed = await handed_over(tx, services, row, viewer, language, is_own=opened.is_own)
    if way == "inside":
        owner = await account.load(tx, row.account_id)
        if show.logo is None and owner.shown_logo is not None:
            show.logo, show.logo_says = owner.shown_logo.path, owner.name
        show.leaves = leaves(await notes_of(tx, services, show, 0, BOARD_NOTES))
        return
    if way == "book":
        await _bind(tx, services, request, show)
    else:
        await _lay(tx, services, request, show, way)
    if opened.is_own and opened.recipient is not None:
        of_notes = [each.id for each in show.notes]
        said = await thanks.find_by_card(tx, row.account_id, row.id, of_notes=of_notes)
        own = opened.recipient.id
        mine = shown_thanks([each for each in said if each.recipient_id == own], services)
        show.answers = {each.contribution_id: each for each in mine}


async def _lay(tx: Tx, services: Services, request: Request, show: Show, way: str) -> None:
    """Adds the notes of a page of the board, or the note of a slide."""
    each = BOARD_NOTES if way == "board" else 1
    if way == "board" and "all" in request.query_params:
        each = PRINTED_NOTES
    _turn(show, request, way, max(1, -(-show.count // each)))
    skip = (show.page - 1) * each
    show.notes = await notes_of(tx, services, show, skip, each)
    show.last = skip + len(show.notes)


async def _bind(tx: Tx, services: Services, request: Request, show: Show) -> None:
    """Adds the notes of a spread of the book, which has two pages."""
    opened = show.opened
    sizes = await list_note_sizes(tx, opened.row, opened.viewer)
    counts = book.pages(sizes, may_answer=opened.is_own)
    _turn(show, request, "book", max(1, -(-len(counts) // 2)), _number(request, "leaf", 0))
    left = 2 * show.page - 2
    skip, here = sum(counts[:left]), counts[left : left + 2]
    show.notes = await notes_of(tx, services, show, skip, sum(here))
    show.last = skip + len(show.notes)
    middle = here[0] if here else 0
    show.sheets = [Sheets(left + 1, show.notes[:middle]), Sheets(left + 2, show.notes[middle:])]
    if len(counts) == 1:
        show.sheets.reverse()


def _turn(show: Show, request: Request, way: str, pages: int, leaf: int = 0) -> None:
    """Sets the page, and the links to the previous and next page."""
    page = min((leaf + 1) // 2 or _number(request, "page", 1), pages)
    show.page, show.pages = page, pages
    show.before = f"?as={way}&page={page - 1}" if page > 1 else None
    show.after = f"?as={way}&page={page + 1}" if page < pages else None


async def notes_of(tx: Tx, services: Services, show: Show, skip: int, limit: int) -> list[Sheet]:
    """Returns notes in the order of signing."""
    opened = show.opened
    found = await note_visibility.list_notes(tx, opened.row, opened.viewer, skip=skip, limit=limit)
    pictures = await media.find_by_contribution(tx, opened.row.account_id, [each.id for each in found])
    return sheets(found, pictures, services.keys, show.language, opened.now)


def _number(request: Request, name: str, least: int) -> int:
    given = request.query_params.get(name, "")
    return max(least, int(given)) if given.isascii() and given.isdigit() and len(given) < 6 else least
