"""Email a confirmation link to the address that an account has set for replies."""

from datetime import datetime
from typing import Any, Final

from wellwish.accounts import reply_to
from wellwish.accounts.reply_to import REPLY_TO, AskedReplyTo
from wellwish.delivery import budget, wording
from wellwish.delivery.message import EMAIL, Message
from wellwish.delivery.write_once import write_once
from wellwish.infra.http import Services

MAILS_A_DAY: Final = 10


async def run(services: Services, args: dict[str, Any]) -> datetime | None:
    """Writes the email once, unless the request has ended or the address was confirmed.

    An account could use such requests to email any number of people, so they have a daily limit per account
    and count against the daily budgets of the address and the account. If a budget is used up, the email is
    written the next day, unless the account has entered another address since.
    """
    account_id, link_id = args["account_id"], args["link_id"]
    async with services.db.transaction([account_id]) as tx:
        asked = await reply_to.find_asked(tx, account_id, link_id)
        if asked is None or asked.reply_to_verified_at is not None:
            return None
        subject, ends_at = services.keys.pseudonym(f"reply_to of {account_id}"), budget.day_end(tx.now)
        if not await budget.take(tx, [subject], MAILS_A_DAY, ends_at):
            return ends_at
        return await write_once(tx, services, account_id, account_id, _mail(asked, link_id))


def _mail(asked: AskedReplyTo, link_id: str) -> Message:
    words = wording.reply_to_email(asked.name, asked.reply_to, asked.locale)
    return Message(
        channel=EMAIL,
        kind="reply_to",
        recipient=asked.reply_to,
        subject=wording.reply_to_subject(asked.name, asked.locale),
        body=wording.plain(words),
        content=words,
        reference=link_id,
        link_kind=REPLY_TO,
        link_subject_id=link_id,
        link_version=1,
        dedupe_key=f"reply_to:{link_id}",
    )
