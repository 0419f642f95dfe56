"""The page with the signing form, filled with earlier input or the contribution, and its errors."""

from collections.abc import Mapping
from typing import Final

from markupsafe import Markup
from msgspec import Struct
from starlette.responses import Response

from wellwish.base.errors import (
    ForeignForm,
    InvalidRequest,
    MoneyNotTaken,
    PaymentProviderMissing,
    TooManyRequests,
)
from wellwish.base.language import later
from wellwish.contributions.note_language import LANGUAGES
from wellwish.contributions.signing import SigningContext
from wellwish.infra.db import Tx
from wellwish.media import film
from wellwish.media.media import Media
from wellwish.web.kit import amount, form
from wellwish.web.kit.handwriting import LACKS
from wellwish.web.kit.page import paper
from wellwish.web.kit.pot import Pot, pot
from wellwish.web.signing import card_view, gift, occasion, typed_form
from wellwish.web.signing.attachments import Attachments
from wellwish.web.signing.board import Board, board
from wellwish.web.signing.card_view import Shown
from wellwish.web.signing.gift import Panel
from wellwish.web.signing.prompts import prompts
from wellwish.web.signing.typed_form import Typed
from wellwish.web.signing.visitor import Visitor

_PENS: Final = {
    "kalam": "Kalam",
    "caveat": "Caveat",
    "patrick": "Patrick Hand",
    "gochi": "Gochi Hand",
    "reenie": "Reenie Beanie",
    "shadows": "Shadows Into Light",
    "courier": "Courier Prime",
}
_INKS: Final = {
    "navy": later("Navy"),
    "berry": later("Berry"),
    "green": later("Green"),
    "rust": later("Rust"),
    "plum": later("Plum"),
    "charcoal": later("Charcoal"),
}
_PAPERS: Final = {
    "cream": later("Cream"),
    "blush": later("Blush"),
    "butter": later("Butter"),
    "mint": later("Mint"),
    "sky": later("Sky"),
    "lilac": later("Lilac"),
}
Refused = InvalidRequest | ForeignForm | TooManyRequests | MoneyNotTaken | PaymentProviderMissing
REFUSED: Final = (InvalidRequest, ForeignForm, TooManyRequests, MoneyNotTaken, PaymentProviderMissing)
_AGAIN: Final = later("Please press the button again")
_PAUSED: Final = later("Gifts are paused. You can still sign the card")
_SLOWER: Final = later("Too many people are signing from your network just now.")


class FormPage(Struct, frozen=True):
    """The card, and the other content of the form page."""

    card: Shown
    gift: Panel
    pot: Pot | None
    board: Board | None


async def load(tx: Tx, visitor: Visitor, context: SigningContext) -> FormPage:
    card = await card_view.load(tx, visitor, context)
    row, language = card.row, card.language
    return FormPage(
        card=card,
        gift=await gift.panel(tx, card, card.own),
        pot=await pot(tx, row, context.viewer, language, shows_goal=True),
        board=await board(tx, visitor.services, visitor.request, context),
    )


def _headline(card: Shown) -> Markup:
    if card.own is not None:
        return occasion.name_of(card.language, card.row.recipient)
    return occasion.headline(card.language, card.design.occasion, card.row.recipient)


def show(
    page: FormPage,
    given: Typed,
    *,
    media: list[Media],
    faults: Mapping[str, str] | None = None,
    status: int = 200,
    headers: Mapping[str, str] | None = None,
) -> Response:
    card, messages = page.card, dict(faults or {})
    services, request = card.visitor.services, card.visitor.request
    language, own = card.language, card.own
    name = form.browser(services, request)
    response = paper(
        request,
        "signing/sign.html",
        language,
        card.look("sign.css"),
        status=status,
        headers=headers,
        card=card,
        gift=page.gift,
        pot=page.pot,
        board=page.board,
        headline=_headline(card),
        base=card.base,
        typed=given,
        note_languages=LANGUAGES,
        media=media,
        faults=messages,
        fields=typed_form.fields(given, messages),
        wait_s=int((headers or {}).get("Retry-After", 0)),
        own=own,
        asks_receipt_email=own is None or card.visitor.is_author(own),
        is_guest=card.context.is_guest or card.visitor.is_guest,
        others=card_view.others(card),
        own_says=_own_says(card),
        takes_videos=film.is_there(),
        invited_by_email=_is_invited_by_email(card),
        may_decline=card.context.may_decline,
        may_ask_link=card.context.may_ask_link,
        mailed="mailed" in request.query_params,
        removed="removed" in request.query_params,
        pens=tuple((key, says, LACKS.get(key, "")) for key, says in _PENS.items()),
        inks=tuple(_INKS.items()),
        papers=tuple(_PAPERS.items()),
        prompts=prompts(language, card.design.occasion) if own is None else [],
        prompt=occasion.prompt(language, card.tone, card.row.recipient),
        go=occasion.button(language, card.tone),
        form_token=form.token(services, name, card.base),
        draft_name=services.keys.lasting_tag("draft", card.row.id),
    )
    form.remember(services, request, response, name)
    return response


def _is_invited_by_email(card: Shown) -> bool:
    """Returns whether a named author gets confirmations at the invited address."""
    invite = card.context.invite
    return (
        invite is not None
        and invite.delivery_type == "email"
        and invite.link_version == 1
        and not card.context.is_shared
    )


def _own_says(card: Shown) -> str:
    """Returns the state of the visitor's own note; an empty string for a published one."""
    own, language = card.own, card.language
    if own is None or own.note_status == "published":
        return ""
    if own.note_status == "pending":
        return language.gettext(later("Your note will appear on the card once it has been reviewed."))
    return language.gettext(later("Your note isn't shown on the card at the moment."))


def faults_of(refusal: Refused, attachments: Attachments, page: FormPage) -> dict[str, str]:
    """Returns the error messages by field. An error of the whole form appears under its button."""
    language = page.card.language
    if isinstance(refusal, TooManyRequests):
        wait_s = int(refusal.headers["Retry-After"])
        waits = language.ngettext("Try again in %(count)s second.", "Try again in %(count)s seconds.", wait_s)
        return {"go": f"{language.gettext(_SLOWER)} {waits % {'count': language.number(wait_s)}}"}
    found = attachments.faults
    if isinstance(refusal, InvalidRequest):
        found = {**typed_form.says(refusal.faults), **found}
    elif isinstance(refusal, (MoneyNotTaken, PaymentProviderMissing)):
        found = {**found, "gift": _PAUSED}
    if found.get("gift") == amount.NO_AMOUNT:
        found = {**found, "gift": amount.no_amount(language, page.card.row.currency)}
    if "gift" in found and not page.gift.takes:  # the panel is no longer on the page
        del found["gift"]
        found["go"] = _PAUSED
    return found or {"go": _AGAIN}
