"""Check that a restricted key is used in a network in which it is valid."""

from collections.abc import Sequence
from ipaddress import ip_network

from starlette.requests import Request

from wellwish.base.errors import NetworkNotAllowed
from wellwish.infra.http import Services
from wellwish.infra.http.budget import client_address, peer
from wellwish.infra.http.proxied import is_certain


def check_network(services: Services, request: Request, networks: Sequence[str] | None) -> None:
    """Raises NetworkNotAllowed if the client's address is in none of the networks, unknown or uncertain.

    A refusal counts as a failure of the address: TooManyFailures after too many of them.
    """
    if networks is None:
        return
    address = client_address(request) if is_certain(request, services.settings.proxies) else None
    if address is not None and any(address in ip_network(each) for each in networks):
        return
    services.visits.failures.take(peer(request))
    raise NetworkNotAllowed
