"""Tell the owners of an account by mail that a webhook endpoint was disabled because it failed."""

from datetime import datetime
from typing import Any
from urllib.parse import urlsplit

from msgspec import Struct

from wellwish.delivery import message, wording
from wellwish.delivery.message import EMAIL, Message
from wellwish.delivery.owner import owners
from wellwish.delivery.wording import Silenced
from wellwish.http import Parts


class _Endpoint(Struct):
    url: str
    description: str | None
    disabled_at: datetime
    disabled_reason: str | None


async def run(parts: Parts, args: dict[str, Any]) -> None:
    """Writes one mail to each owner, once; none where the endpoint was enabled again or deleted meanwhile."""
    account_id, endpoint_id = args["account_id"], args["endpoint_id"]
    async with parts.db.transaction([account_id]) as tx:
        found = await tx.maybe(
            _Endpoint,
            """
            select {columns} from webhook_endpoints
            where account_id = :account_id and id = :id and disabled_at is not null
              and disabled_reason in ('failing', 'gone')
            """,
            account_id=account_id,
            id=endpoint_id,
        )
        if found is None:
            return
        mails: list[Message] = []
        for owner in await owners(tx, account_id):
            silenced = Silenced(
                account_name=owner.account_name,
                name=owner.name,
                # The rest of the address may hold a secret of the receiver's.
                host=urlsplit(found.url).hostname or "",
                description=found.description,
                endpoint_id=endpoint_id,
                gone=found.disabled_reason == "gone",
                disabled_at=found.disabled_at,
                locale=owner.locale,
            )
            words = wording.silenced_email(silenced)
            mails.append(
                Message(
                    channel=EMAIL,
                    kind="webhook_endpoint_disabled",
                    recipient=owner.email,
                    subject=wording.silenced_subject(silenced),
                    body=wording.plain(words),
                    content=words,
                    dedupe_key=f"webhook_endpoint:{endpoint_id}:{args['disabled_at']}:{owner.id}",
                )
            )
        await message.write(tx, parts, account_id, mails)
