"""Call Mollie's API and translate its errors.

The library `mollie-api-python` is synchronous and opens its own connections, so the few calls use the guarded
client of the process (decision 38).
"""

import hashlib
import json
from datetime import datetime
from typing import Any, Final, cast
from urllib.parse import parse_qs, urlsplit
from uuid import UUID

from wellwish.infra.checkout.provider import Merchant, ProviderRefusedError, ProviderUnavailableError
from wellwish.infra.net import AddressRefusedError, CallFailedError, Limits, Net

TIMEOUT_S: Final = 8.0  # time limit of a call; a person may be waiting
_PAGE: Final = 250  # maximum page size (docs.mollie.com/reference/pagination)
MOST_PAGES: Final = 40
_UNKNOWN: Final = (404, 410)
_REFUSED: Final = (400, 422)


class HttpError(ProviderUnavailableError):
    """An HTTP status that may not recur, because the key can be corrected or a conflict can end."""

    def __init__(self, status: int) -> None:
        super().__init__(f"http_{status}")
        self.status = status

    @property
    def is_unknown(self) -> bool:
        """Whether the object does not exist for this key."""
        return self.status in _UNKNOWN


class Api:
    """Mollie's API at one address."""

    def __init__(self, net: Net, url: str) -> None:
        self._net, self._url = net, url

    async def call(
        self, merchant: Merchant, method: str, path: str, body: Any = None, key: str | None = None
    ) -> dict[str, Any]:
        """Returns the object in the response.

        Raises ProviderRefusedError if Mollie refuses the request, HttpError for other statuses, and
        ProviderUnavailableError without a usable response.
        """
        headers = {
            "Authorization": f"Bearer {merchant.secret}",
            "Accept": "application/hal+json",
            "Content-Type": "application/json",
        }
        if key is not None:
            headers["Idempotency-Key"] = _uuid(key)
        content = b"" if body is None else json.dumps(body).encode()
        try:
            reply = await self._net.call(
                method, f"{self._url}/v2/{path}", headers=headers, body=content, limits=Limits(TIMEOUT_S)
            )
            found: Any = json.loads(reply.body) if reply.body else {}
        except (AddressRefusedError, CallFailedError, ValueError) as error:
            raise ProviderUnavailableError(type(error).__name__) from error
        if reply.status not in _REFUSED and not 200 <= reply.status < 300:
            raise HttpError(reply.status)
        if not isinstance(found, dict):
            raise ProviderUnavailableError("not an object")
        thing = cast("dict[str, Any]", found)
        if reply.status in _REFUSED:
            raise ProviderRefusedError(f"invalid_{thing.get('field') or 'request'}")
        return thing

    async def listed(
        self,
        merchant: Merchant,
        path: str,
        kind: str,
        since: datetime | None = None,
        *,
        embed: str | None = None,
    ) -> tuple[list[dict[str, Any]], bool]:
        """Returns the objects created at or after ``since`` (all if None), newest first, and whether the list
        is complete.

        Reads at most 40 pages, since other programs can create any number of objects.
        """
        found: list[dict[str, Any]] = []
        query = f"limit={_PAGE}" if embed is None else f"limit={_PAGE}&embed={embed}"
        start = ""
        for _ in range(MOST_PAGES):
            page = await self.call(merchant, "GET", f"{path}?{query}{start}")
            for each in page["_embedded"][kind]:
                if since is not None and datetime.fromisoformat(each["createdAt"]) < since:
                    return found, True
                found.append(each)
            following = page["_links"].get("next")
            if following is None:
                return found, True
            start = f"&from={parse_qs(urlsplit(str(following['href'])).query)['from'][0]}"
        return found, False


def _uuid(key: str) -> str:
    """Returns a UUID, as Mollie requires for idempotency keys; the same key gives the same UUID."""
    return str(UUID(bytes=hashlib.sha256(key.encode()).digest()[:16], version=4))
