"""The TCP port of the server, which must be free before anything else starts."""

import errno
import socket
import time
from collections.abc import Generator
from contextlib import contextmanager
from typing import Final

from wellwish.base.settings import Settings

# A killed server leaves worker processes behind, which receive SIGTERM and close the port a moment later.
_PATIENCE_S: Final = 3.0
_PAUSE_S: Final = 0.1


class PortError(Exception):
    """The server cannot listen. The message explains why and how to fix it."""


@contextmanager
def reserved(settings: Settings) -> Generator[None]:
    """Keeps other Wellwish processes from starting on this host and port during the block.

    The server sets SO_REUSEPORT for its worker processes, so the kernel would let a second server of the same
    user share the port, and connections would be split between two databases. A name in the abstract
    namespace of Unix sockets belongs to one process, disappears with it, and has the same scope as ports: the
    network namespace. Raises PortError.
    """
    with socket.socket(socket.AF_UNIX) as reservation:
        _bind(reservation, _name(settings), settings, _PATIENCE_S)
        check_free(settings)
        yield


def fault(settings: Settings) -> str | None:
    """Returns the fault that prevents `serve` from listening, if any; None if Wellwish is listening."""
    with socket.socket(socket.AF_UNIX) as reservation:
        try:
            reservation.bind(_name(settings))
        except OSError:
            return None
        try:
            check_free(settings, patience_s=0)
        except PortError as error:
            return str(error)
    return None


def _name(settings: Settings) -> str:
    return f"\0wellwish {settings.host} {settings.port}"


def check_free(settings: Settings, *, patience_s: float | None = None) -> None:
    """Binds the port once without SO_REUSEPORT. Raises PortError if any process is listening."""
    try:
        found = socket.getaddrinfo(settings.host, settings.port, type=socket.SOCK_STREAM)
    except socket.gaierror as error:
        raise PortError(f"WELLWISH_HOST is not an address of this machine: {settings.host}") from error
    family, _, _, _, address = found[0]
    with socket.socket(family, socket.SOCK_STREAM) as probe:
        # Closed connections of the previous server keep the port in TIME_WAIT for a minute. This option
        # ignores them, but not a listening socket.
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        _bind(probe, address, settings, _PATIENCE_S if patience_s is None else patience_s)


def _bind(into: socket.socket, address: object, settings: Settings, patience_s: float) -> None:
    until = time.monotonic() + patience_s
    while True:
        try:
            into.bind(address)  # pyright: ignore[reportArgumentType] - from getaddrinfo, or a path
        except OSError as error:
            if error.errno != errno.EADDRINUSE or time.monotonic() >= until:
                raise PortError(_sentence(error, settings)) from error
            time.sleep(_PAUSE_S)
        else:
            return


def _sentence(error: OSError, settings: Settings) -> str:
    where = f"port {settings.port} of {settings.host}"
    if error.errno == errno.EADDRINUSE:
        return f"Another process already uses {where}. Stop it, or set WELLWISH_PORT to another port."
    if error.errno == errno.EACCES:
        return (
            f"This user cannot listen on {where}, which requires the capability CAP_NET_BIND_SERVICE. Set "
            "WELLWISH_PORT to 1024 or higher, and run a reverse proxy in front of it."
        )
    return f"The server cannot listen on {where}: {error.strerror}. Check WELLWISH_HOST and WELLWISH_PORT."
