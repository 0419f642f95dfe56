"""The journal of erasures: keyed hashes of addresses, in the database and in file storage.

A restored database lacks the erasures since its backup. File storage keeps a copy of each entry as the name
of a folder, so that they can be repeated.
"""

from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from typing import Final

from msgspec import Struct

from wellwish.base import clock
from wellwish.infra.db import Tx
from wellwish.infra.http import Services
from wellwish.privacy.person import Person

FOLDER: Final = "erasures"
_ENTRY: Final = "erased"  # the file; storage has no empty folders
_PAGE: Final = 10_000


async def record(services: Services, person: Person, at: datetime) -> None:
    """Records an erasure before it begins. Raises Unavailable if file storage is unavailable."""
    hashed = person.erasure_hash(services.keys)
    stamp = int(at.timestamp() * 1000)
    await services.storage.put(f"{FOLDER}/{hashed.hex()}.{stamp}/{_ENTRY}", b"1")
    async with services.db.statement() as tx:
        await _put(tx, hashed, at)


async def _put(tx: Tx, hashed: bytes, at: datetime) -> None:
    await tx.run(
        """
        insert into erasures as e (address_hash, erased_at) values (:address_hash, :at)
        on conflict (address_hash) do update set erased_at = greatest(e.erased_at, excluded.erased_at)
        """,
        address_hash=hashed,
        at=at,
    )


class _Entry(Struct, frozen=True):
    address_hash: bytes
    erased_at: datetime


async def read(services: Services) -> Mapping[bytes, datetime]:
    """Returns the time of the last erasure of each hash, from both copies. Raises Unavailable."""
    found: dict[bytes, datetime] = {}
    after, is_more = b"", True
    while is_more:
        async with services.db.statement() as tx:
            rows = await tx.many(
                _Entry,
                """
                select {columns} from erasures where address_hash > :after
                order by address_hash limit :count
                """,
                after=after,
                count=_PAGE,
            )
        is_more = len(rows) == _PAGE
        for row in rows:
            after = row.address_hash
            found[after] = row.erased_at
    # An entry could be later only if a clock was wrong.
    for folder in await services.storage.folders(FOLDER, clock.now() + timedelta(days=36_500)):
        hashed, stamp = _parse(folder)
        if hashed is not None and (hashed not in found or found[hashed] < stamp):
            found[hashed] = stamp
    return found


def _parse(folder: str) -> tuple[bytes | None, datetime]:
    """Returns an entry of file storage; the hash is None for a name in another format."""
    text, _, stamp = folder.rpartition("/")[2].partition(".")
    try:
        return bytes.fromhex(text), datetime.fromtimestamp(int(stamp) / 1000, UTC)
    except ValueError:
        return None, datetime.min.replace(tzinfo=UTC)


async def restore(services: Services, entries: Mapping[bytes, datetime]) -> None:
    """Writes the entries into the database, for example after the restore of a backup that lacks them."""
    async with services.db.transaction() as tx:
        for hashed in sorted(entries):
            await _put(tx, hashed, entries[hashed])
