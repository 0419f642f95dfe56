"""A report of an email by the person who received it, for the operator."""

from datetime import datetime
from typing import Final, Literal, get_args

from msgspec import Struct

from wellwish.infra.db import Tx

MailReason = Literal["unknown_sender", "spam", "fraud", "other"]
MAIL_REASONS: Final[tuple[MailReason, ...]] = get_args(MailReason)


class ReportedMail(Struct, frozen=True):
    """The data of the email copied to the report, because the email may be erased with its card."""

    card_id: str | None
    kind: str


async def find_mail(tx: Tx, account_id: str, message_id: str) -> ReportedMail | None:
    """Returns the email, or None if it was erased."""
    return await tx.maybe(
        ReportedMail,
        "select {columns} from messages where account_id = :account_id and id = :id and channel = 'email'",
        account_id=account_id,
        id=message_id,
    )


class MailReport(Struct, frozen=True):
    """A report for the operator. It is hidden from the account, as is the reporter."""

    message_id: str
    account_id: str
    account_name: str
    card_id: str | None
    kind: str
    reason: str
    text: str | None
    created_at: datetime
    closed_at: datetime | None
