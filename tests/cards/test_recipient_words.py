"""Cards of an older database are found by a recipient whose name is only in their list of recipients."""

import os
import sys
from collections.abc import AsyncIterator

import asyncpg
import pytest

from wellwish.cards.words import words
from wellwish.infra.db.migrate import migrate, migrations
from wellwish.infra.embedded import RUNTIME

pytestmark = pytest.mark.anyio
NAME = "from_before_0035"

# The columns of migration 0034 without a default.
OLD = """
    insert into cards (account_id, id, bundle_purchase_id, template_id, title, sender, recipient, card_type,
      auto_reminders, public_read, palette, moderation, timezone, locale, shared_link, add_money, see_total,
      see_contributors, add_cash, restrict_cash, currency, see_contributor_names, state, created_at,
      updated_at, words, deleted_at)
    values ('a', $1, 'b', 't', 'Title', 'Priya', $2, 0, false, false, 'p', 'off', 'UTC', 'en', true, 'nobody',
      'admins', 'contributors', false, false, 'USD', 0, 'open', now(), now(), $3, $4)
    """

RECIPIENT = "insert into recipients (account_id, card_id, id, position, name) values ('a', $1, $1, 0, $2)"


@pytest.fixture
async def database(clone: tuple[str, str]) -> AsyncIterator[str]:
    """The URL of an empty database."""
    name = f"{NAME}_{os.getpid()}"
    url = clone[0].partition("?")[0].rpartition("/")[0] + f"/{name}?" + clone[0].partition("?")[2]
    admin = await asyncpg.connect(clone[0])
    await admin.execute(f"create database {name} template template0")
    yield url
    await admin.execute(f"drop database {name} with (force)")
    await admin.close()


async def _rows(url: str) -> dict[str, tuple[str | None, list[str], list[str]]]:
    """Returns the recipient, the words of the row and the words of the index, by card."""
    owner = await asyncpg.connect(url)
    try:
        found = await owner.fetch(
            """
            select c.id, c.recipient, c.words, array(
              select word from card_words w where w.card_id = c.id order by word) as kept
            from cards c
            """
        )
    finally:
        await owner.close()
    return {row["id"]: (row["recipient"], list(row["words"]), list(row["kept"])) for row in found}


@pytest.mark.parametrize("last", ["0056", "9999"], ids=["control", "all migrations"])
async def test_old_cards_get_the_words_of_their_recipient(
    database: str, monkeypatch: pytest.MonkeyPatch, last: str
) -> None:
    every = migrations()
    module = sys.modules[migrate.__module__]
    monkeypatch.setattr(module, "migrations", lambda: [each for each in every if each.name < "0035"])
    await migrate(database, RUNTIME)
    owner = await asyncpg.connect(database)
    await owner.execute("set session_replication_role = replica")  # without foreign keys
    known = words("Title", "Priya")
    deleted_at = await owner.fetchval("select now()")
    for card_id, recipient, own, gone in (
        ("listed", None, known, None),
        ("named", "Maya", words("Title", "Priya", "Maya"), None),
        ("deleted", None, [], deleted_at),
        ("nobody", None, known, None),
    ):
        await owner.execute(OLD, card_id, recipient, own, gone)
        rows = [(each, card_id) for each in own]
        await owner.executemany("insert into card_words values ('a', $1, $2)", rows)
        if card_id != "nobody":
            name = recipient or "Zoë-Ann Łukasz"
            await owner.execute(
                RECIPIENT,
                card_id,
                name,
            )
    await owner.close()
    monkeypatch.setattr(module, "migrations", lambda: [each for each in every if each.name[:4] <= last])
    await migrate(database, RUNTIME)
    found = await _rows(database)
    expected = known if last == "0056" else words("Title", "Priya", "Zoë-Ann Łukasz")
    assert found["listed"] == ("Zoë-Ann Łukasz", expected, expected)
    assert found["named"] == ("Maya", *[words("Title", "Priya", "Maya")] * 2)
    assert found["deleted"][1:] == ([], [])
    assert found["nobody"] == (None, known, known)
