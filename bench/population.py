"""Fill a database with many accounts, one of them large, by SQL that copies one card and its related rows.

The distribution is skewed: the large account has 30 % of the cards, and a tenth of the others share half of
the rest. Titles, templates, states and event types are skewed, too: a filter matches most of the large
account's cards, a few of the oldest, or none. IDs are TypeIDs with the creation time of their row.
"""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    import asyncpg

    Connection = asyncpg.Connection[Any]

_TIMEOUT_S: Final = 1_800.0


@dataclass(frozen=True)
class Size:
    """Numbers of cards and accounts. Each card has five contributions and one of each other related row."""

    cards: int
    accounts: int

    @property
    def large(self) -> int:
        """Cards of the large account."""
        return self.cards * 3 // 10


WHOLE: Final = Size(1_000_000, 10_000)
TENTH: Final = Size(100_000, 1_000)

# Which rows to copy, by table: the condition that selects the originals, the expressions of changed columns
# for each row of the plan `g`, and the rows that multiply each row of the plan.
_COPIES: Final[dict[str, tuple[str, dict[str, str], str]]] = {
    "cards": (
        "id = $1",
        {
            "id": "g.card_id",
            "bundle_purchase_id": "g.purchase_id",
            "template_id": "g.template_id",
            "title": "g.title",
            "sender": "g.sender",
            "recipient": "g.recipient",
            "words": "array(select distinct regexp_split_to_table("
            "lower(g.title || ' ' || g.sender || ' ' || g.recipient), '[^a-z]+'))",
            "external_id": "'order-' || g.n",
            "state": "g.state",
            "contribution_end_date": "null",
            "contribution_ends_at": "case when g.n % 5000 = 1 then now() - interval '1 minute' end",
            "closed_at": "case when g.state <> 'open' then g.made_at end",
        },
        "",
    ),
    "recipients": ("card_id = $1", {"id": "'rcp_' || g.mark", "name": "g.recipient"}, ""),
    "links": (
        "card_id = $1 and kind = 'sign'",
        {"hash": "sha256(g.card_id::bytea)", "subject_id": "g.card_id"},
        "",
    ),
    "invitations": (
        "card_id = $1",
        {
            "id": "'inv_' || g.mark",
            "address_key": "'email:guest-' || g.n || '@example.com'",
            "delivery_id": "'guest-' || g.n || '@example.com'",
        },
        "",
    ),
    "contributions": (
        "card_id = $1",
        {
            "id": "'ctb_' || left(g.mark, 10) || lpad((g.n * 10 + i)::text, 16, '0')",
            "note_id": "'note_' || left(g.mark, 10) || lpad((g.n * 10 + i)::text, 16, '0')",
        },
        "cross join generate_series(1, 1 + g.n % 9) as i",
    ),
    "events": (
        "card_id = $1 and type = 'card.created'",
        {"id": "'evt_' || g.event_mark", "type": "g.event", "created_at": "g.event_at"},
        "",
    ),
}

_PLAN: Final = """
    create unlogged table growth_plan as
    select n, account_id, purchase_id, made_at, event_at,
      mark, 'card_' || mark as card_id, event_mark,
      templates.ids[
        case when n % 1000 = 0 and n < :cards / 5 then 14 else 1 + (chance * chance * 12)::int end
      ] as template_id,
      case when n % 7 < 5 then 'Happy birthday, ' when n % 7 = 5 then 'Farewell, ' else 'Good luck, ' end
        || growth_name(n / 10) as title,
      growth_name(n * 7 + 3) || ' and friends' as sender,
      growth_name(n / 10) || ' ' || growth_name(n * 13) as recipient,
      case when n % 1000 = 0 and n < :cards / 5 then 'archived' when n % 100 < 60 then 'open'
        when n % 100 < 97 then 'closed' else 'cancelled' end as state,
      case when n % 1000 = 0 and n < :cards / 5 then 'card.archived' when n % 100 < 60 then 'card.created'
        else 'card.updated' end as event
    from (
      select n, (hashint8(n)::bigint & 65535) / 65536.0 as chance,
        now() - (:cards - n) * interval '700 days' / :cards as made_at,
        now() - (:cards - n) * interval '80 days' / :cards as event_at
      from generate_series(1, :cards) as n
    ) as numbered
    cross join (select array_agg(id order by position) as ids from templates) as templates
    cross join lateral (select
      growth_mark((extract(epoch from made_at) * 1000)::bigint, n) as mark,
      growth_mark((extract(epoch from event_at) * 1000)::bigint, n) as event_mark) as marked
    cross join lateral (select case when n % 10 in (0, 4, 8) then 0 else
      2 + floor(power((hashint8(n * 31)::bigint & 65535) / 65536.0, 3) * (:accounts - 1)) end as k) as skewed
    cross join lateral (select
      case when k = 0 then $1 else 'acct_' || lpad(k::text, 26, '0') end as account_id,
      case when k = 0 then $2 else 'bp_' || lpad(k::text, 26, '0') end as purchase_id) as owned
    """

# The first ten characters of a TypeID's suffix encode two zero bits and the 48-bit time in milliseconds.
_TIME: Final = " || ".join(
    f"substr('0123456789abcdefghjkmnpqrstvwxyz', 1 + ((ms >> {shift}) & 31)::int, 1)"
    for shift in range(45, -1, -5)
)
_NAMES: Final = (
    "An Be Ca Do El Fa Gi Ho Is Jo Ka Li Ma No Ol Pa Ro Sa Ti Vi",
    "bert cia dra fan gor hild jan ko lia mar na phie ra sha tin ya zo",
    "s na ta li ro den x",
)
_FUNCTIONS: Final = f"""
    create function growth_mark(ms bigint, number bigint) returns text language sql immutable
    return {_TIME} || lpad(number::text, 16, '0');
    create function growth_name(number bigint) returns text language sql immutable
    return split_part('{_NAMES[0]}', ' ', 1 + (number % 20)::int)
      || split_part('{_NAMES[1]}', ' ', 1 + (number / 20 % 17)::int)
      || split_part('{_NAMES[2]}', ' ', 1 + (number / 340 % 7)::int);
    """


async def fill(owner: "Connection", account_id: str, card_id: str, size: Size) -> None:
    """Fills the large account with copies of one of its cards, and creates the other accounts.

    The card must have one row of each kind to copy. As in the restore of a dump, foreign keys are not checked
    and indexes are created afterwards.
    """
    await owner.execute("set session_replication_role = replica; set maintenance_work_mem = '256MB'")
    await owner.execute(_FUNCTIONS)
    purchase_id = await owner.fetchval("select bundle_purchase_id from cards where id = $1", card_id)
    plan = _PLAN.replace(":cards", str(size.cards)).replace(":accounts", str(size.accounts))
    plan = plan.replace("$1", f"'{account_id}'").replace("$2", f"'{purchase_id}'")
    await owner.execute(plan, timeout=_TIMEOUT_S)
    await _neighbours(owner, account_id, purchase_id)
    tables = [*_COPIES, "card_words"]
    indexes = await owner.fetch(
        """
        select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as made from pg_index
        where indrelid = any ($1::text[]::regclass[])
          and not exists (select from pg_constraint where conindid = indexrelid)
        """,
        tables,
    )
    for index in indexes:
        await owner.execute(f"drop index {index['name']}")
    for table in _COPIES:
        await _copy(owner, table, card_id)
    await owner.execute(
        "insert into card_words select c.account_id, unnest(c.words), c.id from growth_plan g "
        "join cards c on c.account_id = g.account_id and c.id = g.card_id order by 1, 2, 3",
        timeout=_TIMEOUT_S,
    )
    for index in indexes:
        await owner.execute(index["made"], timeout=_TIMEOUT_S)
    await owner.execute("drop table growth_plan; drop function growth_mark, growth_name")
    await owner.execute("reset session_replication_role; reset maintenance_work_mem")
    for table in [*tables, "accounts", "bundle_purchases"]:
        await owner.execute(f"vacuum analyze {table}", timeout=_TIMEOUT_S)


async def _neighbours(owner: "Connection", account_id: str, purchase_id: str) -> None:
    for table, key, own in (
        ("accounts", account_id, "account_id"),
        ("bundle_purchases", purchase_id, "purchase_id"),
    ):
        values = {"id": f"k.{own}", "account_id": "k.account_id"}
        columns = await _columns(owner, table)
        await owner.execute(
            f"insert into {table} ({', '.join(columns)}) "
            f"select {', '.join(values.get(column, f't.{column}') for column in columns)} from {table} t "
            "cross join (select distinct account_id, purchase_id from growth_plan) k "
            f"where t.id = '{key}' and k.account_id <> '{account_id}'"
            # Other accounts of the bench have purchases with the same IDs, too.
            + ("" if table == "accounts" else f" and t.account_id = '{account_id}'")
        )


async def _copy(owner: "Connection", table: str, card_id: str) -> None:
    condition, own, times = _COPIES[table]
    values = {
        "account_id": "g.account_id", "card_id": "g.card_id",
        "created_at": "g.made_at", "updated_at": "g.made_at", **own,
    }  # fmt: skip
    columns = await _columns(owner, table)
    await owner.execute(
        f"insert into {table} ({', '.join(columns)}) "
        f"select {', '.join(values.get(column, f't.{column}') for column in columns)} "
        f"from (select * from {table} where {condition} limit 1) t cross join growth_plan g {times}".replace(
            "$1", f"'{card_id}'"
        ),
        timeout=_TIMEOUT_S,
    )


async def _columns(owner: "Connection", table: str) -> list[str]:
    rows = await owner.fetch(
        "select attname::text from pg_attribute where attrelid = $1::text::regclass and attnum > 0 "
        "and not attisdropped and attgenerated = '' order by attnum",
        table,
    )
    return [row["attname"] for row in rows]
