"""The message: its content and its state.

A link is stored as kind, ID and version. Its URL is derived when the message is shown or sent, so that no
table contains a secret.
"""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Final, Literal

import msgspec
from msgspec import Struct, structs

from wellwish.base import ids
from wellwish.delivery import mute, opt_out, text_language
from wellwish.delivery.channel import EMAIL as EMAIL  # noqa: PLC0414 - part of what this noun knows
from wellwish.delivery.channel import SMS as SMS  # noqa: PLC0414
from wellwish.delivery.suppression import COMPLAINED, EVERYWHERE, UNSUBSCRIBED, Reason, key
from wellwish.delivery.words import Words
from wellwish.infra import jobs
from wellwish.infra.db import Tx
from wellwish.infra.http import Services

# The placeholder for the link in a body. U+001A (substitute) is a control character that no input field
# accepts, so user text cannot contain it.
LINK_MARK: Final = "\x1a"

# More messages in a call are a campaign, before which the account's other messages are sent.
BULK: Final = 20

# The jobs that send an email and a text message.
MAIL: Final = "delivery.mail"
TEXT: Final = "delivery.sms"

Kind = Literal[
    "invitation", "resend", "reminder", "admin_added", "privileges_changed", "credential_rotated",
    "webhook_endpoint_disabled", "own_link", "receipt", "card_opened", "card_thanked", "sign_in",
    "gift", "gift_reminder", "refund_request", "member_invited", "email_change",
    "person_request", "card_news", "reply_to", "payment_inquiry",
    "cards_needed", "person_added", "deletion_request",
]  # fmt: skip
# Email to people who signed, which they can end for one card.
TO_SIGNERS: Final[frozenset[Kind]] = frozenset({"card_opened", "card_thanked"})
# Emails to a card's organisers, who can also unsubscribe from a single card.
TO_ORGANISERS: Final[frozenset[Kind]] = frozenset({"card_news"})
_OF_ONE_CARD: Final = TO_SIGNERS | TO_ORGANISERS
# People cannot unsubscribe from email about an account or their access. A complaint, perhaps about another
# account's invitation, must not suppress the alert about a new key or a deletion.
_STILL_SENT: Final[Mapping[Kind, frozenset[Reason]]] = {
    **dict.fromkeys(
        (
            "admin_added", "member_invited", "privileges_changed", "webhook_endpoint_disabled", "receipt",
            "refund_request", "payment_inquiry", "cards_needed", "gift", "person_request", "reply_to",
        ),
        frozenset({UNSUBSCRIBED}),
    ),
    **dict.fromkeys(
        ("credential_rotated", "sign_in", "email_change", "deletion_request"),
        frozenset({UNSUBSCRIBED, COMPLAINED}),
    ),
}  # fmt: skip
# Email to the address at which a contributor asked to get it, or to the one at which they were invited. The
# account must not see the address, which may identify the author of an anonymous note.
TO_CONTRIBUTORS: Final[frozenset[Kind]] = frozenset({"own_link", "gift", *TO_SIGNERS})
Status = Literal["queued", "handed_over", "delivered", "bounced", "failed", "suppressed", "dropped"]


class Message(Struct, frozen=True, kw_only=True):
    """A message to write; ``dedupe_key`` is unique in the account. The Message-ID of an email is derived from
    ``reference``, its text from ``content``.
    """

    channel: Literal["email", "sms", "group"]
    kind: Kind
    recipient: str
    subject: str | None = None
    body: str
    content: Words | None = None
    card_id: str | None = None
    invitation_id: str | None = None
    reference: str | None = None
    link_kind: str | None = None
    link_subject_id: str | None = None
    link_version: int | None = None
    dedupe_key: str
    language: str = "en"  # language of a text message; the content of an email contains its language

    @property
    def can_unsubscribe(self) -> bool:
        """Whether the email has a link that ends all email from the account."""
        return self.channel == EMAIL and self.kind not in _STILL_SENT and self.kind not in TO_ORGANISERS


class MessageRow(Struct, frozen=True):
    """The columns of messages needed to send and show them."""

    account_id: str
    id: str
    channel: Literal["email", "sms", "group"]  # channel posts are stored only for test data
    kind: Kind
    recipient: str
    subject: str | None
    body: str
    content: Words | None
    status: Status
    attempts: int
    created_at: datetime
    first_attempt_at: datetime | None = None
    invitation_id: str | None = None
    reference: str | None = None
    link_kind: str | None = None
    link_subject_id: str | None = None
    link_version: int | None = None
    card_id: str | None = None

    @classmethod
    def unstored(cls, message_id: str, message: Message, at: datetime) -> "MessageRow":
        """Returns an email that is not stored and belongs to no account."""
        return cls(
            account_id="",
            id=message_id,
            channel=message.channel,
            kind=message.kind,
            recipient=message.recipient,
            subject=message.subject,
            body=message.body,
            content=message.content,
            status="queued",
            attempts=0,
            created_at=at,
            reference=message_id,
        )

    @property
    def address_key(self) -> str:
        """The key that all spellings of the recipient's address share."""
        return key(self.channel, self.recipient)

    @property
    def can_unsubscribe(self) -> bool:
        """Whether the email has a link that ends all email from the account to its reader."""
        return self.channel == EMAIL and self.kind not in _STILL_SENT and self.kind not in TO_ORGANISERS

    @property
    def muted_card_id(self) -> str | None:
        """The card whose email the reader can end by a link in this email; None for other email."""
        return self.card_id if self.kind in _OF_ONE_CARD else None

    @property
    def lists_address(self) -> bool:
        """Whether the account sees the address in its list of suppressions."""
        return self.kind not in TO_CONTRIBUTORS

    @property
    def suppresses_for(self) -> str:
        """The account to which suppressions belong; ``EVERYWHERE`` if it must not see the address."""
        return self.account_id if self.lists_address else EVERYWHERE

    @property
    def still_sent(self) -> frozenset[Reason]:
        """The reasons of suppressions that do not stop the message."""
        return _STILL_SENT.get(self.kind, frozenset())


class _Written(Struct):
    id: str
    dedupe_key: str


class _Inserted(_Written):
    channel: str
    status: str


async def write(tx: Tx, services: Services, account_id: str, messages: Sequence[Message]) -> list[str]:
    """Writes the messages and returns the dedupe keys of the new ones.

    In demo mode and for test data, they count as sent and appear in an outbox. Jobs send all others.
    """
    if not messages:
        return []
    rows = [{"id": ids.new("msg"), **structs.asdict(message)} for message in messages]
    written = await tx.many(
        _Inserted,
        """
        insert into messages (
          account_id, id, channel, kind, recipient, subject, body, content, card_id, invitation_id, reference,
          link_kind, link_subject_id, link_version, dedupe_key, status, handed_over_at, created_at)
        select
          :account_id, m.id, m.channel, m.kind, m.recipient, m.subject, m.body, m.content, m.card_id,
          m.invitation_id, m.reference, m.link_kind, m.link_subject_id, m.link_version, m.dedupe_key,
          kept.status, case when kept.status = 'handed_over' then :now::timestamptz end, :now
        from (
          -- Decided here, by the account itself, so that no message of test data is ever sent.
          select case when :demo or exists (
            select 1 from test_accounts where account_id = :account_id) then 'handed_over' else 'queued' end
        ) as kept (status), jsonb_to_recordset(:messages::jsonb) as m (
          id text, channel text, kind text, recipient text, subject text, body text, content jsonb,
          card_id text, invitation_id text, reference text, link_kind text, link_subject_id text,
          link_version int, dedupe_key text)
        on conflict (account_id, dedupe_key) do nothing
        returning id, dedupe_key, channel, status
        """,
        account_id=account_id,
        demo=services.settings.demo,
        messages=msgspec.json.encode(rows).decode(),
    )
    await _publish_links(tx, services, account_id, [each for each in messages if each.channel == EMAIL])
    queued = [each for each in written if each.status == "queued"]
    if queued or services.settings.demo:
        texts = {each.recipient: each.language for each in messages if each.channel == SMS}
        await text_language.remember(tx, services.keys, texts)
    for kind, channel in ((MAIL, EMAIL), (TEXT, SMS)):
        args = [
            {"account_id": account_id, "message_id": each.id} for each in queued if each.channel == channel
        ]
        if args:
            await jobs.enqueue(tx, kind, args, is_bulk=len(args) > BULK)
    return [each.dedupe_key for each in written]


async def _publish_links(tx: Tx, services: Services, account_id: str, mails: Sequence[Message]) -> None:
    """Activates the links by which the readers of the emails can unsubscribe."""
    for lists in (True, False):
        addresses = [
            key(EMAIL, mail.recipient)
            for mail in mails
            if mail.can_unsubscribe and (mail.kind not in TO_CONTRIBUTORS) == lists
        ]
        if addresses:
            await opt_out.publish(tx, services.keys, account_id, addresses, lists=lists)
    of_one_card = [
        (each.card_id, key(EMAIL, each.recipient))
        for each in mails
        if each.card_id is not None and each.kind in _OF_ONE_CARD
    ]
    if of_one_card:
        await mute.publish(tx, services.keys, account_id, of_one_card)


async def written(tx: Tx, account_id: str, dedupe_keys: Sequence[str]) -> set[str]:
    """Returns the dedupe keys of messages that exist."""
    rows = await tx.many(
        _Written,
        """
        select id, dedupe_key from messages
        where account_id = :account_id and dedupe_key = any (:dedupe_keys) limit 1000
        """,
        account_id=account_id,
        dedupe_keys=list(dedupe_keys),
    )
    return {row.dedupe_key for row in rows}


async def locked_mail(tx: Tx, account_id: str, message_id: str) -> MessageRow | None:
    """Returns an email, locked until the transaction ends."""
    return await tx.maybe(
        MessageRow,
        """
        select {columns} from messages
        where account_id = :account_id and id = :id and channel = 'email' for no key update
        """,
        account_id=account_id,
        id=message_id,
    )


async def erase_of_card(tx: Tx, account_id: str, card_id: str) -> None:
    """Erases the messages about a card."""
    await tx.run(
        "delete from messages where account_id = :account_id and card_id = :card_id",
        account_id=account_id,
        card_id=card_id,
    )


async def erase_gifts(tx: Tx, account_id: str, card_id: str, contribution_id: str) -> None:
    """Erases the confirmations of a contributor's payments, with their address."""
    await tx.run(
        """
        delete from messages
        where account_id = :account_id and card_id = :card_id and kind = 'gift'
          and link_subject_id in (
            select p.id from payments p
            where p.account_id = :account_id and p.subject_id = :contribution_id)
        """,
        account_id=account_id,
        card_id=card_id,
        contribution_id=contribution_id,
    )
