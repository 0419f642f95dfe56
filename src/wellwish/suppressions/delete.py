"""Lift a suppression."""

from typing import Final

from msgspec import Struct

from wellwish.accounts.access import Owning
from wellwish.base.errors import NotFound, SuppressionNotLiftable
from wellwish.delivery import suppression
from wellwish.delivery.suppression import BOUNCED, UNSUBSCRIBED
from wellwish.infra.db import Tx

_COMPLAINT: Final = "The recipient reported a message as spam. Only the recipient can allow messages again."
_STOP: Final = "The recipient replied STOP. The recipient can reply START."
_ELSEWHERE: Final = (
    "The suppression was not caused by a message of this account. A bounce expires within 30 days; "
    "otherwise ask the operator of this service."
)


class _Row(Struct, frozen=True):
    address_hash: bytes
    reason: str | None
    listed: bool


async def delete_suppression(tx: Tx, owning: Owning, suppression_id: str) -> None:
    """The account can send messages to the address again. Its invitations stay suppressed, so invite it
    again.

    Suppressions without a reason, and those caused by a complaint or a STOP reply, cannot be lifted.

    Raises NotFound, SuppressionNotLiftable.
    """
    row = await tx.maybe(
        _Row,
        """
        select s.address_hash,
          case when s.reason <> 'elsewhere' and (s.expires_at is null or s.expires_at > :now)
            then s.reason end as reason,
          exists (
            select 1 from suppressions o
            where o.address_hash = s.address_hash and o.account_id = ''
              and (o.expires_at is null or o.expires_at > :now)) as listed
        from suppressions s
        where s.account_id = :account_id and s.id = :id
        """,
        account_id=owning.account_id,
        id=suppression_id,
    )
    if row is None or (row.reason is None and not row.listed):
        raise NotFound
    if row.reason not in (UNSUBSCRIBED, BOUNCED):
        raise SuppressionNotLiftable(_why(row.reason))
    # The reason is checked again under a lock: a complaint may have followed.
    reasons: list[suppression.Reason] = [UNSUBSCRIBED, BOUNCED]
    if not await suppression.lift_for_account(tx, row.address_hash, owning.account_id, reasons):
        raise SuppressionNotLiftable


def _why(reason: str | None) -> str:
    return {suppression.COMPLAINED: _COMPLAINT, suppression.STOPPED: _STOP}.get(reason or "", _ELSEWHERE)
