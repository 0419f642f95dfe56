"""Update a webhook endpoint."""

from datetime import datetime
from typing import Annotated, Literal

from msgspec import UNSET, Meta, UnsetType

from wellwish.infra.db import Tx
from wellwish.infra.http import Caller, Change, IfMatch, Services
from wellwish.webhooks import delivery, endpoint
from wellwish.webhooks.endpoint import (
    Description,
    EndpointRow,
    EventTypes,
    Payload,
    PersonalData,
    Url,
    WebhookEndpoint,
)

Disabled = Annotated[
    bool, Meta(description="Whether the endpoint is disabled. Nothing is sent to a disabled endpoint.")
]


class WebhookEndpointChange(Change, frozen=True, kw_only=True):
    """Changes to a webhook endpoint. Absent fields stay unchanged; null clears a field."""

    url: Url | UnsetType = UNSET
    description: Description | None | UnsetType = UNSET
    event_types: EventTypes | None | UnsetType = UNSET
    payload: Payload | None | UnsetType = UNSET
    personal_data: PersonalData | None | UnsetType = UNSET
    disabled: Disabled | None | UnsetType = UNSET


async def update_endpoint(
    tx: Tx,
    caller: Caller,
    services: Services,
    webhook_endpoint_id: str,
    change: WebhookEndpointChange,
    if_match: IfMatch,
) -> WebhookEndpoint:
    """Enabling an endpoint resumes its pending deliveries. Use `recover` for events missed in the meantime.

    Raises InvalidRequest for a URL that is not public, NotFound, PreconditionFailed.
    """
    if change.url is not UNSET:
        endpoint.check_url(services.net, change.url)
    row = await endpoint.locked(tx, caller.account_id, webhook_endpoint_id)
    if_match.check(row.version)
    if row.disabled_at is not None and change.disabled is not UNSET and not change.disabled:
        await _begin_again(tx, caller.account_id, row.id)
    return endpoint.record(await _save(tx, caller, row, change), tx.real_now)


async def _save(tx: Tx, caller: Caller, row: EndpointRow, change: WebhookEndpointChange) -> EndpointRow:
    disabled_at, disabled_reason = _disabled(row, change, tx.now)
    event_types = row.event_types if change.event_types is UNSET else change.event_types
    return await tx.one(
        EndpointRow,
        """
        update webhook_endpoints set url = :url, description = :description, event_types = :event_types,
          payload = :payload, personal_data = :personal_data, disabled_at = :disabled_at,
          disabled_reason = :disabled_reason, by_platform = :by_platform,
          version = version + 1, updated_at = :now
        where account_id = :account_id and id = :id
        returning {columns}
        """,
        account_id=caller.account_id,
        id=row.id,
        url=row.url if change.url is UNSET else change.url,
        description=row.description if change.description is UNSET else change.description,
        event_types=endpoint.as_json(event_types),
        payload=row.payload if change.payload is UNSET else change.payload or "thin",
        personal_data=row.personal_data if change.personal_data is UNSET else change.personal_data or False,
        disabled_at=disabled_at,
        disabled_reason=disabled_reason,
        by_platform=_by_platform(caller, row, change),
    )


def _by_platform(caller: Caller, row: EndpointRow, change: WebhookEndpointChange) -> bool:
    """Whether a platform was the last caller to set the URL or enable the endpoint."""
    decides = change.url is not UNSET or (change.disabled is not UNSET and not change.disabled)
    return bool(caller.platform_id) if decides else row.by_platform


def _disabled(
    row: EndpointRow, change: WebhookEndpointChange, now: datetime
) -> tuple[datetime | None, Literal["by_hand", "failing", "gone"] | None]:
    if change.disabled is UNSET or bool(change.disabled) == (row.disabled_at is not None):
        return row.disabled_at, row.disabled_reason
    return (now, "by_hand") if change.disabled else (None, None)


async def _begin_again(tx: Tx, account_id: str, endpoint_id: str) -> None:
    await tx.run(
        """
        update webhook_endpoints set failing_since = null, since_txid = pg_current_xact_id()
        where account_id = :account_id and id = :id
        """,
        account_id=account_id,
        id=endpoint_id,
    )
    await delivery.wake_at_once(tx, account_id, endpoint_id)
