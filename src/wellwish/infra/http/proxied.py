"""The client's address behind the operator's reverse proxies, for rate limits."""

from typing import Final

from starlette.types import ASGIApp, Receive, Scope, Send

_HEADER: Final = b"x-forwarded-for"


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
        lines = [value.decode("latin-1") for name, value in headers if name == _HEADER]
        hops = [hop.strip() for hop in ",".join(lines).split(",")] if lines else []
        return hops[-self.proxies] if len(hops) >= self.proxies else None
