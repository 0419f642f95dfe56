"""List people."""

from typing import Annotated, Final

from wellwish.base.errors import InvalidCursor
from wellwish.infra.db import Tx
from wellwish.infra.http import Page, PageQuery, line, word
from wellwish.infra.http.addresses import email_key
from wellwish.infra.http.page import after, page
from wellwish.people.body import ACTIVE, LEFT
from wellwish.people.person import Person, PersonRow, record
from wellwish.people.reading import Reading

NEWEST, NAME = "newest", "name"


class PeopleQuery(PageQuery, frozen=True, kw_only=True):
    q: (
        Annotated[
            str,
            line(100, "Return only people whose name, email address or `external_id` contains this text."),
        ]
        | None
    ) = None
    external_id: Annotated[str, line(255, "Return only the person with this `external_id`.")] | None = None
    email: (
        Annotated[str, line(254, "Return only the person with this email address.", check=email_key)] | None
    ) = None
    team: Annotated[str, line(255, "Return only the people of the team with this ID.")] | None = None
    status: Annotated[str, word((ACTIVE, LEFT), "Return only people with this status.")] | None = None
    sort: Annotated[str, word((NEWEST, NAME), "Order of the list.")] = NEWEST


async def list_people(tx: Tx, reading: Reading, query: PeopleQuery) -> Page[Person]:
    """Returns people, newest first or by name. Raises InvalidCursor."""
    first = after(query)
    given = {
        "account_id": reading.account_id,
        "after": first,
        "q": query.q,
        "external_id": query.external_id,
        "email_key": query.email,
        "team": query.team,
        "status": query.status,
        "count": query.limit + 1,
    }
    if query.sort == NAME:
        if first is not None:
            await _check_exists(tx, reading.account_id, first)
        rows = await tx.many(PersonRow, _BY_NAME, **given)
    else:
        rows = await tx.many(PersonRow, _NEWEST, **given)
    return page(
        rows,
        query.limit,
        query,
        lambda row: row.id,
        lambda row: record(row, with_dates=reading.sees_dates, with_declined=reading.sees_declined),
    )


async def _check_exists(tx: Tx, account_id: str, person_id: str) -> None:
    """Raises InvalidCursor if the person was deleted, because no page can begin after their name."""
    sql = "select exists (select true from people where account_id = :account_id and id = :id)"
    if not await tx.value(sql, account_id=account_id, id=person_id):
        raise InvalidCursor


_NEWEST: Final = """
    select {columns} from people cross join lateral (
      select coalesce(jsonb_object_agg(d.name, d.date), '{}') as dates from person_dates d
      where d.account_id = :account_id and d.person_id = people.id) as listed
    cross join lateral (
      select coalesce(jsonb_agg(t.group_id order by t.group_id), '[]') as teams from team_people t
      where t.account_id = :account_id and t.person_id = people.id) as joined
    where account_id = :account_id and (:after::text is null or id < :after)
      and (:external_id::text is null or external_id = :external_id)
      and (:email_key::text is null or email_key = :email_key)
      and (:status::text is null or (left_at is null) = (:status = 'active'))
      and (:team::text is null or teams @> to_jsonb(:team::text))
      and (:q::text is null or strpos(lower(concat_ws(' ', name, email, external_id)), lower(:q)) > 0)
    order by id desc limit :count
    """
_BY_NAME: Final = """
    select {columns} from people cross join lateral (
      select coalesce(jsonb_object_agg(d.name, d.date), '{}') as dates from person_dates d
      where d.account_id = :account_id and d.person_id = people.id) as listed
    cross join lateral (
      select coalesce(jsonb_agg(t.group_id order by t.group_id), '[]') as teams from team_people t
      where t.account_id = :account_id and t.person_id = people.id) as joined
    where account_id = :account_id and (:after::text is null or (lower(name), id) > (
        select lower(l.name), l.id from people l where l.account_id = :account_id and l.id = :after))
      and (:external_id::text is null or external_id = :external_id)
      and (:email_key::text is null or email_key = :email_key)
      and (:status::text is null or (left_at is null) = (:status = 'active'))
      and (:team::text is null or teams @> to_jsonb(:team::text))
      and (:q::text is null or strpos(lower(concat_ws(' ', name, email, external_id)), lower(:q)) > 0)
    order by lower(name), id limit :count
    """
