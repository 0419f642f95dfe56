"""The client of a consent, identified by its Client ID Metadata Document.

draft-ietf-oauth-client-id-metadata-document-00: the ID is the URL of a JSON document about the client. The
service fetches it only for signed-in users, under the rules of ``net`` (no redirects, only public addresses),
and caches it in the process for between a minute and an hour.
"""

import re
from collections import OrderedDict
from datetime import timedelta
from time import monotonic
from typing import Final
from urllib.parse import urlsplit

import msgspec
from msgspec import Struct

from wellwish.base.errors import TooManyRequests
from wellwish.delivery import budget
from wellwish.infra.http import Services
from wellwish.infra.net import AddressRefusedError, CallFailedError, Limits

FETCHES_AN_HOUR: Final = 30  # per user
_MAX_BYTES: Final = 5 * 1024  # section 6.6 of the draft
_CALL_S: Final = 5.0
_MAX_ID: Final = 500
_MAX_NAME: Final = 80
_MAX_REDIRECT_URIS: Final = 50
_MAX_REDIRECT_URI: Final = 1000
_MAX_PORT: Final = 65535
_KEPT_CLIENTS: Final = 500
_KEPT_S: Final = (60, 3600)  # bounds for the max-age of Cache-Control
_USUAL_S: Final = 300
_WINDOW: Final = timedelta(hours=1)

_MAX_AGE: Final = re.compile(r"(?:^|[,\s])max-age=\"?(\d{1,9})")
# Section 3 of the draft: a path without dot segments, no fragment, no user name.
_ID: Final = re.compile(r"https://[A-Za-z0-9.-]+(?::[0-9]{1,5})?/[A-Za-z0-9_~!$&'()*+,;=:@%./?-]+")
_DOTS: Final = re.compile(r"/(?:\.|%2e){1,2}(?:/|$)", re.IGNORECASE)
# The host becomes part of a Content-Security-Policy, so it contains no character that could end a source
# there.
_REDIRECT: Final = re.compile(
    r"(https?)://([A-Za-z0-9.-]+|\[::1\])(:[0-9]{1,5})?((?:[/?][!$-;=?-\[\]_a-z~]*)?)"
)
_LOOPBACK: Final = frozenset({"127.0.0.1", "[::1]", "localhost"})


class ClientRefusedError(Exception):
    """The client is refused; the message is a sentence for its developer."""


class Client(Struct, frozen=True):
    """A client: the URL of its document, its name, and its redirect URIs."""

    id: str
    name: str
    redirect_uris: tuple[str, ...]

    @property
    def host(self) -> str:
        return urlsplit(self.id).hostname or ""

    def takes(self, redirect_uri: str) -> bool:
        """Whether the document lists the URI. On loopback, any port matches (RFC 8252 7.3)."""
        if not is_redirect_uri(redirect_uri):
            return False
        if redirect_uri in self.redirect_uris:
            return True
        without_port = _loopback(redirect_uri)
        return without_port is not None and without_port in map(_loopback, self.redirect_uris)


class _Document(Struct):
    client_id: str
    client_name: str
    redirect_uris: list[str]
    grant_types: tuple[str, ...] = ("authorization_code",)
    response_types: tuple[str, ...] = ("code",)
    token_endpoint_auth_method: str = "none"  # noqa: S105 - a method


# Cached clients and their expiry in monotonic seconds, oldest first.
_fetched: Final[OrderedDict[str, tuple[Client, float]]] = OrderedDict()


async def find_client(services: Services, user_id: str, client_id: str) -> Client:
    """Returns the client. Fetches its document if it is not cached, which counts towards the user's limit.

    Raises ClientRefusedError, TooManyRequests.
    """
    if len(client_id) > _MAX_ID or not _ID.fullmatch(client_id) or _DOTS.search(urlsplit(client_id).path):
        raise ClientRefusedError("`client_id` must be the https URL of a metadata document, with a path.")
    kept, until = _fetched.get(client_id, (None, 0.0))
    if kept is not None and monotonic() < until:
        return kept
    await _count(services, user_id)
    client, kept_s = await _fetch(services, client_id)
    _fetched.pop(client_id, None)
    _fetched[client_id] = client, monotonic() + kept_s
    if len(_fetched) > _KEPT_CLIENTS:
        _fetched.popitem(last=False)
    return client


async def _count(services: Services, user_id: str) -> None:
    async with services.db.transaction() as tx:
        ends_at = tx.now.replace(minute=0, second=0, microsecond=0) + _WINDOW
        subject = services.keys.pseudonym(f"client documents for {user_id}")
        if not await budget.take(tx, [subject], FETCHES_AN_HOUR, ends_at):
            wait_s = int((ends_at - tx.now).total_seconds()) + 1
            raise TooManyRequests(headers={"Retry-After": str(wait_s)})


async def _fetch(services: Services, client_id: str) -> tuple[Client, int]:
    """Returns the client, and the number of seconds to cache it. Raises ClientRefusedError."""
    try:
        reply = await services.net.call(
            "GET",
            client_id,
            headers={"Accept": "application/json"},
            limits=Limits(_CALL_S, _MAX_BYTES),
        )
    except (AddressRefusedError, CallFailedError) as error:
        # The same text for all reasons, so that the page cannot be used to probe the network.
        raise ClientRefusedError("The client's metadata document could not be fetched.") from error
    kind = reply.headers.get("content-type", "").partition(";")[0].strip().lower()
    if reply.status != 200 or (kind != "application/json" and not kind.endswith("+json")):
        raise ClientRefusedError("The client's metadata document could not be fetched.")
    return _read(client_id, reply.body), _kept_s(reply.headers.get("cache-control", ""))


def _read(client_id: str, body: bytes) -> Client:
    try:
        document = msgspec.json.decode(body, type=_Document)
    except (msgspec.DecodeError, UnicodeError) as error:
        raise ClientRefusedError(
            "The client's metadata document needs `client_id`, `client_name` and `redirect_uris`."
        ) from error
    name = "".join(each for each in document.client_name if each.isprintable()).strip()[:_MAX_NAME]
    if document.client_id != client_id:
        raise ClientRefusedError("The `client_id` in the client's metadata document must be its URL.")
    if not name or not 0 < len(document.redirect_uris) <= _MAX_REDIRECT_URIS:
        raise ClientRefusedError(
            "The client's metadata document needs `client_id`, `client_name` and `redirect_uris`."
        )
    if "authorization_code" not in document.grant_types or "code" not in document.response_types:
        raise ClientRefusedError("The client's metadata document does not permit authorization codes.")
    if document.token_endpoint_auth_method != "none":  # noqa: S105 - a method
        raise ClientRefusedError("Only `none` is supported as the client's `token_endpoint_auth_method`.")
    return Client(client_id, name, tuple(document.redirect_uris))


def _kept_s(cache_control: str) -> int:
    given = _MAX_AGE.search(cache_control.lower())
    least, most = _KEPT_S
    if "no-store" in cache_control.lower():
        return least
    return min(max(int(given[1]), least), most) if given else _USUAL_S


def is_redirect_uri(text: str) -> bool:
    """Whether the text is an https URL, or an http URL on loopback, without a fragment."""
    found = _REDIRECT.fullmatch(text)
    return (
        found is not None
        and 0 < int((found[3] or ":1")[1:]) <= _MAX_PORT
        and len(text) <= _MAX_REDIRECT_URI
        and (found[1] == "https" or found[2].lower() in _LOOPBACK)
    )


def is_loopback(redirect_uri: str) -> bool:
    return _loopback(redirect_uri) is not None


def _loopback(redirect_uri: str) -> tuple[str, str] | None:
    """Returns the host and path of a loopback http URL, without the port; None for any other URL."""
    found = _REDIRECT.fullmatch(redirect_uri)
    if found is None or found[1] != "http" or found[2].lower() not in _LOOPBACK:
        return None
    return found[2].lower(), found[4]
