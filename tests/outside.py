"""Network access in tests: loopback counts as public, and names resolve to the addresses that a test sets."""

from dataclasses import replace
from ipaddress import ip_address

from wellwish.infra.net import DENIED, PUBLIC, Net

_LOOPBACK = (ip_address("127.0.0.1"), ip_address("::1"))

RULES = replace(
    PUBLIC,
    schemes=frozenset({"http", "https"}),
    ports=None,
    denied=tuple(each for each in DENIED if not any(loopback in each for loopback in _LOOPBACK)),
)

NAMES: dict[str, list[str]] = {}


async def _resolve(host: str, port: int) -> list[str]:
    if host not in NAMES:
        raise OSError("there is no such name")
    return NAMES[host]


def outside() -> Net:
    """Applies the checks of production, but permits loopback on any port and without TLS."""
    return Net(RULES, _resolve)
