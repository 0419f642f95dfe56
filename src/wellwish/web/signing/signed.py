"""The page after signing: the visitor's note, actions to change and remove it, and the sharing link."""

from collections.abc import Mapping
from typing import Annotated, Any, Final

from markupsafe import Markup
from msgspec import Struct
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from wellwish.base.language import later
from wellwish.cards.card_row import CardRow
from wellwish.cards.link import OWN, SIGN, Link
from wellwish.contributions import shared_link, signing
from wellwish.contributions.contribution import ContributionRow
from wellwish.contributions.remove import remove
from wellwish.contributions.signing import SigningContext
from wellwish.infra.db import Tx
from wellwish.infra.http import Body, Services, line, text
from wellwish.payments.refund_requests.ask import Asked, find_asked
from wellwish.payments.refund_requests.request import MAX_TEXT
from wellwish.web.kit import form, remembered
from wellwish.web.kit.field import Fields
from wellwish.web.kit.framed import UNFRAMED
from wellwish.web.kit.handed_over import handed_over
from wellwish.web.kit.language import choose
from wellwish.web.kit.page import link_page, paper, public
from wellwish.web.kit.pot import pot
from wellwish.web.signing import card_view, gift, occasion, shut
from wellwish.web.signing.board import board
from wellwish.web.signing.card_view import Shown
from wellwish.web.signing.visitor import Visitor, forgetting, identify, identify_sender

MAX_ADDRESS: Final = 254  # RFC 5321, section 4.5.3.1.3, without the brackets
_LOOK_AGAIN_S: Final = 3


class _Mail(Struct):
    """The form that requests the note's own link by email."""

    email: Annotated[str, line(MAX_ADDRESS, "Where to send the link.")] = ""


class RefundForm(Body, frozen=True, kw_only=True):
    """The form for requesting a refund."""

    reason: Annotated[str, text(MAX_TEXT, "Why the contributor asks for a refund.")] | None = None


class Entered(Struct, frozen=True):
    """The typed fields of the page, and their errors."""

    email: str = ""
    reason: str = ""
    faults: Mapping[str, str] = {}


_NOTHING: Final = Entered()


@link_page
async def signed(services: Services, request: Request) -> Response:
    """Returns the page, or redirects a visitor who has not signed to the form. Raises NotFound."""
    return await show(await identify(services, request))


async def show(
    visitor: Visitor,
    entered: Entered = _NOTHING,
    *,
    status: int = 200,
) -> Response:
    """Returns the page with the typed values and their errors. Raises NotFound."""
    async with visitor.services.db.transaction([visitor.link.account_id]) as tx:
        context = await signing.load(tx, visitor.link, visitor.remembered)
        if context.own is None or context.is_recipient:
            return RedirectResponse(visitor.base, 303)
        return await page_of_note(tx, visitor, context, context.own, entered=entered, status=status)


async def page_of_note(
    tx: Tx,
    visitor: Visitor,
    context: SigningContext,
    own: ContributionRow,
    *,
    entered: Entered = _NOTHING,
    status: int = 200,
) -> Response:
    """Returns the page of a visitor's note, on a card in any state."""
    row = context.row
    card = await card_view.load(tx, visitor, context)
    panel = await gift.panel(tx, card, own, only_again=True)
    name = form.browser(visitor.services, visitor.request)
    leads_on, is_back, headers = _leads_on(visitor.request, visitor, panel.own)
    response = paper(
        visitor.request,
        "signing/signed.html",
        card.language,
        card.look("sign.css"),
        status=status,
        headers=headers,
        leads_on=leads_on,
        is_back=is_back,
        left="left" in visitor.request.query_params,
        card=card,
        gift=panel.own,
        takes_gifts=panel.takes,
        paid=panel.paid,
        asked=await _asked(tx, row, panel.own, own.id),
        pot=await pot(tx, row, context.viewer, card.language, shows_goal=card.is_open),
        handed=await handed_over(tx, visitor.services, row, context.viewer, card.language),
        board=await board(tx, visitor.services, visitor.request, context),
        own=own,
        recipients_thanks=await card_view.said_to(tx, visitor.services, card) if card.may_have_thanks else [],
        mailed="mailed" in visitor.request.query_params,
        removed="removed" in visitor.request.query_params,
        others=card_view.others(card),
        ended=None if context.is_open else shut.said(card, context.state),
        public_url=shut.public_url(visitor.services, card),
        **_note(visitor.services, card),
        **_typed(entered),
        form_token=form.token(visitor.services, name, card.base),
        draft_name=visitor.services.keys.lasting_tag("draft", row.id),
    )
    form.remember(visitor.services, visitor.request, response, name)
    return forgetting(visitor, context, response)


async def _asked(tx: Tx, row: CardRow, own: gift.OwnGift | None, contribution_id: str) -> Asked | None:
    """Returns the refund requests of the visitor's gift; None if no refund is possible."""
    if own is None or not own.may_ask_refund or row.cancelling_at is not None:
        return None
    return await find_asked(tx, row.account_id, contribution_id)


def _note(services: Services, card: Shown) -> dict[str, Any]:
    """Returns the template's values for the note and the card's links."""
    visitor, context = card.visitor, card.context
    own_id = "" if card.own is None else card.own.id
    is_kept = own_id in visitor.browser.own and visitor.link.kind != OWN
    return {
        "headline": _headline(card),
        "base": card.base,
        "edit_url": visitor.page_of(own_id),
        "is_guest": context.is_guest,
        "is_withheld": context.is_withheld,
        "may_hand_over": is_kept,
        "is_author": card.own is not None and visitor.is_author(card.own),
        "media": card.media,
        "thanks": occasion.thanks(card.language, card.tone, is_public=_is_public(card)),
        "says": _says(card),
        "another": visitor.link.kind == SIGN and card.is_open and not context.is_guest,
        "may_ask_link": context.may_ask_link,
        "shared_url": _shared_url(services, card),
        "own_url": _own_url(services, card),
    }


def _typed(entered: Entered) -> dict[str, Any]:
    """Returns the fields of the page's forms, and the error message of the gift."""
    return {
        "email": Fields(_Mail, {"/email": entered.email}, entered.faults)["/email"],
        "reason": Fields(RefundForm, {"/reason": entered.reason}, entered.faults)["/reason"],
        "gift_fault": entered.faults.get("gift", ""),
    }


def _leads_on(
    request: Request, visitor: Visitor, own: gift.OwnGift | None
) -> tuple[bool, bool, dict[str, str]]:
    """Determines whether the page redirects to the payment or waits for its confirmation.

    Returns whether it redirects to the payment, whether the payer has returned from a payment that the
    provider has not confirmed, and the Refresh header for either case. A frame never shows the payment: a
    link opens it in a new tab.
    """
    if own is None or (own.status != "pending" and own.pay_url is None):
        return False, False, {}
    if "pay" in request.query_params and own.pay_url is not None:
        return True, False, {} if visitor.is_framed else {"Refresh": f"0; url={own.pay_url}"}
    if "back" not in request.query_params or visitor.is_framed:
        return False, False, {}
    confirms = "" if own.pay_url is None else f"; url={own.pay_url}/done"
    return False, True, {"Refresh": f"{_LOOK_AGAIN_S}{confirms}"}


def _headline(card: Shown) -> Markup:
    """Returns the heading: what the visitor has done or, while the note is not on the card, the name of the
    card.
    """
    if card.own is not None and card.own.note_status == "published":
        return occasion.done(card.language, card.tone, card.row.recipient)
    return occasion.name_of(card.language, card.row.recipient)


def _is_public(card: Shown) -> bool:
    return card.own is None or card.own.note_status not in ("pending", "hidden", "rejected")


def _says(card: Shown) -> str:
    """Returns the status of the note, and the end of the period for changes."""
    language, own, ends_at = card.language, card.own, card.ends_at
    if own is not None and own.note_status == "pending":
        says = language.gettext(later("%(sender)s will review your note before it appears on the card."))
        return says % {"sender": f"\u2068{card.sender}\u2069"}
    if own is not None and own.note_status == "rejected" and card.is_open:
        says = language.gettext(
            later(
                "%(sender)s did not put your note on the card. If you change it, it will be reviewed again."
            )
        )
        return says % {"sender": f"\u2068{card.sender}\u2069"}
    if own is not None and own.note_status in ("hidden", "rejected"):
        return language.gettext(later("Your note isn't shown on the card at the moment."))
    if not card.is_open:
        return ""  # already shown above
    if ends_at is None:
        return language.gettext(later("You can edit your note while the card is open."))
    says = language.gettext(later("You can edit your note until %(day)s."))
    return says % {"day": language.day(ends_at, card.timezone)}


def _shared_url(services: Services, card: Shown) -> str | None:
    """Returns the shared link for visitors who arrived through it."""
    if card.visitor.link.kind != SIGN or not card.is_open or card.context.is_guest:
        return None
    link = Link(SIGN, card.row.id, card.row.shared_link_version)
    return link.url(services.keys, services.settings.base_url)


def _own_url(services: Services, card: Shown) -> str | None:
    """Returns the note's own link in a frame without cookies, where nothing else remembers the note."""
    visitor = card.visitor
    if not visitor.is_framed or visitor.link.kind != OWN:
        return None
    return f"{services.settings.base_url}{UNFRAMED}{visitor.token}"


@link_page
async def take_back(services: Services, request: Request) -> Response:
    """Removes the note permanently. Removing it again has no effect. Raises NotFound, ForeignForm."""
    visitor, _ = await identify_sender(services, request)
    account_id, route = visitor.link.account_id, None
    async with services.db.transaction([account_id]) as tx:
        context = await signing.load(tx, visitor.link, visitor.remembered, lock=True)
        if context.own is not None:
            if context.route is None:
                # The note link ends with the note, so redirect to the link through which it was signed.
                route = await shared_link.find_route(tx, context.own, account_id)
            await remove(tx, services, context.access, context.own)
    base = visitor.base
    if context.route is None:
        base = route and visitor.path_of(
            services.keys.link_token(route.kind, route.subject_id, route.version)
        )
    if base is None and visitor.is_framed:  # `/removed` is not below a link, so it cannot be framed
        response = paper(request, "signing/removed.html", choose(request))
    elif context.is_guest:  # the link would open the note of the device's owner
        response = RedirectResponse(f"{base}?another=1&removed=1", 303)
    else:
        response = RedirectResponse("/removed" if base is None else f"{base}?removed=1", 303)
    if context.own is not None:
        remembered.forget(services, request, response, visitor.browser, context.own.id)
    return response


@public
async def removed(services: Services, request: Request) -> Response:
    """Confirms that a note was removed. The page does not know the card, because the link has ended."""
    del services
    return paper(request, "signing/removed.html", choose(request))
