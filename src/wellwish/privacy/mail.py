"""Email the link of a request. Like a sign-in email, it is composed when sent and never stored."""

from datetime import datetime
from typing import Any

from wellwish.auth.sign_in.mail import SignInMail, send_unstored
from wellwish.base import clock
from wellwish.delivery import wording
from wellwish.delivery.message import EMAIL, Message, MessageRow
from wellwish.delivery.wording.person import privacy_email, privacy_subject
from wellwish.infra.db import Tx
from wellwish.infra.http import Services
from wellwish.privacy import request
from wellwish.privacy.request import Request


async def run(services: Services, args: dict[str, Any]) -> datetime | None:
    """Sends the email while the link is valid. A second run after a lost outcome sends the same email."""
    async with services.db.statement() as tx:
        found = await request.load(tx, args["request_id"])
    if found is None or found.expires_at <= clock.now():
        return None
    if services.settings.demo:
        await _mark_mailed(services, found.id)
        return None
    of_reserve = bool(args.get("of_reserve"))
    sent = await send_unstored(services, as_message(services, found), clock.now(), of_reserve=of_reserve)
    if sent.is_accepted:
        await _mark_mailed(services, found.id)
    return sent.retry_at


async def _mark_mailed(services: Services, request_id: str) -> None:
    async with services.db.statement() as tx:
        await tx.run("update person_requests set mailed_at = :now where id = :id", id=request_id)


async def newest(tx: Tx, services: Services, count: int) -> list[SignInMail]:
    """Returns the newest sent emails, for the outbox of demo mode."""
    return [as_message(services, each) for each in await request.newest_mailed(tx, count)]


def as_message(services: Services, found: Request) -> SignInMail:
    """Returns the email of a request, for sending and for the outbox."""
    keys, settings = services.keys, services.settings
    words = privacy_email(settings.host_name, found.language)
    message = Message(
        channel=EMAIL,
        kind="person_request",
        recipient=found.email,
        subject=privacy_subject(found.language),
        body=wording.plain(words),
        content=words,
        dedupe_key=found.id,
    )
    row = MessageRow.unstored(found.id, message, found.created_at)
    return SignInMail(row, request.url(keys, settings.base_url, found.id))
