"""The ``Host`` header, of which an HTTP/1.1 request must have exactly one (RFC 9112 section 3.2)."""

import re
from typing import Final

from starlette.types import Scope

# uri-host [":" port], with the uri-host of RFC 3986 section 3.2.2: an IPv6 address or a name. An http URL
# cannot have an empty host (RFC 9110 section 4.2.1); the server passes an empty header if the request has
# none.
_HOST: Final = re.compile(
    rb"(?:\[[0-9a-f:.]+\]|(?:[\w.~!$&'()*+,;=-]|%[0-9a-f]{2})+)(?::[0-9]*)?", re.ASCII | re.IGNORECASE
)


def has_one_host(scope: Scope) -> bool:
    """Whether the request has the ``Host`` header required by its HTTP version."""
    hosts = [value for name, value in scope["headers"] if name == b"host"]
    if hosts in ([], [b""]) and scope.get("http_version") in ("1", "1.0"):
        return True
    return len(hosts) == 1 and _HOST.fullmatch(hosts[0]) is not None
