"""The origins of other sites whose pages may contain the signing form of an account's cards."""

import re
from typing import Annotated, Final

from msgspec import Meta, Struct

from wellwish.base.idn import ascii_host
from wellwish.infra.db import Tx
from wellwish.infra.http import line

MAX_ORIGINS: Final = 20
# Framed responses list all origins in one header, and proxies accept 4 KB of headers by default.
MAX_ORIGIN: Final = 120
_ORIGIN: Final = re.compile(r"(https?)://([^\s/:?#@\[\]\\]+)(?::([0-9]{1,5}))?/?", re.IGNORECASE)
_LABEL: Final = "[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?"
# Browsers parse a host as an IP address if its last label begins with a digit (URL Standard, section 3.5).
_HOST_NAME: Final = re.compile(rf"(?=.{{1,253}}\Z)(?:{_LABEL}\.)+(?=[a-z]){_LABEL}")
_DEFAULT_PORTS: Final = {"https": 443, "http": 80}


def embed_origin(given: str) -> str:
    """Returns the origin as browsers write it (RFC 6454 section 6.2). Raises ValueError."""
    found = _ORIGIN.fullmatch(given)
    if found is None:
        raise ValueError("Must be an origin without a path, such as https://portal.example.com.")
    scheme = found[1].lower()
    try:
        host = ascii_host(found[2]).lower()
    except ValueError:
        host = ""
    if host != "localhost" and _HOST_NAME.fullmatch(host) is None:
        raise ValueError("Must have a complete host name; IP addresses and wildcards are refused.")
    if scheme == "http" and host != "localhost":
        raise ValueError("Must begin with https://; only http://localhost is allowed, for development.")
    port = int(found[3] or _DEFAULT_PORTS[scheme])
    if not 0 < port < 65536:
        raise ValueError("Must have a port from 1 to 65535.")
    return f"{scheme}://{host}" + ("" if port == _DEFAULT_PORTS[scheme] else f":{port}")


EmbedOrigins = Annotated[
    list[
        Annotated[
            str,
            line(
                MAX_ORIGIN,
                "`https://` and a host name, or `http://localhost:3000`.",
                required=True,
                check=embed_origin,
                schema={"pattern": "^https?://[^\\s\\x00-\\x1f\\x7f-\\x9f/?#@]+/?$"},
            ),
        ]
    ],
    Meta(max_length=MAX_ORIGINS, description="Origins whose pages may embed the signing form."),
]


class _Row(Struct, frozen=True):
    embed_origins: list[str]


async def list_embed_origins(tx: Tx, account_id: str) -> list[str]:
    """Returns the origins; none for an account that the transaction does not see."""
    row = await tx.maybe(_Row, "select {columns} from accounts where id = :account_id", account_id=account_id)
    return [] if row is None else row.embed_origins
