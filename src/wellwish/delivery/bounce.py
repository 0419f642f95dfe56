"""Apply a bounce mail to the message that it is about, like a callback of a mail provider."""

from typing import Final

import structlog

from wellwish.delivery import bounce_address, mail, message, suppression
from wellwish.delivery.mail import NO_MAILBOX, REJECTED, Outcome, Owners
from wellwish.delivery.message import EMAIL, MessageRow
from wellwish.infra.http import Services
from wellwish.infra.mail import Failure, Report, is_missing_mailbox

log: Final = structlog.get_logger("wellwish.delivery")


async def apply(services: Services, owners: Owners, report: Report) -> bool:
    """Applies a report's permanent failure to the mail that it is about; returns whether it contains one.

    Only the failure of the recipient of that mail counts: a report can name addresses that the mail was
    forwarded to.
    """
    async with services.db.transaction() as tx:
        sent = await bounce_address.find(tx, services, report.sent_to)
        if sent is None:
            return False
        await tx.see([sent.account_id])
        row = await message.locked_mail(tx, sent.account_id, sent.message_id)
        failure = None if row is None else _failure_of(report, row)
        if row is None or failure is None:
            return False
        await bounce_address.use_up(tx, sent)
        is_missing = is_missing_mailbox(failure.code, failure.text)
        outcome = Outcome("bounced", NO_MAILBOX) if is_missing else Outcome("failed", REJECTED)
        await mail.apply_outcome(tx, services, owners, row, outcome)
    log.info("bounce", message_id=row.id, what=outcome.what)
    return True


def _failure_of(report: Report, row: MessageRow) -> Failure | None:
    for failure in report.failures:
        for recipient in failure.recipients:
            try:
                if suppression.key(EMAIL, recipient) == row.address_key:
                    return failure
            except ValueError:
                continue  # not an address
    return None
