"""Secret links, and the limit of wrong guesses."""

from collections.abc import Generator
from contextlib import contextmanager
from typing import Final

from starlette.requests import Request

from wellwish.base.errors import NotFound
from wellwish.infra.http import Services
from wellwish.web.kit.page import peer

LONGEST_TOKEN: Final = 64  # characters; our tokens are shorter


@contextmanager
def tried(services: Services, request: Request) -> Generator[str]:
    """Yields the token in the path; on NotFound, counts a wrong guess by the network address.

    Over the limit, wrong links get 429 and right ones still work, as with access tokens: others share the
    address, and a token of 128 bits cannot be guessed. Raises NotFound, TooManyRequests.
    """
    token = request.path_params["token"]
    try:
        if len(token) > LONGEST_TOKEN:
            raise NotFound
        yield token
    except NotFound:
        services.visits.wrong_links.take(peer(request))
        raise
