"""The delivery of an event to an endpoint: its row, attempts, record and queueing."""

from collections.abc import Sequence
from datetime import datetime
from typing import Annotated, Final, Literal

from msgspec import Meta, Struct

from wellwish.base import clock, ids
from wellwish.infra import jobs
from wellwish.infra.db import Tx

DELIVER: Final = "webhooks.deliver"
TRIES: Final = 10  # attempts over about 3 days
KEPT_ANSWER: Final = 1024  # bytes of a response body stored for inspection


class DeliveryRow(Struct, frozen=True):
    """A row of webhook_deliveries."""

    id: str
    endpoint_id: str
    event_id: str
    event_type: str
    status: Literal["pending", "delivered", "failed"]
    attempts: int
    next_attempt_at: datetime | None
    delivered_at: datetime | None
    created_at: datetime
    updated_at: datetime


class AttemptRow(Struct, frozen=True):
    """A row of webhook_attempts."""

    delivery_id: str
    number: int
    response_status: int | None
    response_body: str | None
    error: str | None
    duration_ms: int
    created_at: datetime


class Attempt(Struct, frozen=True, kw_only=True):
    """One delivery attempt. Without a response, ``error`` contains the reason."""

    number: Annotated[int, Meta(ge=1)]
    response_status: (
        Annotated[int, Meta(ge=100, le=999, description="HTTP status code of the response.")] | None
    )
    response_body: (
        Annotated[str, Meta(max_length=KEPT_ANSWER, description="Beginning of the response body.")] | None
    )
    error: (
        Annotated[
            str,
            Meta(description="dns, connect, tls, reset, timeout, protocol or address_refused (not public)."),
        ]
        | None
    )
    duration_ms: Annotated[int, Meta(ge=0, description="Duration in milliseconds.")]
    created_at: str


class WebhookDelivery(Struct, frozen=True, kw_only=True):
    """The delivery of an event to an endpoint, with its attempts in order."""

    object: Literal["webhook_delivery"] = "webhook_delivery"
    id: Annotated[str, Meta(pattern=ids.pattern("dlv"))]
    webhook_endpoint_id: Annotated[str, Meta(pattern=ids.pattern("whe"))]
    event_id: Annotated[
        str, Meta(pattern=ids.pattern("evt"), description="ID of the event, also sent as `webhook-id`.")
    ]
    event_type: str
    status: Literal["pending", "delivered", "failed"]
    attempts: list[Attempt]
    next_attempt_at: str | None
    delivered_at: str | None
    created_at: str
    updated_at: str


def record(row: DeliveryRow, attempts: Sequence[AttemptRow], *, is_disabled: bool = False) -> WebhookDelivery:
    """Returns the record of a row with its attempts; attempts of other deliveries are ignored.

    While the endpoint is disabled, there is no next attempt.
    """
    return WebhookDelivery(
        id=row.id,
        webhook_endpoint_id=row.endpoint_id,
        event_id=row.event_id,
        event_type=row.event_type,
        status=row.status,
        attempts=[_attempt(each) for each in attempts if each.delivery_id == row.id],
        next_attempt_at=None if is_disabled else clock.rfc3339_or_none(row.next_attempt_at),
        delivered_at=clock.rfc3339_or_none(row.delivered_at),
        created_at=clock.rfc3339(row.created_at),
        updated_at=clock.rfc3339(row.updated_at),
    )


def _attempt(row: AttemptRow) -> Attempt:
    return Attempt(
        number=row.number,
        response_status=row.response_status,
        response_body=row.response_body,
        error=row.error,
        duration_ms=row.duration_ms,
        created_at=clock.rfc3339(row.created_at),
    )


async def load(tx: Tx, account_id: str, delivery_id: str) -> DeliveryRow:
    """Raises NotFound."""
    return await tx.found(
        DeliveryRow,
        "select {columns} from webhook_deliveries where account_id = :account_id and id = :id",
        account_id=account_id,
        id=delivery_id,
    )


async def attempts_of(tx: Tx, account_id: str, delivery_ids: Sequence[str]) -> list[AttemptRow]:
    """Returns the attempts of the deliveries, in order."""
    return await tx.many(
        AttemptRow,
        """
        select {columns} from webhook_attempts
        where account_id = :account_id and delivery_id = any (:delivery_ids)
        order by delivery_id, number limit 10000
        """,
        account_id=account_id,
        delivery_ids=list(delivery_ids),
    )


class NewDelivery(Struct, frozen=True):
    id: str
    endpoint_id: str
    event_id: str
    event_type: str


async def insert(tx: Tx, account_id: str, new: Sequence[NewDelivery]) -> None:
    """Inserts the deliveries, due now. Existing deliveries are unchanged unless they have failed."""
    await tx.run(
        """
        insert into webhook_deliveries
          (account_id, id, endpoint_id, event_id, event_type, status, tries_left, next_attempt_at,
           created_at, updated_at)
        select :account_id, made.id, made.endpoint_id, made.event_id, made.event_type, 'pending', :tries_left,
          :real_now, :now, :now
        from unnest(:ids::text[], :endpoint_ids::text[], :event_ids::text[], :event_types::text[])
          as made (id, endpoint_id, event_id, event_type)
        on conflict (account_id, endpoint_id, event_id) do update set
          status = 'pending', tries_left = excluded.tries_left, next_attempt_at = excluded.next_attempt_at,
          updated_at = excluded.updated_at
          where webhook_deliveries.status = 'failed'
        """,
        account_id=account_id,
        ids=[each.id for each in new],
        endpoint_ids=[each.endpoint_id for each in new],
        event_ids=[each.event_id for each in new],
        event_types=[each.event_type for each in new],
        tries_left=TRIES,
    )


async def wake(tx: Tx, account_id: str, endpoint_ids: Sequence[str]) -> None:
    """Wakes the jobs of these endpoints after this transaction."""
    await jobs.wake(
        tx,
        DELIVER,
        {each: {"account_id": account_id, "endpoint_id": each} for each in endpoint_ids},
    )


async def wake_at_once(tx: Tx, account_id: str, endpoint_id: str) -> None:
    """Wakes the job of an endpoint and ends its delay, because a person is waiting."""
    await tx.run(
        "update webhook_endpoints set paused_until = null where account_id = :account_id and id = :id",
        account_id=account_id,
        id=endpoint_id,
    )
    await wake(tx, account_id, [endpoint_id])
