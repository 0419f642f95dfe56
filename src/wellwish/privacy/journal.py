"""The journal of erasures: keyed hashes of addresses, in the database and in file storage.

A restored database lacks the erasures since its backup. File storage has a copy of each entry as the name
of a folder, so that these erasures can be repeated. An erasure by one account has its entry in file storage;
in the database, it is a row of data_requests.
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


class Erasures(Struct, frozen=True):
    """The time of the last erasure of each hash: in all accounts, and in one account."""

    everywhere: dict[bytes, datetime]
    of_accounts: dict[tuple[str, bytes], datetime]


async def record(services: Services, person: Person, at: datetime, account_id: str = "") -> None:
    """Records an erasure before it begins, in one account or in all of them.

    Raises Unavailable if file storage is unavailable.
    """
    hashed = person.erasure_hash(services.keys)
    stamp = int(at.timestamp() * 1000)
    of_account = f".{account_id}" if account_id else ""
    await services.storage.put(f"{FOLDER}/{hashed.hex()}.{stamp}{of_account}/{_ENTRY}", b"1")
    if not account_id:
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


async def read(services: Services) -> Erasures:
    """Returns the erasures of both copies. Raises Unavailable."""
    found: dict[bytes, datetime] = {}
    of_accounts: dict[tuple[str, bytes], datetime] = {}
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
        entry = _parse(folder)
        if entry is None:
            continue
        hashed, stamp, account_id = entry
        if not account_id:
            found[hashed] = max(stamp, found.get(hashed, stamp))
        else:
            key = (account_id, hashed)
            of_accounts[key] = max(stamp, of_accounts.get(key, stamp))
    return Erasures(found, of_accounts)


def _parse(folder: str) -> tuple[bytes, datetime, str] | None:
    """Returns the hash, the time and the account of an entry, or None for a name in another format."""
    text, _, rest = folder.rpartition("/")[2].partition(".")
    stamp, _, account_id = rest.partition(".")
    try:
        return bytes.fromhex(text), datetime.fromtimestamp(int(stamp) / 1000, UTC), account_id
    except ValueError:
        return None


async def restore(services: Services, entries: Mapping[bytes, datetime]) -> None:
    """Writes the entries to the database, for example after restoring a backup without them."""
    async with services.db.transaction() as tx:
        for hashed in sorted(entries):
            await _put(tx, hashed, entries[hashed])
