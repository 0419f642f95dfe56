"""The page of a card that this visitor cannot sign: the reason, their own note, and their unsent text."""

from typing import Final

from starlette.responses import Response

from wellwish.base.language import Language, later
from wellwish.cards.link import INVITATION, OWN, PUBLIC_VIEW, Link
from wellwish.contributions.signing import SigningContext, State
from wellwish.infra.db import Tx
from wellwish.infra.http import Services
from wellwish.web.kit import form
from wellwish.web.kit.page import paper
from wellwish.web.signing import card_view, occasion
from wellwish.web.signing.board import board
from wellwish.web.signing.card_view import Shown
from wellwish.web.signing.typed_form import Typed
from wellwish.web.signing.visitor import Visitor

_SAYS: Final = {
    "closed": (later("This card is closed"), later("It can't be signed any more.")),
    "cancelled": (
        later("This card was cancelled"),
        later("It can't be signed any more. For details, ask %(sender)s."),
    ),
    "recipient": (
        later("This card is for you"),
        later("People are still signing. You'll see the card when it's finished."),
    ),
    "declined": (
        later("You chose not to sign"),
        later("That's fine. You can still change your mind."),
    ),
}

# The next step in states that have one: the query to append to the link, and the label of the button.
_AGAIN: Final = {
    "full": ("", later("Check again")),
    "declined": ("?after=1", later("Sign the card after all")),
}


_MOST_NAMES: Final = 3


async def shut(
    tx: Tx,
    visitor: Visitor,
    context: SigningContext,
    *,
    given: Typed | None = None,
    status: int = 200,
) -> Response:
    """Returns the page. ``given`` is a late note, shown so that its author can copy it."""
    card = await card_view.load(tx, visitor, context)
    own = None if context.is_recipient or context.is_withheld else card.own
    has_thanks = own is not None and card.may_have_thanks
    services, request = visitor.services, visitor.request
    name = form.browser(services, request)
    says, more = said(card, context.state)
    query, label = _AGAIN.get(context.state, (None, ""))
    response = paper(
        request,
        "signing/shut.html",
        card.language,
        card.look("sign.css"),
        status=status,
        card=card,
        headline=occasion.name_of(card.language, card.row.recipient),
        base=card.base,
        says=says,
        more=more,
        own=own,
        is_guest=context.is_guest,
        others=card_view.others(card),
        media=card.media,
        thanks=await card_view.said_to(tx, services, card) if has_thanks else [],
        given=given.text if given is not None else "",
        may_ask_link=context.may_ask_link,
        mailed="mailed" in request.query_params,
        again=None if query is None else card.base + query,
        again_says=label and card.language.gettext(label),
        board=await board(tx, services, request, context) if context.state == "full" else None,
        public_url=public_url(services, card),
        removed="removed" in request.query_params,
        form_token=form.token(services, name, card.base),
    )
    form.remember(services, request, response, name)
    return response


def public_url(services: Services, card: Shown) -> str | None:
    """Returns the link to the finished card: the public one, or the signer's; None for others."""
    if not card.signed or not card.row.is_revealed(card.context.now):
        return None
    if not card.row.public_read:
        context = card.context
        signed = context.link.kind == OWN or (context.link.kind == INVITATION and card.own is not None)
        return f"/c/{card.visitor.token}" if signed and not context.is_recipient else None
    link = Link(PUBLIC_VIEW, card.row.id, card.row.public_link_version)
    return link.url(services.keys, services.settings.base_url)


def said(card: Shown, state: State) -> tuple[str, str]:
    """Returns the reason why the card cannot be signed, and the next step."""
    language, ends_at = card.language, card.ends_at
    if state == "full":
        return _full(card, language)
    says, more = (language.gettext(text) for text in _SAYS.get(state, _SAYS["closed"]))
    if state == "closed":
        more = _closed(card, language)
    if state == "cancelled":
        more %= {"sender": f"\u2068{card.sender}\u2069"}
        if card.own is not None and card.own.money_method == "online":
            refunds = language.gettext(later("If you paid for a gift, the money goes back to you."))
            more = f"{more} {refunds}"
    if state == "recipient" and not card.is_open:
        more = language.gettext(later("It's finished. Ask %(sender)s for your link to open it."))
        more %= {"sender": f"\u2068{card.sender}\u2069"}
    if ends_at is not None and state == "closed" and card.row.state == "open":
        said = language.gettext(later("This card closed on %(day)s"))
        return said % {"day": language.day(ends_at, card.timezone)}, more
    if ends_at is not None and state == "recipient" and card.is_open:
        said = language.gettext(later("People are still signing. Come back after %(day)s."))
        return says, said % {"day": language.day(ends_at, card.timezone)}
    return says, more


def _full(card: Shown, language: Language) -> tuple[str, str]:
    limit = card.row.contribution_limit or 0
    counts = {"signed": language.number(card.signed), "limit": language.number(limit)}
    says = language.gettext(later("This card is full: %(signed)s of %(limit)s signed")) % counts
    return says, language.gettext(later("Check again later, or ask the person who sent you the link."))


def _closed(card: Shown, language: Language) -> str:
    name, sender = f"\u2068{card.row.recipient}\u2069", f"\u2068{card.sender}\u2069"
    reopens = language.gettext(later("Only %(sender)s can open it for signing again.")) % {"sender": sender}
    if not card.signed:
        says = language.gettext(later("No one has signed it."))
    elif card.opened_by and card.own is not None:
        return _opened(card, language)
    elif card.row.recipient is None or card.opened_by:
        says = language.gettext(later("It can't be signed any more."))
    else:
        says = language.gettext(later("It's ready for %(name)s to open.")) % {"name": name}
    return says if card.own is not None else f"{says} {reopens}"


def _opened(card: Shown, language: Language) -> str:
    """Returns the sentence that informs signers that recipients have opened the card."""
    names = [f"\u2068{each.name}\u2069" for each in card.opened_by if each.name]
    if len(names) != len(card.opened_by) or len(names) > _MOST_NAMES:
        return language.gettext(later("It has been opened."))
    if len(names) > 1:
        return language.gettext(later("%(names)s have opened it.")) % {"names": language.listed(names)}
    day = language.day(card.opened_by[0].first_viewed_at or card.context.now, card.timezone)
    return language.gettext(later("%(name)s opened it on %(day)s.")) % {"name": names[0], "day": day}
