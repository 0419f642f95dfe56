"""Migrations neither block the writers of large tables nor remove anything that the former release uses."""

import re

import pytest

from wellwish.infra.db.migrate import Migration, migrations

# Earlier files were on the main branch before this rule. None of them was in a release.
FIRST = 54
# Indexes that a transaction may build on an existing table, with the reason.
ALLOWED = {
    "0054_thanks_for_one.sql": "few rows: one for each recipient who thanked",
    "0226_kept_choices.sql": "no rows: the table of people is new in the same release",
    "0227_notices.sql": "no rows: the table of people is new in the same release",
    "0260_former_addresses.sql": "no rows: the table of kept choices is new in the same release",
}

_COMMENT = re.compile(r"--.*$", re.MULTILINE)
_CREATED = re.compile(r"create table (?:if not exists )?(\w+)")
_INDEX = re.compile(
    r"create (?:unique )?index (concurrently )?(?:if not exists )?(?:(\w+) )?on (?:only )?(\w+)"
)
_CONSTRAINT = re.compile(
    r"alter table (?:only )?(\w+)[^;]*?\badd (?:constraint \w+ )?(?:unique|primary key) ?\("
)
_RENAME = re.compile(r"alter table (?:only )?(\w+) rename\b")
_ALTER = re.compile(r"alter table (?:only )?(\w+)([^;]*)")
_ADDED = re.compile(r"\badd (?:constraint \w+ )?(?:check|foreign key)\b")
# Earlier files added constraints that check all rows while the table is locked.
FIRST_UNVALIDATED = 82
_DROP = re.compile(r"drop index concurrently if exists (\w+)")


def faults_of(name: str, sql: str, *, in_transaction: bool) -> list[str]:
    """Returns the steps of a migration that block writers or cannot be resumed."""
    text = re.sub(r"\s+", " ", _COMMENT.sub("", sql).lower())
    created, found = set(_CREATED.findall(text)), list[str]()
    for concurrently, _, table in _INDEX.findall(text):
        if not concurrently and table not in created and name not in ALLOWED:
            found.append(f"{name}: builds an index on {table} without `concurrently`")
    for table in _CONSTRAINT.findall(text):
        if table not in created and name not in ALLOWED:
            found.append(f"{name}: builds the index of a constraint on {table}; use a unique index")
    for table in _RENAME.findall(text):
        found.append(f"{name}: renames {table} or a part of it, which the former release uses")
    for table, rest in _ALTER.findall(text):
        if table not in created and len(_ADDED.findall(rest)) > rest.count("not valid"):
            found.append(f"{name}: adds a constraint that checks all rows of {table}; add it `not valid`")
    if in_transaction:
        return found
    dropped = ""
    for statement in (each.strip() for each in text.split(";") if each.strip()):
        drop, index = _DROP.fullmatch(statement), _INDEX.match(statement)
        if not drop and not (index and index[1] and index[2]):
            found.append(f"{name}: without a transaction only named indexes are dropped and created")
        elif index and index[2] != dropped:
            found.append(f"{name}: does not drop {index[2]} right before it creates it")
        dropped = drop[1] if drop else ""
    return found


def _faults(migration: Migration) -> list[str]:
    return faults_of(migration.name, migration.sql, in_transaction=migration.in_transaction)


def test_indexes_are_built_without_blocking_writers() -> None:
    found = [(int(each.name[:4]), fault) for each in migrations() for fault in _faults(each)]
    assert not [fault for number, fault in found if number >= FIRST and "checks all rows" not in fault]
    assert not [fault for number, fault in found if number >= FIRST_UNVALIDATED]


def test_reads_the_earlier_files() -> None:
    """The indexes of four of them block writers, which shows that the rule reads real files."""
    found = {fault[:4] for each in migrations() for fault in _faults(each)}
    assert {"0034", "0037", "0038", "0040"} <= found


TABLE = "create table new (a text); create index on new (a);"
PAIR = "drop index concurrently if exists one; create index concurrently one on cards (title);"


@pytest.mark.parametrize(
    ("sql", "in_transaction", "count"),
    [
        (TABLE, True, 0),
        (PAIR, False, 0),
        ("create index on cards (title);", True, 1),
        ("Create Unique INDEX one\n on cards (title);", True, 1),
        ("-- create index on cards (title);", True, 0),
        ("alter table cards add column x text, add constraint u unique (x);", True, 1),
        ("alter table cards add constraint c check (x > 0);", True, 1),
        ("alter table cards add constraint c check (x > 0) not valid;", True, 0),
        ("alter table cards add check (x > 0) not valid, add foreign key (x) references y (x);", True, 1),
        ("create table new (a int); alter table new add constraint c check (a > 0);", True, 0),
        ("alter table cards rename column x to y;", True, 1),
        ("alter table cards rename to card;", True, 1),
        ("create index concurrently one on cards (title);", False, 1),
        ("drop index concurrently if exists two; create index concurrently one on cards (title);", False, 1),
        ("drop index concurrently if exists one; create index one on cards (title);", False, 2),
        ("create index concurrently on cards (title);", False, 1),
        (PAIR + "update cards set title = 'x';", False, 1),
    ],
)
def test_detects_only_blocking_and_destructive_statements(sql: str, in_transaction: bool, count: int) -> None:
    assert len(faults_of("9000_x.sql", sql, in_transaction=in_transaction)) == count
