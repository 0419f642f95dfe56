"""Every statement is a literal, matches the schema and its row type, and binds the account."""

import ast
import re
import types
import typing
from collections.abc import Iterable
from datetime import date, datetime, timedelta
from typing import Any

import asyncpg
import msgspec
import pytest

from tests.guards.statements import Statement, of_service, statements
from tests.world import World
from wellwish.infra.db import compile_sql

PYTHON_TYPES: dict[str, type] = {
    "text": str, "varchar": str, "int2": int, "int4": int, "int8": int, "bool": bool, "bytea": bytes,
    "float8": float, "timestamptz": datetime, "date": date, "interval": timedelta, "jsonb": str,
}  # fmt: skip

# The package that writes each table.
WRITERS = {
    "accounts": "accounts", "users": "accounts", "memberships": "accounts",
    "member_invitations": "members",
    "credentials": "credentials", "access_tokens": "credentials", "throttles": "credentials",
    "restricted_keys": "credentials", "restricted_tokens": "credentials",
    "idempotency_keys": "http", "stored_response_bytes": "http", "jobs": "jobs", "events": "events",
    "audit_entries": "audit",
    "bundles": "bundles", "bundle_prices": "bundles",
    "payments": "payments", "refunds": "payments", "ledger": "payments", "ledger_accounts": "payments",
    "ledger_balances": "payments",
    "payment_links": "payments", "provider_events": "payments", "provider_polls": "payments",
    "payment_providers": "payments",
    "sandbox_payments": "checkout", "sandbox_refunds": "checkout", "sandbox_events": "checkout",
    "bundle_purchases": "bundles", "templates": "templates",
    "cards": "cards", "card_words": "cards", "recipients": "cards", "links": "cards", "card_batches": "cards",
    "card_admins": "cards.admins", "card_grants": "cards.admins",
    "groups": "groups", "group_members": "groups", "group_counts": "groups",
    "invitations": "invitations", "invitation_counts": "invitations", "expansions": "invitations",
    "messages": "delivery",
    "bounce_addresses": "delivery",
    "suppressions": "delivery", "text_languages": "delivery", "contributions": "contributions",
    "webhook_endpoints": "webhooks", "webhook_deliveries": "webhooks", "webhook_attempts": "webhooks",
    "webhook_tails": "webhooks", "counters": "meter", "minute_counts": "meter",
    "job_successes": "meter", "processes": "meter", "server_key": "db", "key_generations": "db",
    "write_probes": "http",
    "carriers": "delivery", "carrier_errors": "delivery", "carrier_texts": "delivery",
    "media": "media", "media_paths": "media", "cached_pdfs": "media", "drawn_covers": "media",
    "muted_cards": "delivery", "walls": "cards", "organiser_news": "cards",
    "handovers": "cards", "refund_requests": "payments",
    "payouts": "payments", "payout_movements": "payments",
    "receipt_addresses": "contributions",
    "thanks": "thanks", "note_reports": "reports", "mail_reports": "reports",
    "sign_in_attempts": "sign_in", "sessions": "sign_in", "passkeys": "sign_in",
    "email_changes": "sign_in", "kept_forms": "sign_in",
    "consents": "consents", "consent_tokens": "consents",
    "person_requests": "privacy", "erasures": "privacy", "data_requests": "privacy",
    "export_parts": "privacy",
    "account_suspensions": "accounts", "deletion_requests": "deletions",
    "people": "people", "person_dates": "people", "team_people": "groups",
    "occasion_rules": "occasions", "occasions": "occasions",
    "kept_choices": "people",
    "test_accounts": "accounts", "platforms": "platforms", "customers": "platforms",
}  # fmt: skip

# The erasure of a person covers all slices in one place, which the list of personal columns refers to.
ERASING_PEOPLE = [
    ("privacy.contributor", "invitations"),
    ("privacy.contributor", "invitation_counts"),
    ("privacy.contributor", "contributions"),
    ("privacy.author", "contributions"),
    ("privacy.contributor", "refund_requests"),
    ("privacy.contributor", "messages"),
    ("privacy.recipient", "recipients"),
    ("privacy.recipient", "thanks"),
    ("privacy.recipient", "messages"),
    ("privacy.recipient", "card_words"),
    ("privacy.recipient", "cards"),
    ("privacy.account_rows", "group_members"),
    ("privacy.account_rows", "group_counts"),
    ("privacy.account_rows", "groups"),
    ("privacy.account_rows", "expansions"),
    ("privacy.account_rows", "card_grants"),
    ("privacy.account_rows", "card_admins"),
    ("privacy.account_rows", "mail_reports"),
    ("privacy.account_rows", "messages"),
    ("privacy.account_rows", "muted_cards"),
    ("privacy.account_rows", "suppressions"),
    ("privacy.account_rows", "member_invitations"),
    ("privacy.user_rows", "users"),
    ("privacy.user_rows", "sign_in_attempts"),
    ("privacy.user_rows", "email_changes"),
    ("privacy.user_rows", "text_languages"),
    ("privacy.user_rows", "suppressions"),
]

# The deletion of an account covers, in one place, every table with a column of the account.
DELETING_ACCOUNTS = [
    ("deletions.rows", "access_tokens"),
    ("deletions.rows", "audit_entries"),
    ("deletions.rows", "bounce_addresses"),
    ("deletions.rows", "bundle_purchases"),
    ("deletions.rows", "card_batches"),
    ("deletions.rows", "card_grants"),
    ("deletions.rows", "card_words"),
    ("deletions.rows", "carrier_texts"),
    ("deletions.rows", "consents"),
    ("deletions.rows", "credentials"),
    ("deletions.rows", "customers"),
    ("deletions.rows", "data_requests"),
    ("deletions.rows", "events"),
    ("deletions.rows", "export_parts"),
    ("deletions.rows", "group_counts"),
    ("deletions.rows", "groups"),
    ("deletions.rows", "idempotency_keys"),
    ("deletions.rows", "invitation_counts"),
    ("deletions.rows", "jobs"),
    ("deletions.rows", "kept_choices"),
    ("deletions.rows", "links"),
    ("deletions.rows", "mail_reports"),
    ("deletions.rows", "media_paths"),
    ("deletions.rows", "member_invitations"),
    ("deletions.rows", "messages"),
    ("deletions.rows", "muted_cards"),
    ("deletions.rows", "payment_links"),
    ("deletions.rows", "people"),
    ("deletions.rows", "occasion_rules"),
    ("deletions.rows", "payments"),
    ("deletions.rows", "platforms"),
    ("deletions.rows", "provider_polls"),
    ("deletions.rows", "refund_requests"),
    ("deletions.rows", "restricted_keys"),
    ("deletions.rows", "sandbox_payments"),
    ("deletions.rows", "sessions"),
    ("deletions.rows", "stored_response_bytes"),
    ("deletions.rows", "suppressions"),
    ("deletions.rows", "webhook_deliveries"),
    ("deletions.rows", "webhook_endpoints"),
    ("deletions.rows", "webhook_tails"),
    ("deletions.delete", "cards"),
    ("deletions.delete", "accounts"),
    ("deletions.deletion", "account_suspensions"),
    ("deletions.people", "memberships"),
    ("deletions.people", "card_grants"),
    ("deletions.people", "card_admins"),
    ("deletions.people", "users"),
    ("deletions.people", "sign_in_attempts"),
]

# Other writers, and why.
ALSO = {
    (
        "cards.create",
        "bundle_purchases",
    ): "one round trip: creating a card takes its capacity",
    ("cards.create", "events"): "one round trip",
    ("cards.create", "jobs"): "one round trip",
    ("effects", "events"): "one round trip: the effects of a transaction are written at its end",
    ("effects", "audit_entries"): "one round trip: the effects of a transaction are written at its end",
    ("effects", "jobs"): "one round trip: the effects of a transaction are written at its end",
    ("members.accept", "memberships"): "an accepted invitation becomes a membership",
    ("members.update", "memberships"): "the role of a member is a column of the membership",
    ("members.delete", "memberships"): "a member leaves with the membership",
    ("sign_in.purge", "member_invitations"): "one hourly job deletes everything of people that has expired",
    ("payments.refund", "bundle_purchases"): "an unused bundle ends when its refund is requested",
    ("cards.cancel", "bundle_purchases"): "returns the unit to its bundle in the same transaction",
    ("contributions.sign", "cards"): "one round trip: takes a place in the statement that fills it",
    ("cards.access", "card_admins"): "the first use makes an admin active",
    ("cards.delete", "card_grants"): "access ends with the card",
    ("invitations.update", "contributions"): "one statement: notes are separated from a corrected address",
    **dict.fromkeys(DELETING_ACCOUNTS, "deleting an account deletes its rows"),
    **dict.fromkeys(ERASING_PEOPLE, "erasing a person erases the rows about them"),
    ("cards.erase", "card_admins"): "erasing a card erases the rows that belong to it",
    ("cards.erase", "invitations"): "erasing a card erases the rows that belong to it",
    ("cards.erase", "invitation_counts"): "erasing a card erases the rows that belong to it",
    ("cards.erase", "expansions"): "erasing a card erases the rows that belong to it",
    ("cards.erase", "contributions"): "erasing a card erases the rows that belong to it",
    ("cards.erase", "thanks"): "erasing a card erases the rows that belong to it",
    ("cards.erase", "note_reports"): "erasing a card erases the rows that belong to it",
    ("credentials.purge", "idempotency_keys"): "one hourly job deletes everything that has expired",
    ("credentials.purge", "stored_response_bytes"): "one hourly job deletes everything that has expired",
    ("delivery.opt_out", "links"): "an unsubscribe link belongs to an address, not to a card",
    ("delivery.mute", "links"): "a link in a mail belongs to its reader and ends with the card",
    **{
        ("cli.sealed_columns", table): "a rotation of the server key seals the values of all accounts again"
        for table in (
            "webhook_endpoints",
            "groups",
            "payment_providers",
            "suppressions",
            "data_requests",
            "links",
            "receipt_addresses",
            "handovers",
        )
    },
    ("delivery.budget", "throttles"): "every limit counts in the same table of windows",
    ("delivery.share", "throttles"): "every limit counts in the same table of windows",
    ("groups.delete", "people"): "the teams of a person are part of the person's record",
    ("test_mode.tidy", "bundle_purchases"): "test cards that were deleted leave room for others",
}

# Statements on tenant tables that do not bind the account, and why.
UNBOUND = {
    "wellwish.deletions.people": "whether a user has cards of other accounts, as the owner of the tables",
    "wellwish.payments.check": "the operator's check of all accounts' books, run as the owner of the tables",
    "wellwish.reports.mail_reports": "the operator's list of reported mails, run as the owner of the tables",
    "wellwish.cli.sealed_columns": "the values of all accounts, sealed again as the owner of the tables",
    "wellwish.accounts.list": "the operator's list of all accounts, run as the owner of the tables",
}


def slice_of(module: str) -> str:
    """Returns the package and file of a module, without the folder that contains the package."""
    return re.sub(r"^wellwish\.(?:(?:auth|designs|infra)\.)?", "", module)


def written(sql: str) -> set[str]:
    """Returns the tables that a statement writes."""
    plain = re.sub(r"\bfor (no key )?update\b|\bdo update\b", "", sql)
    return set(re.findall(r"\b(?:insert into|update|delete from)\s+(\w+)", plain))


def write_faults(found: list[Statement], also: dict[tuple[str, str], str]) -> list[str]:
    faults: list[str] = []
    unused = set(also)
    for statement in found:
        for table in written(statement.sql):
            place, home = slice_of(statement.module), WRITERS.get(table)
            unused.discard((place, table))
            if home is None:
                faults.append(f"{statement.where} writes {table}, which no slice has")
            elif place != home and not place.startswith(f"{home}.") and (place, table) not in also:
                faults.append(f"{statement.where} writes {table}, a table of {home}")
    return faults + [f"an unused exception: {each}" for each in sorted(unused)]


def references(sql: str, tables: set[str]) -> list[str]:
    """Returns the tenant tables that a statement names, once per occurrence."""
    plain = re.sub(r"\bfor (no key )?(update|share)\b|\bdo update\b", "", sql)
    named = re.findall(r"\b(?:from|join|update|into|delete from)\s+(\w+)", plain)
    named += re.findall(r"\bfrom\s+(?:\w+(?:\s+\w+)?,\s*)+(\w+)\s", plain)
    return [name for name in named if name in tables]


_BINDS = re.compile(
    r"account_id\s*=\s*(:account_id|any\s*\(\s*:account_ids|scope\.tenant|\w+\.account_id)"
    r"|\(\s*account_id\s*,|\baccounts\b[^;]*\bid = :account_id|insert into accounts \(id,"
)


def unbound(sql: str, tables: set[str]) -> list[str]:
    """Returns the tenant tables that a statement reads or writes without binding the account."""
    named = references(sql, tables)
    return named[len(_BINDS.findall(sql)) :]


def is_nullable(hint: Any) -> bool:
    return type(None) in typing.get_args(hint)


def kinds(hint: Any) -> list[Any]:
    options = typing.get_args(hint) if typing.get_origin(hint) in (typing.Union, types.UnionType) else (hint,)
    return [option for option in options if option is not type(None)]


def column_fault(column: str, pg_type: str, hint: Any) -> str | None:
    """Returns the fault of reading a column into a field of this type."""
    for kind in kinds(hint):
        decoded = typing.get_origin(kind) in (list, dict) or (
            isinstance(kind, type) and issubclass(kind, msgspec.Struct)
        )
        if pg_type in ("json", "jsonb") and decoded:
            return None
        if PYTHON_TYPES.get(pg_type) is kind:
            return None
        if pg_type == "text" and typing.get_origin(kind) is typing.Literal:
            return None
    return f"{column} is {pg_type}, the field is {hint}"


class Schema:
    """The columns of the migrated database, and the values that its check constraints allow."""

    def __init__(self, rows: list[Any], checks: list[tuple[str, str]]) -> None:
        self.words: dict[str, list[set[str]]] = {}
        for column, definition in checks:
            self.words.setdefault(column, []).append(set(re.findall(r"'(\w+)'::text", definition)))
        self.columns: dict[str, dict[str, tuple[str, bool]]] = {}
        for table, column, pg_type, nullable in rows:
            self.columns.setdefault(table, {})[column] = (pg_type, nullable)

    def of(self, sql: str) -> dict[str, set[tuple[str, bool]]]:
        """Returns the columns of the tables that a statement names, with type and nullability."""
        found: dict[str, set[tuple[str, bool]]] = {}
        for table, columns in self.columns.items():
            if re.search(rf"\b{table}\b", sql):
                for column, what in columns.items():
                    found.setdefault(column, set()).add(what)
        return found


async def schema(connection: "asyncpg.Connection[Any]") -> Schema:
    rows = await connection.fetch(
        "select table_name, column_name, udt_name, is_nullable = 'YES' from information_schema.columns "
        "join information_schema.tables using (table_schema, table_name) "
        "where table_schema = 'public' and table_type = 'BASE TABLE'"
    )
    checks = await connection.fetch(
        "select a.attname, pg_get_constraintdef(c.oid) from pg_constraint c "
        "join pg_attribute a on a.attrelid = c.conrelid and c.conkey = array[a.attnum] where c.contype = 'c'"
    )
    return Schema([tuple(row) for row in rows], [tuple(row) for row in checks])


async def faults_of(connection: "asyncpg.Connection[Any]", statement: Statement, known: Schema) -> list[str]:
    """Prepares a statement and compares its columns and parameters with the types in the code."""
    text, names = compile_sql(statement.sql, statement.row_type, statement.assign)
    if "{" in re.sub(r"'[^']*'", "", text):
        return [f"{statement.where}: columns of no known row type"]
    try:
        prepared = await connection.prepare(text)
    except asyncpg.PostgresError as error:
        return [f"{statement.where}: {error}"]
    columns = known.of(statement.sql)
    faults = [*_parameter_faults(prepared, names, columns), *_given_faults(statement, names)]
    if statement.row_type is not None:
        faults += _row_faults(prepared, statement, columns)
        faults += _word_faults(statement.row_type, known)
    return [f"{statement.where}: {fault}" for fault in faults]


def _row_faults(prepared: Any, statement: Statement, columns: Any) -> list[str]:
    assert statement.row_type is not None
    hints = typing.get_type_hints(statement.row_type)
    attributes = prepared.get_attributes()
    if len(attributes) != len(hints):
        return [f"{len(attributes)} columns for the {len(hints)} fields of {statement.row_type.__name__}"]
    faults: list[str] = []
    for attribute, (field, hint) in zip(attributes, hints.items(), strict=True):
        fault = column_fault(attribute.name, attribute.type.name, hint)
        if fault is not None:
            faults.append(fault)
        sources = columns.get(attribute.name, set())
        filtered = re.search(
            rf"\b{re.escape(attribute.name)} is not null\b|coalesce\([^)]*\) as {field}", statement.sql
        )
        if len(sources) == 1 and next(iter(sources))[1] and not is_nullable(hint) and not filtered:
            faults.append(f"{attribute.name} can be null, the field {field} of {hint} cannot")
    return faults


def _word_faults(row_type: type, known: Schema) -> list[str]:
    """Returns the faults of Literal fields.

    They are not validated when read, so the table's constraint must allow the same values.
    """
    faults: list[str] = []
    for field, hint in typing.get_type_hints(row_type).items():
        for kind in kinds(hint):
            words = set(typing.get_args(kind)) if typing.get_origin(kind) is typing.Literal else None
            if words is not None and words not in known.words.get(field, []):
                faults.append(f"no table says that {field} is one of {sorted(words)}")
    return faults


def _parameter_faults(prepared: Any, names: tuple[str, ...], columns: Any) -> list[str]:
    faults: list[str] = []
    for name, parameter in zip(names, prepared.get_parameters(), strict=True):
        types_ = {
            pg_type.removeprefix("_") + "[]" * pg_type.startswith("_")
            for pg_type, _ in columns.get(name, set())
        }
        # A JSON column is written as text; text and its casts count as one type.
        if len(types_) == 1 and parameter.name not in types_ and not types_ <= {"jsonb", "xid8"}:
            faults.append(f":{name} is taken as {parameter.name}, the column is {types_.pop()}")
    return faults


def _given_faults(statement: Statement, names: tuple[str, ...]) -> list[str]:
    if statement.given is None:
        return []
    missing = set(names) - statement.given - {"now", "real_now"}
    # Statements in a tuple share one call, so an argument may belong to another statement.
    return [f"no value for :{name}" for name in sorted(missing)]


@pytest.fixture
async def tenant_tables(running: World) -> set[str]:
    rows = await running.owner.fetch(
        "select relname from pg_class where relrowsecurity and relnamespace = 'public'::regnamespace"
    )
    return {row["relname"] for row in rows}


def test_finds_the_statements() -> None:
    assert len(of_service().statements) > 60
    assert len([each for each in of_service().statements if each.row_type is not None]) > 25


def test_holds_every_statement_as_a_literal() -> None:
    assert not of_service().faults


async def test_prepares_every_statement_and_its_types_agree(running: World) -> None:
    known = await schema(running.owner)
    faults = [
        fault for each in of_service().statements for fault in await faults_of(running.owner, each, known)
    ]
    assert not faults, "\n".join(faults)


def over_limit(found: Iterable[Statement]) -> list[str]:
    """Returns the statements in which a plan may exceed the limit.

    PostgreSQL may run a subquery of ``in`` once for each row, and with ``skip locked`` each run returns other
    rows. A materialized common table expression runs once.
    """
    return [
        each.where
        for each in found
        if re.search(r"\bin\s*\(\s*select\b[^;]*\blimit\b[^;]*\bskip locked", each.sql)
    ]


def test_limits_locked_rows_for_every_plan() -> None:
    assert over_limit(of_service().statements) == []
    bad = "update jobs set ready = true where id in (select id from jobs limit :count for update skip locked)"
    good = (
        "with due as materialized (select id from jobs limit :count for update skip locked) update jobs j ..."
    )
    assert over_limit([Statement("seeded", 1, bad)]) == ["seeded:1"]
    assert over_limit([Statement("seeded", 1, good)]) == []


def test_names_the_columns() -> None:
    stars = [
        each.where for each in of_service().statements if re.search(r"(select|returning|\.)\s*\*", each.sql)
    ]
    assert not stars


def test_writes_a_table_only_in_its_slice() -> None:
    faults = write_faults(of_service().statements, ALSO)
    assert not faults, "\n".join(faults)


async def test_binds_the_account_in_every_statement_on_a_tenant_table(tenant_tables: set[str]) -> None:
    faults = {
        each.where: left
        for each in of_service().statements
        if (left := unbound(each.sql, tenant_tables)) and each.module not in UNBOUND
    }
    assert not faults
    assert UNBOUND.keys() <= {each.module for each in of_service().statements}


# The controls: each guard detects a faulty example.


class _Row(msgspec.Struct):
    id: str
    position: int
    recipient: str


class _Worded(msgspec.Struct):
    state: typing.Literal["open", "shut"]


@pytest.mark.parametrize(
    ("source", "why"),
    [
        ("def f(tx, t):\n  tx.run(f'delete from {t} where id = 1')", "no literal"),
        ("def f(tx, t):\n  tx.value('select id from ' + t)", "no literal"),
        ("def f(t):\n  return f'select id from {t} where id = 1'", "put together"),
        ("def f(t):\n  return 'select id from %s where x' % t", "put together"),
        ("def f(tx, sql):\n  tx.run(sql)", "no literal"),
        ("S = 'select id from cards'\ndef f(tx):\n  tx.value(S.strip())", "no literal"),
    ],
)
def test_detects_sql_that_is_put_together(source: str, why: str) -> None:
    _, faults = statements("seeded", ast.parse(source))
    assert any(why in fault for fault in faults)


@pytest.mark.parametrize(
    ("sql", "row_type", "given", "why"),
    [
        ("select id from card", None, set(), 'relation "card" does not exist'),
        ("select titel from cards", None, set(), "does not exist"),
        ("select id, version, title, sender from cards", _Row, set(), "4 columns for the 3 fields"),
        ("select id, title, sender from cards", _Row, set(), "title is text"),
        ("select id, version, recipient from cards", _Row, set(), "recipient can be null"),
        ("select state from cards", _Worded, set(), "no table says that state"),
        ("select id from cards where min_amount = :min_amount::int", None, {"min_amount"}, ":min_amount"),
        ("select id from cards where id = :id and title = :title", None, {"id"}, "no value for :title"),
    ],
)
async def test_detects_a_statement_that_does_not_fit(
    running: World, sql: str, row_type: type | None, given: set[str], why: str
) -> None:
    seeded = Statement("seeded", 1, sql, row_type, frozenset(given))
    faults = await faults_of(running.owner, seeded, await schema(running.owner))
    assert any(why in fault for fault in faults), faults


def test_detects_a_table_written_elsewhere() -> None:
    seeded = [Statement("wellwish.groups.create", 1, "update cards set title = 'x' where id = :id")]
    assert "writes cards, a table of cards" in write_faults(seeded, {})[0]
    assert "unused exception" in write_faults([], {("groups.create", "cards"): "once"})[0]


@pytest.mark.parametrize(
    "sql",
    [
        "select id from cards where id = :id",
        "select c.id from cards c join recipients r on r.card_id = c.id where c.account_id = :account_id",
        "update cards set title = :title where id = :id",
        "delete from recipients where card_id = :card_id",
    ],
)
def test_detects_a_statement_that_forgets_the_account(sql: str) -> None:
    assert unbound(sql, {"cards", "recipients"})
