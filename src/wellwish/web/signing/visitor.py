"""The visitor of a signing link: the link, and the contributions that the browser remembers."""

from typing import Final

from msgspec import Struct, structs
from starlette.requests import Request
from starlette.responses import Response

from wellwish.accounts.embed_origin import list_embed_origins
from wellwish.base import clock
from wellwish.base.errors import AccountSuspended, NotFound
from wellwish.cards.link import INVITATION, OWN, SIGN, FoundLink, find_links
from wellwish.contributions.contribution import ContributionRow
from wellwish.contributions.signing import Remembered, SigningContext
from wellwish.infra.http import Services
from wellwish.web.kit import cookie, form, remembered
from wellwish.web.kit.form import Form
from wellwish.web.kit.framed import PREFIX, UNFRAMED, frame_by, is_framed
from wellwish.web.kit.link import tried
from wellwish.web.kit.remembered import Browser

_KINDS: Final = (SIGN, INVITATION, OWN)
_ANOTHER: Final = "another"  # query parameter of the form for somebody else


class Visitor(Struct, frozen=True):
    """A request through a valid link, with the remembered contributions to its card.

    ``named`` is the contribution identified by the request. ``is_guest`` means that somebody else signs, so
    no remembered contribution is opened.
    """

    services: Services
    request: Request
    token: str
    link: FoundLink
    browser: Browser
    named: str | None = None
    is_guest: bool = False
    is_framed: bool = False

    @property
    def remembered(self) -> Remembered:
        """The contributions that the browser may open."""
        browser = self.browser
        return Remembered(tuple(browser.own), tuple(browser.guest), self.named, self.is_guest, browser.links)

    @property
    def base(self) -> str:
        """The path of the link."""
        return self.path_of(self.token)

    def path_of(self, token: str) -> str:
        """Returns the path of a link, framed or unframed like this visit."""
        return f"{PREFIX if self.is_framed else UNFRAMED}{token}"

    def named_by(self, sent: Form) -> "Visitor":
        """Returns the visitor with the contribution identified by the form, the one that its page showed."""
        return structs.replace(self, named=sent.text("own") or None, is_guest=sent.text("guest") == "yes")

    def is_author(self, found: ContributionRow) -> bool:
        """Whether the request proves authorship of a note: by its current own link, in a cookie or the path.

        An invitation link is not sufficient, because it also opens the note in other browsers and is visible
        to the sender.
        """
        own = found.link
        return own is not None and own.hash(self.services.keys) in (self.link.hash, *self.browser.links)

    def page_of(self, contribution_id: str, page: str = "", **query: str) -> str:
        """Returns the path of a page about a contribution."""
        if self.browser.needs_mark(contribution_id):
            query = {remembered.NOTE: remembered.mark(self.services, contribution_id), **query}
        asked = "&".join(f"{name}={value}" for name, value in query.items())
        return f"{self.base}{page}?{asked}" if asked else f"{self.base}{page}"


async def identify(services: Services, request: Request) -> Visitor:
    """Looks up the link in the path and the browser's cookies in one round trip.

    Wrong, revoked and old links get the same response. So do links in a frame if the account lists no
    origins. Raises NotFound, AccountSuspended, and TooManyRequests after too many wrong links.
    """
    with tried(services, request) as token:
        kept = remembered.tokens(services, request)
        if is_framed(request) and cookie.read(services, request, form.BROWSER) is None:
            kept = {}  # without this cookie, a form only proves knowledge of the link
        async with services.db.statement(first=True) as tx:
            found = await find_links(tx, [token, *kept.values()])
        link = found.get(token)
        if link is None or link.kind not in _KINDS:
            raise NotFound
    # Check only this link, because the browser also remembers cards of other accounts.
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
    """Returns the visitor and the form that the page of their link sent, which has no files.

    Raises NotFound, ForeignForm, TooManyRequests, and the errors of reading a form.
    """
    visitor = await identify(services, request)
    sent = await form.read(services, request, visitor.base)
    form.check(sent)
    return visitor.named_by(sent), sent


def forgetting(visitor: Visitor, context: SigningContext, response: Response) -> Response:
    """Returns the page, and makes the browser forget the notes of others except the one that it shows."""
    shown = None if context.own is None else context.own.id
    remembered.forget_guests(visitor.services, visitor.request, response, visitor.browser, but=shown)
    return response
