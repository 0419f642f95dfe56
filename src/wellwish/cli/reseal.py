"""Seal the values of all accounts with the key in use."""

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from typing import Final

from msgspec import Struct

from wellwish.base.crypto import Keys
from wellwish.infra.db import Database, Tx

PAGE: Final = 1000


class Value(Struct):
    """The two parts of the key of a row, and the content of its column of sealed values."""

    account_id: str
    row_id: str
    sealed: bytes | None

    @property
    def key(self) -> tuple[str, str]:
        return self.account_id, self.row_id


class Page(Struct):
    """Values to write, column by column as PostgreSQL's ``unnest`` takes them."""

    accounts: list[str]
    rows: list[str]
    former: list[bytes]
    fresh: list[bytes]


@dataclass(frozen=True)
class Column:
    """A column of sealed values. ``alike``: equal values have equal seals, stored as text."""

    read: Callable[[Tx, str, str], Awaitable[list[Value]]]
    write: Callable[[Tx, Page], Awaitable[int]]
    context: Callable[[Value], str]
    alike: bool = False


@dataclass
class Resealed:
    """The result of one pass: the number of values sealed again, and of values that no known key opens."""

    written: int = 0
    unreadable: int = 0


async def reseal(
    db: Database, keys: Keys, columns: Sequence[Column], after_page: Callable[[], None] = lambda: None
) -> Resealed:
    """Seals the values of other keys with the one in use, page by page, each in its own transaction.

    An interrupted pass can be repeated: values sealed with the key in use stay as they are. So does a value
    that changes during the pass, because the process that changed it used the key in use.
    """
    done = Resealed()
    for column in columns:
        after = ("", "")
        while after is not None:
            async with db.transaction() as tx:
                values = await column.read(tx, *after)
                page = _page(keys, column, values, done)
                if page.rows:
                    done.written += await column.write(tx, page)
            after_page()
            after = values[-1].key if len(values) == PAGE else None
    return done


def _page(keys: Keys, column: Column, values: Sequence[Value], done: Resealed) -> Page:
    page = Page([], [], [], [])
    for each in values:
        try:
            fresh = _fresh(keys, column, each)
        except ValueError:
            done.unreadable += 1
            continue
        if fresh is not None and each.sealed is not None:
            page.accounts.append(each.account_id)
            page.rows.append(each.row_id)
            page.former.append(each.sealed)
            page.fresh.append(fresh)
    return page


def _fresh(keys: Keys, column: Column, value: Value) -> bytes | None:
    if value.sealed is None:
        return None
    if not column.alike:
        return keys.resealed(value.sealed, column.context(value))
    text = keys.resealed_alike(value.sealed.decode(), column.context(value))
    return None if text is None else text.encode()
