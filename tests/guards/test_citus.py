"""Every statement keeps to the rules of Citus, which docs/operate/citus.md explains.

The rules come from experiments with its executor; `tests/citus` runs the statements on a cluster, if
available.
"""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.guards.statements import of_service
from wellwish.infra.db.citus import BY_ACCOUNT, REFERENCE

SCHEMA = (Path(__file__).resolve().parents[2] / "schema.sql").read_text(encoding="utf-8")
EFFECTS = "wellwish.infra.effects"
_INSERT = re.compile(r"\binsert into\s+(\w+)(?:\s+as\s+\w+)?\s*\(")
_PARAMETER = re.compile(r"(?<![:\w]):[a-z_]\w*")
# `timestamptz + interval` depends on the session's time zone; an addition in a named zone does not.
_INTERVAL = re.compile(r"(?<!'utc' )[+-]\s*(?:interval\b|:\w+::interval)")
_STABLE = re.compile(rf"{_INTERVAL.pattern}|\b(?:jsonb_build_\w+|to_jsonb|now)\s*\(")
_ROW_IN = re.compile(r"(?<!\w)\([^()]*,[^()]*\)\s+(?:not\s+)?in\s*\(\s*select\b")


def inside(sql: str, begin: int) -> str:
    """Returns the text from ``begin`` to the end of the parentheses around it, without its comments."""
    depth = 0
    for position in range(begin, len(sql)):
        depth += {"(": 1, ")": -1}.get(sql[position], 0)
        if depth < 0:
            return sql[begin:position]
    return sql[begin:]


def inserts(sql: str) -> Iterator[tuple[str, str, bool]]:
    """Yields the table of each `insert ... select`, the text after its columns, whether it is outermost."""
    for found in _INSERT.finditer(sql):
        text = inside(sql, found.start())
        columns = inside(text, found.end() - found.start())
        rest = text[found.end() - found.start() + len(columns) + 1 :]
        if not rest.lstrip().startswith("values"):
            yield found[1], rest, sql[: found.start()].count("(") == sql[: found.start()].count(")")


def after_select(rest: str) -> str:
    """Returns the clauses of an insert after its select."""
    found = re.search(r"\b(?:on conflict|returning)\b", rest)
    return rest[found.start() :] if found else ""


# A form that Citus refuses or executes otherwise, and why.
_FORMS: dict[str, str] = {
    r"\bselect from\b": "a select without columns is sent wrongly",
    r"\bcase\s+[a-z_.]+\s+when\b": "a simple case is sent wrongly",
    r"\bevents_horizon\(\)(?!( as txid)? from migrations\b)": "events_horizon() must run on the coordinator",
    rf"\bfrom (?:{'|'.join(REFERENCE)})\b[^()]*\bfor (?:key )?share\b": "for share on a table of every node",
    r"\bcustomers\b[^()]*\b(?:drawable_purchases|draw_card)\(": "a function in a query of a table",
    r"\A\s*with recursive\b(?s:.*)\b(?:update|delete from|insert into)\b": "recursive must be in a CTE",
}


def faults_of(sql: str) -> list[str]:
    """Returns the parts of a statement that Citus would refuse or execute differently."""
    sql = re.sub(r"--[^\n]*", "", sql)
    faults = [why for form, why in _FORMS.items() if re.search(form, sql)]
    if re.search(r"\b(?:update|delete from)\b", sql) and _ROW_IN.search(sql) and _STABLE.search(sql):
        # Citus evaluates the function before it sends the statement, and replaces the row by `true`.
        faults.append("a row before in, and a function that is not immutable: join instead")
    for table, rest, is_outermost in inserts(sql):
        clauses = after_select(rest)
        if table in BY_ACCOUNT and not clauses:
            faults.append(f"the insert into {table} returns nothing: its rows would be sent by COPY")
        if is_outermost and _PARAMETER.search(clauses):
            faults.append("a parameter behind the select of an outermost insert: put it into a CTE")
        if _STABLE.search(clauses.partition("returning")[0]):
            faults.append("on conflict calls a function that is not immutable")
    for found in re.finditer(r"(?<!for )(?<!do )\bupdate\s+\w+(?:\s+\w+)?\s+set\b", sql):
        assigned = re.split(r"\b(?:where|from|returning)\b", inside(sql, found.end()))[0]
        if _INTERVAL.search(assigned):
            faults.append("an update adds an interval to a column outside a named zone")
    return faults


def test_every_statement_runs_on_citus() -> None:
    faults = [
        f"{each.where}: {fault}"
        for each in of_service().statements
        # Tx.run_together puts each statement of the effects into a CTE.
        for fault in faults_of(f"with w as ({each.sql}) select 1" if each.module == EFFECTS else each.sql)
    ]
    assert not faults, "\n".join(faults)


@pytest.mark.parametrize(
    ("sql", "says"),
    [
        ("insert into cards (account_id, id) select :a, i.id from unnest(:ids) as i (id)", "COPY"),
        ("with m as (insert into events (id) select i from unnest(:ids) i) select 1", "COPY"),
        ("insert into throttles (a) select b from x on conflict (a) do update set b = :b", "outermost"),
        (
            "with m as (insert into jobs (a) table x on conflict (a) do update set c = now()) table m",
            "not immutable",
        ),
        ("update jobs set run_at = run_at + :by::interval where id = :id", "named zone"),
        (
            "delete from links l where not exists (select from cards c where c.id = l.card_id)",
            "without columns",
        ),
        ("select case kind when 'a' then 1 end from jobs", "simple case"),
        ("delete from kept where (a, b) in (select a, b from kept where at < :now - :by::interval)", "join"),
        ("with recursive w as (select 1) update jobs set a = 1 where id in (select 1 from w)", "recursive"),
        ("select id from events where txid < (select events_horizon())", "coordinator"),
        ("select d.id from customers c, drawable_purchases(c.account_id) d", "a function"),
        ("select ahead from test_accounts where account_id = :id for share", "every node"),
    ],
)
def test_finds_what_citus_refuses(sql: str, says: str) -> None:
    """The control."""
    [fault] = faults_of(sql)
    assert says in fault


@pytest.mark.parametrize(
    "sql",
    [
        "with m as (insert into events (id) select i from unnest(:ids) i returning id) select 1",
        "insert into cards (account_id, id) values (:account_id, :id)",
        "delete from kept where (a, b) in (select a, b from kept where at < :oldest)",
        "delete from kept where left(a, 2) in (select a from other where at < :now - :by::interval)",
        "update jobs set run_at = (run_at at time zone 'utc' + :by::interval) at time zone 'utc'",
        "select id from events where txid < (select events_horizon() from migrations limit 1)",
    ],
)
def test_accepts_the_forms_of_the_page(sql: str) -> None:
    assert faults_of(sql) == []


def test_tables_with_policies_are_distributed() -> None:
    secured = set(re.findall(r"ALTER TABLE public\.(\w+) ENABLE ROW LEVEL SECURITY", SCHEMA))
    assert secured - {*BY_ACCOUNT} == {"accounts"}, "add the table to BY_ACCOUNT in db/citus.py"
    tables = set(re.findall(r"CREATE TABLE public\.(\w+)", SCHEMA))
    assert {*BY_ACCOUNT, *REFERENCE} <= tables
    assert not {*BY_ACCOUNT} & {*REFERENCE}
