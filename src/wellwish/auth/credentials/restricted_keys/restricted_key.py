"""The restricted key: its fields, its record, and the access rule of its operations."""

import re
from collections.abc import Mapping
from datetime import datetime, timedelta
from ipaddress import IPv6Network, ip_network
from typing import Annotated, Final, Literal

from msgspec import Meta, Struct

from wellwish.accounts.access import OwnerOnly
from wellwish.base import clock, ids
from wellwish.base.errors import OwnerRequired
from wellwish.infra.db import Tx
from wellwish.infra.http import Body, Caller, Granted, line, word
from wellwish.infra.http.scopes import SCOPES

MAX_KEYS: Final = 20  # that have not ended, per account
KEPT_FOR: Final = timedelta(days=30)  # so that owners see which key has ended
_MAX_NETWORKS: Final = 20
_MAX_NETWORK: Final = 43  # an IPv6 address in full, and the length of its prefix

# An address or a prefix (RFC 4632, RFC 4291): neither a netmask nor a zone.
_NETWORK: Final = re.compile(r"[0-9A-Fa-f:.]+(/[0-9]{1,3})?")


def network(given: str) -> str:
    """Returns the network in CIDR notation; an address is the network of itself. Raises ValueError.

    A network with bits set after its prefix is refused: nobody can know which of its two halves was meant.
    """
    try:
        if _NETWORK.fullmatch(given) is None:
            raise ValueError
        found = ip_network(given)
    except ValueError:
        raise ValueError(
            "Must be an IP network, such as 192.0.2.0/24 or 2001:db8::/48, or an IP address."
        ) from None
    if isinstance(found, IPv6Network) and found.network_address.ipv4_mapped is not None:
        raise ValueError("Must be an IPv4 network, because this is an IPv4 address in IPv6 notation.")
    return str(found)


Name = Annotated[str, line(80, "Name of the key, for people.", required=True)]
Scopes = Annotated[
    list[Annotated[str, word(SCOPES, "A scope.")]],
    Meta(
        min_length=1,
        max_length=len(SCOPES),
        description="What the key permits. Each operation names its scope; one that names none needs the key "
        "pair. No scope includes another.",
    ),
]
Networks = Annotated[
    list[
        Annotated[
            str,
            line(
                _MAX_NETWORK,
                "A network in CIDR notation, or an address.",
                required=True,
                check=network,
                schema={"pattern": "^[0-9A-Fa-f:.]+(/[0-9]{1,3})?$"},
            ),
        ]
    ],
    Meta(
        min_length=1,
        max_length=_MAX_NETWORKS,
        description="Networks in which the key and its tokens are valid. Default: every network.",
    ),
]


class RestrictedKeyRow(Struct, frozen=True):
    """A row of restricted_keys with the email address of its user, without the hashes."""

    id: str
    email: str
    name: str
    scopes: list[str]
    networks: list[str] | None
    last_used_at: datetime | None
    ends_at: datetime | None
    created_at: datetime


class RestrictedKey(Struct, frozen=True, kw_only=True):
    """An API key that permits only some operations."""

    object: Literal["restricted_key"] = "restricted_key"
    id: Annotated[str, Meta(pattern=ids.pattern("rkey"))]
    name: str
    email: Annotated[str, Meta(description="Email address of the user whom the key acts for.")]
    scopes: list[Annotated[str, Meta(extra_json_schema={"enum": list(SCOPES)})]]
    networks: list[str] | None
    status: Annotated[Literal["active", "expired"], Meta(description="`expired` once its end has passed.")]
    last_used_at: Annotated[
        str | None,
        Meta(description="Time when it last got a token, precise to the hour; null if it never did."),
    ]
    expires_at: str | None
    created_at: str


def record(row: RestrictedKeyRow, now: datetime) -> RestrictedKey:
    return RestrictedKey(
        id=row.id,
        name=row.name,
        email=row.email,
        scopes=row.scopes,
        networks=row.networks,
        status="expired" if row.ends_at is not None and row.ends_at <= now else "active",
        last_used_at=clock.rfc3339_or_none(row.last_used_at),
        expires_at=clock.rfc3339_or_none(row.ends_at),
        created_at=clock.rfc3339(row.created_at),
    )


class ManagesKeys(OwnerOnly):
    """Access rule: the caller's user is an owner of the account itself, not of its platform.

    A platform could otherwise keep a key to the account that outlives its access.
    """

    async def __call__(self, tx: Tx, caller: Caller, path: Mapping[str, str], body: Body | None) -> Granted:
        """Raises OwnerRequired."""
        if caller.platform_id:
            raise OwnerRequired("Ask an owner of the account: its platform does not manage its keys.")
        return await super().__call__(tx, caller, path, body)


manages_keys: Final = ManagesKeys()
