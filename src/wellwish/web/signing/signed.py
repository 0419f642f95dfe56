"""After signing: one's own note, the ways to change and to remove it, and the link to pass on."""

from collections.abc import Mapping
from typing import Final

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from wellwish.cards.link import SIGN, Link
from wellwish.contributions.mail_link import mail_link
from wellwish.contributions.remove import remove
from wellwish.errors import NotFound
from wellwish.http import Services
from wellwish.http.addresses import email_address
from wellwish.language import later
from wellwish.web.kit import cookie, form
from wellwish.web.kit.language import choose
from wellwish.web.kit.page import link_page, paper, peer, public
from wellwish.web.signing import context, occasion
from wellwish.web.signing.context import Scene

_LOOK_AGAIN_S: Final = 3


@link_page
async def signed(services: Services, request: Request) -> Response:
    """The page; who has signed nothing is led to the form. Raises NotFound."""
    found = await context.load(services, request)
    if found.own is None or found.is_recipient:
        return RedirectResponse(found.base, 303)
    return _show(services, request, found, mailed="mailed" in request.query_params)


def _show(
    services: Services,
    request: Request,
    found: Scene,
    *,
    mailed: bool = False,
    email: str = "",
    faults: Mapping[str, str] | None = None,
) -> Response:
    language, row, name = found.language, found.row, form.browser(services, request)
    own_gift, leads_on = found.gift.own, False
    headers: dict[str, str] = {}
    if own_gift is not None and own_gift.status == "pending":
        leads_on = "pay" in request.query_params and own_gift.pay_url is not None
        if leads_on:
            headers["Refresh"] = f"0; url={own_gift.pay_url}"
        elif "back" in request.query_params:
            headers["Refresh"] = str(_LOOK_AGAIN_S)
    response = paper(
        request,
        "signing/signed.html",
        language,
        found.look("sign.css"),
        status=422 if faults else 200,
        headers=headers,
        leads_on=leads_on,
        scene=found,
        headline=found.headline,
        base=found.base,
        own=found.own,
        media=found.own_media,
        thanks=occasion.thanks(language, found.tone, is_public=_is_public(found)),
        says=_says(found),
        another=found.kind == SIGN,
        shared_url=_shared_url(services, found),
        mailed=mailed,
        typed_email=email,
        faults=dict(faults or {}),
        form_token=form.token(services, name, found.base),
        draft_name=services.keys.form_tag("draft", row.id),
    )
    form.remember(services, request, response, name)
    return response


def _is_public(found: Scene) -> bool:
    return found.own is None or found.own.note_status not in ("pending", "hidden", "rejected")


def _says(found: Scene) -> str:
    """Returns what becomes of the note, and until when it can be changed."""
    language, own, ends_at = found.language, found.own, found.ends_at
    if own is not None and own.note_status == "pending":
        says = language.gettext(later("%(sender)s will review your note before it appears on the card."))
        return says % {"sender": f"\u2068{found.sender}\u2069"}
    if own is not None and own.note_status in ("hidden", "rejected"):
        return language.gettext(later("Your note isn't shown on the card at the moment."))
    if not found.is_open:
        return language.gettext(later("This card is closed."))
    if ends_at is None:
        return language.gettext(later("You can edit it while the card is open."))
    says = language.gettext(later("You can edit it until %(day)s."))
    return says % {"day": language.day(ends_at, found.timezone)}


def _shared_url(services: Services, found: Scene) -> str | None:
    """Returns the link that everybody may have, to those who came by it."""
    if found.kind != SIGN or not found.is_open:
        return None
    link = Link(SIGN, found.row.id, found.row.shared_link_version)
    return link.url(services.keys, services.settings.base_url)


@link_page
async def send_link(services: Services, request: Request) -> Response:
    """Sends the writer's own link to an address of theirs. Raises NotFound, ForeignForm, TooManyRequests.

    The answer never tells whether the address gets it.
    """
    found, sent = await context.load_for_form(services, request)
    services.visits.signings.take(peer(request))
    if found.own is None:
        return RedirectResponse(found.base, 303)
    email = sent.text("email").strip()
    try:
        address = email_address(email)
    except ValueError:
        says = {"email": later("Enter an email address in the correct format, like name@example.org")}
        return _show(services, request, found, email=email[:254], faults=says)
    async with services.db.transaction([found.row.account_id]) as tx:
        await mail_link(tx, services, found.access, found.own.id, address)
    return RedirectResponse(f"{found.base}/signed?mailed=1", 303)


@link_page
async def take_back(services: Services, request: Request) -> Response:
    """Removes the reader's own note for good; twice is once. Raises NotFound, ForeignForm."""
    found, _ = await context.load_for_form(services, request)
    if found.own is not None:
        try:
            async with services.db.transaction([found.row.account_id]) as tx:
                await remove(tx, services, found.access, found.own.id)
        except NotFound:
            pass  # the card was deleted meanwhile, and the note with it
    response = RedirectResponse("/removed", 303)
    cookie.drop(services, response, cookie.own_name(found.row.id))
    return response


@public
async def removed(services: Services, request: Request) -> Response:
    """Says that a note is gone; of which card, only its former link would know."""
    del services
    return paper(request, "signing/removed.html", choose(request))
