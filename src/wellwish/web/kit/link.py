"""Links with a secret in their path, and what it costs to try wrong ones."""

from collections.abc import Generator
from contextlib import contextmanager, suppress
from typing import Final

from starlette.requests import Request

from wellwish.errors import NotFound, TooManyRequests
from wellwish.http import Services
from wellwish.web.kit.page import peer

_LONGEST_TOKEN: Final = 64  # letters; ours are shorter


@contextmanager
def tried(services: Services, request: Request) -> Generator[str]:
    """Gives the token in the path; when nothing is found by it, that counts for the address that tried it.

    An address that has tried too many wrong ones waits with right ones, too: else it would learn which are
    right. Raises NotFound, TooManyRequests.
    """
    token, address = request.path_params["token"], peer(request)
    services.visits.wrong_links.check(address)
    try:
        if len(token) > _LONGEST_TOKEN:
            raise NotFound
        yield token
    except NotFound:
        with suppress(TooManyRequests):  # this one is told that it is wrong, the next one to wait
            services.visits.wrong_links.take(address)
        raise
