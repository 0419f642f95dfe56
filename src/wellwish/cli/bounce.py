"""The command that a mail server runs for each bounce message."""

import asyncio
import sys
from typing import Final

from wellwish.base import settings as configuration
from wellwish.base.errors import Refusal
from wellwish.base.settings import Settings
from wellwish.cli import launch
from wellwish.cli.console import say
from wellwish.infra.db import UnreachableError
from wellwish.infra.embedded import EmbeddedError
from wellwish.infra.mail import MAX_REPORT_BYTES, Report, read_report

_TEMPORARY: Final = 75  # EX_TEMPFAIL of sysexits.h: the mail server keeps the email and retries
_BLOCK: Final = 64 * 1024


def take(recipient: str | None) -> None:
    """Handles the bounce message on standard input. Drops any other email without an error."""
    report = read_report(_input())
    if report is None:
        return
    if recipient is not None:
        report = Report(f"{recipient} {report.sent_to}", report.failures)
    settings = configuration.load()
    try:
        with launch.database(settings):
            asyncio.run(_apply(settings, report))
    except (OSError, Refusal, EmbeddedError, UnreachableError, launch.NotReadyError) as error:
        say(f"The bounce cannot be processed now ({type(error).__name__}).")
        raise SystemExit(_TEMPORARY) from None


def _input() -> bytes:
    """Returns the start of the email and discards the rest.

    A mail server would report a closed pipe as an error.
    """
    raw = sys.stdin.buffer.read(MAX_REPORT_BYTES)
    while sys.stdin.buffer.read(_BLOCK):
        pass
    return raw


async def _apply(settings: Settings, report: Report) -> None:
    from wellwish.delivery import bounce
    from wellwish.invitations import outcome

    async with launch.services(settings) as services:
        await bounce.apply(services, outcome, report)
