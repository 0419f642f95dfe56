"""The stage: an embedded cluster with production settings in a scratch folder, and accounts to measure with.

IDs in requests end in two digits, 01 to 64, so that a pgbench script can also generate them.
"""

import secrets
import tempfile
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import asyncpg
import former  # noqa: F401  # pyright: ignore[reportUnusedImport] - it names things for release 0.1.0

from wellwish.accounts.account import owner_id
from wellwish.accounts.create import NewAccount
from wellwish.accounts.create import create as create_account
from wellwish.app import build_services
from wellwish.auth.credentials.credential import ACCESS_TOKEN_PREFIX
from wellwish.auth.credentials.issue import issue
from wellwish.auth.credentials.secret import new_secret
from wellwish.base.crypto import Keys
from wellwish.base.settings import Settings
from wellwish.cards.link import SIGN, Link
from wellwish.cli.launch import bring_up_to_date
from wellwish.infra.db import Database
from wellwish.infra.embedded import OWNER, RUNTIME, Cluster
from wellwish.infra.http import Services

SLOTS: Final = 64
_PLENTY: Final = 2_000_000_000


@dataclass(frozen=True)
class Person:
    """An account to send requests with."""

    account_id: str
    api_key: str
    client_secret: str
    bearer: str


@dataclass(frozen=True)
class Stage:
    """A running cluster and its connections."""

    folder: Path
    cluster: Cluster
    secret_key: bytes
    owner: "asyncpg.Connection[asyncpg.Record]"
    template_id: str

    @property
    def owner_dsn(self) -> str:
        """The URL for the role that owns the tables."""
        return self.cluster.dsn(OWNER)

    @property
    def runtime_dsn(self) -> str:
        """The URL for the role that is subject to row-level security."""
        return self.cluster.dsn(RUNTIME)

    @property
    def database_pid(self) -> int:
        """The process ID of the postmaster."""
        note = self.folder / "postgres" / "data" / "postmaster.pid"
        return int(note.read_text().split("\n", 1)[0])

    def services(self, pool_size: int) -> Services:
        """Returns the services of an application in this process, without rate limits."""
        settings = Settings(
            data_dir=self.folder / "server",
            base_url="http://localhost:8080",
            secret_key=self.secret_key,
            database_url=self.runtime_dsn,
            pool_size=pool_size,
            requests_per_minute=0,
            page_requests_per_minute=0,
        )
        return build_services(settings, self.runtime_dsn)


def slot_id(prefix: str, slot: int) -> str:
    """Returns the ID of a slot's purchase or card."""
    return f"{prefix}_{slot:026d}"


@asynccontextmanager
async def stage() -> AsyncGenerator[Stage]:
    """Runs an empty, migrated database with the default durable settings."""
    with tempfile.TemporaryDirectory(prefix="wellwish-bench-") as name:
        folder = Path(name)
        key = secrets.token_bytes(32)
        settings = Settings(data_dir=folder, base_url="http://localhost:8080", secret_key=key)
        with Cluster(settings.database_dir) as cluster:
            await bring_up_to_date(settings, lambda _: None)
            owner = await asyncpg.connect(cluster.dsn(OWNER))
            try:
                template_id = await owner.fetchval("select id from templates order by position limit 1")
                yield Stage(folder, cluster, key, owner, template_id)
            finally:
                await owner.close()


async def make_account(stage: Stage, name: str) -> Person:
    """Returns an account with credentials, a token valid for a year, and 64 purchases with ample capacity."""
    keys = Keys(stage.secret_key)
    db = Database(stage.owner_dsn, size=1)
    await db.open()
    try:
        async with db.transaction() as tx:
            account = await create_account(tx, NewAccount(name=name, email=f"{name}@example.com"))
            user_id = await owner_id(tx, account.id)
            pair = await issue(tx, keys, account.id, user_id)
    finally:
        await db.close()
    await stage.owner.execute(
        """
        insert into bundle_purchases (account_id, id, name, status, payment_status, cards_total, price_amount,
          price_currency, purchased_at, created_at, updated_at)
        select $1, 'bp_' || lpad(n::text, 26, '0'), 'Bench', 'active', 'paid', $2, 0, 'USD',
          now(), now(), now()
        from generate_series(1, $3) as n
        """,
        account.id, _PLENTY, SLOTS,
    )  # fmt: skip
    bearer = new_secret(ACCESS_TOKEN_PREFIX)
    await stage.owner.execute(
        """
        insert into access_tokens (hash, account_id, user_id, credential_id, expires_at)
        values ($1, $2, $3, $4, now() + interval '1 year')
        """,
        keys.hash(bearer), account.id, user_id, pair.credential_id,
    )  # fmt: skip
    return Person(account.id, pair.api_key, pair.client_secret, bearer)


async def multiply(stage: Stage, account_id: str, card_id: str, count: int) -> None:
    """Copies a card with its content, recipient, links and event; the copies are numbered from 1."""
    numbered = "lpad(n::text, 26, '0')"
    card = f"'card_' || {numbered}"
    for table, own in {
        "cards": {"id": card, "external_id": "null"},
        "recipients": {"id": f"'rcp_' || {numbered}", "card_id": card},
        "card_words": {"card_id": card},
        "links": {"hash": "sha256(convert_to(t.hash::text || n, 'UTF8'))", "card_id": card,
                  "subject_id": f"split_part(t.subject_id, '_', 1) || '_' || {numbered}"},
        "events": {"id": f"'evt_' || {numbered}", "card_id": card},
    }.items():  # fmt: skip
        if await stage.owner.fetchval("select to_regclass($1)", table) is None:
            continue  # 0.1.0 has no card_words
        columns = [
            row["attname"]
            for row in await stage.owner.fetch(
                "select attname from pg_attribute where attrelid = $1::text::regclass and attnum > 0 "
                "and not attisdropped order by attnum",
                table,
            )
        ]
        values = ", ".join(own.get(column, f"t.{column}") for column in columns)
        key = "id" if table == "cards" else "card_id"
        await stage.owner.execute(
            f"insert into {table} ({', '.join(columns)}) select {values} "
            f"from {table} t cross join generate_series(1, {count}) as n "
            f"where t.account_id = $1 and t.{key} = $2",
            account_id, card_id, timeout=900,
        )  # fmt: skip
    await stage.owner.execute("vacuum analyze", timeout=900)


async def publish(stage: Stage, account_id: str) -> None:
    """Activates the shared links of the slots' cards and adds three notes to each."""
    await stage.owner.execute(
        """
        insert into contributions (account_id, id, card_id, source, name, anonymous, note_id, note_text, pen,
          ink, paper, visibility, note_status, published_at, created_at, updated_at)
        select $1, 'ctb_' || lpad(n::text || lpad(slot::text, 4, '0'), 26, '0'),
          'card_' || lpad(slot::text, 26, '0'), 'owner', 'Jonas', false,
          'note_' || lpad(n::text || lpad(slot::text, 4, '0'), 26, '0'), 'Well done', 'kalam', 'navy',
          'cream', 'everyone', 'published', now(), now(), now()
        from generate_series(1, 3) as n cross join generate_series(1, $2) as slot
        """,
        account_id, SLOTS,
    )  # fmt: skip
    keys = Keys(stage.secret_key)
    await stage.owner.executemany(
        "insert into links (hash, account_id, kind, subject_id, card_id) values ($1, $2, $3, $4, $4)",
        [
            (Link(SIGN, slot_id("card", slot), 1).hash(keys), account_id, SIGN, slot_id("card", slot))
            for slot in range(1, SLOTS + 1)
        ],
    )
