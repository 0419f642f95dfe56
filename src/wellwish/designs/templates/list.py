"""List templates."""

import re
from typing import Annotated

from wellwish.base.errors import InvalidCursor
from wellwish.designs.templates.template import OCCASIONS, Template, TemplateRow, record
from wellwish.infra.db import Tx
from wellwish.infra.http import WHOLE_LIMIT, Page, Services, WholeQuery, line, word
from wellwish.infra.http.page import after, page


class TemplateQuery(WholeQuery, frozen=True, kw_only=True):
    """The filters of the list."""

    occasion: Annotated[str, word(OCCASIONS, "Return only templates for this occasion.")] | None = None
    q: (
        Annotated[str, line(100, "Return only templates whose name contains this text, in any letter case.")]
        | None
    ) = None


class _Listed(TemplateRow, frozen=True):
    position: int


async def list_templates(tx: Tx, query: TemplateQuery, services: Services) -> Page[Template]:
    """Returns templates that are not retired, in the operator's order. Raises InvalidCursor."""
    begin = after(query)
    if begin is not None and re.fullmatch("[0-9]{1,9}", begin) is None:
        raise InvalidCursor
    limit = query.limit or WHOLE_LIMIT
    rows = await tx.many(
        _Listed,
        """
        select {columns} from templates
        where retired_at is null
          and (:occasion::text is null or occasion = :occasion)
          and (:q::text is null or strpos(lower(name), lower(:q)) > 0)
          and (:after::int is null or position > :after)
        order by position limit :count
        """,
        occasion=query.occasion,
        q=query.q,
        after=None if begin is None else int(begin),
        count=limit + 1,
    )
    return page(
        rows, limit, query, lambda row: str(row.position), lambda row: record(row, services.settings.base_url)
    )
