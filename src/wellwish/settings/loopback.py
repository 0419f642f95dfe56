"""The hosts that never leave this machine, so that an address there needs no encryption."""

from typing import Final

LOOPBACK_HOSTS: Final = frozenset({"127.0.0.1", "::1", "localhost"})
