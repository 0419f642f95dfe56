"""Report an email to the operator."""

from typing import Final

import structlog

from wellwish.base.errors import NotFound
from wellwish.infra.db import Tx
from wellwish.reports.mail_report import MailReason, find_mail

log: Final = structlog.get_logger("wellwish.reports")


async def report_mail(tx: Tx, account_id: str, message_id: str, reason: MailReason, text: str | None) -> None:
    """Stores the report. A second report of the same email replaces it and opens it again.

    The caller checks the link. Raises NotFound for an email that was erased with its card.
    """
    mail = await find_mail(tx, account_id, message_id)
    if mail is None:
        raise NotFound
    await tx.run(
        """
        insert into mail_reports (account_id, message_id, card_id, kind, reason, text, created_at, updated_at)
        values (:account_id, :message_id, :card_id, :kind, :reason, :text, :now, :now)
        on conflict (account_id, message_id) do update
        set reason = excluded.reason, text = excluded.text, updated_at = :now, closed_at = null
        """,
        account_id=account_id,
        message_id=message_id,
        card_id=mail.card_id,
        kind=mail.kind,
        reason=reason,
        text=text,
    )
    log.warning("mail reported", account_id=account_id, message_id=message_id, reason=reason)
