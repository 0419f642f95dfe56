"""Purge old messages, expired suppressions, old envelope senders, and the languages of old texts."""

from datetime import timedelta
from typing import Any, Final

from wellwish.base import ids
from wellwish.infra import jobs
from wellwish.infra.db import Tx
from wellwish.infra.http import Services
from wellwish.infra.jobs import purge as batches
from wellwish.infra.jobs.purge import purge

PURGE: Final = "delivery.purge"
# People reply to text messages within days; later replies are answered in English.
KEPT_FOR: Final = timedelta(days=365)
# RFC 5321 4.5.4.1: mail servers give up after four or five days; relays in between add their own delays.
BOUNCES_FOR: Final = timedelta(days=30)


async def run(services: Services, args: dict[str, Any]) -> None:
    """Deletes in batches, so that the next run continues after an interruption."""
    del args
    await purge(services.db, _delete_languages)
    await purge(services.db, _delete_suppressions)
    await purge(services.db, _delete_bounce_addresses)
    await _purge_messages(services)


async def _delete_languages(tx: Tx, batch: int) -> int:
    return await tx.run(
        """
                delete from text_languages where address_hash in (
                  select address_hash from text_languages
                  where said_at < :oldest order by said_at limit :batch)
                """,
        oldest=tx.now - KEPT_FOR,
        batch=batch,
    )


async def _delete_suppressions(tx: Tx, batch: int) -> int:
    """Deletes rows that neither suppress an address nor list an address suppressed for all accounts."""
    return await tx.run(
        """
                with ended as (
                  select s.address_hash, s.account_id from suppressions s
                  where (s.expires_at <= :now or s.reason = 'elsewhere')
                    and (s.account_id = '' or not exists (
                      select 1 from suppressions o
                      where o.address_hash = s.address_hash and o.account_id = ''
                        and (o.expires_at is null or o.expires_at > :now)))
                  limit :batch
                  for update skip locked)
                delete from suppressions s using ended e
                where s.address_hash = e.address_hash and s.account_id = e.account_id
                """,
        batch=batch,
    )


async def _delete_bounce_addresses(tx: Tx, batch: int) -> int:
    return await tx.run(
        """
                delete from bounce_addresses where token_hash in (
                  select token_hash from bounce_addresses
                  where created_at < :oldest order by created_at limit :batch)
                """,
        oldest=tx.now - BOUNCES_FOR,
        batch=batch,
    )


async def _purge_messages(services: Services) -> None:
    """Deletes messages that were written long ago, unless they are still queued.

    Messages with a link to a contributor's note are erased with their card, because the emails sent when the
    card is opened need their addresses.
    """
    async for accounts in jobs.account_pages(services.db):
        for account_id in accounts:
            while await _purge_messages_of(services, account_id) == batches.BATCH:
                pass


async def _purge_messages_of(services: Services, account_id: str) -> int:
    async with services.db.transaction([account_id]) as tx:
        return await tx.run(
            """
            with old as materialized (
              select id from messages
              where account_id = :account_id and id < :oldest and status <> 'queued' and kind <> 'own_link'
              order by id limit :batch)
            delete from messages m using old o where m.account_id = :account_id and m.id = o.id
            """,
            account_id=account_id,
            oldest=ids.earliest("msg", tx.now - services.settings.limits.retention.messages),
            batch=batches.BATCH,
        )
