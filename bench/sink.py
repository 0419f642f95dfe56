"""A mail server that accepts everything: prints its port, and the time of acceptance of each mail.

Runs as a separate process (`python sink.py`), so that its CPU time does not count as the worker's.
"""

import asyncio
import time


class _Session(asyncio.Protocol):
    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        if not isinstance(transport, asyncio.Transport):
            raise TypeError("not a stream")
        self._transport, self._received, self._is_text = transport, b"", False
        transport.write(b"220 sink\r\n")

    def data_received(self, data: bytes) -> None:
        self._received += data
        while True:
            end = b"\r\n.\r\n" if self._is_text else b"\r\n"
            found, mark, rest = self._received.partition(end)
            if not mark:
                return
            self._received = rest
            self._transport.write(self._answer(found[:4].upper()))

    def _answer(self, command: bytes) -> bytes:
        if self._is_text:
            self._is_text = False
            print(time.monotonic(), flush=True)
            return b"250 taken\r\n"
        if command == b"EHLO":
            return b"250-sink\r\n250-SMTPUTF8\r\n250 8BITMIME\r\n"
        self._is_text = command == b"DATA"
        return b"354 go on\r\n" if self._is_text else b"250 ok\r\n"


async def main() -> None:
    """Serves until the process ends."""
    server = await asyncio.get_running_loop().create_server(_Session, "127.0.0.1", 0)
    print(server.sockets[0].getsockname()[1], flush=True)
    await server.serve_forever()


if __name__ == "__main__":
    asyncio.run(main())
