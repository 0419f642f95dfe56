"""List and lift suppressions of all accounts, for the operator."""

from datetime import datetime
from typing import Any, Final

from msgspec import Struct

from wellwish.base import clock
from wellwish.base.crypto import Keys
from wellwish.delivery import suppression
from wellwish.delivery.suppression import BOUNCED, UNSUBSCRIBED
from wellwish.infra.db import Tx
from wellwish.suppressions.list import address_hash

_MOST: Final = 1000


class _Row(Struct, frozen=True):
    account_id: str
    delivery_type: str | None
    sealed_address: bytes | None
    reason: str
    created_at: datetime
    expires_at: datetime | None


async def list_all(
    tx: Tx, keys: Keys, *, account_id: str | None, address: str | None, limit: int
) -> list[dict[str, Any]]:
    """Returns active suppressions, newest first; ``account_id`` is None if they apply to all accounts.

    Raises ValueError for an invalid address.
    """
    rows = await tx.many(
        _Row,
        """
        select {columns} from suppressions
        where reason <> 'elsewhere' and (expires_at is null or expires_at > :now)
          and (:account_id::text is null or account_id = :account_id)
          and (:address_hash::bytea is null or address_hash = :address_hash)
        order by created_at desc, address_hash, account_id limit :count
        """,
        account_id=account_id,
        address_hash=None if address is None else address_hash(keys, address),
        count=min(limit, _MOST),
    )
    return [
        {
            "account_id": row.account_id or None,
            "delivery_type": row.delivery_type,
            "address": None if row.sealed_address is None else suppression.unseal(keys, row.sealed_address),
            "reason": row.reason,
            "created_at": clock.rfc3339(row.created_at),
            "expires_at": clock.rfc3339_or_none(row.expires_at),
        }
        for row in rows
    ]


async def lift(tx: Tx, keys: Keys, address: str, *, account_id: str | None) -> int:
    """Lifts the suppressions of an address and returns their number.

    Without an account, lifts all bounces and an unsubscription at the email provider; with an account, its
    bounce or unsubscription. Complaints and STOP replies remain. Raises ValueError for an invalid address.
    """
    hashed = address_hash(keys, address)
    if account_id is not None:
        return int(await suppression.lift_for_account(tx, hashed, account_id, [UNSUBSCRIBED, BOUNCED]))
    return await suppression.lift_bounces(tx, hashed)
