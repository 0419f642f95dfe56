"""A server that does no work, to measure the client's own limit: `python trivial.py PORT`."""

import asyncio
import sys
from typing import Final

_BODY: Final = b"x" * 1500  # about as long as a card
_ANSWER: Final = b"HTTP/1.1 200 OK\r\ncontent-length: %d\r\n\r\n%b" % (len(_BODY), _BODY)


class _Protocol(asyncio.Protocol):
    """Treats each packet as one request: the client sends small requests and waits for each response."""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self._transport = transport

    def data_received(self, data: bytes) -> None:
        del data
        self._transport.write(_ANSWER)


async def _serve(port: int) -> None:
    server = await asyncio.get_running_loop().create_server(_Protocol, "127.0.0.1", port)
    await server.serve_forever()


if __name__ == "__main__":
    asyncio.run(_serve(int(sys.argv[1])))
