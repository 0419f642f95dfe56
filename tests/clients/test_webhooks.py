"""The Python client verifies and parses webhooks of the service."""

import json
from base64 import b64encode
from datetime import UTC, datetime, timedelta
from typing import Final

import pytest

from wellwish.webhooks import signature
from wellwish_sdk import errors, webhooks

SECRET: Final = "whsec_" + b64encode(b"a secret of twenty-four.").decode()
OTHER: Final = "whsec_" + b64encode(b"another secret of 24 ...").decode()
BODY: Final = json.dumps(
    {"type": "contribution.created", "timestamp": "2026-11-23T09:00:00.000Z", "data": {"event_id": "evt_1"}}
).encode()


def signed(secrets: list[str], age: timedelta = timedelta(0)) -> dict[str, str]:
    # The library uses the machine's clock.
    return signature.headers(secrets, "evt_1", datetime.now(UTC) - age, BODY)


@pytest.mark.parametrize("secrets", [[SECRET], [OTHER, SECRET]])
def test_reads_what_the_service_signs(secrets: list[str]) -> None:
    headers = {name.title(): value for name, value in signed(secrets).items()}
    message = webhooks.unwrap(BODY, headers, SECRET)
    assert (message.type, message.data) == ("contribution.created", {"event_id": "evt_1"})
    assert not message.test  # servers without test mode send no such member


@pytest.mark.parametrize(
    ("secret", "minutes", "body", "changed"),
    [
        (OTHER, 0, BODY, {}),
        (SECRET, 6, BODY, {}),
        (SECRET, -6, BODY, {}),
        (SECRET, 0, BODY.replace(b"created", b"deleted"), {}),
        (SECRET, 0, BODY, {"webhook-signature": ""}),
        (SECRET, 0, BODY, {"webhook-timestamp": "now"}),
    ],
)
def test_refuses_what_is_forged_or_old(
    secret: str, minutes: int, body: bytes, changed: dict[str, str]
) -> None:
    headers = signed([secret], timedelta(minutes=minutes)) | changed
    with pytest.raises(errors.ForgedWebhook, match="secret"):
        webhooks.unwrap(body, headers, SECRET)


def test_refuses_what_is_not_signed() -> None:
    with pytest.raises(errors.ForgedWebhook, match="secret"):
        webhooks.unwrap(BODY, {}, SECRET)


@pytest.mark.parametrize("secret", ["", "whsec_"])
def test_refuses_an_empty_secret(secret: str) -> None:
    with pytest.raises(errors.ForgedWebhook, match="empty"):
        webhooks.unwrap(BODY, signed([SECRET]), secret)
