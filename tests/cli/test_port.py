"""A port in use: one sentence and exit status 1."""

import errno
import socket
from collections.abc import Iterator
from dataclasses import replace

import pytest

from tests.commands import environment, wellwish
from wellwish.base.settings import Settings
from wellwish.cli import port

pytestmark = pytest.mark.process

REUSE_PORT = (socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)
REUSE_ADDRESS = (socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)


@pytest.fixture
def listener() -> Iterator[socket.socket]:
    """A socket that listens as another Wellwish process does: with SO_REUSEPORT, as the same user."""
    with socket.socket() as listening:
        listening.setsockopt(*REUSE_PORT)
        listening.bind(("127.0.0.1", 0))
        listening.listen()
        yield listening


@pytest.fixture
def free(settings: Settings) -> Settings:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return replace(settings, port=probe.getsockname()[1])


@pytest.fixture(autouse=True)
def _impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(port, "_PATIENCE_S", 0.2)


async def test_refuses_the_port_of_another_server(listener: socket.socket, clone: tuple[str, str]) -> None:
    number = listener.getsockname()[1]
    refused = wellwish({**environment(clone), "WELLWISH_PORT": str(number)}, "serve")
    assert refused.returncode == 1
    assert refused.stderr == (
        f"Another process already uses port {number} of 127.0.0.1. "
        "Stop it, or set WELLWISH_PORT to another port.\n"
    )
    assert refused.stdout == ""


def test_control_the_kernel_would_share_the_port(listener: socket.socket) -> None:
    with socket.socket() as second:
        second.setsockopt(*REUSE_PORT)
        second.bind(listener.getsockname())
        second.listen()


def test_accepts_a_free_port(free: Settings) -> None:
    with port.reserved(free):
        port.check_free(free)
    with port.reserved(free):
        pass


def test_lets_one_of_two_start_at_once(free: Settings) -> None:
    # Neither listens yet, so a probe of the port would let both pass.
    with port.reserved(free), pytest.raises(port.PortError, match="already uses"), port.reserved(free):
        raise AssertionError("both started")


def test_starts_right_after_a_stop(free: Settings) -> None:
    address = ("127.0.0.1", free.port)
    with socket.socket() as former:
        former.setsockopt(*REUSE_ADDRESS)
        former.bind(address)
        former.listen()
        client = socket.create_connection(address)
        served, _ = former.accept()
    served.close()  # The side that closes first keeps the port in TIME_WAIT.
    client.recv(1)
    client.close()
    with socket.socket() as strict, pytest.raises(OSError, match="in use"):
        strict.bind(address)
    port.check_free(free)


def test_waits_for_the_processes_of_a_killed_server(
    listener: socket.socket, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(port.time, "sleep", lambda _: listener.close())
    port.check_free(replace(settings, port=listener.getsockname()[1]))


@pytest.mark.parametrize(
    ("number", "says"),
    [(errno.EACCES, "CAP_NET_BIND_SERVICE"), (errno.EADDRNOTAVAIL, "Check WELLWISH_HOST")],
)
def test_explains_other_refusals(
    number: int, says: str, free: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    def bind(*_: object) -> None:
        raise OSError(number, "refused")

    monkeypatch.setattr(socket.socket, "bind", bind)
    with pytest.raises(port.PortError, match=says):
        port.check_free(free)


def test_refuses_a_host_that_does_not_exist(free: Settings) -> None:
    with pytest.raises(port.PortError, match="WELLWISH_HOST"):
        port.check_free(replace(free, host="wellwish.invalid"))
