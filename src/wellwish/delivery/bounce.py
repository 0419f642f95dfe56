"""Apply a bounce message to the bounced message, like a callback from an email provider."""

from collections.abc import Sequence
from typing import Final

import structlog

from wellwish.delivery import bounce_address, mail, message, suppression
from wellwish.delivery.bounce_address import SentMail
from wellwish.delivery.mail import NO_MAILBOX, REJECTED, Outcome, Owners
from wellwish.delivery.message import EMAIL, MessageRow
from wellwish.delivery.suppression import BOUNCED, COMPLAINED, EVERYWHERE, STOPPED, UNSUBSCRIBED, Reason
from wellwish.infra.db import Tx
from wellwish.infra.http import Services
from wellwish.infra.mail import Failure, Report, is_missing_mailbox

_NOT_BOUNCED: Final[tuple[Reason, ...]] = (UNSUBSCRIBED, COMPLAINED, STOPPED)

log: Final = structlog.get_logger("wellwish.delivery")


async def apply(services: Services, owners: Owners, report: Report) -> bool:
    """Applies a report's permanent failure to its email; returns whether it names the email and its
    recipient.

    Other failures do not count, because a report can contain addresses to which the email was forwarded.
    """
    async with services.db.transaction() as tx:
        sent = await bounce_address.find(tx, services, report.sent_to)
        if sent is None:
            return False
        if sent.address_hash is not None:
            return await _apply_unstored(tx, services, sent, report.failures)
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


async def apply_unstored(services: Services, message_id: str, recipient: str) -> None:
    """Applies a provider's callback about the hard bounce of an unstored email, at most once."""
    async with services.db.transaction() as tx:
        sent = await bounce_address.find_unstored(tx, services, message_id)
        if sent is not None:
            await _apply_unstored(tx, services, sent, [Failure(frozenset({recipient}), 550, "5.1.1")])


async def has_bounced(tx: Tx, services: Services, row: MessageRow) -> bool:
    """Returns whether a hard bounce of the recipient's address stops an email that is not stored."""
    found = await suppression.among(tx, services.keys, EVERYWHERE, [row.address_key], _NOT_BOUNCED)
    return bool(found)


async def suppress_unstored(services: Services, row: MessageRow) -> None:
    """Suppresses the recipient's address after a hard bounce of an email that is not stored."""
    async with services.db.transaction() as tx:
        address = suppression.seal(services.keys, row.address_key)
        await suppression.suppress(tx, address, EVERYWHERE, BOUNCED, everywhere=True)
    log.info("mail not accepted", message_id=row.id, what="bounced")


async def _apply_unstored(tx: Tx, services: Services, sent: SentMail, failures: Sequence[Failure]) -> bool:
    """Suppresses the recipient's address if its mailbox does not exist.

    Returns whether a failure names the address.
    """
    for failure in failures:
        for recipient in failure.recipients:
            try:
                address = suppression.seal(services.keys, suppression.key(EMAIL, recipient))
            except ValueError:
                continue  # not an address
            if address.hashed == sent.address_hash:
                await bounce_address.use_up(tx, sent)
                if is_missing_mailbox(failure.code, failure.text):
                    await suppression.suppress(tx, address, EVERYWHERE, BOUNCED, everywhere=True)
                    log.info("bounce", message_id=sent.message_id, what="bounced")
                return True
    return False


def _failure_of(report: Report, row: MessageRow) -> Failure | None:
    for failure in report.failures:
        for recipient in failure.recipients:
            try:
                if suppression.key(EMAIL, recipient) == row.address_key:
                    return failure
            except ValueError:
                continue  # not an address
    return None
