"""Tell the owners of an account by mail that a new pair of API key and client secret was made."""

from datetime import datetime
from typing import Any

from wellwish.delivery import message, wording
from wellwish.delivery.message import EMAIL, Message
from wellwish.delivery.owner import owners
from wellwish.http import Parts


async def run(parts: Parts, args: dict[str, Any]) -> None:
    """Writes one mail to each owner; a second run finds those of the first."""
    account_id, credential_id = args["account_id"], args["credential_id"]
    made_at = datetime.fromisoformat(args["made_at"])
    ends_at = datetime.fromisoformat(args["previous_ends_at"]) if args["previous_ends_at"] else None
    async with parts.db.transaction([account_id]) as tx:
        mails: list[Message] = []
        for owner in await owners(tx, account_id):
            words = wording.rotated_email(owner.account_name, owner.name, made_at, ends_at, owner.locale)
            mails.append(
                Message(
                    channel=EMAIL,
                    kind="credential_rotated",
                    recipient=owner.email,
                    subject=wording.rotated_subject(owner.account_name, owner.locale),
                    body=wording.plain(words),
                    content=words,
                    dedupe_key=f"credential:{credential_id}:{owner.id}",
                )
            )
        await message.write(tx, parts, account_id, mails)
