"""Webhooks: signature and content (Standard Webhooks, https://www.standardwebhooks.com)."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

import msgspec
from standardwebhooks import Webhook, WebhookVerificationError

from wellwish_sdk.errors import ForgedWebhook


class Message(msgspec.Struct):
    """An event in a webhook. ``type``: such as ``contribution.created``; newer servers may send other types.

    ``test``: whether it concerns test data.
    """

    type: str
    timestamp: datetime
    data: dict[str, Any]
    test: bool = False


def unwrap(body: bytes | str, headers: Mapping[str, str], secret: str) -> Message:
    """Verifies the signature and its age (at most five minutes) and parses the raw body.

    Raises ForgedWebhook.
    """
    if not secret.removeprefix("whsec_"):
        raise ForgedWebhook("The secret is empty. Set the endpoint's secret.")
    lower = {name.lower(): value for name, value in headers.items()}
    try:
        Webhook(secret).verify(body, lower)
    except (WebhookVerificationError, ValueError) as error:
        raise ForgedWebhook(f"{error}. Respond with status 400, and check the endpoint's secret.") from error
    try:
        return msgspec.json.decode(body, type=Message)
    except msgspec.DecodeError as error:
        raise ForgedWebhook(f"The webhook is signed, but is not readable: {error}.") from error
