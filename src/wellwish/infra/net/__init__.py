"""Calls to URLs from tenants and contributors. Only public addresses are called, checked and pinned.

All addresses of a name are checked, and the connection uses a checked address, with the name in ``Host`` and
in TLS. Redirects are not followed, and proxies of the environment are ignored (OWASP ASVS 5.0, 1.3.6 and
15.3.2). Servers configured by the operator are not called from here.
"""

from wellwish.infra.net.net import Net
from wellwish.infra.net.reply import MAX_BODY_BYTES, TOTAL_S, CallFailedError, Limits, Reply
from wellwish.infra.net.rules import DENIED, MAX_URL, PUBLIC, PUBLIC_OR_PLAIN, AddressRefusedError, Rules

__all__ = [
    "DENIED",
    "MAX_BODY_BYTES",
    "MAX_URL",
    "PUBLIC",
    "PUBLIC_OR_PLAIN",
    "TOTAL_S",
    "AddressRefusedError",
    "CallFailedError",
    "Limits",
    "Net",
    "Reply",
    "Rules",
]
