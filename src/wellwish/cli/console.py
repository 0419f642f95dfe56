"""Helpers for the commands: run a transaction, print results."""

import asyncio
import json
import shutil
import sys
from collections.abc import Awaitable, Callable, Sequence
from typing import Annotated, Any, Final, TypeVar

from cyclopts import Parameter

from wellwish.accounts.account import load as load_account
from wellwish.base import ids
from wellwish.base import settings as configuration
from wellwish.base.crypto import Keys
from wellwish.cli import launch
from wellwish.cli.urls import runtime_database
from wellwish.infra import effects
from wellwish.infra.db import Database, Tx, follow_server_key
from wellwish.infra.effects import Audited

T = TypeVar("T")
_GAP: Final = "  "

AccountId = Annotated[str, Parameter(help="ID of the account, such as acct_01h455vb4pex5vsknk084sn02q.")]
Address = Annotated[str, Parameter(help="Email address or phone number with +.")]
AsJson = Annotated[bool, Parameter("--json", help="Print the result as JSON.")]


def with_database(run: Callable[[Tx, Keys], Awaitable[T]], *, as_owner: bool = False) -> T:
    """Returns the result of ``run``, called in one transaction."""
    settings = configuration.load()

    async def transact() -> T:
        if settings.embedded:
            await launch.bring_up_to_date(settings, lambda _: None)
        db = Database(launch.owner_dsn(settings), size=1) if as_owner else runtime_database(settings)
        await db.open()
        try:
            await launch.require_key(db, settings)
            async with db.transaction() as tx:
                keys = Keys(settings.secret_key, settings.previous_secret_key)
                await follow_server_key(tx, keys)
                return await run(tx, keys)
        finally:
            await db.close()

    with launch.database(settings):
        return asyncio.run(transact())


def record_operation(tx: Tx, action: str, account_id: str, record_id: str | None = None, *names: str) -> None:
    """Adds an operator's entry to the account's audit log; ``names`` are the changed fields."""
    effects.get_effects(tx).audit(
        Audited(account_id=account_id, action=action, actor="operator", record_id=record_id, fields=names)
    )


async def see_account(tx: Tx, account_id: str) -> None:
    """Makes the account visible to the transaction. Raises ValueError if it does not exist."""
    if not ids.is_id("acct", account_id):
        raise ValueError(f"{account_id} is not an account ID. See `wellwish account list`.")
    await tx.see([account_id])
    try:
        await load_account(tx, account_id)
    except LookupError:
        raise ValueError(f"There is no account {account_id}. See `wellwish account list`.") from None


def show(record: dict[str, Any], *, as_json: bool) -> None:
    if as_json:
        print(json.dumps(record))
        return
    width = max(map(len, record))
    for name, value in record.items():
        print(f"{name:<{width}}  {'' if value is None else value}")


def report(record: dict[str, Any], text: str, *, as_json: bool) -> None:
    """Prints the result of a command: the record as JSON, or a text for people."""
    if as_json:
        print(json.dumps(record))
    else:
        say(text)


def table(records: list[dict[str, Any]], *columns: str, as_json: bool = False) -> None:
    """Prints records with every value in full."""
    if as_json:
        print(json.dumps(records))
        return
    if not records:
        say("None found.")
        return
    room = shutil.get_terminal_size().columns if sys.stdout.isatty() else None
    for line in lay_out(columns, records, room):
        print(line)


def lay_out(columns: Sequence[str], records: list[dict[str, Any]], room: int | None) -> list[str]:
    """Returns the lines of a table or, if it is wider than the terminal, a block for each record."""
    rows = [[_cell(record[column]) for column in columns] for record in records]
    widths = [max(map(len, column)) for column in zip(columns, *rows, strict=True)]
    if room is None or sum(widths) + len(_GAP) * (len(widths) - 1) <= room:
        return [_GAP.join(map(str.ljust, row, widths)).rstrip() for row in (columns, *rows)]
    width = max(map(len, columns))
    lines: list[str] = []
    for row in rows:
        lines += [f"{name:<{width}}{_GAP}{value}" for name, value in zip(columns, row, strict=True)] + [""]
    return lines[:-1]


def _cell(value: Any) -> str:
    """Returns a value on one line, without terminal control characters."""
    text = "-" if value is None else str(value)
    return "".join(each if each.isprintable() else " " for each in text)


def say(text: str) -> None:
    print(text, file=sys.stderr, flush=True)
