"""The outbox: what would have been sent, for trying things out in demo mode."""

from datetime import datetime
from typing import Final

import msgspec
from msgspec import Struct
from starlette.requests import Request
from starlette.responses import Response

from wellwish import clock
from wellwish.cards.link import Link
from wellwish.credentials.bare import names_loopback
from wellwish.db import Tx
from wellwish.delivery.message import LINK_MARK
from wellwish.errors import NotFound
from wellwish.http import Parts
from wellwish.web.page import html, page, prefers_html, render

SHOWN: Final = 100
_LONGEST_ADDRESS: Final = 254  # RFC 5321 4.5.3.1.3


class _Row(Struct, frozen=True):
    id: str
    channel: str
    recipient: str
    subject: str | None
    body: str
    link_kind: str | None
    link_subject_id: str | None
    link_version: int | None
    created_at: datetime


class Shown(Struct, frozen=True, kw_only=True):
    """A message with its link, in the three parts of its text and as one."""

    object: str = "message"
    id: str
    channel: str
    recipient: str
    subject: str | None
    body: str
    link: str | None
    created_at: str


class Outbox(Struct, frozen=True, kw_only=True):
    """The messages, newest first."""

    object: str = "list"
    data: list[Shown]


@page
async def outbox(parts: Parts, request: Request) -> Response:
    """The newest messages of all accounts: a page, or JSON where that is asked for.

    Raises NotFound outside of demo mode.

    It shows links, which are secrets, to whoever opens it: so it answers only to a loopback ``Host``,
    which a foreign site that points its name at this machine cannot send.
    """
    if not parts.settings.demo or not names_loopback(request):
        raise NotFound
    address = request.query_params.get("address", "").strip()[:_LONGEST_ADDRESS].replace("\x00", "")
    async with parts.db.transaction() as tx:
        rows = await _newest(tx, address or None)
    if "application/json" in request.headers.get("accept", "").lower() and not prefers_html(request):
        data = [_shown(row, parts) for row in rows]
        headers = {"Referrer-Policy": "no-referrer", "Vary": "Accept"}
        return Response(msgspec.json.encode(Outbox(data=data)), 200, headers, "application/json")
    messages = [(_shown(row, parts), *_around_link(row)) for row in rows]
    return html(
        render("outbox.html", address=address, messages=messages, shown=SHOWN), headers={"Vary": "Accept"}
    )


async def _newest(tx: Tx, address: str | None) -> list[_Row]:
    accounts = await tx.many(
        _AccountId, "select distinct account_id from memberships order by account_id limit 10000"
    )
    account_ids = [each.account_id for each in accounts]
    await tx.see(account_ids)
    return await tx.many(
        _Row,
        """
        select {columns} from messages
        where account_id = any (:account_ids)
          and (:address::text is null or lower(recipient) = lower(:address))
        order by id desc limit :count
        """,
        account_ids=account_ids,
        address=address,
        count=SHOWN,
    )


class _AccountId(Struct):
    account_id: str


def _shown(row: _Row, parts: Parts) -> Shown:
    link = None
    if row.link_kind is not None and row.link_subject_id is not None and row.link_version is not None:
        derived = Link(row.link_kind, row.link_subject_id, row.link_version)
        link = derived.url(parts.keys, parts.settings.base_url)
    return Shown(
        id=row.id,
        channel=row.channel,
        recipient=row.recipient,
        subject=row.subject,
        body=row.body.replace(LINK_MARK, link or ""),
        link=link,
        created_at=clock.rfc3339(row.created_at),
    )


def _around_link(row: _Row) -> tuple[str, str]:
    before, _, behind = row.body.partition(LINK_MARK)
    return before, behind
