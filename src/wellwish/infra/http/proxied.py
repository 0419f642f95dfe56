"""The client's address behind the operator's reverse proxies, for rate limits and networks of keys."""

from typing import Final

from starlette.requests import Request
from starlette.types import ASGIApp, Receive, Scope, Send

_HEADER: Final = b"x-forwarded-for"
_FORWARDED: Final = ("x-forwarded-for", "forwarded")


class Proxied:
    """Reads the client's address from the entry of `X-Forwarded-For` added by our outermost proxy.

    Each proxy appends the address of its peer. Entries before the last ``proxies`` entries come from the
    client and are not trusted.
    """

    def __init__(self, app: ASGIApp, proxies: int) -> None:
        self.app = app
        self.proxies = proxies

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http":
            address = self._client(scope["headers"])
            if address is not None:
                scope["client"] = (address, 0)
        await self.app(scope, receive, send)

    def _client(self, headers: list[tuple[bytes, bytes]]) -> str | None:
        hops = _hops([value.decode("latin-1") for name, value in headers if name == _HEADER])
        return hops[-self.proxies] if len(hops) >= self.proxies else None


def is_certain(request: Request, proxies: int) -> bool:
    """Whether the request's address is the client's, as far as the number of ``proxies`` is right.

    With too low a number, the address is that of a proxy, and all clients share it. Without proxies, a header
    of one therefore makes the address uncertain, and so does a list that is shorter than their number. A
    longer list does not, because clients may send the header, too: nothing shows that 1 is too low.
    """
    if not proxies:
        return not any(name in request.headers for name in _FORWARDED)
    return len(_hops(request.headers.getlist("x-forwarded-for"))) >= proxies


def _hops(lines: list[str]) -> list[str]:
    return [hop.strip() for hop in ",".join(lines).split(",")] if lines else []
