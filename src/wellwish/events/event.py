"""The event: the catalogue of its types, its record, and how one is written."""

from datetime import datetime
from typing import Annotated, Any, Final, Literal

import msgspec
from msgspec import Meta, Struct

from wellwish import clock, ids
from wellwish.db import Tx

# The catalogue: a type, and what it tells. Payloads carry ids, states and counts, never a person.
TYPES: Final[dict[str, str]] = {
    "card.created": "A card was created and one card of a bundle purchase taken.",
    "card.updated": "Fields of a card were changed.",
    "card.closed": "A card was closed, by hand or by its end.",
    "card.reopened": "A closed card was opened again.",
    "card.cancelled": "A card was cancelled.",
    "card.archived": "A card was archived.",
    "card.cancelling": "All money of a card goes back, and then it is cancelled.",
    "card.cancel_failed": "A refund failed, so that a card is closed and not cancelled.",
    "card.deleted": "A card was deleted.",
    "card.link_rotated": "A link of a card was replaced by a new one, and the former one has ended.",
    "card.thanked": "A recipient of a card has thanked everybody who signed, or changed the words.",
    "card_admin.added": "Somebody was made an admin of a card.",
    "card_admin.updated": "The privileges of a card admin were replaced.",
    "card_admin.removed": "A card admin was removed.",
    "invitation.created": "Somebody was invited to a card.",
    "invitation.sent": "An invitation was handed over for delivery.",
    "invitation.failed": "An invitation could not be handed over, and will not be tried again.",
    "invitation.resent": "An invitation was asked to be sent again.",
    "invitation.reminded": "Somebody who has not signed was reminded.",
    "invitation.delivered": "The mailbox of an invitation has taken it.",
    "invitation.bounced": "There is no such mailbox as that of an invitation.",
    "invitation.suppressed": "An invitation was not sent: its address wants no messages.",
    "invitation.corrected": "The address of an invitation was corrected.",
    "invitation.revoked": "An invitation was revoked.",
    "invitation.declined": "Somebody who was invited said no.",
    "contribution.created": "Somebody signed a card.",
    "contribution.updated": "A contribution was changed by whoever signed.",
    "contribution.paid": "Money of a contribution was paid.",
    "contribution.pledged": "Somebody promised cash.",
    "contribution.pledge_confirmed": "An admin has the cash that was promised.",
    "contribution.pledge_dropped": "Cash that was promised is not expected any more.",
    "contribution.published": "The note of a contribution was published.",
    "contribution.hidden": "The note of a contribution was hidden.",
    "contribution.rejected": "The note of a contribution was rejected.",
    "contribution.deleted": "A contribution was removed, and what was written in it erased.",
    "contribution.reported": "Somebody who sees a card thinks that a note on it should not stand.",
    "payment.succeeded": "The provider told that a payment was made.",
    "payment.failed": "A payment was declined.",
    "payment.cancelled": "A payment was cancelled, or nobody made it in its time.",
    "payment.refunded": "Money of a payment went back to who paid it.",
    "payment.refund_failed": "The provider could not refund a payment, and will not try again.",
    "payment.disputed": "Who made a payment disputes it.",
    "payment.dispute_closed": "A dispute of a payment was won or lost.",
    "bundle_purchase.created": "A bundle was ordered; its payment is awaited.",
    "bundle_purchase.active": "A bundle was paid, and its cards can be used.",
    "bundle_purchase.failed": "The payment of a bundle failed or was not made.",
    "bundle_purchase.refunded": "The price of an unused bundle went back.",
    "bundle_purchase.low": "A tenth of a bundle's cards is left.",
    "bundle_purchase.exhausted": "The last card of a bundle was taken.",
    "payment_provider.changed": "Where the money of the account's cards goes was changed.",
    "webhook_endpoint.disabled": "A webhook endpoint failed for five days, or said that it is gone.",
    "webhook_endpoint.test": "A test of a webhook endpoint was asked for.",
    "credential.rotated": "A new pair of API key and client secret was made.",
}


class EventRow(Struct, frozen=True):
    """A row of events."""

    id: str
    type: str
    card_id: str | None
    data: str
    created_at: datetime


class Event(Struct, frozen=True, kw_only=True):
    """A fact that happened; its data holds ids, states and counts."""

    object: Literal["event"] = "event"
    id: Annotated[str, Meta(pattern=ids.pattern("evt"))]
    type: Annotated[str, Meta(extra_json_schema={"enum": sorted(TYPES)})]
    card_id: Annotated[str, Meta(pattern=ids.pattern("card"))] | None
    data: dict[str, Any]
    created_at: str


def shown(row: EventRow) -> Event:
    """Returns the record of a row."""
    return Event(
        id=row.id,
        type=row.type,
        card_id=row.card_id,
        data=msgspec.json.decode(row.data),
        created_at=clock.rfc3339(row.created_at),
    )


async def record(
    tx: Tx, account_id: str, kind: str, *, card_id: str | None = None, data: dict[str, Any] | None = None
) -> str:
    """Writes one event of the account and returns its id. The data holds ids, states and counts only."""
    if kind not in TYPES:
        raise KeyError(kind)
    event_id = ids.new("evt")
    await tx.run(
        """
        insert into events (account_id, id, type, card_id, data, created_at)
        values (:account_id, :id, :type, :card_id, :data, :now)
        """,
        account_id=account_id,
        id=event_id,
        type=kind,
        card_id=card_id,
        data=payload(data or {}),
    )
    return event_id


async def record_each(
    tx: Tx, account_id: str, kind: str, *, card_id: str | None, data: list[dict[str, Any]]
) -> None:
    """Writes one event for each payload, in one statement."""
    if kind not in TYPES:
        raise KeyError(kind)
    await tx.run(
        """
        insert into events (account_id, id, type, card_id, data, created_at)
        select :account_id, made.id, :type, :card_id, made.data::jsonb, :now
        from unnest(:ids::text[], :data::text[]) as made (id, data)
        """,
        account_id=account_id,
        ids=[ids.new("evt") for _ in data],
        type=kind,
        card_id=card_id,
        data=[payload(each) for each in data],
    )


def payload(data: dict[str, Any]) -> str:
    """Returns the data as the text of a JSON column."""
    return msgspec.json.encode(data).decode()
