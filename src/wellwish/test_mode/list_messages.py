"""List the messages that test data would have sent."""

import re
from typing import Annotated, Final, Literal, get_args

from msgspec import Meta, Struct

from wellwish.base import clock, ids
from wellwish.delivery import outbox
from wellwish.delivery.letter import compose
from wellwish.delivery.message import LINK_MARK, Kind, MessageRow
from wellwish.infra.db import Tx
from wellwish.infra.http import Caller, Page, PageQuery, Services, line, text
from wellwish.infra.http.page import after, page
from wellwish.invitations import outcome

_URL: Final = re.compile(r"https?://[^\s<>]+")
_Link = Annotated[str, Meta(max_length=2048, extra_json_schema={"format": "uri"})]


class TestMessage(Struct, frozen=True, kw_only=True):
    """An email, a text message or a channel post, as its recipient would have seen it."""

    object: Literal["test_message"] = "test_message"
    id: Annotated[str, Meta(pattern="^msg_[0-9a-z]+$", max_length=30)]
    channel: Literal["email", "sms", "group"]
    kind: Annotated[str, Meta(extra_json_schema={"enum": sorted(get_args(Kind))})]
    recipient: Annotated[str, line(255, "Email address, phone number or name of the channel.")]
    subject: Annotated[str, line(1000, "Subject; null unless it is an email.")] | None
    text: Annotated[str, text(100_000, "Text, with the links.")]
    links: Annotated[list[_Link], Meta(max_length=100, description="Links in the text, in its order.")]
    card_id: Annotated[str, Meta(pattern=ids.pattern("card"))] | None
    created_at: str


class MessageQuery(PageQuery, frozen=True, kw_only=True):
    """The filter of the list."""

    recipient: Annotated[str, line(255, "Return only messages to this recipient.")] | None = None


async def list_messages(tx: Tx, caller: Caller, services: Services, query: MessageQuery) -> Page[TestMessage]:
    """Returns messages, newest first. Messages of test data are never sent. Raises InvalidCursor."""
    rows = await outbox.newest_of(tx, caller.account_id, query.recipient, after(query), query.limit + 1)
    return page(rows, query.limit, query, lambda row: row.id, lambda row: record(services, row))


def record(services: Services, row: MessageRow) -> TestMessage:
    text = _text(services, row)
    return TestMessage(
        id=row.id,
        channel=row.channel,
        kind=row.kind,
        recipient=row.recipient,
        subject=row.subject,
        text=text,
        links=_URL.findall(text),
        card_id=row.card_id,
        created_at=clock.rfc3339(row.created_at),
    )


def _text(services: Services, row: MessageRow) -> str:
    link = outcome.link(services, row)
    if row.content is None:
        return row.body.replace(LINK_MARK, link or "")
    return compose(row, row.content, link, services).text.strip()
