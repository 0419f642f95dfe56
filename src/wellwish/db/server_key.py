"""The fingerprint of the server key that a database was written with."""

from wellwish.db.tx import Tx


async def can_use_server_key(tx: Tx) -> bool:
    """Whether the table exists and this role has its rights, both of which `wellwish migrate` provides."""
    return await tx.value(
        "select coalesce(has_table_privilege(to_regclass('public.server_key'), 'insert'), false)"
    )


async def find_server_key(tx: Tx) -> bytes | None:
    """Returns the fingerprint of the key in use, or None before the first use."""
    return await tx.value("select fingerprint from server_key")


async def record_server_key(tx: Tx, fingerprint: bytes) -> None:
    """Records the fingerprint if there is none yet. Of two processes at once, the second waits and loses."""
    await tx.run(
        "insert into server_key (fingerprint) values (:fingerprint) on conflict do nothing",
        fingerprint=fingerprint,
    )
