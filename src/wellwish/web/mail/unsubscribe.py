"""Unsubscribe from the emails of an account or about a card.

A page with a button and its undo, and the one-click requests of email clients (RFC 8058).

Opening the page has no effect, because scanners open links. The token identifies the account and the address,
so the request needs neither a cookie nor a form token.
"""

from typing import Final
from urllib.parse import parse_qs

from starlette.requests import Request
from starlette.responses import Response

from wellwish.base.errors import NotFound
from wellwish.delivery import mute, opt_out
from wellwish.delivery.mute import Mute
from wellwish.delivery.opt_out import OptOut
from wellwish.infra.db import Tx
from wellwish.infra.http import Services
from wellwish.infra.http.request import body_of
from wellwish.web.kit.language import choose
from wellwish.web.kit.link import tried
from wellwish.web.kit.page import page, paper, with_link

_BODY_BYTES: Final = 4096  # maximum size of a body with the field of RFC 8058, in either encoding
# The field that undoes an unsubscription. All other requests unsubscribe, even without a body.
_FIELD: Final = "subscribe"
_AGAIN: Final = "again"


@page
@with_link
async def unsubscribe(services: Services, request: Request) -> Response:
    """Returns the page with the button, or with the undo. Raises NotFound, TooManyRequests."""
    found = await _found(services, request)
    async with services.db.transaction() as tx:
        standing = await _standing(tx, found)
    return _shown(request, found, "unsubscribed" if standing == "unsubscribed" else "subscribed")


@page
@with_link
async def unsubscribed(services: Services, request: Request) -> Response:
    """Unsubscribes the address in one step, or subscribes it again.

    Raises NotFound, BodyTooLarge, TooManyRequests.
    """
    body = await body_of(services, request, _BODY_BYTES)
    found = await _found(services, request)
    if not _is_undo(body):
        async with services.db.transaction() as tx:
            await (mute.take(tx, found) if isinstance(found, Mute) else opt_out.take(tx, found))
        return _shown(request, found, "unsubscribed")
    async with services.db.transaction() as tx:
        await (mute.undo(tx, found) if isinstance(found, Mute) else opt_out.undo(tx, found))
        standing = await _standing(tx, found)
    return _shown(request, found, "subscribed_again" if standing == "subscribed" else standing)


async def _standing(tx: Tx, found: OptOut | Mute) -> str:
    if isinstance(found, OptOut):
        return await opt_out.standing(tx, found)
    return "unsubscribed" if await mute.is_muted(tx, found) else "subscribed"


def _is_undo(body: bytes) -> bool:
    return parse_qs(body.decode("latin-1")).get(_FIELD) == [_AGAIN]


def _shown(request: Request, found: OptOut | Mute, state: str) -> Response:
    return paper(
        request, "mail/unsubscribe.html", choose(request),
        state=state, is_of_card=isinstance(found, Mute), field=_FIELD, again=_AGAIN,
    )  # fmt: skip


async def _found(services: Services, request: Request) -> OptOut | Mute:
    with tried(services, request) as token:
        async with services.db.statement(first=True) as tx:
            found = await opt_out.find_opt_out(tx, token) or await mute.find_mute(tx, token)
        if found is None:
            raise NotFound
    return found
