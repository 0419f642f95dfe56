"""Email the link and the code of a sign-in attempt.

The email is composed when it is sent, and never stored. It has separate limits, and the only suppression that
stops it is a hard bounce: an owner who unsubscribed or complained can still sign in.
"""

from datetime import datetime, timedelta
from typing import Any, Final, NamedTuple

import structlog

from wellwish.accounts import user
from wellwish.auth.sign_in import attempt
from wellwish.auth.sign_in.attempt import Attempt
from wellwish.base.idn import is_host
from wellwish.delivery import bounce, bounce_address, wording
from wellwish.delivery.letter import compose_unstored
from wellwish.delivery.message import EMAIL, Message, MessageRow
from wellwish.delivery.wording.sign_in import sign_in_email, sign_in_subject
from wellwish.infra.db import Tx
from wellwish.infra.http import Services
from wellwish.infra.mail import BouncedError, DeferredError, LostError, MailError, SuppressedError

_PAUSE: Final = timedelta(seconds=15)  # delay between attempts; the email is useful for only ten minutes

log: Final = structlog.get_logger("wellwish.sign_in")


async def run(services: Services, args: dict[str, Any]) -> datetime | None:
    """Sends the email if its address may sign in. A second run after a lost outcome sends the same email."""
    async with services.db.transaction() as tx:
        found = await attempt.load(tx, args["attempt_id"])
        address = None if found is None else await _address(tx, services, found)
        if found is None or address is None:
            return None
        if services.settings.demo:
            await _mark_mailed(tx, found.id)
            return None
        now = tx.now
    of_reserve = bool(args.get("of_reserve"))
    sent = await send_unstored(services, as_message(services, found, address), now, of_reserve=of_reserve)
    if sent.is_accepted:
        async with services.db.statement() as tx:
            await _mark_mailed(tx, found.id)
    return sent.retry_at


class Sent(NamedTuple):
    """The outcome of sending an email that is not stored; it is final if there is no retry time."""

    is_accepted: bool
    retry_at: datetime | None = None


async def send_unstored(
    services: Services, written: "SignInMail", now: datetime, *, of_reserve: bool = False
) -> Sent:
    """Sends an email that contains a code or a link and is not stored.

    After a hard bounce, only emails from a browser's reserve are sent, because their reader has received one
    before.
    """
    row = written.row
    if not is_host(row.recipient.rpartition("@")[2]):
        return Sent(False)
    if not services.mail.ready:
        return Sent(False, now + _PAUSE)
    async with services.db.transaction() as tx:
        if not of_reserve and await bounce.has_bounced(tx, services, row):
            return Sent(False)
        await bounce_address.expect(tx, services, row)
    try:
        await services.mail.send(compose_unstored(services, row, written.link))
    except (DeferredError, LostError):
        return Sent(False, now + _PAUSE)
    except (BouncedError, SuppressedError) as error:
        if isinstance(error, BouncedError) or error.reason == "HardBounce":
            await bounce.suppress_unstored(services, row)
        return Sent(False)
    except MailError as error:
        log.info("mail with a code not accepted", message_id=row.id, answer=error.detail)
        return Sent(False)
    return Sent(True)


async def _address(tx: Tx, services: Services, found: Attempt) -> str | None:
    """Returns the user's address in its stored spelling; None if the address gets no email."""
    known = await user.find(tx, found.email_key)
    if known is not None:
        return known.email
    return found.email if services.settings.sign_up == "open" else None


async def _mark_mailed(tx: Tx, attempt_id: str) -> None:
    await tx.run(
        "update sign_in_attempts set mailed_at = :now where id = :id and mailed_at is null", id=attempt_id
    )


class SignInMail(NamedTuple):
    """An email as a message that is not stored, and its link if it has one."""

    row: MessageRow
    link: str | None


async def newest(tx: Tx, services: Services, count: int) -> list[SignInMail]:
    """Returns the newest sent emails, for the outbox of demo mode."""
    found = await attempt.newest_mailed(tx, count)
    return [as_message(services, each, await _address(tx, services, each) or each.email) for each in found]


def as_message(services: Services, found: Attempt, address: str) -> SignInMail:
    """Returns the email of an attempt, for sending and for the outbox."""
    keys, settings = services.keys, services.settings
    words = sign_in_email(attempt.code(keys, found.id), settings.host_name, found.language)
    message = Message(
        channel=EMAIL,
        kind="sign_in",
        recipient=address,
        subject=sign_in_subject(found.language),
        body=wording.plain(words),
        content=words,
        dedupe_key=found.id,
    )
    row = MessageRow.unstored(found.id, message, found.created_at)
    return SignInMail(row, attempt.link(keys, settings.base_url, found.id))
