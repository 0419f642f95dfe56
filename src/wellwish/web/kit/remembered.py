"""The contributions remembered by a browser, with a cookie for each.

Cookies prove authorship. The browser remembers the contributions of the device's owner. A contribution that
somebody else signs on the device ("Let someone else sign") is remembered for a few minutes, opens only with
its mark in the URL, and is forgotten when the card's link is opened again, so that nobody finds it later.
"""

from collections.abc import Mapping, Sequence
from typing import Final

from msgspec import Struct
from starlette.requests import Request
from starlette.responses import Response

from wellwish.cards.link import OWN, FoundLink
from wellwish.infra.http import Services
from wellwish.web.kit import cookie
from wellwish.web.kit.framed import is_framed

MOST: Final = 50  # contributions per browser; 3 KB of cookies, of 8 KB of headers that proxies accept
GUEST_S: Final = 15 * 60  # enough time to pay and to save the link
NOTE: Final = "note"  # query parameter that identifies a contribution
_MARK_LETTERS: Final = 12


class Browser(Struct, frozen=True):
    """The cookie names of a browser by contribution that they open, newest first.

    ``oldest`` contains the names of the owner's cookies for all cards: first those that open nothing, then
    the others, oldest first. ``links`` contains the hashes of the links in this card's cookies.
    """

    own: Mapping[str, str] = {}
    guest: Mapping[str, str] = {}
    oldest: Sequence[str] = ()
    links: tuple[bytes, ...] = ()

    @property
    def every(self) -> tuple[str, ...]:
        return (*self.guest, *self.own)

    def needs_mark(self, contribution_id: str) -> bool:
        """Whether the card's link opens this contribution only with its mark in the URL."""
        is_older = contribution_id in self.own and next(iter(self.own)) != contribution_id
        return contribution_id in self.guest or is_older


def tokens(services: Services, request: Request) -> dict[str, str]:
    """Returns the link tokens of all remembered contributions by cookie name."""
    return {
        name: token
        for prefix in (cookie.OWN, cookie.GUEST)
        for name, token in cookie.values(services, request, prefix).items()
    }


def opened(
    given: Mapping[str, str], found: Mapping[str, FoundLink], account_id: str, card_id: str
) -> Browser:
    """Returns the contributions to a card that these cookies open; ``found`` contains their links.

    IDs begin with their creation time, so their order is that of signing.
    """
    links = {name: link for name, token in given.items() if (link := found.get(token)) is not None}
    newest = sorted(links, key=lambda name: links[name].subject_id, reverse=True)
    here = [
        (links[name].subject_id, name)
        for name in newest
        if (links[name].kind, links[name].account_id, links[name].card_id) == (OWN, account_id, card_id)
    ]
    dead = [name for name in given if name not in links]
    return Browser(
        own={each: name for each, name in here if name.startswith(cookie.OWN)},
        guest={each: name for each, name in here if name.startswith(cookie.GUEST)},
        oldest=[name for name in (*dead, *reversed(newest)) if name.startswith(cookie.OWN)],
        links=tuple(links[name].hash for _, name in here),
    )


def mark(services: Services, contribution_id: str) -> str:
    """Returns the mark that identifies a remembered contribution in the browser's URLs.

    An ID would reveal the author of an anonymous note to people with access to the browser history and the
    API.
    """
    return services.keys.lasting_tag("note in a browser", contribution_id)[:_MARK_LETTERS]


def named(services: Services, request: Request, browser: Browser) -> str | None:
    """Returns the ID of the remembered contribution whose mark is in the URL, or None."""
    given = request.query_params.get(NOTE)
    return next((each for each in browser.every if given and mark(services, each) == given), None)


def keep(
    services: Services,
    request: Request,
    response: Response,
    browser: Browser,
    contribution_id: str,
    token: str,
) -> None:
    """Remembers a contribution of the device's owner, forgetting the oldest ones above the limit."""
    framed, name = is_framed(request), cookie.own_name(contribution_id)
    cookie.keep(services, response, name, token, framed=framed)
    others = [each for each in browser.oldest if each not in (name, browser.own.get(contribution_id))]
    over = others[: max(0, len(others) + 1 - MOST)]
    former = [each for each in (browser.own.get(contribution_id),) if each != name]
    _drop(services, request, response, [browser.guest.get(contribution_id), *former, *over])


def keep_for_guest(
    services: Services, request: Request, response: Response, contribution_id: str, token: str
) -> None:
    """Remembers a contribution that somebody else signed here until they have saved its link."""
    name = cookie.guest_name(contribution_id)
    cookie.keep(services, response, name, token, max_age_s=GUEST_S, framed=is_framed(request))


def forget(
    services: Services, request: Request, response: Response, browser: Browser, contribution_id: str
) -> None:
    _drop(services, request, response, [browser.own.get(contribution_id), browser.guest.get(contribution_id)])


def forget_guests(
    services: Services, request: Request, response: Response, browser: Browser, but: str | None = None
) -> None:
    """Forgets contributions that others signed here, except the one shown on the page."""
    _drop(services, request, response, [name for each, name in browser.guest.items() if each != but])


def _drop(services: Services, request: Request, response: Response, names: Sequence[str | None]) -> None:
    for name in names:
        if name is not None:
            cookie.drop(services, response, name, framed=is_framed(request))
