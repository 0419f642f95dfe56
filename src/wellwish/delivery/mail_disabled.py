"""Email the owners of an account when a webhook endpoint is disabled because deliveries to it failed."""

from datetime import datetime
from functools import partial
from typing import Any
from urllib.parse import urlsplit

from msgspec import Struct

from wellwish.delivery import owner, wording
from wellwish.delivery.owner import Owner, OwnerMail
from wellwish.delivery.wording import Silenced
from wellwish.delivery.words import Words
from wellwish.infra.http import Services


class _Endpoint(Struct):
    url: str
    description: str | None
    disabled_at: datetime
    disabled_reason: str | None


async def run(services: Services, args: dict[str, Any]) -> None:
    """Writes one email to each owner, once, unless the endpoint was enabled or deleted meanwhile."""
    account_id, endpoint_id = args["account_id"], args["endpoint_id"]
    async with services.db.transaction([account_id]) as tx:
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
        key = f"webhook_endpoint:{endpoint_id}:{args['disabled_at']}"
        mail = OwnerMail("webhook_endpoint_disabled", key, partial(_written, endpoint_id, found))
        await owner.mail_owners(tx, services, account_id, mail)


def _written(endpoint_id: str, found: _Endpoint, to: Owner) -> tuple[str, Words]:
    silenced = Silenced(
        account_name=to.account_name,
        name=to.name,
        # Only the host is shown, because the rest of the URL may contain a secret.
        host=urlsplit(found.url).hostname or "",
        description=found.description,
        endpoint_id=endpoint_id,
        gone=found.disabled_reason == "gone",
        disabled_at=found.disabled_at,
        locale=to.locale,
    )
    return wording.silenced_subject(silenced), wording.silenced_email(silenced)
