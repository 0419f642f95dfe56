"""The client's address behind proxies that the operator runs, for budgets and throttles."""

from typing import Final

from starlette.types import ASGIApp, Receive, Scope, Send

_HEADER: Final = b"x-forwarded-for"


class Proxied:
    """Takes the client's address from `X-Forwarded-For` as the outermost of our own proxies wrote it.

    Each proxy adds the address that it was called from at the end of the list; what stands before the last
    ``proxies`` entries was written by the client, and is not believed.
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
