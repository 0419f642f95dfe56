"""A report of a mail by the person who received it, for the operator."""

from datetime import datetime
from typing import Final, Literal, get_args

from msgspec import Struct

from wellwish.infra.db import Tx

MailReason = Literal["unknown_sender", "spam", "fraud", "other"]
MAIL_REASONS: Final[tuple[MailReason, ...]] = get_args(MailReason)


class ReportedMail(Struct, frozen=True):
    """The data of the mail that a report copies; the mail itself may be erased with its card."""

    card_id: str | None
    kind: str


async def find_mail(tx: Tx, account_id: str, message_id: str) -> ReportedMail | None:
    """Returns the mail, or None if it was erased."""
    return await tx.maybe(
        ReportedMail,
        "select {columns} from messages where account_id = :account_id and id = :id and channel = 'email'",
        account_id=account_id,
        id=message_id,
    )


class MailReport(Struct, frozen=True):
    """A report for the operator. The account never sees it, and never learns who reported the mail."""

    message_id: str
    account_id: str
    account_name: str
    card_id: str | None
    kind: str
    reason: str
    text: str | None
    created_at: datetime
    closed_at: datetime | None
