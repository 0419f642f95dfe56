"""Check that the server preserves committed data, and that row-level security applies to the role."""

from typing import Final

from wellwish.infra.db.connect import connect

# With any of these off, a power cut, unlike kill -9, can lose commits, so the service refuses to start.
DURABLE_SETTINGS: Final = ("fsync", "full_page_writes", "synchronous_commit")
OLDEST_VERSION: Final = 150000


async def unsafe_settings(dsn: str, *, durable: bool = True) -> list[str]:
    """Returns a sentence for each problem of the server or the role."""
    # For a pooler in transaction mode: no named statements, and one server for the whole transaction.
    connection = await connect(dsn, 5, statement_cache_size=0)
    transaction = connection.transaction(readonly=True)
    await transaction.start()
    try:
        found: list[str] = []
        if connection.get_server_version().major * 10000 < OLDEST_VERSION:
            found.append("PostgreSQL 15 or newer is required.")
        for name in DURABLE_SETTINGS if durable else ():
            value = await connection.fetchval("select current_setting($1)", name)
            found += [f"{name} is off, so a power failure could lose committed data. Set it to on."] * (
                value == "off"
            )
        role = await connection.fetchrow(
            "select rolname, rolsuper, rolbypassrls from pg_roles where rolname = current_user"
        )
        if role is not None and (role["rolsuper"] or role["rolbypassrls"]):
            found.append(
                f'The role "{role["rolname"]}" is a superuser or has BYPASSRLS, so row-level security '
                "does not apply to it. Use an ordinary login role in DATABASE_URL."
            )
            return found  # in this case, the owner of the tables is irrelevant
        owned = await connection.fetchval(
            """
            select count(*) from pg_tables
            where schemaname = 'public' and pg_has_role(current_user, tableowner, 'usage')
            """
        )
        if owned:
            found.append(
                "The role of DATABASE_URL owns the tables, so row-level security does not apply to it. Use "
                "the owner in WELLWISH_OWNER_DATABASE_URL and another role in DATABASE_URL."
            )
        return found
    finally:
        await connection.close()
