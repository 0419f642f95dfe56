"""Read bounce messages from the mailbox that the operator has configured.

Each message is deleted only after it has been processed. If the process dies in between, the message is
processed again, which changes nothing.
"""

import asyncio
import time
from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Any, Final

import structlog

from wellwish.base import clock
from wellwish.delivery import bounce, bounce_address
from wellwish.delivery.mail import Owners
from wellwish.infra.http import Services
from wellwish.infra.jobs import Run
from wellwish.infra.mail import Mailbox, MailboxError, read_report

READ: Final = "delivery.read_bounces"
EVERY: Final = timedelta(minutes=1)
_MOST_S: Final = (
    25.0  # per run: within a job's limit, including the timeouts of the connection and of the last email
)

log: Final = structlog.get_logger("wellwish.delivery")


def reading(owners: Owners) -> Run:
    """Returns the job, which runs again after a minute, or immediately if emails are left."""

    async def run(services: Services, args: Mapping[str, Any]) -> datetime | None:
        del args
        server = services.settings.bounces.imap
        if server is None:
            return None
        began, mailbox, left = clock.now(), Mailbox(server), False
        try:
            await asyncio.to_thread(mailbox.open)
            left = await _read(services, owners, mailbox)
        except MailboxError as error:
            log.warning("mailbox of bounces unavailable", error=str(error))
        finally:
            mailbox.close()
        return clock.now() if left else began + EVERY

    return run


async def _read(services: Services, owners: Owners, mailbox: Mailbox) -> bool:
    """Handles unread emails, oldest first; returns whether some are left."""
    until = time.monotonic() + _MOST_S
    for uid in await asyncio.to_thread(mailbox.unread):
        if time.monotonic() > until:
            return True
        raw = await asyncio.to_thread(mailbox.fetch, uid)
        # In a thread, because parsing an untrusted email may take a long time.
        report = await asyncio.to_thread(read_report, raw)
        if report is not None:
            await bounce.apply(services, owners, report)
        # Other emails, such as people's replies or bounces of other programs, stay for the operator.
        is_ours = report is not None and bounce_address.is_one(services, report.sent_to)
        await asyncio.to_thread(mailbox.finish, uid, delete=is_ours)
    return False
