"""Lists: the envelope, and keyset cursors bound to the filters of the list."""

import hashlib
import re
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Callable, Sequence
from typing import Annotated, Final, Generic, Literal, TypeVar

import msgspec
from msgspec import Struct, structs

from wellwish.base.errors import InvalidCursor
from wellwish.infra.http.fields import Query, line, whole

Item = TypeVar("Item")
Row = TypeVar("Row")

DEFAULT_LIMIT: Final = 100
MAX_LIMIT: Final = 200
WHOLE_LIMIT: Final = 1000  # limit of unpaginated lists, such as a card's lists, purchases and templates

_KEY: Final = re.compile(r"[!-~]{1,100}")  # the sort key of a list: an ID or a number
_PAGING: Final = frozenset({"limit", "cursor"})


class Page(Struct, Generic[Item], frozen=True, kw_only=True):
    """A list of records, newest first unless the operation says otherwise."""

    object: Literal["list"] = "list"
    data: list[Item]
    has_more: bool = False
    next_cursor: str | None = None


Cursor = Annotated[str, line(500, "The `next_cursor` of the previous page.")]


class PageQuery(Query, frozen=True, kw_only=True):
    """The parameters of a paginated list; subclasses add filters."""

    limit: Annotated[int, whole(1, MAX_LIMIT, "Maximum number of records to return.")] = DEFAULT_LIMIT
    cursor: Cursor | None = None


class WholeQuery(Query, frozen=True, kw_only=True):
    """The parameters of a list that is returned completely unless ``limit`` requests pages."""

    limit: (
        Annotated[
            int, whole(1, MAX_LIMIT, f"Maximum number of records to return; {WHOLE_LIMIT:,} if omitted.")
        ]
        | None
    ) = None
    cursor: Cursor | None = None


class _Cursor(Struct, array_like=True):
    after: str
    filters: str


def after(query: PageQuery | WholeQuery) -> str | None:
    """Returns the key after which the page begins, or None. Raises InvalidCursor."""
    cursor = query.cursor
    if cursor is None:
        return None
    try:
        padded = cursor + "=" * (-len(cursor) % 4)
        read = msgspec.json.decode(urlsafe_b64decode(padded.encode("ascii")), type=_Cursor)
    except (ValueError, msgspec.MsgspecError) as error:
        raise InvalidCursor from error
    if read.filters != _fingerprint(query) or _KEY.fullmatch(read.after) is None:
        raise InvalidCursor
    return read.after


def page(
    rows: Sequence[Row],
    limit: int,
    query: Query,
    key: Callable[[Row], str],
    record: Callable[[Row], Item],
) -> Page[Item]:
    """Returns the page; the statement must have selected ``limit + 1`` rows."""
    shown, has_more = rows[:limit], len(rows) > limit
    cursor = _Cursor(key(shown[-1]), _fingerprint(query)) if has_more else None
    coded = None if cursor is None else urlsafe_b64encode(msgspec.json.encode(cursor)).rstrip(b"=").decode()
    return Page(data=[record(row) for row in shown], has_more=has_more, next_cursor=coded)


def _fingerprint(query: Query) -> str:
    filters = {name: value for name, value in structs.asdict(query).items() if name not in _PAGING}
    return hashlib.sha256(msgspec.json.encode([type(query).__name__, filters])).hexdigest()[:16]
