"""The reason why a database cannot be used: a sentence with the solution, without the URL's password."""

import errno
import socket
import ssl
from typing import Final
from urllib.parse import urlsplit

import asyncpg

DatabaseError: Final = asyncpg.PostgresError

_OF_SERVER: Final[tuple[tuple[type[asyncpg.PostgresError], str], ...]] = (
    (
        asyncpg.InvalidPasswordError,
        "the server rejects the password. Correct it, and encode special characters, such as # as %23",
    ),
    (
        asyncpg.InvalidCatalogNameError,
        "the server has no database of this name. Create it, or correct the name",
    ),
    (
        asyncpg.ReadOnlySQLTransactionError,
        "the database is read-only. Use the primary server, and a role without default_transaction_read_only",
    ),
    (
        asyncpg.QueryCanceledError,
        "the server canceled a statement. Raise or reset statement_timeout of the role",
    ),
    (
        asyncpg.DiskFullError,
        "the disk of the database server is full. Free space on it",
    ),
)
_CLOSED: Final = "the server closed the connection. Check that it runs, and look at its log"
_TOO_MANY: Final = (
    ". Raise max_connections or the connection limit of the role, or lower WELLWISH_WORKERS or "
    "WELLWISH_POOL_SIZE"
)


class UnreachableError(Exception):
    """A connection failed. The message contains the server, the reason and the solution."""

    def __init__(self, dsn: str, error: Exception) -> None:
        self.dsn, self.reason = dsn, reason(error)
        super().__init__(f"{place(dsn)}: {self.reason}")


def place(dsn: str) -> str:
    """Returns hosts, database and user of the URL."""
    split = urlsplit(dsn)
    hosts = split.netloc.rpartition("@")[2] or "a local socket"
    return f"{hosts}{split.path} as {split.username or 'the default user'}"


def reason(error: BaseException) -> str:
    """Returns the reason and the solution, without a full stop."""
    if isinstance(error, UnreachableError):
        return error.reason
    if isinstance(error, asyncpg.PostgresError):
        return _of_server(error)
    if isinstance(error, ssl.SSLCertVerificationError):
        return (
            f"the certificate of the server is not accepted ({error.verify_message}). Renew it, or name its "
            "authority with sslrootcert in the URL"
        )
    if isinstance(error, asyncpg.InternalClientError | asyncpg.InterfaceError):
        return f"{error}".rstrip(".")
    return _of_system(error)


def _of_server(error: asyncpg.PostgresError) -> str:
    said = error.args[0] if error.args else type(error).__name__
    for kind, sentence in _OF_SERVER:
        if isinstance(error, kind):
            return sentence
    if isinstance(error, asyncpg.PostgresConnectionError):
        return _CLOSED
    if isinstance(error, asyncpg.TooManyConnectionsError):
        return f"the server has no free connection ({said}){_TOO_MANY}"
    if isinstance(error, asyncpg.InvalidAuthorizationSpecificationError):
        return f"the server rejects the role ({said}). {_remedy_of_role(said)}"
    if isinstance(error, asyncpg.CannotConnectNowError):
        return f"the server refuses the connection ({said}). Wait until it has started"
    if isinstance(error, asyncpg.InsufficientPrivilegeError | asyncpg.UndefinedTableError):
        return f"the role lacks a table or a privilege ({said}). Run `wellwish migrate`"
    return f"the server reports an error ({said}). Look at its log"


def _remedy_of_role(said: str) -> str:
    if "not permitted to log in" in said:
        return "Run: alter role NAME login"
    if "pg_hba.conf" in said:
        return "Allow it in pg_hba.conf, or set sslmode in the URL"
    return "Create it, or correct the user of the URL"


def _of_system(error: BaseException) -> str:
    if isinstance(error, TimeoutError):
        return "the server does not respond in time. Check host, port and firewall"
    if isinstance(error, socket.gaierror):
        return f"the host has no address ({error.strerror}). Correct the name of the host"
    if isinstance(error, ssl.SSLError):
        return f"TLS failed ({error.reason or error}). Check sslmode and the certificates in the URL"
    if isinstance(error, ConnectionError) and "SSL" in str(error):
        return "the server offers no TLS. Turn it on, or set sslmode in the URL"
    if isinstance(error, FileNotFoundError | PermissionError) and error.filename:
        return f"{error.filename} cannot be read ({error.strerror}). Correct the URL, or the file's mode"
    if isinstance(error, ConnectionRefusedError | FileNotFoundError) or (
        isinstance(error, OSError) and error.errno == errno.ECONNREFUSED
    ):
        return "nothing listens there. Start the server, or correct host and port"
    if isinstance(error, ConnectionError):
        return _CLOSED
    said = getattr(error, "strerror", None) or str(error) or type(error).__name__
    return f"{said}. Check host and port"
