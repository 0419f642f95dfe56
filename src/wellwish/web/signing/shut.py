"""A card that cannot be signed, or not by this reader: why, their own note, and what they had typed."""

from typing import Final

from starlette.requests import Request
from starlette.responses import Response

from wellwish.http import Services
from wellwish.language import Language, later
from wellwish.web.kit import form
from wellwish.web.kit.page import paper
from wellwish.web.signing import occasion
from wellwish.web.signing.context import Scene
from wellwish.web.signing.typed import Typed

_SAYS: Final = {
    "closed": (later("This card is closed"), later("It can't be signed any more.")),
    "cancelled": (later("This card was cancelled"), later("It can't be signed any more.")),
    "recipient": (
        later("This card is for you"),
        later("People are still signing. You'll see the card when it's finished."),
    ),
    "declined": (
        later("You chose not to sign"),
        later("That's fine. You can still change your mind."),
    ),
}


def shut(
    services: Services, request: Request, found: Scene, *, given: Typed | None = None, status: int = 200
) -> Response:
    """Returns the page; ``given`` is what came too late, for its writer to keep."""
    name = form.browser(services, request)
    says, more = _said(found)
    response = paper(
        request,
        "signing/shut.html",
        found.language,
        found.look("sign.css"),
        status=status,
        scene=found,
        headline=occasion.name_of(found.language, found.row.recipient),
        base=found.base,
        says=says,
        more=more,
        own=None if found.is_recipient else found.own,
        media=found.own_media,
        given=given.text if given is not None else "",
        again=f"{found.base}?after=1" if found.state == "declined" else None,
        form_token=form.token(services, name, found.base),
    )
    form.remember(services, request, response, name)
    return response


def _said(found: Scene) -> tuple[str, str]:
    language, ends_at = found.language, found.ends_at
    if found.state == "full":
        return _full(found, language)
    says, more = (language.gettext(text) for text in _SAYS.get(found.state, _SAYS["closed"]))
    if found.state == "closed" and found.row.recipient is not None:
        more = language.gettext(later("It's ready for %(name)s to open."))
        more %= {"name": f"\u2068{found.row.recipient}\u2069"}
    if found.state == "recipient" and not found.is_open:
        more = language.gettext(later("It's finished. Ask %(sender)s for your link to open it."))
        more %= {"sender": f"\u2068{found.sender}\u2069"}
    if ends_at is not None and found.state == "closed" and found.row.state == "open":
        said = language.gettext(later("This card closed on %(day)s"))
        return said % {"day": language.day(ends_at, found.timezone)}, more
    if ends_at is not None and found.state == "recipient" and found.is_open:
        said = language.gettext(later("People are still signing. Come back after %(day)s."))
        return says, said % {"day": language.day(ends_at, found.timezone)}
    return says, more


def _full(found: Scene, language: Language) -> tuple[str, str]:
    limit = found.row.contribution_limit or 0
    counts = {"signed": language.number(found.signed), "limit": language.number(limit)}
    says = language.gettext(later("This card is full: %(signed)s of %(limit)s signed")) % counts
    more = language.gettext(later("Ask %(sender)s to make room for more."))
    return says, more % {"sender": f"\u2068{found.sender}\u2069"}
