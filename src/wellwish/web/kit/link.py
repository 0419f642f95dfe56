"""Secret links, and the limit of wrong guesses."""

from collections.abc import Generator
from contextlib import contextmanager, suppress
from typing import Final

from starlette.requests import Request

from wellwish.errors import NotFound, TooManyRequests
from wellwish.http import Services
from wellwish.web.kit.page import peer

_LONGEST_TOKEN: Final = 64  # characters; our tokens are shorter


@contextmanager
def tried(services: Services, request: Request) -> Generator[str]:
    """Yields the token in the path; on NotFound, counts a wrong guess by the network address.

    An address over the limit is refused for valid links, too: otherwise it would learn which are valid.
    Raises NotFound, TooManyRequests.
    """
    token, address = request.path_params["token"], peer(request)
    services.visits.wrong_links.check(address)
    try:
        if len(token) > _LONGEST_TOKEN:
            raise NotFound
        yield token
    except NotFound:
        with suppress(TooManyRequests):  # this guess gets 404, the next one 429
            services.visits.wrong_links.take(address)
        raise
