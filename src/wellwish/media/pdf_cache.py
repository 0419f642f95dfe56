"""A cache of card PDFs, with a row per stored file, and of failures, which are valid for five minutes.

The key contains the digest of the PDF's content, so that viewers with different content never share a PDF.
PDFs contain their date and expire after a day. They are erased when a note of the card is removed.
"""

import asyncio
import contextlib
from datetime import datetime, timedelta
from typing import Final

from msgspec import Struct

from wellwish.base.errors import Unavailable
from wellwish.infra.db import Tx
from wellwish.infra.http import Services
from wellwish.media import erase
from wellwish.media.store_upload import new_folder

MAX_ACCOUNT_BYTES: Final = 128 * 1024**2
MAX_BYTES: Final = 2 * 1024**3  # total of all accounts
FAILED_S: Final = 300
# A day; files without a row are deleted after the same time (media/purge.py).
_KEPT: Final = timedelta(days=1)
_LOCK: Final = 0x70646673  # lock of transactions that insert a row, which enforces the limits


class Key(Struct, frozen=True):
    """Identifies a PDF by its card and the digest of its content."""

    account_id: str
    card_id: str
    digest: bytes


class _Cached(Struct):
    folder: str | None
    bytes: int
    created_at: datetime


async def find(services: Services, key: Key) -> bytes | None:
    """Returns the PDF, or None if it is not cached. Raises Unavailable if a recent attempt failed."""
    async with services.db.statement() as tx:
        found = await tx.maybe(
            _Cached,
            """
            select {columns} from cached_pdfs
            where account_id = :account_id and card_id = :card_id and digest = :digest
              and created_at > case when folder is null then :failed::timestamptz else :kept end
            """,
            account_id=key.account_id,
            card_id=key.card_id,
            digest=key.digest,
            failed=tx.real_now - timedelta(seconds=FAILED_S),
            kept=tx.real_now - _KEPT,
        )
    if found is None:
        return None
    if found.folder is None:
        again_s = round(FAILED_S - (tx.real_now - found.created_at).total_seconds())
        raise Unavailable("The PDF could not be made.", headers={"Retry-After": str(max(1, again_s))})
    content = await services.storage.get(f"{found.folder}/card.pdf", 0, found.bytes)
    if content is None:
        await _forget(services, key, found.folder)
    return content


async def add(services: Services, key: Key, content: bytes) -> None:
    """Caches the PDF, unless it exceeds the limit of an account or the storage is unavailable."""
    if len(content) > MAX_ACCOUNT_BYTES:
        return
    folder = new_folder(key.account_id)
    with contextlib.suppress(Unavailable):
        await services.storage.put(f"{folder}/card.pdf", content)
        try:
            is_added = await _insert(services, key, folder, len(content))
        except BaseException:
            await asyncio.shield(_delete(services, folder))
            raise
        if not is_added:
            await _delete(services, folder)


async def add_failure(services: Services, key: Key) -> None:
    """Records for ``FAILED_S`` that the PDF cannot be created."""
    await _insert(services, key, None, 0)


async def _insert(services: Services, key: Key, folder: str | None, size: int) -> bool:
    """Returns whether it wrote the row; False if there is already a row for a PDF, or the card has been
    deleted.
    """
    async with services.db.transaction([key.account_id]) as tx:
        await tx.run("select pg_advisory_xact_lock(:lock)", lock=_LOCK)
        is_added = await tx.value(
            """
            with added as (
              insert into cached_pdfs as c (account_id, card_id, digest, folder, bytes, created_at)
              select :account_id, :card_id, :digest, :folder, :bytes, :real_now from cards
              where account_id = :account_id and id = :card_id and deleted_at is null
              on conflict (account_id, card_id, digest) do update set
                folder = excluded.folder, bytes = excluded.bytes, created_at = excluded.created_at
              where c.folder is null or c.created_at <= :kept
              returning c.card_id)
            select true from added
            """,
            account_id=key.account_id,
            card_id=key.card_id,
            digest=key.digest,
            folder=folder,
            bytes=size,
            kept=tx.real_now - _KEPT,
        )
        await _limit(tx)
    return bool(is_added)


class _Gone(Struct):
    folder: str | None


async def _limit(tx: Tx) -> None:
    """Deletes PDFs above the limits, starting with the oldest of an account and with the largest accounts."""
    await _erase(
        tx,
        await tx.many(
            _Gone,
            """
            with sized as (
              select account_id, card_id, digest, bytes, created_at,
                sum(bytes) over (
                  partition by account_id order by created_at desc, card_id, digest) as of_account
              from cached_pdfs),
            ordered as (
              select account_id, card_id, digest, of_account,
                sum(bytes) over (order by of_account, created_at desc, account_id, card_id, digest) as of_all
              from sized)
            delete from cached_pdfs c using ordered o
            where (o.of_account > :account_bytes::bigint or o.of_all > :all_bytes::bigint)
              and c.account_id = o.account_id and c.card_id = o.card_id and c.digest = o.digest
            returning c.folder
            """,
            account_bytes=MAX_ACCOUNT_BYTES,
            all_bytes=MAX_BYTES,
        ),
    )


async def erase_from_card(tx: Tx, account_id: str, card_id: str) -> None:
    """Erases the PDFs of a card that is deleted or loses a note."""
    await _erase(
        tx,
        await tx.many(
            _Gone,
            "delete from cached_pdfs where account_id = :account_id and card_id = :card_id returning folder",
            account_id=account_id,
            card_id=card_id,
        ),
    )


async def purge(services: Services) -> None:
    """Deletes PDFs and failures that are older than a day."""
    async with services.db.transaction() as tx:
        gone = await tx.many(
            _Gone,
            "delete from cached_pdfs where created_at <= :kept returning folder",
            kept=tx.real_now - _KEPT,
        )
        await _erase(tx, gone)


async def _erase(tx: Tx, gone: list[_Gone]) -> None:
    await erase.files(tx, [each.folder for each in gone if each.folder is not None])


async def _forget(services: Services, key: Key, folder: str) -> None:
    """Deletes the row of a lost file."""
    async with services.db.transaction() as tx:
        await tx.run(
            """
            delete from cached_pdfs
            where account_id = :account_id and card_id = :card_id and digest = :digest and folder = :folder
            """,
            account_id=key.account_id,
            card_id=key.card_id,
            digest=key.digest,
            folder=folder,
        )


async def _delete(services: Services, folder: str) -> None:
    """Deletes a file without a row. If the storage is unavailable, the purge deletes it."""
    with contextlib.suppress(Unavailable):
        await services.storage.delete(folder)
