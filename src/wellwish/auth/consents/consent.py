"""A member's consent to a client: its permissions, duration and secrets.

A consent is one approval. It begins with a code, which is exchanged for a refresh token and access tokens.
Deleting the row revokes all of them at the commit.
"""

from collections.abc import Sequence
from datetime import timedelta
from importlib.util import find_spec
from typing import Final
from urllib.parse import urlsplit

from msgspec import Struct

from wellwish.infra import effects
from wellwish.infra.db import Tx
from wellwish.infra.effects import Audited
from wellwish.infra.http.audit import client_field
from wellwish.infra.http.scopes import Scope

# Those of the operations that the tools of assistants call.
SCOPES: Final[tuple[Scope, ...]] = ("cards.read", "cards.write", "people.invite", "people.read")

# Scanners find leaked secrets by these prefixes, so they never change.
CODE_PREFIX: Final = "wwc"
# Differs from the prefix of the API's tokens: operations refuse this one.
ACCESS_PREFIX: Final = "wwa"
REFRESH_PREFIX: Final = "wwr"

# RFC 6749 section 4.1.2 allows ten minutes; clients need about a second
CODE_LIFETIME: Final = timedelta(seconds=60)
TOKEN_LIFETIME: Final = timedelta(hours=1)
IDLE: Final = timedelta(days=30)  # a consent without new tokens expires after this time


class TokenRefusedError(Exception):
    """The token endpoint refuses the request; ``error`` is a code of RFC 6749 5.2 or RFC 8707 2."""

    def __init__(self, error: str, description: str) -> None:
        super().__init__(description)
        self.error, self.description = error, description


def is_served() -> bool:
    """Whether a protocol that accepts consents (MCP) is installed."""
    return find_spec("mcp") is not None


def known(scopes: Sequence[str]) -> list[Scope]:
    """Returns the given scopes that the service knows, without duplicates, in the order of ``SCOPES``."""
    return [each for each in SCOPES if each in scopes]


def is_resource(given: str, resource: str) -> bool:
    """Whether ``given`` is the service's only resource, or empty.

    The comparison ignores case, as RFC 3986 does for scheme and host, and a trailing slash, which clients
    add.
    """
    return not given or given.removesuffix("/").lower() == resource.lower()


def host_of(client_id: str) -> str:
    """Returns the host of a client. It identifies the client, whose document can contain any name."""
    return urlsplit(client_id).hostname or ""


class Consent(Struct, frozen=True):
    """A row of consents; ``client_id`` is the URL of the client's document, ``scope`` is space-separated."""

    id: str
    account_id: str
    user_id: str
    client_id: str
    scope: str


async def record_action(tx: Tx, action: str, consent: Consent, user_id: str, network: str) -> None:
    """Adds a user's action to the audit log. Afterwards the transaction sees only this account."""
    await tx.see([consent.account_id])
    effects.get_effects(tx).audit(
        Audited(
            account_id=consent.account_id,
            action=action,
            actor="user",
            user_id=user_id,
            network=network or None,
            record_id=consent.id,
            fields=client_field(host_of(consent.client_id)),
        )
    )
