"""The server key with which a database was written, and its rotation."""

from datetime import datetime, timedelta
from typing import Final

from msgspec import Struct

from wellwish.base.crypto import Keys, SealedGeneration
from wellwish.infra.db.tx import Tx

APPLICATION: Final = "wellwish keys "  # prefix of connection names; the key labels of the process follow
# Processes reload the key every 10 s, so all of them know a generation before it is used.
NEXT_GENERATION: Final = timedelta(minutes=5)


class ServerKey(Struct, frozen=True):
    """The fingerprints of the key in use and, until `wellwish key drop`, of the previous key."""

    fingerprint: bytes
    previous_fingerprint: bytes | None
    rotated_at: datetime | None


async def can_use_server_key(tx: Tx) -> bool:
    """Whether the tables exist and this role has its privileges; `wellwish migrate` provides both."""
    return await tx.value(
        """
        select coalesce(has_table_privilege(to_regclass('public.server_key'), 'insert'), false)
          and coalesce(has_table_privilege(to_regclass('public.key_generations'), 'select'), false)
        """
    )


async def find_server_key(tx: Tx) -> ServerKey | None:
    """Returns the key in use, or None before the first use."""
    return await tx.maybe(ServerKey, "select {columns} from server_key")


async def record_server_key(tx: Tx, fingerprint: bytes) -> None:
    """Records the fingerprint, unless one is already recorded, possibly by a concurrent process."""
    await tx.run(
        "insert into server_key (fingerprint) values (:fingerprint) on conflict do nothing",
        fingerprint=fingerprint,
    )


class _Generation(Struct):
    starts_at: datetime | None
    sealed: bytes


async def follow_server_key(tx: Tx, keys: Keys) -> ServerKey | None:
    """Updates the keys of this process from the database, and returns the key in use.

    Raises ValueError if neither key of the process can decrypt the keys in the database.
    """
    # Read the key first: if a rotation between the two statements changes both, the generations may be newer
    # than the key, but not older.
    found = await find_server_key(tx)
    rows = await tx.many(
        _Generation, "select {columns} from key_generations where number >= 0 order by number limit 256"
    )
    generations = [SealedGeneration(each.starts_at, each.sealed) for each in rows]
    keys.adopt(None if found is None else found.fingerprint, generations)
    return found


async def replace_server_key(tx: Tx, keys: Keys, fresh: bytes) -> None:
    """Makes ``fresh``, the fingerprint of the server key in ``keys``, the fingerprint in use.

    The transaction must run as the owner of the tables, hold the lock of the row, and have followed the
    database.
    """
    ring = keys.next_ring(tx.now + NEXT_GENERATION)
    await tx.run(
        """
        insert into key_generations (number, starts_at, sealed)
        select g.number - 1, g.starts_at, g.sealed
        from unnest(:starts::timestamptz[], :sealed::bytea[]) with ordinality as g (starts_at, sealed, number)
        on conflict (number) do update set sealed = excluded.sealed
        """,
        starts=[each.starts_at for each in ring],
        sealed=[each.sealed for each in ring],
    )
    await tx.run(
        """
        update server_key set
          previous_fingerprint = fingerprint, fingerprint = :fresh, rotated_at = :now
        """,
        fresh=fresh,
    )


async def lock_server_key(tx: Tx) -> None:
    """Blocks other rotations until this transaction ends."""
    await tx.value("select true from server_key for update")


async def forget_previous_key(tx: Tx) -> None:
    await tx.run("update server_key set previous_fingerprint = null where previous_fingerprint is not null")


async def count_without_key(tx: Tx, label: str) -> int:
    """Returns the number of connections of processes that do not know the key with this label."""
    return await tx.value(
        """
        select count(*) from pg_stat_activity
        where datname = current_database() and starts_with(application_name, :application)
          and position(:label in application_name) = 0
        """,
        application=APPLICATION,
        label=label,
    )
