"""The webhook of a channel in Slack or Teams: a secret URL that is stored sealed and shown masked."""

from typing import Annotated, Final

from msgspec import Struct

from wellwish.base.crypto import Keys
from wellwish.base.errors import Fault, InvalidRequest
from wellwish.infra.db import Tx
from wellwish.infra.http import Services, line
from wellwish.infra.net import MAX_URL, AddressRefusedError

WebhookUrl = Annotated[
    str,
    line(
        MAX_URL,
        "Incoming webhook URL of a Slack or Teams channel, for groups with `kind` `channel`. It is a secret "
        "and is returned masked. Sending the masked URL changes nothing.",
        required=True,
    ),
]

NEEDS_CHANNEL: Final = Fault(
    "/webhook_url", "invalid_value", "Only a group with `kind` `channel` can have a webhook."
)


class StoredWebhook(Struct, frozen=True):
    sealed: bytes | None = None
    host: str | None = None


def kept(services: Services, account_id: str, group_id: str, given: str | None) -> StoredWebhook:
    """Returns the stored form of an address. Raises InvalidRequest for an address that must not be called."""
    if given is None:
        return StoredWebhook()
    try:
        host = services.net.rules.check_url(given).raw_host
    except AddressRefusedError as error:
        raise InvalidRequest(faults=[Fault("/webhook_url", "invalid_value", str(error))]) from error
    return StoredWebhook(services.keys.seal(given.encode(), sealed_context(account_id, group_id)), host)


async def present(tx: Tx, account_id: str, group_id: str) -> StoredWebhook:
    return await tx.one(
        StoredWebhook,
        "select webhook_url, webhook_host from groups where account_id = :account_id and id = :id",
        account_id=account_id,
        id=group_id,
    )


async def address(tx: Tx, keys: Keys, account_id: str, group_id: str) -> str | None:
    """Returns the address of a channel's webhook, or None if it has been removed."""
    sealed = await tx.value(
        "select webhook_url from groups where account_id = :account_id and id = :id",
        account_id=account_id,
        id=group_id,
    )
    return None if sealed is None else keys.unseal(sealed, sealed_context(account_id, group_id)).decode()


def sealed_context(account_id: str, group_id: str) -> str:
    return f"webhook of {group_id} of {account_id}"
