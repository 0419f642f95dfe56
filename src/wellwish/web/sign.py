"""The page behind a signing link: whose card it is. Opening it changes nothing."""

from typing import Final

from msgspec import Struct
from starlette.requests import Request
from starlette.responses import Response

from wellwish.cards import card
from wellwish.cards.access import EVERYTHING, OnCard
from wellwish.cards.link import INVITATION, SIGN
from wellwish.crypto import link_hash
from wellwish.errors import NotFound
from wellwish.http import Parts
from wellwish.web.page import html, peer, public, render

_HEADERS: Final = {"X-Robots-Tag": "noindex"}
_LONGEST_TOKEN: Final = 64


class _Opened(Struct):
    account_id: str
    card_id: str


@public
async def sign(parts: Parts, request: Request) -> Response:
    """The page; a wrong, revoked or old link has one answer. Raises NotFound."""
    token = request.path_params["token"]
    if len(token) > _LONGEST_TOKEN:
        raise NotFound
    async with parts.db.transaction() as tx:
        opened = await tx.maybe(
            _Opened,
            """
            select account_id, card_id from links
            where hash = :hash and kind = any (:kinds) and card_id is not null
            """,
            hash=link_hash(token),
            kinds=[SIGN, INVITATION],
        )
        if opened is None:
            parts.visits.wrong_links.take(peer(request))
            raise NotFound
        await tx.see([opened.account_id])
        row = await card.load(tx, OnCard(opened.account_id, opened.card_id, EVERYTHING))
        status = row.status(tx.now)
    return html(render("sign.html", card=row, is_open=status == "open"), headers=_HEADERS)
