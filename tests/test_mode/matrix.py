"""The reads of an account and the writes of its operations, derived from the routes and the tables.

A new list, page, operation or table is therefore part of the matrix of test and live data.
"""

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from datetime import timedelta
from typing import Final

from tests import make
from tests.guards.test_tenants import ROWS, SUBJECTS, call, name_of, subject_of, subjects
from tests.occasions.making import rule
from tests.payments import buying
from tests.web.desk import furnished
from tests.web.visitor import Visitor
from tests.world import Person, World
from wellwish.base import clock
from wellwish.infra.http import Route
from wellwish.routes import OPERATIONS

# Tables whose rows have no account, and their contents. An account may add rows, but not change those of
# others.
WITHOUT_ACCOUNT: Final[dict[str, str]] = {
    "bundle_prices": "the operator's catalogue",
    "bundles": "the operator's catalogue",
    "carrier_errors": "the operator's carriers of texts",
    "carriers": "the operator's carriers of texts",
    "consent_tokens": "hashes of tokens of a consent",
    "restricted_tokens": "has that of its restricted key",
    "email_changes": "a user",
    "erasures": "a person",
    "kept_forms": "a session",
    "key_generations": "the server key",
    "migrations": "the schema",
    "passkeys": "a user",
    "person_requests": "a person",
    "sandbox_events": "a payment",
    "sandbox_refunds": "a payment",
    "server_key": "the server key",
    "sign_in_attempts": "a user",
    "templates": "the operator's catalogue",
    "text_languages": "a phone number",
    "throttles": "a digest of an account, a person or an address of a network",
    "users": "a person",
}
# Tables with figures of the whole server, for its operator.
OF_SERVER: Final = {"counters", "job_successes", "minute_counts", "processes", "write_probes"}
# The rows that say which test account belongs to which live one.
OF_BOTH: Final = {"test_accounts"}
# What each read may renew: values of options, the time of a test clock, and the minute of the read.
_ALWAYS_NEW: Final = re.compile(r'(<option value=|"now":)"[^"]*"|\bAs of [^<]*')
# A stream that stays open; it says only that the list of invitations has changed.
_STREAM: Final = "/stream"

Rows = Mapping[str, Counter[str]]


def of_mode(route: Route, mode: str) -> bool:
    """Returns whether the operation is for accounts of the mode; tests/platforms covers platforms."""
    return route.mode in ("any", mode) and ROWS[name_of(route)].needs != "platform"


def is_write(route: Route, mode: str) -> bool:
    """Returns whether the operation writes for an account of the mode.

    Operations on key pairs are excluded, because they end the account's tokens.
    """
    return route.method != "GET" and of_mode(route, mode) and ROWS[name_of(route)].needs != "pair"


async def furnish(person: Person, admin: Person) -> dict[str, str]:
    """Returns the IDs of new records, one for each parameter of a path that is read."""
    records = await furnished.furnish(person, admin)
    paid = await buying.bought(person)
    records["refund_id"] = (await buying.refund(person, paid["payment_id"])).json()["id"]
    kept = {
        "name": "Maya",
        "external_id": "e-1",
        "dates": {"birthday": f"--{clock.now() + timedelta(days=30):%m-%d}"},
    }
    records["person_id"] = (await person.post("/api/people", kept)).json()["id"]
    records["occasion_rule_id"] = (await rule(person))["id"]
    await make.restricted_key(person, "cards.read")
    assert (await person.post(f"/api/cards/{records['card_id']}/wall")).is_success
    # The erasure first, because it ends exports of the account.
    for name, body in (("erasure", {"email": "erasure@example.com"}), ("export", {"of": "account"})):
        made = await person.post(f"/api/{name}s", body)
        assert made.status_code == 201, made.text
        records[f"{name}_id"] = made.json()["id"]
        await person.world.work()
    records["part_number"] = "1"
    return records


# Reads that are only for customers of a platform, which test accounts never are.
OF_CUSTOMERS = {"/api/account/platform"}


async def read(person: Person, mode: str, records: Mapping[str, str], desk: Visitor) -> dict[str, str]:
    """Returns the content of each operation and page of the desk, by path. The desk has only live data.

    Leaves no trace: the next audit log would contain the exports.
    """
    texts: dict[str, str] = {}
    audited = "select array_agg(id) from audit_entries"
    known = await person.world.owner.fetchval(audited)
    for route in OPERATIONS:
        if route.method == "GET" and of_mode(route, mode):
            answer = await person.get(route.path.format(**records))
            assert answer.status_code == (404 if route.path in OF_CUSTOMERS else 200), (
                route.path,
                answer.text,
            )
            if route.path in OF_CUSTOMERS:
                continue
            texts[route.path] = _ALWAYS_NEW.sub(r"\1", answer.text)
    if mode == "live":
        for page in furnished.pages("GET"):
            if not page.path.endswith(_STREAM):
                for path in furnished.paths(page, records):
                    shown = furnished.masked(await desk.open(path), {})
                    texts[path] = _ALWAYS_NEW.sub(r"\1", "".join(map(str, shown)))
    await person.world.owner.execute("delete from audit_entries where id <> all ($1)", known)
    return texts


async def perform_all(person: Person, mode: str) -> set[str]:
    """Performs each operation that writes, on new records; returns those that succeeded."""
    succeeded: set[str] = set()
    await buying.bought(person)
    for route in OPERATIONS:
        name = name_of(route)
        if not is_write(route, mode):
            continue
        kind = subject_of(route)
        made = await subjects(person, kind, ROWS[name].prepared)
        answer = await call(person, route, made.ids.get(kind or ""), made)
        assert answer.status_code < 500, f"{name}: {answer.text}"
        if answer.is_success:
            succeeded.add(name)
        if kind == "member_id":  # the next operation invites the same person
            await person.delete(f"/api/account/members/{made.ids[kind]}")
    await person.world.work()
    return succeeded


async def tables(world: World) -> dict[str, bool]:
    """Returns each table, and whether it has a column account_id."""
    found = await world.owner.fetch(
        """
        select t.table_name as name, bool_or(c.column_name = 'account_id') as has_account
        from information_schema.tables t join information_schema.columns c using (table_schema, table_name)
        where t.table_schema = 'public' and t.table_type = 'BASE TABLE' group by t.table_name
        """
    )
    return {row["name"]: row["has_account"] for row in found}


async def rows(world: World) -> Rows:
    """Returns the rows of each table as text."""
    names = await tables(world)
    each = (f"select '{table}', to_jsonb(t)::text from \"{table}\" t" for table in names)
    found: dict[str, Counter[str]] = {table: Counter() for table in names}
    for table, text in await world.owner.fetch(" union all ".join(each)):
        found[table][text] += 1
    return found


async def all_ids(person: Person) -> set[str]:
    """Returns the IDs of all rows of the account, except those of members, which both accounts share."""
    found = {person.account_id}
    columns = await person.world.owner.fetch(
        """
        select c.table_name as name from information_schema.columns c
        join information_schema.columns a using (table_schema, table_name)
        where c.table_schema = 'public' and c.column_name = 'id' and a.column_name = 'account_id'
          and c.data_type = 'text' and c.table_name <> 'memberships'
        """
    )
    for (table,) in columns:
        listed = await person.world.owner.fetch(
            f'select id from "{table}" where account_id = $1', person.account_id
        )
        found |= {row["id"] for row in listed}
    return found


def foreign(texts: Mapping[str, str], of_other: Iterable[str]) -> dict[str, str]:
    """Returns an ID of the other account for each path that shows one."""
    known = re.compile("|".join(sorted(of_other)))
    return {path: seen[0] for path, text in texts.items() if (seen := known.search(text))}


def changed(before: Mapping[str, str], after: Mapping[str, str]) -> set[str]:
    """Returns the paths whose content has changed."""
    assert before.keys() == after.keys()
    return {path for path in before if before[path] != after[path]}


def crossings(before: Rows, after: Rows, actor: Person, watched: Iterable[str]) -> list[str]:
    """Returns the rows that were written although they name the watched account, or are not the actor's."""
    known = re.compile("|".join(sorted(watched)))
    found: list[str] = []
    for table in after.keys() - OF_SERVER - OF_BOTH:
        added, removed = after[table] - before[table], before[table] - after[table]
        if table in WITHOUT_ACCOUNT:
            wrong = [*removed, *filter(known.search, added)]
        else:
            own = '"id": "' if table == "accounts" else '"account_id": "'
            wrong = [
                text for text in added + removed if known.search(text) or own + actor.account_id not in text
            ]
        found += [f"{table}: {text}" for text in wrong]
    return found


async def unknown_to(
    person: Person, mode: str, foreign_records: Mapping[str, str], own: Mapping[str, str]
) -> int:
    """Requests each record of another account, below its card and below the account's own card.

    Returns the count.
    """
    asked = 0
    for route in OPERATIONS:
        names = [name for name in SUBJECTS if f"{{{name}}}" in route.path]
        if route.method != "GET" or not names or not of_mode(route, mode):
            continue
        mixed = [{**own, name: foreign_records[name]} for name in names]
        for given in (foreign_records, *mixed):
            answer = await person.get(route.path.format(**given))
            assert (answer.status_code, answer.json()["code"]) == (404, "not_found"), route.path
            asked += 1
    return asked


def widened(sql: str, account_ids: Iterable[str]) -> str:
    """Returns the statement with a mistake: it reads the rows of all these accounts."""
    listed = ", ".join(f"'{each}'" for each in account_ids)
    return re.sub(r"(\b(?:\w+\.)?account_id) = :account_id\b", rf"\1 in ({listed})", sql)
