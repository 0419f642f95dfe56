"""A small IMAP server on loopback (RFC 3501, UIDPLUS of RFC 4315): one mailbox with flags."""

import asyncio
import re
import ssl
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field

from tests.waiting import until

USER, PASSWORD = "bounces", 'pass "word'


@dataclass
class Stored:
    """A mail in the mailbox."""

    uid: int
    raw: bytes
    flags: set[str] = field(default_factory=set[str])


@dataclass
class Imap:
    """The server's behaviour and its mails.

    ``die_at`` closes the connection at a command with this prefix. ``has_uidplus`` offers the extension,
    ``tls`` STARTTLS.
    """

    mails: list[Stored] = field(default_factory=list[Stored])
    has_uidplus: bool = True
    tls: ssl.SSLContext | None = None
    die_at: str = ""
    port: int = 0
    commands: list[str] = field(default_factory=list[str])
    _next: int = 1

    def add(self, raw: bytes) -> Stored:
        mail = Stored(self._next, raw.replace(b"\r\n", b"\n").replace(b"\n", b"\r\n"))
        self._next += 1
        self.mails.append(mail)
        return mail

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.write(b"* OK IMAP4rev1 ready\r\n")
        try:
            while line := (await reader.readline()).decode():
                tag, _, command = line.strip().partition(" ")
                self.commands.append(re.sub(r"(?i)^(login \S+) .*", r"\1", command))
                if self.die_at and command.startswith(self.die_at):
                    return
                said, status = self._answer(command)
                writer.write(said + f"{tag} {status}\r\n".encode())
                await writer.drain()
                if command == "STARTTLS" and self.tls is not None:
                    await writer.start_tls(self.tls)
                if command == "LOGOUT":
                    return
        except (ssl.SSLError, ConnectionError):
            """The client does not trust the certificate."""
        finally:
            writer.close()

    def _answer(self, command: str) -> tuple[bytes, str]:
        word, _, rest = command.partition(" ")
        if word == "CAPABILITY":
            offered = (" UIDPLUS" if self.has_uidplus else "") + (" STARTTLS" if self.tls else "")
            return f"* CAPABILITY IMAP4rev1{offered}\r\n".encode(), "OK done"
        if word == "LOGIN":
            escaped = PASSWORD.replace('"', '\\"')
            return b"", "OK done" if rest == f'{USER} "{escaped}"' else "NO wrong password"
        if word == "SELECT":
            found = f"* {len(self.mails)} EXISTS\r\n".encode()
            return found, "OK [READ-WRITE] done" if rest == '"Bounces"' else "NO no such folder"
        if word == "UID":
            return self._by_uid(rest)
        known = ("NOOP", "LOGOUT", "STARTTLS") if self.tls else ("NOOP", "LOGOUT")
        return b"", "OK done" if word in known else "BAD unknown command"

    def _by_uid(self, rest: str) -> tuple[bytes, str]:
        word, _, given = rest.partition(" ")
        if word == "SEARCH":
            numbers = re.fullmatch(r"(\d+):(\d+) UNSEEN UNDELETED", given)
            assert numbers is not None
            asked = self.mails[int(numbers[1]) - 1 : int(numbers[2])]
            found = [str(mail.uid) for mail in asked if not mail.flags & {"\\Seen", "\\Deleted"}]
            return f"* SEARCH {' '.join(found)}\r\n".encode(), "OK done"
        number, _, more = given.partition(" ")
        at = next((index for index, mail in enumerate(self.mails) if mail.uid == int(number)), None)
        if at is None:
            return b"", "OK done"
        mail = self.mails[at]
        if word == "FETCH":
            size = re.fullmatch(r"\(BODY\.PEEK\[\]<0\.(\d+)>\)", more)
            assert size is not None
            part = mail.raw[: int(size[1])]
            head = f"* {at + 1} FETCH (UID {mail.uid} BODY[]<0> {{{len(part)}}}\r\n".encode()
            return head + part + b")\r\n", "OK done"
        if word == "STORE":
            mail.flags |= set(re.findall(r"\\\w+", more))
            return b"", "OK done"
        if word == "EXPUNGE" and self.has_uidplus:
            if "\\Deleted" in mail.flags:
                self.mails.remove(mail)
            return f"* {at + 1} EXPUNGE\r\n".encode(), "OK done"
        return b"", "BAD unknown command"


@asynccontextmanager
async def serving(imap: Imap, implicit: ssl.SSLContext | None = None) -> AsyncGenerator[Imap]:
    """Runs the server in this event loop, on a free port. ``implicit``: TLS from the first byte."""
    serving: set[asyncio.StreamWriter] = set()

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        serving.add(writer)
        await imap.serve(reader, writer)
        serving.discard(writer)

    server = await asyncio.start_server(serve, "127.0.0.1", 0, ssl=implicit)
    imap.port = server.sockets[0].getsockname()[1]
    try:
        yield imap
    finally:
        server.close()
        await until(lambda: not serving)
