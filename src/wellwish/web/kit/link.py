"""Secret links, and the limit on wrong guesses."""

from collections.abc import Awaitable, Callable, Generator
from contextlib import contextmanager
from typing import Final, TypeVar

from starlette.requests import Request

from wellwish.accounts.derived_link import DerivedLink
from wellwish.base.errors import NotFound
from wellwish.infra.db import Tx
from wellwish.infra.http import Services
from wellwish.web.kit.page import peer

Found = TypeVar("Found")
Find = Callable[[Tx, str, str], Awaitable[Found | None]]

LONGEST_TOKEN: Final = 64  # maximum length; our tokens are shorter


@contextmanager
def tried(services: Services, request: Request) -> Generator[str]:
    """Yields the token in the path. On NotFound, counts a wrong guess for the network address.

    Above the limit, wrong links get 429 and correct links still work, as with access tokens, because others
    may share the address and a 128-bit token cannot be guessed. Raises NotFound, TooManyRequests.
    """
    token = request.path_params["token"]
    try:
        if len(token) > LONGEST_TOKEN:
            raise NotFound
        yield token
    except NotFound:
        services.visits.wrong_links.take(peer(request))
        raise


async def follow(
    services: Services,
    request: Request,
    link: DerivedLink,
    subject: str,
    find: Find[Found],
    version: Callable[[Found], int] = lambda _: 1,
) -> Found:
    """Returns the result of ``find`` for the account and subject of a link with a valid token.

    ``subject`` is the path parameter with the subject's ID; ``version`` returns the version of its current
    link. Raises NotFound, TooManyRequests.
    """
    account_id, subject_id = request.path_params["account_id"], request.path_params[subject]
    with tried(services, request) as token:
        followed = link.version_of(services.keys, account_id, subject_id, token)
        if followed is None:
            raise NotFound
        async with services.db.transaction([account_id]) as tx:
            found = await find(tx, account_id, subject_id)
        if found is None or version(found) != followed:
            raise NotFound
    return found
