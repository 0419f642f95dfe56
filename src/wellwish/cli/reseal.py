"""Reseal the values of all accounts with the key in use."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from msgspec import Struct, structs

from wellwish.base.crypto import Keys
from wellwish.infra.db import Database

PAGE: Final = 1000


class Value(Struct):
    """The two-part key of a row, and its sealed value."""

    account_id: str
    row_id: str
    sealed: bytes | None

    @property
    def key(self) -> tuple[str, str]:
        return self.account_id, self.row_id


class Page(Struct):
    """The values to write, in columns for PostgreSQL's ``unnest``."""

    accounts: list[str]
    rows: list[str]
    former: list[bytes]
    fresh: list[bytes]


@dataclass(frozen=True)
class SealedColumn:
    """A column of sealed values. ``alike``: equal values have equal ciphertexts, stored as text.

    ``read`` selects a page of values after a key; ``write`` updates those that have not changed since.
    """

    read: str
    write: str
    context: Callable[[Value], str]
    alike: bool = False


@dataclass
class Resealed:
    """The result of one pass: the number of resealed values, and of values that no known key can open."""

    written: int = 0
    unreadable: int = 0


async def reseal(
    db: Database, keys: Keys, columns: Sequence[SealedColumn], after_page: Callable[[], None] = lambda: None
) -> Resealed:
    """Reseals values of other keys with the key in use, page by page, each page in a separate transaction. An
    interrupted pass can be repeated: values sealed with the key in use are skipped, including a value that
    changes during the pass, because the process that changed it used the key in use.
    """
    done = Resealed()
    for column in columns:
        after = ("", "")
        while after is not None:
            async with db.transaction() as tx:
                account_id, row_id = after
                values = await tx.many(Value, column.read, account_id=account_id, row_id=row_id, count=PAGE)
                page = _page(keys, column, values, done)
                if page.rows:
                    done.written += await tx.run(column.write, **structs.asdict(page))
            after_page()
            after = values[-1].key if len(values) == PAGE else None
    return done


def _page(keys: Keys, column: SealedColumn, values: Sequence[Value], done: Resealed) -> Page:
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


def _fresh(keys: Keys, column: SealedColumn, value: Value) -> bytes | None:
    if value.sealed is None:
        return None
    if not column.alike:
        return keys.resealed(value.sealed, column.context(value))
    text = keys.resealed_alike(value.sealed.decode(), column.context(value))
    return None if text is None else text.encode()
