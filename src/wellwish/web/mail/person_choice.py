"""The page on which people choose their cards, opened by a link in an email.

Opening the page has no effect, because scanners open links. Because the token in the link proves access to
the email, the form needs neither a cookie nor a form token.
"""

from typing import Final
from urllib.parse import parse_qs

from starlette.requests import Request
from starlette.responses import Response

from wellwish.base.errors import NotFound
from wellwish.infra.http import Services
from wellwish.infra.http.request import body_of
from wellwish.people import own_page
from wellwish.people.choice import Choice, choose
from wellwish.people.own_page import LinkedPerson
from wellwish.web.kit.language import choose as choose_language
from wellwish.web.kit.link import follow
from wellwish.web.kit.page import link_page, paper, peer

_BODY_BYTES: Final = 4096
_FIELDS: Final = 10


@link_page
async def choice_form(services: Services, request: Request) -> Response:
    """Returns the form with the current choice. Raises NotFound, TooManyRequests."""
    person = await _found(services, request)
    return _page(request, person, person.choice)


@link_page
async def choice_saved(services: Services, request: Request) -> Response:
    """Replaces the choice. Repeated calls have no effect. Raises NotFound, BodyTooLarge, TooManyRequests."""
    services.visits.signings.take(peer(request))
    body = await body_of(services, request, _BODY_BYTES)
    person = await _found(services, request)
    given = _read(body, person.year)
    if given is None:
        return _page(request, person, person.choice, status=422)
    account_id = request.path_params["account_id"]
    async with services.db.transaction([account_id]) as tx:
        # On the locked row: the link may have ended since.
        if not await choose(tx, account_id, person.id, given, person.link_version):
            raise NotFound
    return _page(request, person, given, is_saved=True)


async def _found(services: Services, request: Request) -> LinkedPerson:
    return await follow(
        services,
        request,
        own_page.LINK,
        "person_id",
        own_page.find_linked,
        lambda person: person.link_version,
    )


def _read(body: bytes, year: int) -> Choice | None:
    """Returns the choice, or None for a body of another form.

    Without this check, an empty body would withdraw the choice. The form names the year that it showed, so
    that a form sent after midnight on New Year's Eve does not skip the new year.
    """
    try:
        given = parse_qs(body.decode(), max_num_fields=_FIELDS)
    except ValueError:
        return None
    if given.get("form") != ["choice"]:
        return None
    return Choice(
        no_cards="no_cards" in given,
        no_birthday="no_birthday" in given,
        only_team="only_team" in given,
        skipped_year=year if given.get("skipped_year") == [str(year)] else None,
    )


def _page(
    request: Request,
    person: LinkedPerson,
    choice: Choice,
    *,
    is_saved: bool = False,
    status: int = 200,
) -> Response:
    return paper(
        request,
        "mail/person_choice.html",
        choose_language(request),
        status=status,
        account=person.account_name,
        choice=choice,
        year=person.year,
        is_saved=is_saved,
    )
