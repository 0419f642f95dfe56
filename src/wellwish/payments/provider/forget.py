"""Delete the secrets of a removed provider when none of its payments and refunds is pending."""

from datetime import datetime, timedelta
from typing import Any, Final

import structlog

from wellwish.base import clock
from wellwish.infra.checkout import ProviderUnavailableError
from wellwish.infra.db import Tx
from wellwish.infra.http import Services
from wellwish.payments import ledger, own_provider, poll

_AGAIN: Final = timedelta(minutes=10)

log: Final = structlog.get_logger("wellwish.payments")


async def run(services: Services, args: dict[str, Any]) -> datetime | None:
    """Checks every ten minutes. Keeps the secrets if the provider was set again."""
    account_id, provider_id = args["account_id"], args["provider_id"]
    async with services.db.transaction([account_id]) as tx:
        row = await own_provider.find_provider(tx, account_id, provider_id)
        merchant = None if row is None else own_provider.merchant(services, account_id, row)
    if row is None or row.removed_at is None or row.forgotten_at is not None:
        return None
    if merchant is not None:
        try:
            if not await poll.look(services, merchant):  # Apply the remaining events first.
                return clock.now()
        except ProviderUnavailableError:
            log.warning("removed provider unavailable", merchant=row.name)
    async with services.db.transaction([account_id]) as tx:
        return None if await _forget(tx, account_id, row.id, row.name) else clock.data_now() + _AGAIN


async def _forget(tx: Tx, account_id: str, provider_id: str, name: str) -> bool:
    """Deletes the secrets, or returns False while money or an operation is pending.

    Locks the provider first, so that no payment begins in the meantime.
    """
    removed = await tx.value(
        """
        select removed_at is not null from payment_providers
        where account_id = :account_id and id = :id for update
        """,
        account_id=account_id,
        id=provider_id,
    )
    if not removed:
        return True
    under_way = await tx.value(
        """
        select exists (
            select 1 from payments where account_id = :account_id and paid_to = :name
              and (status in ('pending', 'processing') or refunding > 0))
          or (
            select coalesce(sum(l.amount), 0) from ledger l
            where l.account_id = :account_id and l.credit = :clearing
          ) <> (
            select coalesce(sum(l.amount), 0) from ledger l
            where l.account_id = :account_id and l.debit = :clearing)
        """,
        account_id=account_id,
        name=name,
        clearing=ledger.clearing(name),
    )
    if under_way:
        return False
    await tx.run(
        """
        update payment_providers set secret_key = null, webhook_secret = null, key_hint = null,
          forgotten_at = :now, version = version + 1, updated_at = :now
        where account_id = :account_id and id = :id
        """,
        account_id=account_id,
        id=provider_id,
    )
    return True
