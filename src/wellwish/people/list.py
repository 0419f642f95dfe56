"""List people."""

from typing import Annotated

from wellwish.accounts.access import Owning
from wellwish.infra.db import Tx
from wellwish.infra.http import Page, PageQuery, line, word
from wellwish.infra.http.addresses import email_key
from wellwish.infra.http.page import after, page
from wellwish.people.body import ACTIVE, LEFT
from wellwish.people.person import Person, PersonRow, record


class PeopleQuery(PageQuery, frozen=True, kw_only=True):
    """The filters of the list."""

    external_id: Annotated[str, line(255, "Return only the person with this `external_id`.")] | None = None
    email: (
        Annotated[str, line(254, "Return only the person with this email address.", check=email_key)] | None
    ) = None
    status: Annotated[str, word((ACTIVE, LEFT), "Return only people with this status.")] | None = None


async def list_people(tx: Tx, owning: Owning, query: PeopleQuery) -> Page[Person]:
    """Returns people, newest first. Raises InvalidCursor."""
    rows = await tx.many(
        PersonRow,
        """
        select {columns} from people cross join lateral (
          select coalesce(jsonb_object_agg(d.name, d.date), '{}') as dates from person_dates d
          where d.account_id = :account_id and d.person_id = people.id) as listed
        where account_id = :account_id
          and (:after::text is null or id < :after)
          and (:external_id::text is null or external_id = :external_id)
          and (:email_key::text is null or email_key = :email_key)
          and (:status::text is null or (left_at is null) = (:status = 'active'))
        order by id desc limit :count
        """,
        account_id=owning.account_id,
        after=after(query),
        external_id=query.external_id,
        email_key=query.email,
        status=query.status,
        count=query.limit + 1,
    )
    return page(rows, query.limit, query, lambda row: row.id, record)
