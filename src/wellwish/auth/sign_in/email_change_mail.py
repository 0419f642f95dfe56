"""Email the code of an email change to one of the two addresses. Like a sign-in email, it is never stored."""

from datetime import datetime
from typing import Any

from wellwish.accounts import user
from wellwish.auth.sign_in import email_change
from wellwish.auth.sign_in.email_change import SIDES, EmailChange, Side
from wellwish.auth.sign_in.mail import SignInMail, send_unstored
from wellwish.delivery import wording
from wellwish.delivery.message import EMAIL, Message, MessageRow
from wellwish.delivery.wording.email_change import email_change_email, email_change_subject
from wellwish.infra.db import Tx
from wellwish.infra.http import Services


async def run(services: Services, args: dict[str, Any]) -> datetime | None:
    """Sends the email unless the change has expired or was deleted. A second run sends the same email."""
    async with services.db.transaction() as tx:
        found = await _find(tx, args["change_id"])
        if found is None:
            return None
        written = await _as_message(tx, services, found, args["side"])
        await tx.run("update email_changes set mailed_at = :now where id = :id", id=found.id)
        now = tx.now
    if services.settings.demo:
        return None
    of_reserve = bool(args.get("of_reserve"))
    return (await send_unstored(services, written, now, of_reserve=of_reserve)).retry_at


async def newest(tx: Tx, services: Services, count: int) -> list[SignInMail]:
    """Returns the newest sent emails, for the outbox of demo mode."""
    changes = await tx.many(
        EmailChange,
        "select {columns} from email_changes where mailed_at is not null order by id desc limit :count",
        count=count,
    )
    return [await _as_message(tx, services, each, side) for each in changes for side in SIDES]


async def _find(tx: Tx, change_id: str) -> EmailChange | None:
    return await tx.maybe(
        EmailChange,
        "select {columns} from email_changes where id = :id and expires_at > :now",
        id=change_id,
    )


async def _as_message(tx: Tx, services: Services, found: EmailChange, side: Side) -> SignInMail:
    old = await user.load_email(tx, found.user_id)
    given = email_change.code(services.keys, found.id, side)
    words = email_change_email(given, old, found.email, services.settings.host_name, found.language)
    message = Message(
        channel=EMAIL,
        kind="email_change",
        recipient=old if side == "old" else found.email,
        subject=email_change_subject(found.language),
        body=wording.plain(words),
        content=words,
        dedupe_key=f"{found.id}.{side}",
    )
    row = MessageRow.unstored(f"{found.id}.{side}", message, found.created_at)
    return SignInMail(row, None)
