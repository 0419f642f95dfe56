"""The logos of accounts, for pages and emails."""

import re
from typing import Final

from starlette.requests import Request
from starlette.responses import Response

from wellwish.accounts import logo as logos
from wellwish.accounts.logo import FILE
from wellwish.base import ids
from wellwish.base.errors import NotFound
from wellwish.infra.http import Services
from wellwish.web.kit.static import FOR_GOOD

_TOKEN: Final = re.compile("[0-9a-f]{32}")
_NAME: Final = re.compile("([0-9a-f]{16})[.]png")
# Webmail pages embed logos, so other origins may load them.
_HEADERS: Final = {
    "Content-Security-Policy": "default-src 'none'; sandbox",
    "X-Content-Type-Options": "nosniff",
    "Cross-Origin-Resource-Policy": "cross-origin",
    "X-Robots-Tag": "noindex",
}
_FORMER: Final = "public, max-age=600"


async def logo(services: Services, request: Request) -> Response:
    """Serves a logo. The path of a previous logo serves the current one, which is cached for ten minutes.

    Wrong guesses are not counted, because email services fetch the images of all users from few addresses.
    Raises NotFound.
    """
    account_id, token, name = (request.path_params[each] for each in ("account_id", "token", "name"))
    named = _NAME.fullmatch(name)
    if not ids.is_id("acct", account_id) or not _TOKEN.fullmatch(token) or named is None:
        raise NotFound
    async with services.db.transaction([account_id]) as tx:
        found = await logos.find(tx, account_id, token)
    if found is None:
        raise NotFound
    content = await services.storage.get(f"{found.folder}/{FILE}", 0, found.bytes)
    if content is None:  # the logo was replaced between the two statements
        raise NotFound
    caching = FOR_GOOD if found.digest == named.group(1) else _FORMER
    return Response(content, headers={**_HEADERS, "Cache-Control": caching}, media_type="image/png")
