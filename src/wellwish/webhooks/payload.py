"""The body of a message: IDs, statuses and counts, no links, and personal data only if requested.

The endpoint requests it with ``payload`` full and ``personal_data``.
"""

from collections.abc import Sequence
from datetime import datetime
from typing import Any, Final

import msgspec
from msgspec import Struct

from wellwish.base import clock
from wellwish.infra.db import Tx
from wellwish.webhooks.endpoint import EndpointRow

_encode: Final = msgspec.json.Encoder().encode


class PendingDelivery(Struct, frozen=True):
    """A delivery with its event; ``data`` is the text of a JSON object."""

    delivery_id: str
    attempts: int
    tries_left: int
    event_id: str
    event_type: str
    card_id: str | None
    data: str
    created_at: datetime
    is_test: bool


class _Person(Struct, frozen=True):
    id: str
    name: str | None
    address: str


async def bodies(
    tx: Tx, account_id: str, endpoint: EndpointRow, deliveries: Sequence[PendingDelivery]
) -> list[bytes]:
    """Returns the body of each message.

    The bytes for an event change only if the person's data changes.
    """
    if endpoint.payload == "thin":
        return [_body(each, {}) for each in deliveries]
    data: list[dict[str, Any]] = [msgspec.json.decode(each.data) for each in deliveries]
    if endpoint.personal_data:
        people = await _people(tx, account_id, data)
        for each in data:
            person = people.get(each.get("invite_id") or each.get("card_admin_id") or "")
            each["person"] = person and {"name": person.name, "address": person.address}
    return [_body(each, members) for each, members in zip(deliveries, data, strict=True)]


def _body(delivery: PendingDelivery, data: dict[str, Any]) -> bytes:
    return _encode(
        {
            "type": delivery.event_type,
            "timestamp": clock.rfc3339(delivery.created_at),
            "test": delivery.is_test,
            "data": {"event_id": delivery.event_id, "card_id": delivery.card_id, **data},
        }
    )


async def _people(tx: Tx, account_id: str, data: Sequence[dict[str, Any]]) -> dict[str, _Person]:
    """Returns the current data of the events' people.

    Events contain no personal data, so that it can be erased. Contributors are not looked up, because they
    may be anonymous.
    """
    invited = await tx.many(
        _Person,
        """
        select id, name, delivery_id from invitations
        where account_id = :account_id and id = any (:ids) limit 1000
        """,
        account_id=account_id,
        ids=[each["invite_id"] for each in data if "invite_id" in each],
    )
    admins = await tx.many(
        _Person,
        """
        select id, name, email from card_admins
        where account_id = :account_id and id = any (:ids) limit 1000
        """,
        account_id=account_id,
        ids=[each["card_admin_id"] for each in data if "card_admin_id" in each],
    )
    return {each.id: each for each in (*invited, *admins)}
