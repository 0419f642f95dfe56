"""The author's link to their note: email it, or hand over a note that somebody else signed on this device.

After handing over, the browser retains nothing: the cookie is deleted, and the history contains neither the
note nor the link.
"""

import math
from typing import Final

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from wellwish.base import clock
from wellwish.base.language import later
from wellwish.contributions import signing
from wellwish.contributions.mail_link import TooManyOwnLinksError, ask_links, mail_link
from wellwish.infra.http import Services
from wellwish.infra.http.addresses import email_address
from wellwish.web.kit import remembered
from wellwish.web.kit.page import link_page, paper, peer
from wellwish.web.signing import card_view, occasion
from wellwish.web.signing.card_view import Shown
from wellwish.web.signing.signed import MAX_ADDRESS, Entered, show
from wellwish.web.signing.visitor import identify, identify_sender

_WRONG: Final = later("Enter an email address in the correct format, like name@example.org")
_TOO_MANY: Final = later("Too many links were emailed today. Show your link here instead.")
_TOO_MANY_OF_NOTE: Final = later(
    "We've already emailed this link to three addresses today. Use the link in one of those emails, or try "
    "again tomorrow."
)
_TOO_MANY_OF_CARD: Final = later(
    "We've emailed a lot of links for this card today. Please try again tomorrow. Until then, you can edit "
    "your note in this browser."
)


@link_page
async def send_link(services: Services, request: Request) -> Response:
    """Emails the author's link to an address entered by the author.

    With ``hand_over`` the browser then forgets the note. Only its author gets the link, which still opens the
    note once it is anonymous. The response reveals that too many links were sent
    today, but not whether an email was sent. Raises NotFound, ForeignForm, TooManyRequests.
    """
    visitor, sent = await identify_sender(services, request)
    services.visits.signings.take(peer(request))
    email = sent.text("email").strip()
    try:
        address = email_address(email)
    except ValueError:
        return await show(visitor, Entered(email[:MAX_ADDRESS], faults={"email": _WRONG}), status=422)
    try:
        async with services.db.transaction([visitor.link.account_id]) as tx:
            context = await signing.load(tx, visitor.link, visitor.remembered)
            if context.own is None or not visitor.is_author(context.own):
                return RedirectResponse(visitor.base, 303)
            await mail_link(tx, services, context.row, context.own, address)
    except TooManyOwnLinksError as error:
        says = {"email": _TOO_MANY_OF_NOTE if error.of_note else _TOO_MANY_OF_CARD}
        if sent.text("hand_over") == "yes":
            says = {"email": _TOO_MANY}
        response = await show(visitor, Entered(email[:MAX_ADDRESS], faults=says), status=429)
        response.headers["Retry-After"] = str(math.ceil((error.ends_at - clock.now()).total_seconds()))
        return response
    own_id = context.own.id
    if sent.text("hand_over") != "yes":
        return RedirectResponse(visitor.page_of(own_id, "/signed", mailed="1"), 303)
    response = RedirectResponse(f"{visitor.base}/handed-over?mailed=1", 303)
    remembered.forget(services, request, response, visitor.browser, own_id)
    return response


@link_page
async def send_links(services: Services, request: Request) -> Response:
    """Emails the links to all notes signed through an invitation to the invited address.

    The response is always the same. Raises NotFound, ForeignForm, TooManyRequests.
    """
    visitor, sent = await identify_sender(services, request)
    services.visits.signings.take(peer(request))
    async with services.db.transaction([visitor.link.account_id]) as tx:
        context = await signing.load(tx, visitor.link)
        if context.invite is not None and context.may_ask_link:
            await ask_links(tx, services, context.access, context.invite)
    if sent.text("signed") != "yes" or visitor.named is None:
        return RedirectResponse(f"{visitor.base}?mailed=1", 303)
    return RedirectResponse(visitor.page_of(visitor.named, "/signed", mailed="1"), 303)


@link_page
async def hand_over(services: Services, request: Request) -> Response:
    """Shows the author the link to their note once, and deletes the note from this browser.

    If the response is lost, the cookie remains, so that the author can try again. Raises NotFound,
    ForeignForm.
    """
    visitor, _ = await identify_sender(services, request)
    async with services.db.transaction([visitor.link.account_id]) as tx:
        context = await signing.load(tx, visitor.link, visitor.remembered)
        own = context.own
        if own is None or own.link is None or not visitor.is_author(own):
            return RedirectResponse(visitor.base, 303)
        card = await card_view.load(tx, visitor, context)
    response = _handed_over(request, card, own.link.url(services.keys, services.settings.base_url))
    remembered.forget(services, request, response, visitor.browser, own.id)
    return response


@link_page
async def handed_over(services: Services, request: Request) -> Response:
    """Says that the browser has forgotten the note, and makes the browser forget guests' notes. Raises
    NotFound.
    """
    visitor = await identify(services, request)
    async with services.db.transaction([visitor.link.account_id]) as tx:
        context = await signing.load(tx, visitor.link)
        card = await card_view.load(tx, visitor, context)
    response = _handed_over(request, card, None)
    remembered.forget_guests(services, request, response, visitor.browser)
    return response


def _handed_over(request: Request, card: Shown, url: str | None) -> Response:
    return paper(
        request,
        "signing/handed_over.html",
        card.language,
        card.look("sign.css"),
        card=card,
        headline=occasion.name_of(card.language, card.row.recipient),
        base=card.base,
        url=url,
        mailed="mailed" in request.query_params,
    )


@link_page
async def keep(services: Services, request: Request) -> Response:
    """Remembers the note of an author who says that the device is theirs.

    Raises NotFound, ForeignForm.
    """
    visitor, _ = await identify_sender(services, request)
    async with services.db.transaction([visitor.link.account_id]) as tx:
        context = await signing.load(tx, visitor.link, visitor.remembered)
    own = context.own
    if own is None or own.link is None or not context.is_guest:
        return RedirectResponse(visitor.base, 303)
    response = RedirectResponse(visitor.page_of(own.id, "/signed"), 303)
    token = services.keys.link_token(own.link.kind, own.link.subject_id, own.link.version)
    remembered.keep(services, request, response, visitor.browser, own.id, token)
    return response
