"""List events."""

from datetime import datetime
from functools import partial
from typing import Annotated

from msgspec import Struct

from wellwish.base.errors import InvalidCursor
from wellwish.infra.db import Tx
from wellwish.infra.events.event import TYPES, Event, EventRow, shown
from wellwish.infra.http import Caller, Page, PageQuery, Services, line, word
from wellwish.infra.http.page import after, page


class EventQuery(PageQuery, frozen=True, kw_only=True):
    """The filters and the order of the list."""

    type: Annotated[str, word(sorted(TYPES), "Return only events of this type.")] | None = None
    card_id: Annotated[str, line(255, "Return only events of this card.")] | None = None
    order: Annotated[
        str,
        word(
            ("desc", "asc"),
            "`desc`: newest first; `asc`: in commit order, for following new events without gaps.",
        ),
    ] = "desc"
    after: Annotated[str, line(255, "With `order=asc`: return only events after this one.")] | None = None


async def list_events(tx: Tx, caller: Caller, services: Services, query: EventQuery) -> Page[Event]:
    """Returns events of the last 90 days, or of more days if the operator keeps them longer.

    Raises InvalidCursor.
    """
    oldest = tx.now - services.settings.limits.retention.events
    begin = after(query)
    if query.type is not None or query.card_id is not None:
        # A generic plan for optional filters cannot use their indexes.
        await tx.plan_each_time()
    if query.order == "asc":
        rows = await _as_committed(tx, caller, query, begin or query.after, oldest)
    else:
        rows = await _newest(tx, caller, query, begin, oldest)
    return page(rows, query.limit, query, lambda row: row.id, partial(shown, is_test=caller.is_test))


async def _newest(
    tx: Tx, caller: Caller, query: EventQuery, begin: str | None, oldest: datetime
) -> list[EventRow]:
    return await tx.many(
        EventRow,
        """
        select {columns} from events
        where account_id = :account_id and created_at > :oldest and (:after::text is null or id < :after)
          and (:type::text is null or type = :type) and (:card_id::text is null or card_id = :card_id)
        order by id desc limit :count
        """,
        account_id=caller.account_id,
        oldest=oldest,
        after=begin,
        type=query.type,
        card_id=query.card_id,
        count=query.limit + 1,
    )


class _Position(Struct):
    txid: str
    id: str


async def _as_committed(
    tx: Tx, caller: Caller, query: EventQuery, begin: str | None, oldest: datetime
) -> list[EventRow]:
    """Returns only events of transactions that every snapshot sees as ended.

    Therefore, no event can appear later at a position that was already returned.
    """
    position = _Position("0", "")
    if begin is not None:
        found = await tx.maybe(
            _Position,
            "select txid::text, id from events where account_id = :account_id and id = :id",
            account_id=caller.account_id,
            id=begin,
        )
        if found is None:
            raise InvalidCursor
        position = found
    return await tx.many(
        EventRow,
        """
        select {columns} from events
        where account_id = :account_id and (txid, id) > (:txid::text::xid8, :after)
          and txid < (select events_horizon() from migrations limit 1) and created_at > :oldest
          and (:type::text is null or type = :type) and (:card_id::text is null or card_id = :card_id)
        order by txid, id limit :count
        """,
        account_id=caller.account_id,
        txid=position.txid,
        after=position.id,
        oldest=oldest,
        type=query.type,
        card_id=query.card_id,
        count=query.limit + 1,
    )
