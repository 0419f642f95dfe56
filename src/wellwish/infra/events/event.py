"""The catalogue of event types, the API representation of events, and their recording."""

from collections.abc import Sequence
from datetime import datetime
from typing import Annotated, Any, Final, Literal

import msgspec
from msgspec import Meta, Struct

from wellwish.base import clock, ids
from wellwish.infra import effects
from wellwish.infra.db import Tx

# The catalogue: a type and its description. Payloads contain IDs, statuses and counts, never personal data.
TYPES: Final[dict[str, str]] = {
    "card.created": "Occurs when a card is created, which takes one card from a bundle purchase.",
    "card.updated": "Occurs when a card is updated.",
    "card.closed": "Occurs when a card is closed, manually or at its end.",
    "card.reopened": "Occurs when a closed card is reopened.",
    "card.cancelled": "Occurs when a card is cancelled.",
    "card.archived": "Occurs when a card is archived.",
    "card.cancelling": "Occurs when cancelling a card with refunds starts.",
    "card.cancel_failed": "Occurs when a refund fails, so that its card is not cancelled and stays closed.",
    "card.deleted": "Occurs when a card is deleted.",
    "card.link_rotated": "Occurs when a link of a card is replaced. The old link no longer works.",
    "card.goal_reached": "Occurs once, when the settled money of a card first reaches its goal.",
    "card.handed_over": "Occurs when an owner records how the collected money reached the recipient.",
    "card.viewed": "Occurs once for each recipient, when they first open the card.",
    "card.thanked": "Occurs when a recipient posts or changes a thank-you message.",
    "card_admin.added": "Occurs when an admin is added to a card.",
    "card_admin.updated": "Occurs when the privileges of a card admin are replaced.",
    "card_admin.removed": "Occurs when a card admin is removed.",
    "invitation.created": "Occurs when an invitation is created.",
    "invitation.sent": "Occurs when an invitation is handed over for delivery.",
    "invitation.failed": "Occurs when an invitation cannot be sent and will not be retried.",
    "invitation.resent": "Occurs when a request resends an invitation.",
    "invitation.reminded": "Occurs when a reminder is queued for an invitee who has not signed.",
    "invitation.delivered": "Occurs when an invitation is delivered.",
    "invitation.bounced": "Occurs when an invitation bounces because its address does not exist.",
    "invitation.suppressed": "Occurs when an invitation is not sent because its address is suppressed.",
    "invitation.corrected": "Occurs when the address of an invitation is updated.",
    "invitation.revoked": "Occurs when an invitation is revoked.",
    "invitation.declined": "Occurs when an invitee declines.",
    "contribution.created": "Occurs when someone signs a card.",
    "contribution.updated": "Occurs when a contribution is changed by its author.",
    "contribution.paid": "Occurs when the money of a contribution is paid.",
    "contribution.pledged": "Occurs when someone pledges cash.",
    "contribution.pledge_confirmed": "Occurs when a cash pledge is confirmed.",
    "contribution.pledge_dropped": "Occurs when a cash pledge is dropped.",
    "contribution.published": "Occurs when a note is published.",
    "contribution.hidden": "Occurs when a note is hidden.",
    "contribution.rejected": "Occurs when a note is rejected.",
    "contribution.deleted": "Occurs when a contribution is deleted and its note erased.",
    "contribution.reported": "Occurs when a viewer reports a note as inappropriate.",
    "payment.succeeded": "Occurs when the provider reports that a payment succeeded.",
    "payment.failed": "Occurs when a payment is declined.",
    "payment.cancelled": "Occurs when a payment is cancelled or expires unpaid.",
    "payment.refunded": "Occurs when a refund of a payment succeeds.",
    "payment.refund_failed": "Occurs when a refund fails and will not be retried.",
    "payment.processing": "Occurs when a payer has finished, but the bank needs days for the payment.",
    "payment.inquiry_opened": "Occurs when a payer's bank asks about a payment, before any dispute.",
    "payment.disputed": "Occurs when the payer disputes a payment.",
    "payment.dispute_closed": "Occurs when a dispute of a payment is won or lost.",
    "payment.mismatched": "Occurs when the provider reports something that contradicts a payment.",
    "refund_request.created": "Occurs when a contributor asks for a refund.",
    "refund_request.approved": "Occurs when an owner approves a refund request, which starts the refund.",
    "refund_request.refused": "Occurs when an owner refuses a refund request.",
    "refund_request.closed": "Occurs when the money of an open refund request is returned in another way.",
    "bundle_purchase.created": "Occurs when a bundle purchase is created and waits for payment.",
    "bundle_purchase.active": "Occurs when a bundle purchase is paid and its cards can be used.",
    "bundle_purchase.failed": "Occurs when the payment of a bundle purchase fails or expires.",
    "bundle_purchase.refunded": "Occurs when a bundle purchase is refunded.",
    "bundle_purchase.low": "Occurs when only a tenth of the cards of a bundle purchase are left.",
    "bundle_purchase.exhausted": "Occurs when the last card of a bundle purchase is used.",
    "payment_provider.changed": "Occurs when the account's payment provider is set or removed.",
    "webhook_endpoint.disabled": "Occurs when an endpoint is disabled after five days of failure or a 410.",
    "webhook_endpoint.test": "Occurs when a test event is requested for a webhook endpoint.",
    "person.created": "Occurs when a person is added.",
    "person.updated": "Occurs when a person is updated.",
    "person.left": "Occurs when the status of a person changes to `left`.",
    "person.deleted": "Occurs when a person is deleted.",
    "occasion.card_created": "Occurs when a rule creates a card for an occasion of a person.",
    "export.completed": "Occurs when the file of an export is ready.",
    "export.failed": "Occurs when an export fails and will not be retried.",
    "erasure.completed": "Occurs when a person's data is erased.",
    "erasure.failed": "Occurs when an erasure fails and will not be retried. Repeat it: it continues.",
    "platform.left": "Occurs when an account leaves its platform.",
    "customer.left": "Sent to the platform when a customer leaves.",
    "credential.rotated": "Occurs when a new API key and client secret are created.",
    "restricted_key.created": "Occurs when a restricted key is created.",
    "restricted_key.ended": "Occurs when a restricted key is ended before it expires.",
}


class EventRow(Struct, frozen=True):
    id: str
    type: str
    card_id: str | None
    data: str
    created_at: datetime


class Event(Struct, frozen=True, kw_only=True):
    """An event in the account. Its data contains IDs, statuses and counts."""

    object: Literal["event"] = "event"
    id: Annotated[str, Meta(pattern=ids.pattern("evt"))]
    type: Annotated[str, Meta(extra_json_schema={"enum": sorted(TYPES)})]
    card_id: Annotated[str, Meta(pattern=ids.pattern("card"))] | None
    test: Annotated[bool, Meta(description="Whether it is about test data.")]
    data: dict[str, Any]
    created_at: str


def shown(row: EventRow, *, is_test: bool) -> Event:
    return Event(
        id=row.id,
        type=row.type,
        card_id=row.card_id,
        test=is_test,
        data=msgspec.json.decode(row.data),
        created_at=clock.rfc3339(row.created_at),
    )


async def record(
    tx: Tx, account_id: str, kind: str, *, card_id: str | None = None, data: dict[str, Any] | None = None
) -> str:
    """Records one event of the account when the transaction commits, and returns its ID.

    ``data`` must contain only IDs, statuses and counts.
    """
    [event_id] = _record(tx, account_id, kind, card_id, [data or {}])
    return event_id


async def record_each(
    tx: Tx, account_id: str, kind: str, *, card_id: str | None, data: Sequence[dict[str, Any]]
) -> None:
    """Records one event for each payload when the transaction commits."""
    _record(tx, account_id, kind, card_id, data)


def _record(
    tx: Tx, account_id: str, kind: str, card_id: str | None, data: Sequence[dict[str, Any]]
) -> list[str]:
    if kind not in TYPES:
        raise KeyError(kind)
    event_ids = [ids.new("evt") for _ in data]
    for event_id, each in zip(event_ids, data, strict=True):
        effects.get_effects(tx).record(effects.Event(account_id, event_id, kind, card_id, payload(each)))
    return event_ids


def payload(data: dict[str, Any]) -> str:
    return msgspec.json.encode(data).decode()
