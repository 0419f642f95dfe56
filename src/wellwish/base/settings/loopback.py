"""The loopback hosts, to which connections need no encryption."""

from typing import Final

LOOPBACK_HOSTS: Final = frozenset({"127.0.0.1", "::1", "localhost"})
