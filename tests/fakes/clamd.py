"""A fake clamd that follows its manual: INSTREAM on loopback, detecting the EICAR test text."""

import asyncio
import struct
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field

SIGN = b"WELLWISH-TEST-VIRUS"


@dataclass
class Clamd:
    """Records scanned content. ``answer``, if set, replaces its result."""

    port: int = 0
    scanned: list[bytes] = field(default_factory=list[bytes])
    answer: bytes | None = None

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            assert await reader.readuntil(b"\x00") == b"zINSTREAM\x00"
            content = b""
            while size := struct.unpack(">I", await reader.readexactly(4))[0]:
                content += await reader.readexactly(size)
            self.scanned.append(content)
            found = b"stream: Wellwish.Test.Virus FOUND" if SIGN in content else b"stream: OK"
            writer.write((self.answer or found) + b"\x00")
            await writer.drain()
        finally:
            writer.close()


@asynccontextmanager
async def scanning(fake: Clamd) -> AsyncGenerator[Clamd]:
    """Runs the fake on loopback; a restart uses the same port."""
    server = await asyncio.start_server(fake.serve, "127.0.0.1", fake.port)
    fake.port = server.sockets[0].getsockname()[1]
    try:
        yield fake
    finally:
        server.close()
        await server.wait_closed()
