"""The webhook endpoint: its row, its record, its fields and its secrets."""

import secrets
from base64 import b64encode
from datetime import datetime, timedelta
from typing import Annotated, Final, Literal

import msgspec
from msgspec import Meta, Struct

from wellwish.base import clock, ids
from wellwish.base.crypto import Keys
from wellwish.base.errors import Fault, InvalidRequest
from wellwish.infra.db import Tx
from wellwish.infra.events import TYPES
from wellwish.infra.http import line, text, word
from wellwish.infra.net import MAX_URL, AddressRefusedError, Net

FAILING_FOR: Final = timedelta(days=5)  # a failing endpoint is disabled after this time
# Two failures days apart without attempts in between do not prove five days of failure, so after this time
# without an attempt, the five days start again. It exceeds the longest delay between attempts, 29 hours.
SILENT_FOR: Final = timedelta(hours=36)

# Standard Webhooks: a secret is whsec_ and the base64 of 24 to 64 random bytes.
SECRET_PREFIX: Final = "whsec_"  # noqa: S105 - what a secret begins with
_SECRET_BYTES: Final = 32

Url = Annotated[
    str,
    line(MAX_URL, "Public https URL that receives the events.", required=True, schema={"format": "uri"}),
]
Description = Annotated[str, text(500, "Your own description of the endpoint.")]
EventType = Annotated[str, word(sorted(TYPES), "An event type.")]
EventTypes = Annotated[
    list[EventType],
    Meta(
        min_length=1,
        max_length=100,
        description="Event types to receive. Default: all types, including future ones.",
    ),
]
Payload = Annotated[
    str, word(("thin", "full"), "`thin`: only IDs of the event and card; `full`: also the event's data.")
]
PersonalData = Annotated[
    bool,
    Meta(description="Whether full payloads include the name and address of the person concerned."),
]


class EndpointRow(Struct, frozen=True):
    """A row of webhook_endpoints; the secrets are sealed."""

    id: str
    url: str
    description: str | None
    event_types: list[str] | None
    payload: Literal["thin", "full"]
    personal_data: bool
    secret: bytes
    previous_secret: bytes | None
    previous_secret_ends_at: datetime | None
    failing_since: datetime | None
    last_failed_at: datetime | None
    paused_until: datetime | None
    disabled_at: datetime | None
    disabled_reason: Literal["by_hand", "failing", "gone"] | None
    by_platform: bool  # the platform created the endpoint for its customer
    version: int
    created_at: datetime
    updated_at: datetime


class WebhookEndpoint(Struct, frozen=True, kw_only=True):
    """A URL that receives events. ``failing_since`` is null while deliveries succeed."""

    object: Literal["webhook_endpoint"] = "webhook_endpoint"
    id: Annotated[str, Meta(pattern=ids.pattern("whe"))]
    url: str
    description: str | None
    event_types: list[Annotated[str, Meta(extra_json_schema={"enum": sorted(TYPES)})]] | None
    payload: Literal["thin", "full"]
    personal_data: bool
    status: Literal["enabled", "disabled"]
    disabled_at: str | None
    disabled_reason: Literal["by_hand", "failing", "gone"] | None
    failing_since: str | None
    previous_secret_ends_at: str | None
    version: int
    created_at: str
    updated_at: str


class WithSecret(WebhookEndpoint, frozen=True, kw_only=True):
    """A webhook endpoint with its secret, which is returned only once."""

    secret: Annotated[
        str,
        Meta(
            pattern=r"^whsec_[A-Za-z0-9+/]+={0,2}$",
            max_length=96,
            description="Signing secret; the key is the base64-decoded part after `whsec_`.",
        ),
    ]


def record(row: EndpointRow, now: datetime) -> WebhookEndpoint:
    ends_at = row.previous_secret_ends_at
    return WebhookEndpoint(
        id=row.id,
        url=row.url,
        description=row.description,
        event_types=row.event_types,
        payload=row.payload,
        personal_data=row.personal_data,
        status="disabled" if row.disabled_at else "enabled",
        disabled_at=clock.rfc3339_or_none(row.disabled_at),
        disabled_reason=row.disabled_reason,
        failing_since=clock.rfc3339_or_none(row.failing_since),
        previous_secret_ends_at=clock.rfc3339(ends_at) if ends_at and ends_at > now else None,
        version=row.version,
        created_at=clock.rfc3339(row.created_at),
        updated_at=clock.rfc3339(row.updated_at),
    )


def with_secret(row: EndpointRow, now: datetime, secret: str) -> WithSecret:
    shown = record(row, now)
    members = {name: getattr(shown, name) for name in shown.__struct_fields__}
    return WithSecret(**members, secret=secret)


async def load(tx: Tx, account_id: str, endpoint_id: str) -> EndpointRow:
    """Raises NotFound."""
    return await tx.found(
        EndpointRow,
        "select {columns} from webhook_endpoints where account_id = :account_id and id = :id",
        account_id=account_id,
        id=endpoint_id,
    )


async def find_enabled(tx: Tx, account_id: str, endpoint_id: str) -> EndpointRow | None:
    """Returns the row, or None if the endpoint is disabled or deleted."""
    return await tx.maybe(
        EndpointRow,
        """
        select {columns} from webhook_endpoints
        where account_id = :account_id and id = :id and disabled_at is null
        """,
        account_id=account_id,
        id=endpoint_id,
    )


async def locked(tx: Tx, account_id: str, endpoint_id: str) -> EndpointRow:
    """Returns the row, locked until the transaction ends. Raises NotFound."""
    return await tx.found(
        EndpointRow,
        "select {columns} from webhook_endpoints where account_id = :account_id and id = :id for update",
        account_id=account_id,
        id=endpoint_id,
    )


def check_url(net: Net, url: str) -> None:
    """Raises InvalidRequest for an address that must not be called. Names are also resolved at each call."""
    try:
        net.rules.check_url(url)
    except AddressRefusedError as error:
        raise InvalidRequest(faults=[Fault("/url", "invalid_value", str(error))]) from error


def as_json(event_types: list[str] | None) -> str | None:
    """Returns the distinct types as JSON text."""
    return None if event_types is None else msgspec.json.encode(sorted(set(event_types))).decode()


def new_secret() -> str:
    """Returns a secret of 256 random bits."""
    return SECRET_PREFIX + b64encode(secrets.token_bytes(_SECRET_BYTES)).decode()


def seal(keys: Keys, account_id: str, endpoint_id: str, secret: str) -> bytes:
    return keys.seal(secret.encode(), sealed_context(account_id, endpoint_id))


def sealed_context(account_id: str, endpoint_id: str) -> str:
    return f"webhook:{account_id}:{endpoint_id}"


def live_secrets(keys: Keys, account_id: str, row: EndpointRow, now: datetime) -> list[str]:
    """Returns the current signing secrets, newest first."""
    context = sealed_context(account_id, row.id)
    sealed = [row.secret]
    if row.previous_secret is not None and row.previous_secret_ends_at and row.previous_secret_ends_at > now:
        sealed.append(row.previous_secret)
    return [keys.unseal(each, context).decode() for each in sealed]
