"""The contents of all tables, to verify that a refusal changed nothing."""

from tests.world import World

# Tokens and counters change independently of requests.
_BESIDES = {"migrations", "throttles", "access_tokens", "counters"}


async def contents(world: World) -> dict[str, tuple[int, str]]:
    """Returns the number of rows and a hash over them, by table."""
    tables = await world.owner.fetch(
        "select tablename from pg_tables where schemaname = 'public' order by tablename"
    )
    found: dict[str, tuple[int, str]] = {}
    for (name,) in tables:
        if name not in _BESIDES:
            row = await world.owner.fetchrow(
                f"select count(*), coalesce(md5(string_agg(t::text, '|' order by t::text)), '') from {name} t"
            )
            assert row is not None
            found[name] = (row[0], row[1])
    return found
