"""Sign messages according to Standard Webhooks: HMAC-SHA256 of ID, time and body."""

import hmac
from base64 import b64decode, b64encode
from collections.abc import Sequence
from datetime import datetime

from wellwish.webhooks.endpoint import SECRET_PREFIX


def headers(secrets: Sequence[str], event_id: str, now: datetime, body: bytes) -> dict[str, str]:
    """Returns the three headers of a message, with a signature for each secret."""
    timestamp = str(int(now.timestamp()))
    return {
        "webhook-id": event_id,
        "webhook-timestamp": timestamp,
        "webhook-signature": " ".join(
            _sign(each, f"{event_id}.{timestamp}.".encode() + body) for each in secrets
        ),
    }


def _sign(secret: str, signed: bytes) -> str:
    key = b64decode(secret.removeprefix(SECRET_PREFIX))
    return "v1," + b64encode(hmac.digest(key, signed, "sha256")).decode()
