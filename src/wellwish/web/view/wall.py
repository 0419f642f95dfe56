"""The wall: a page for a screen at a party, which shows new notes when they are published.

Without scripts, the page shows the next notes by a refresh in ``noscript``. With scripts, a stream of events
reports changed notes, and the page reloads itself.
"""

import asyncio
from collections.abc import AsyncGenerator
from contextlib import AsyncExitStack
from datetime import datetime
from typing import Final

import segno
from markupsafe import Markup
from msgspec import Struct
from starlette.requests import Request
from starlette.responses import Response, StreamingResponse

from wellwish.base.errors import AccountSuspended, NotFound, Unavailable
from wellwish.base.language import Language
from wellwish.base.limiter import Key, Limiter, LimiterError
from wellwish.cards import cover
from wellwish.cards.card_row import CardRow
from wellwish.cards.link import SIGN, Link
from wellwish.contributions.wall_notes import State, list_wall_notes, open_wall, wall_state
from wellwish.designs.templates import template
from wellwish.designs.templates.template import TemplateRow
from wellwish.infra.http import Services
from wellwish.media import media
from wellwish.web.kit.language import choose
from wellwish.web.kit.link import tried
from wellwish.web.kit.page import link_page, paper, peer
from wellwish.web.kit.style import style
from wellwish.web.view.sheet import Sheet, sheets

NOTES: Final = 8
_TURNS_S: Final = 20  # display time of each page of notes
_BRIEF, _FAIR = 60, 170  # maximum letters of a note in large and in medium type
# The lifetime of a stream, which queries the database every few seconds. The browser then opens a new one.
_STREAMS: Final = Limiter(200, card_waiting=2)
_STREAM_S: Final = 50.0
_LOOK_S: Final = 3.0


class Tile(Struct, frozen=True):
    """A note on the wall, with the size of its text."""

    note: Sheet

    @property
    def size(self) -> str:
        length = len(self.note.text) + 30 * self.note.text.count("\n") + 110 * (self.note.picture is not None)
        return "brief" if length <= _BRIEF else "fair" if length <= _FAIR else "much"


@link_page
async def wall(services: Services, request: Request) -> Response:
    """Returns a page of notes, the newest first. Raises NotFound, TooManyRequests."""
    with tried(services, request) as token:
        async with services.db.transaction() as tx:
            row = await open_wall(tx, token)
            design = await template.load(tx, row.template_id)
            language = choose(request, row.locale)
            state = await wall_state(tx, row)
            pages = max(1, -(-state.count // NOTES))
            page = (_number(request) - 1) % pages + 1
            found = await list_wall_notes(tx, row, skip=(page - 1) * NOTES, limit=NOTES)
            pictures = await media.find_by_contribution(tx, row.account_id, [each.id for each in found])
    tiles = [Tile(each) for each in sheets(found, pictures, services.keys, language, tx.now)]
    following = f"?page={page % pages + 1}"
    is_still = "still" in request.query_params
    return paper(
        request, "view/wall.html", language,
        style("note.css", "view.css", "wall.css", palette=design.palettes[cover.index_of(row, design)]),
        card=row, tiles=tiles, state=state, base=f"/w/{token}", page=page, pages=pages, following=following,
        is_still=is_still, cover=_cover(services, row, design), sign=_sign(services, row, tx.now, language),
        turns_s=_TURNS_S,
    )  # fmt: skip


class Sign(Struct, frozen=True):
    """The QR code with the signing link, and its label."""

    code: Markup
    label: str


def _sign(services: Services, row: CardRow, now: datetime, language: Language) -> Sign | None:
    """Returns the QR code for signing, or None without a usable shared link."""
    if not row.shared_link or row.status(now) != "open":
        return None
    url = Link(SIGN, row.id, row.shared_link_version).url(services.keys, services.settings.base_url)
    drawn = segno.make(url, error="m", micro=False).svg_inline(border=2, omitsize=True, svgclass="w-code")
    return Sign(Markup(drawn), language.gettext("Scan to sign the card"))  # noqa: S704 - drawn from our link


def _cover(services: Services, row: CardRow, design: TemplateRow) -> str | None:
    return cover.path(services.keys, row, design, "avif_240")


def _number(request: Request) -> int:
    given = request.query_params.get("page", "")
    return max(1, int(given)) if given.isascii() and given.isdigit() and len(given) < 6 else 1


@link_page
async def wall_stream(services: Services, request: Request) -> Response:
    """Streams an event with the revision of the notes whenever it changes, for up to 50 seconds.

    Raises NotFound, TooManyRequests, and Unavailable if the account, the card or the network has too
    many streams.
    """
    with tried(services, request) as token:
        async with services.db.transaction() as tx:
            row = await open_wall(tx, token)
            state = await wall_state(tx, row)
    async with AsyncExitStack() as stack:
        try:
            # Networks share the slots of a card, and cards share the slots of their account.
            share = Key(account=row.id, card=peer(request), payer=row.account_id)
            await stack.enter_async_context(_STREAMS.slot(share, 0.1))
        except LimiterError as error:
            raise Unavailable(headers={"Retry-After": str(_TURNS_S)}) from error
        body = _events(services, token, state, stack.pop_all())
    headers = {"Cache-Control": "no-store", "X-Accel-Buffering": "no", "X-Robots-Tag": "noindex"}
    return StreamingResponse(body, headers=headers, media_type="text/event-stream")


async def _events(
    services: Services, token: str, state: State, place: AsyncExitStack
) -> AsyncGenerator[bytes]:
    async with place:
        yield _event(state)
        ends_at = asyncio.get_running_loop().time() + _STREAM_S
        while asyncio.get_running_loop().time() < ends_at:
            await asyncio.sleep(_LOOK_S)
            try:
                async with services.db.transaction() as tx:
                    now = await wall_state(tx, await open_wall(tx, token))
            except (NotFound, AccountSuspended):
                yield b"event: end\ndata: {}\n\n"
                return
            yield b":\n\n" if now == state else _event(now)
            state = now


def _event(state: State) -> bytes:
    return f"event: notes\nid: {state.revision}\ndata: {state.count}\n\n".encode()
