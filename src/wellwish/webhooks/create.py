"""Create a webhook endpoint."""

from wellwish.accounts import account
from wellwish.base import ids
from wellwish.base.errors import TooManyWebhookEndpoints
from wellwish.base.settings.limits import WEBHOOK_ENDPOINTS_PER_ACCOUNT
from wellwish.infra.db import Tx
from wellwish.infra.http import Body, Caller, Services
from wellwish.webhooks import endpoint
from wellwish.webhooks.endpoint import (
    Description,
    EndpointRow,
    EventTypes,
    Payload,
    PersonalData,
    Url,
    WithSecret,
)


class NewWebhookEndpoint(Body, frozen=True, kw_only=True):
    """The webhook endpoint to create."""

    url: Url
    description: Description | None = None
    event_types: EventTypes | None = None
    payload: Payload = "thin"
    personal_data: PersonalData = False


async def create_endpoint(tx: Tx, caller: Caller, services: Services, new: NewWebhookEndpoint) -> WithSecret:
    """The endpoint receives events that occur from now on. Its secret is returned only once.

    Raises InvalidRequest for a URL that is not public, TooManyWebhookEndpoints.
    """
    endpoint.check_url(services.net, new.url)
    await account.lock(
        tx, caller.account_id
    )  # Without this lock, concurrent creations could exceed the limit.
    count = await tx.value(
        "select count(*) from webhook_endpoints where account_id = :account_id", account_id=caller.account_id
    )
    if count >= WEBHOOK_ENDPOINTS_PER_ACCOUNT:
        raise TooManyWebhookEndpoints
    secret = endpoint.new_secret()
    row = await _insert(tx, caller, services, new, secret)
    # Start reading the account's events, unless they are already read.
    await tx.run(
        """
        insert into webhook_tails (account_id, txid, event_id)
        values (:account_id, pg_snapshot_xmin(pg_current_snapshot()), '')
        on conflict (account_id) do nothing
        """,
        account_id=caller.account_id,
    )
    return endpoint.with_secret(row, tx.real_now, secret)


async def _insert(
    tx: Tx, caller: Caller, services: Services, new: NewWebhookEndpoint, secret: str
) -> EndpointRow:
    endpoint_id = ids.new("whe")
    return await tx.one(
        EndpointRow,
        """
        insert into webhook_endpoints
          (account_id, id, url, description, event_types, payload, personal_data, secret,
           by_platform, created_at, updated_at)
        values
          (:account_id, :id, :url, :description, :event_types, :payload, :personal_data, :secret,
           :by_platform, :now, :now)
        returning {columns}
        """,
        account_id=caller.account_id,
        id=endpoint_id,
        url=new.url,
        description=new.description,
        event_types=endpoint.as_json(new.event_types),
        payload=new.payload,
        personal_data=new.personal_data,
        by_platform=bool(caller.platform_id),
        secret=endpoint.seal(services.keys, caller.account_id, endpoint_id, secret),
    )
