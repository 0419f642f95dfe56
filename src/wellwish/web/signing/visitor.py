"""The visitor of a signing link: the link, and the contributions that the browser remembers."""

from typing import Final

from msgspec import Struct, structs
from starlette.requests import Request
from starlette.responses import Response

from wellwish.accounts.embed_origin import list_embed_origins
from wellwish.base import clock
from wellwish.base.errors import AccountSuspended, NotFound
from wellwish.cards.link import INVITATION, OWN, SIGN, Opened, find_links
from wellwish.contributions.signing import Remembered, SigningContext
from wellwish.infra.http import Services
from wellwish.web.kit import cookie, form, remembered
from wellwish.web.kit.form import Form
from wellwish.web.kit.framed import PREFIX, UNFRAMED, frame_by, is_framed
from wellwish.web.kit.link import tried
from wellwish.web.kit.remembered import Browser

_KINDS: Final = (SIGN, INVITATION, OWN)
_ANOTHER: Final = "another"  # the parameter of a URL at which somebody else signs


class Visitor(Struct, frozen=True):
    """A request behind a valid link, with the contributions to its card that the browser remembers.

    ``named`` is the one that the request names. With ``is_guest`` somebody else signs, and none opens.
    """

    services: Services
    request: Request
    token: str
    link: Opened
    browser: Browser
    named: str | None = None
    is_guest: bool = False
    is_framed: bool = False

    @property
    def remembered(self) -> Remembered:
        """What the browser may open."""
        return Remembered(tuple(self.browser.own), tuple(self.browser.guest), self.named, self.is_guest)

    @property
    def base(self) -> str:
        """The path of the link."""
        return self.path_of(self.token)

    def path_of(self, token: str) -> str:
        """Returns the path of a link, framed or unframed like this visit."""
        return f"{PREFIX if self.is_framed else UNFRAMED}{token}"

    def named_by(self, sent: Form) -> "Visitor":
        """Returns the visitor of a form, which names the contribution that its page showed."""
        return structs.replace(self, named=sent.text("own") or None, is_guest=sent.text("guest") == "yes")

    def page_of(self, contribution_id: str, page: str = "", **query: str) -> str:
        """Returns the path of a page about a contribution."""
        if self.browser.needs_mark(contribution_id):
            query = {remembered.NOTE: remembered.mark(self.services, contribution_id), **query}
        asked = "&".join(f"{name}={value}" for name, value in query.items())
        return f"{self.base}{page}?{asked}" if asked else f"{self.base}{page}"


async def identify(services: Services, request: Request) -> Visitor:
    """Looks up the link in the path and the browser's cookies in one round trip.

    Wrong, revoked and old links get the same response. Raises NotFound, also in a frame if the account lists
    no origins, AccountSuspended, and TooManyRequests for an address that has tried too many wrong links.
    """
    with tried(services, request) as token:
        kept = remembered.tokens(services, request)
        if is_framed(request) and cookie.read(services, request, form.BROWSER) is None:
            kept = {}  # a form without this cookie proves only that its sender knows the link
        async with services.db.statement(first=True) as tx:
            found = await find_links(tx, [token, *kept.values()])
        link = found.get(token)
        if link is None or link.kind not in _KINDS:
            raise NotFound
    # Only for this link: the browser also remembers cards of other accounts.
    if link.is_suspended:
        raise AccountSuspended
    clock.use_test_clock(link.ahead)
    if is_framed(request):
        async with services.db.transaction([link.account_id]) as tx:
            origins = await list_embed_origins(tx, link.account_id)
        if not origins:
            raise NotFound
        frame_by(request, origins)
    browser = remembered.opened(kept, found, link.account_id, link.card_id)
    named = remembered.named(services, request, browser)
    return Visitor(
        services,
        request,
        token,
        link,
        browser,
        named=named,
        is_guest=_ANOTHER in request.query_params,
        is_framed=is_framed(request),
    )


async def identify_sender(services: Services, request: Request) -> tuple[Visitor, Form]:
    """Returns the visitor and the form, which has no files, sent by the page of their link.

    Raises NotFound, ForeignForm, TooManyRequests, and the errors of reading a form.
    """
    visitor = await identify(services, request)
    sent = await form.read(services, request, visitor.base)
    form.check(sent)
    return visitor.named_by(sent), sent


def forgetting(visitor: Visitor, context: SigningContext, response: Response) -> Response:
    """Returns the page, which ends what the browser remembers of others than the author of the note on it."""
    shown = None if context.own is None else context.own.id
    remembered.forget_guests(visitor.services, visitor.request, response, visitor.browser, but=shown)
    return response
