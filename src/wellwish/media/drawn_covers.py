"""Drawn covers: a row per card, default text or draft, and stored files shared by identical covers.

The row with the folder is written before the files. A worker that is killed while drawing leaves a claim that
expires, and files that the next run overwrites.
"""

import contextlib
from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from typing import Final

import msgspec
from msgspec import Struct

from wellwish.base.errors import Unavailable
from wellwish.designs.covers.files import Kind
from wellwish.infra.db import Tx
from wellwish.infra.http import Services
from wellwish.infra.jobs import LIMIT_S, RetryLaterError
from wellwish.media import erase
from wellwish.media.store_upload import new_folder

SHARED: Final = "shared"  # account ID of rows shared by all accounts
_USER: Final = "usr_"  # begins the subject of a draft
_AGAIN_S: Final = 2.0
# Longer than the time limit of a job, so that no two workers draw the same cover.
_CLAIM: Final = timedelta(seconds=LIMIT_S + 5)
_LOCK: Final = 0x636F7672  # lock, combined with the account, of transactions that share or delete folders


class Key(Struct, frozen=True):
    """Identifies a cover by its account or ``SHARED``, its subject, and the SHA-256 of its content.

    The subject is a card, a default text, or the user whose draft it is.
    """

    account_id: str
    subject_id: str
    digest: bytes

    @property
    def is_draft(self) -> bool:
        return self.subject_id.startswith(_USER)


class DrawnCover(Struct):
    """A row of drawn_covers; ``sizes`` is None until all files are stored."""

    subject_id: str
    digest: bytes
    folder: str
    sizes: dict[str, int] | None
    claimed_until: datetime | None


async def find(tx: Tx, account_id: str, digest: bytes) -> DrawnCover | None:
    """Returns a row of this cover, preferring one that has been drawn."""
    return await tx.maybe(
        DrawnCover,
        """
        select {columns} from drawn_covers where account_id = :account_id and digest = :digest
        order by sizes is null, claimed_until desc nulls last limit 1
        """,
        account_id=account_id,
        digest=digest,
    )


async def read(services: Services, account_id: str, found: DrawnCover, name: str) -> bytes | None:
    """Returns a file of a drawn cover; None if the storage is unavailable or has lost the file.

    Deletes the row of a lost file, so that the next request draws the cover again.
    """
    size = (found.sizes or {}).get(name, 0)
    try:
        content = await services.storage.get(f"{found.folder}/{name}", 0, size) if size else None
    except Unavailable:
        return None
    if content is None or len(content) != size:
        async with services.db.transaction([account_id]) as tx:
            await tx.run(
                "delete from drawn_covers where account_id = :account_id and folder = :folder",
                account_id=account_id,
                folder=found.folder,
            )
            await erase.files(tx, [found.folder])
        return None
    return content


async def want(tx: Tx, key: Key) -> None:
    """Records the next draft of a user, so that jobs of earlier drafts draw nothing."""
    await _lock(tx, key.account_id)
    rows = await tx.many(
        DrawnCover,
        """
        select {columns} from drawn_covers where account_id = :account_id and subject_id = :subject_id limit 1
        """,
        account_id=key.account_id,
        subject_id=key.subject_id,
    )
    await _write(tx, key, rows, new_folder(key.account_id))


async def claim(tx: Tx, key: Key) -> str | None:
    """Returns the folder for the pictures; None if the subject already has them or has requested another
    draft.

    Raises RetryLaterError while another worker draws the same cover.
    """
    await _lock(tx, key.account_id)
    rows = await tx.many(
        DrawnCover,
        """
        (select {columns} from drawn_covers where account_id = :account_id and subject_id = :subject_id)
        union all
        (select {columns} from drawn_covers
         where account_id = :account_id and digest = :digest and subject_id <> :subject_id
         order by sizes is null, claimed_until desc nulls last limit 1)
        limit 2
        """,
        account_id=key.account_id,
        subject_id=key.subject_id,
        digest=key.digest,
    )
    same = [row for row in rows if row.digest == key.digest]
    own = next((row for row in same if row.subject_id == key.subject_id), None)
    if (own is None and key.is_draft) or (own is not None and own.sizes is not None):
        return None
    drawn = next((row for row in same if row.sizes is not None), None)
    if drawn is not None:
        await _write(tx, key, rows, drawn.folder, sizes=drawn.sizes)
        return None
    if any(row.claimed_until is not None and row.claimed_until > tx.now for row in same):
        raise RetryLaterError(_AGAIN_S)
    folder = new_folder(key.account_id) if own is None else own.folder
    await _write(tx, key, rows, folder, claimed_until=tx.now + _CLAIM)
    return folder


async def _write(
    tx: Tx,
    key: Key,
    rows: Sequence[DrawnCover],
    folder: str,
    *,
    sizes: Mapping[str, int] | None = None,
    claimed_until: datetime | None = None,
) -> None:
    await tx.run(
        """
        insert into drawn_covers (account_id, subject_id, digest, folder, sizes, claimed_until)
        values (:account_id, :subject_id, :digest, :folder, :sizes::jsonb, :claimed_until)
        on conflict (account_id, subject_id) do update set digest = excluded.digest, folder = excluded.folder,
          sizes = excluded.sizes, claimed_until = excluded.claimed_until
        """,
        account_id=key.account_id,
        subject_id=key.subject_id,
        digest=key.digest,
        folder=folder,
        sizes=None if sizes is None else msgspec.json.encode(sizes).decode(),
        claimed_until=claimed_until,
    )
    await _drop_unused(tx, key.account_id, [r.folder for r in rows if r.subject_id == key.subject_id])


async def store(services: Services, key: Key, folder: str, content: Mapping[Kind, bytes]) -> None:
    """Stores the pictures of a claimed cover, unless its card has been erased or its text changed."""
    for name, each in content.items():
        await services.storage.put(f"{folder}/{name}", each)
    async with services.db.transaction([key.account_id]) as tx:
        await _lock(tx, key.account_id)
        if not await tx.run(
            """
            update drawn_covers set sizes = :sizes::jsonb, claimed_until = null
            where account_id = :account_id and subject_id = :subject_id and folder = :folder
            """,
            account_id=key.account_id,
            subject_id=key.subject_id,
            folder=folder,
            sizes=msgspec.json.encode({name: len(each) for name, each in content.items()}).decode(),
        ):
            await _drop_unused(tx, key.account_id, [folder])


async def release(services: Services, key: Key, folder: str) -> None:
    """Ends the claim of a failed drawing, so that the next attempt does not wait."""
    with contextlib.suppress(Unavailable):
        async with services.db.transaction([key.account_id]) as tx:
            await tx.run(
                """
                update drawn_covers set claimed_until = null
                where account_id = :account_id and subject_id = :subject_id and folder = :folder
                """,
                account_id=key.account_id,
                subject_id=key.subject_id,
                folder=folder,
            )


class _Gone(Struct):
    folder: str


async def erase_from_card(tx: Tx, account_id: str, card_id: str) -> None:
    """Erases the card's cover, and its files unless another card of the account uses them."""
    await _lock(tx, account_id)
    gone = await tx.many(
        _Gone,
        "delete from drawn_covers where account_id = :account_id and subject_id = :card_id returning folder",
        account_id=account_id,
        card_id=card_id,
    )
    await _drop_unused(tx, account_id, [each.folder for each in gone])


async def forget_drafts(tx: Tx, account_id: str, folders: Sequence[str]) -> None:
    """Deletes the rows of drafts in these folders; a card with the same cover keeps the files."""
    await _lock(tx, account_id)
    await tx.run(
        """
        delete from drawn_covers
        where account_id = :account_id and folder = any (:folders) and starts_with(subject_id, :user)
        """,
        account_id=account_id,
        folders=list(folders),
        user=_USER,
    )


async def _drop_unused(tx: Tx, account_id: str, folders: Sequence[str]) -> None:
    """Enqueues the deletion of folders without rows."""
    if not folders:
        return
    used = await tx.many(
        _Gone,
        """
        select f.folder from unnest(:folders::text[]) as f (folder)
        where exists (select 1 from drawn_covers c where c.account_id = :account_id and c.folder = f.folder)
        limit 100
        """,
        account_id=account_id,
        folders=list(folders),
    )
    await erase.files(tx, sorted(set(folders) - {each.folder for each in used}))


async def _lock(tx: Tx, account_id: str) -> None:
    await tx.run(
        "select pg_advisory_xact_lock(:lock, hashtext(:account_id))", lock=_LOCK, account_id=account_id
    )
