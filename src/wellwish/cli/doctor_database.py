"""The doctor's findings about the database: faults that prevent the start, and those that appear later."""

from wellwish.base import clock
from wellwish.base.settings import Settings
from wellwish.cli import checks
from wellwish.cli.finding import Finding, error, unused, warning
from wellwish.cli.plural import counted
from wellwish.cli.urls import runtime_dsn
from wellwish.infra.db import DatabaseError, UnreachableError, compare, probe


async def database_findings(settings: Settings) -> list[Finding]:
    """Examines the runtime role first: without a connection, nothing else can be examined."""
    if settings.embedded and (schema := await compare(runtime_dsn(settings))).missing:
        count = counted(len(schema.missing), "migration")
        return [unused(f"The embedded database lacks {count}. `wellwish serve` applies them when it starts.")]
    found = [error(text) for text in await checks.start_faults(settings, record=False)]
    if settings.embedded:
        return found
    try:
        connection = await probe.connect(runtime_dsn(settings))
    except UnreachableError:
        return found  # start_faults has already reported it
    try:
        if not found:  # the lack of connections may already have been reported
            found += _connections(settings, *await probe.allowed_connections(connection))
        found += _clock(await probe.clock_difference_s(connection, clock.now().timestamp()))
        found += [warning(text) for text in await probe.unusual_settings(connection)]
    except DatabaseError:
        if not found:
            raise
    finally:
        await connection.close()
    if settings.owner_database_url is None:
        return [*found, unused("WELLWISH_OWNER_DATABASE_URL is not set. Only `wellwish migrate` needs it.")]
    # Errors that affect both roles, such as a wrong encoding, are reported once.
    known = {each.text.partition(": ")[2] or each.text for each in found}
    faults = await checks.owner_faults(settings)
    return found + [error(text) for text in faults if (text.partition(": ")[2] or text) not in known]


def _connections(settings: Settings, allowed: int, limit: str) -> list[Finding]:
    most = settings.workers * settings.pool_size
    if most <= allowed:
        return []
    return [
        warning(
            f"WELLWISH_WORKERS times WELLWISH_POOL_SIZE is {most}, but {limit} leaves {max(allowed, 0)} "
            f"connections to the role of DATABASE_URL. Lower one of them, or raise {limit}."
        )
    ]


def _clock(difference_s: float) -> list[Finding]:
    if not difference_s:
        return []
    where = "ahead of" if difference_s > 0 else "behind"
    return [
        error(
            f"The clock of the database server is {abs(difference_s):.0f} s {where} this machine's. "
            "Synchronize both: tokens and links expire by them."
        )
    ]
