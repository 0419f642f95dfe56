"""The operator's list of reported emails."""

from wellwish.infra.db import Tx
from wellwish.reports.mail_report import MailReport


async def list_mail_reports(tx: Tx, *, closed: bool, limit: int) -> list[MailReport]:
    """Returns the reports of all accounts, newest first, only open ones unless ``closed``.

    The transaction must run as the owner of the tables.
    """
    return await tx.many(
        MailReport,
        """
        select r.message_id, r.account_id, a.name as account_name, r.card_id, r.kind, r.reason, r.text,
          r.created_at, r.closed_at
        from mail_reports r join accounts a on a.id = r.account_id
        where :closed or r.closed_at is null
        order by r.created_at desc limit :limit
        """,
        closed=closed,
        limit=limit,
    )


async def close_mail_reports(tx: Tx, message_ids: list[str]) -> int:
    """Closes the open reports of the emails and returns their number."""
    return await tx.run(
        """
        update mail_reports set closed_at = :now
        where message_id = any (:message_ids) and closed_at is null
        """,
        message_ids=message_ids,
    )
