"""The visitor of a signing link: the link, and the contribution that the browser remembers."""

from typing import Final

from msgspec import Struct
from starlette.requests import Request

from wellwish.accounts.embed_origin import list_embed_origins
from wellwish.base import clock
from wellwish.base.errors import AccountSuspended, NotFound
from wellwish.cards.link import INVITATION, OWN, SIGN, Opened, find_links
from wellwish.infra.http import Services
from wellwish.web.kit import cookie, form
from wellwish.web.kit.form import Form
from wellwish.web.kit.framed import PREFIX, UNFRAMED, frame_by, is_framed
from wellwish.web.kit.link import tried

_KINDS: Final = (SIGN, INVITATION, OWN)


class Visitor(Struct, frozen=True):
    """A valid link, and the id of the contribution to its card that the browser's cookie opens."""

    token: str
    link: Opened
    own_id: str | None
    is_framed: bool = False

    @property
    def base(self) -> str:
        """The path of the link."""
        return self.path_of(self.token)

    def path_of(self, token: str) -> str:
        """Returns the path of a link, framed or unframed like this visit."""
        return f"{PREFIX if self.is_framed else UNFRAMED}{token}"


async def identify(services: Services, request: Request) -> Visitor:
    """Looks up the link in the path and the browser's cookies in one round trip.

    Wrong, revoked and old links get the same response. Raises NotFound, also in a frame if the account lists
    no origins, AccountSuspended, and TooManyRequests for an address that has tried too many wrong links.
    """
    with tried(services, request) as token:
        kept = cookie.own_links(services, request)
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
    own = found.get(kept.get(cookie.own_name(link.card_id), ""))
    same = own is not None and (own.kind, own.account_id, own.card_id) == (OWN, link.account_id, link.card_id)
    # With "another", a different person signs from the same browser.
    remembers = own is not None and same and "another" not in request.query_params
    return Visitor(token, link, own.subject_id if own is not None and remembers else None, is_framed(request))


async def identify_sender(services: Services, request: Request) -> tuple[Visitor, Form]:
    """Returns the visitor and the form, which has no files, sent by the page of their link.

    Raises NotFound, ForeignForm, TooManyRequests, and the errors of reading a form.
    """
    visitor = await identify(services, request)
    sent = await form.read(services, request, visitor.base)
    form.check(sent)
    return visitor, sent
