"""The message: what is written to somebody, as it would leave.

A link stands in it as kind, id and version: the text of the link is derived when a message is shown
or leaves, so that no table holds a secret.
"""

from collections.abc import Sequence
from typing import Final, Literal

import msgspec
from msgspec import Struct, structs

from wellwish import ids
from wellwish.db import Tx

# The place of the link in a body. U+001A (substitute) is a control character that no field of a client
# takes, so nobody's words can stand for a link.
LINK_MARK: Final = "\x1a"

EMAIL: Final = "email"
SMS: Final = "sms"


class Message(Struct, frozen=True, kw_only=True):
    """One message; ``dedupe_key`` tells it from every other of the account."""

    channel: Literal["email", "sms"]
    recipient: str
    subject: str | None = None
    body: str
    link_kind: str | None = None
    link_subject_id: str | None = None
    link_version: int | None = None
    dedupe_key: str


class _Written(Struct):
    dedupe_key: str


async def write(tx: Tx, account_id: str, messages: Sequence[Message]) -> list[str]:
    """Writes the messages and returns the keys of those that were not written before."""
    if not messages:
        return []
    rows = [{"id": ids.new("msg"), **structs.asdict(message)} for message in messages]
    written = await tx.many(
        _Written,
        """
        insert into messages (
          account_id, id, channel, recipient, subject, body, link_kind, link_subject_id, link_version,
          dedupe_key, created_at)
        select
          :account_id, m.id, m.channel, m.recipient, m.subject, m.body, m.link_kind, m.link_subject_id,
          m.link_version, m.dedupe_key, :now
        from jsonb_to_recordset(:messages::jsonb) as m (
          id text, channel text, recipient text, subject text, body text, link_kind text,
          link_subject_id text, link_version int, dedupe_key text)
        on conflict (account_id, dedupe_key) do nothing
        returning dedupe_key
        """,
        account_id=account_id,
        messages=msgspec.json.encode(rows).decode(),
    )
    return [row.dedupe_key for row in written]


async def written(tx: Tx, account_id: str, dedupe_keys: Sequence[str]) -> set[str]:
    """Returns those of the keys under which a message was written before."""
    rows = await tx.many(
        _Written,
        """
        select dedupe_key from messages
        where account_id = :account_id and dedupe_key = any (:dedupe_keys) limit 1000
        """,
        account_id=account_id,
        dedupe_keys=list(dedupe_keys),
    )
    return {row.dedupe_key for row in rows}
