"""Distribute the tables over the nodes of a Citus cluster (docs/operate/citus.md).

All rows of an account are on one node. Reference tables, which are small or are read before the account is
known, are on every node. All other tables remain on the coordinator.
"""

from collections.abc import Callable, Sequence
from typing import Final

import asyncpg

from wellwish.infra.db import probe
from wellwish.infra.db.citus_functions import REPLACED
from wellwish.infra.db.migrate import RUNTIME_GROUP
from wellwish.infra.db.reason import UnreachableError
from wellwish.infra.db.tx import Connection

KEY: Final = "account_id"

BY_ACCOUNT: Final = (
    "audit_entries", "bundle_purchases", "card_admins", "card_batches", "card_words", "cards",
    "contributions", "data_requests", "deletion_requests", "drawn_covers", "events", "expansions",
    "export_parts", "group_counts", "group_members", "groups", "handovers", "invitation_counts",
    "invitations", "kept_choices", "ledger", "ledger_accounts", "ledger_balances", "mail_reports",
    "media", "messages", "muted_cards", "note_reports", "organiser_news", "payment_providers", "payments",
    "payout_movements", "payouts", "people", "occasion_rules", "occasions", "person_dates",
    "receipt_addresses", "recipients", "refund_requests", "refunds", "team_people", "thanks", "walls",
    "webhook_attempts", "webhook_deliveries", "webhook_endpoints", "webhook_tails",
)  # fmt: skip

# Referenced tables first.
REFERENCE: Final = (
    "accounts", "users", "bundles", "bundle_prices", "templates", "account_suspensions", "test_accounts",
    "memberships", "card_grants", "links", "payment_links", "media_paths", "suppressions",
)  # fmt: skip

_KEYS: Final = """
    select conrelid::regclass::text as of_table, conname, pg_get_constraintdef(oid) as definition
    from pg_constraint
    where contype = 'f' and connamespace = 'public'::regnamespace and conparentid = 0
      and not relation_is_a_known_shard(conrelid)
    order by conrelid::regclass::text, conname
    """
_PLACED: Final = "select logicalrelid::regclass::text from pg_dist_partition where not autoconverted"
# Citus must also know the coordinator's tables, so that a transaction that writes both to one of them and on
# a worker node commits in two phases.
_OTHERS: Final = """
    select relname from pg_class
    where relnamespace = 'public'::regnamespace and relkind = 'r' and not relispartition
      and relname <> all ($1) and not relation_is_a_known_shard(oid)
      and not exists (select 1 from pg_depend where objid = pg_class.oid and deptype = 'e')
    order by relname
    """


class NotDistributedError(Exception):
    """The cluster is not prepared. The message contains the reason and the solution."""


async def distribute(owner_dsn: str, say: Callable[[str], None] = lambda _: None) -> int:
    """Distributes the tables that are not distributed yet, and returns their number.

    One transaction drops the foreign keys, distributes, and restores them. Raises NotDistributedError.
    """
    try:
        connection = await probe.connect(owner_dsn)
    except UnreachableError as fault:
        raise NotDistributedError(f"WELLWISH_OWNER_DATABASE_URL, {fault}.") from None
    try:
        await _check(connection)
        async with connection.transaction():
            placed = {row[0] for row in await connection.fetch(_PLACED)}
            others = [row[0] for row in await connection.fetch(_OTHERS, [*REFERENCE, *BY_ACCOUNT])]
            todo = [each for each in (*REFERENCE, *BY_ACCOUNT, *others) if each not in placed]
            if todo:
                await _place(connection, todo, others, say)
            # Even if there are no new tables: a migration may have replaced one of these functions.
            await connection.execute(REPLACED)
            return len(todo)
    finally:
        await connection.close()


async def _place(
    connection: Connection, tables: Sequence[str], others: Sequence[str], say: Callable[[str], None]
) -> None:
    # A foreign key to a reference table prevents several connections to a node in one transaction.
    await connection.execute("set local citus.multi_shard_modify_mode to 'sequential'")
    keys = await connection.fetch(_KEYS)
    for key in keys:
        await connection.execute(f'alter table {key["of_table"]} drop constraint "{key["conname"]}"')
    for table in tables:
        say(f"Distributing {table}")
        if table in REFERENCE:
            await connection.execute("select create_reference_table($1)", table)
        elif table in others:
            await connection.execute("select citus_add_local_table_to_metadata($1)", table)
        else:
            await connection.execute(
                "select create_distributed_table($1, $2, colocate_with => $3)",
                table, KEY, "default" if table == BY_ACCOUNT[0] else BY_ACCOUNT[0],
            )  # fmt: skip
    say(f"Restoring {len(keys)} foreign keys")
    for key in keys:
        await connection.execute(
            f'alter table {key["of_table"]} add constraint "{key["conname"]}" {key["definition"]}'
        )
    # Citus evaluates defaults with the privileges of the inserting role.
    await connection.execute(f"grant usage on all sequences in schema public to {RUNTIME_GROUP}")


async def _check(connection: Connection) -> None:
    try:
        nodes = await connection.fetchval(
            "select count(*) from pg_dist_node where isactive and noderole = 'primary' and shouldhaveshards"
        )
    except asyncpg.UndefinedTableError:
        raise NotDistributedError(
            "The database has no Citus: run `create extension citus` as a superuser."
        ) from None
    if not nodes:
        raise NotDistributedError("The cluster has no worker nodes: add them with citus_add_node.")
