"""A mailbox over IMAP (RFC 3501), accessed with the standard library's client.

The client blocks, so its calls run in threads. It is sufficient for one short connection per minute without
IDLE, and is maintained with Python, unlike asyncio clients for IMAP.
"""

import contextlib
import imaplib
import ssl
from typing import Any, Final

from wellwish.base.settings.bounces import ImapServer
from wellwish.infra.mail.report import MAX_BYTES

TIMEOUT_S: Final = 5.0  # time limit of each command
_AT_ONCE: Final = 10_000  # maximum emails per search, because imaplib rejects lines over 1 MB


class MailboxError(Exception):
    """The server is unavailable or refused a command. The message contains no credentials."""


class Mailbox:
    """A connection to a mailbox. ``tls`` is only for tests."""

    def __init__(self, server: ImapServer, tls: ssl.SSLContext | None = None) -> None:
        self._server = server
        self._tls = tls
        self._client: imaplib.IMAP4 | None = None
        self._can_expunge = False
        self._count = 0

    def open(self) -> None:
        """Connects and selects the folder. Raises MailboxError."""
        server, tls = self._server, self._tls or ssl.create_default_context()
        try:
            if server.tls == "implicit":
                client = imaplib.IMAP4_SSL(server.host, server.port, ssl_context=tls, timeout=TIMEOUT_S)
            else:
                client = imaplib.IMAP4(server.host, server.port, timeout=TIMEOUT_S)
        except (imaplib.IMAP4.error, OSError, ValueError) as error:
            raise MailboxError(f"connect: {_why(error)}") from error
        self._client = client
        if server.tls == "starttls":
            self._call("starttls", client.starttls, tls)
        self._call("login", client.login, server.username, server.password)
        [count] = self._call("select", client.select, f'"{server.folder}"')
        self._count = int(count or 0)
        [capabilities] = self._call("capability", client.capability)
        self._can_expunge = b"UIDPLUS" in capabilities.upper().split()  # RFC 4315

    def unread(self) -> list[str]:
        """Returns the UIDs of the first unread emails, oldest first. Raises MailboxError."""
        client = self._connected()
        for first in range(1, self._count + 1, _AT_ONCE):
            numbers = f"{first}:{min(first + _AT_ONCE - 1, self._count)}"
            [found] = self._call("search", client.uid, "SEARCH", numbers, "UNSEEN", "UNDELETED")
            if uids := (found or b"").decode("ascii", "replace").split():
                return sorted(uids, key=lambda uid: (len(uid), uid))
        return []

    def fetch(self, uid: str) -> bytes:
        """Returns the beginning of an email without marking it as read. Raises MailboxError."""
        data = self._call("fetch", self._connected().uid, "FETCH", uid, f"(BODY.PEEK[]<0.{MAX_BYTES}>)")
        # A literal is a tuple of its line and its bytes; other lines are bytes.
        literals: list[bytes] = [part[1] for part in data if isinstance(part, tuple)]
        return literals[0] if literals else b""

    def finish(self, uid: str, *, delete: bool) -> None:
        """Marks an email as read, and deletes it if ``delete``. Raises MailboxError.

        Without UIDPLUS, the email is only flagged as deleted, because expunging would also delete other
        emails.
        """
        flags = r"(\Seen \Deleted)" if delete else r"(\Seen)"
        client = self._connected()
        self._call("store", client.uid, "STORE", uid, "+FLAGS.SILENT", flags)
        if delete and self._can_expunge:
            self._call("expunge", client.uid, "EXPUNGE", uid)

    def close(self) -> None:
        client, self._client = self._client, None
        if client is not None:
            with contextlib.suppress(imaplib.IMAP4.error, OSError, ValueError):
                client.shutdown()

    def _connected(self) -> imaplib.IMAP4:
        if self._client is None:
            raise MailboxError("closed")
        return self._client

    def _call(self, step: str, command: Any, *given: Any) -> Any:
        try:
            answer, data = command(*given)
        except (imaplib.IMAP4.error, OSError, ValueError) as error:
            raise MailboxError(f"{step}: {_why(error)}") from error
        if answer != "OK":
            raise MailboxError(f"{step}: {answer}")
        return data


def _why(error: Exception) -> str:
    if isinstance(error, ssl.SSLCertVerificationError):
        return (
            f"the certificate of the server is not trusted ({error.verify_message}). If your own authority "
            "issued it, set SSL_CERT_FILE to the authority's certificate."
        )
    return type(error).__name__
