"""Postmark's webhooks (from its documentation): deliveries, bounces, complaints, subscription changes.

Webhooks arrive in any order and possibly more than once. Each is processed separately, and repetitions have
no effect. Postmark authenticates by HTTP Basic with a password from the URL that the operator enters.
"""

import hmac
import re
from base64 import b64decode
from typing import Final

import msgspec
import structlog
from msgspec import Struct
from starlette.requests import Request
from starlette.responses import Response

from wellwish.base.errors import InvalidCallback, MalformedJson, NotFound
from wellwish.delivery import bounce, mail, message, suppression
from wellwish.delivery.mail import COMPLAINED, NO_MAILBOX, REJECTED, Outcome
from wellwish.infra.db import Tx
from wellwish.infra.http import Services
from wellwish.infra.http.request import body_of
from wellwish.invitations import outcome

USER: Final = "postmark"
_BODY_BYTES: Final = 256 * 1024  # a bounce may contain the whole email
_ACCOUNT: Final = re.compile(r"acct_[0-9a-z]{26}")

# Permanent bounces, from "Bounce types" in Postmark's documentation.
_HARD: Final = frozenset({"HardBounce", "BadEmailAddress"})
# Bounces of this email only. All other types precede a delivery or contain no information.
_REFUSED: Final = frozenset({"Blocked", "DMARCPolicy", "SMTPApiError", "TemplateRenderingFailed", "ISPBlock"})
_COMPLAINTS: Final = frozenset({"SpamNotification", "SpamComplaint"})

log: Final = structlog.get_logger("wellwish.postmark")


class _Names(Struct):
    account_id: str = ""
    message_id: str = ""


class _Callback(Struct, rename="pascal"):
    record_type: str = ""
    type: str | None = None
    metadata: _Names = msgspec.field(default_factory=_Names)
    email: str | None = None
    # The following fields belong to subscription changes.
    message_stream: str | None = None
    recipient: str | None = None
    suppress_sending: bool | None = None
    suppression_reason: str | None = None


async def postmark(services: Services, request: Request) -> Response:
    """Processes a webhook. Raises NotFound if none is configured, InvalidCallback, MalformedJson."""
    password = services.settings.postmark_webhook_password
    if password is None:
        raise NotFound
    if not _is_from_postmark(request, password):
        raise InvalidCallback(headers={"WWW-Authenticate": 'Basic realm="postmark"'})
    raw = await body_of(services, request, _BODY_BYTES)
    try:
        callback = msgspec.json.decode(raw, type=_Callback)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise MalformedJson from error
    if callback.record_type == "SubscriptionChange":
        await _change(services, callback)
        return Response(status_code=204)
    meant = _meant(callback)
    if meant is not None and _ACCOUNT.fullmatch(callback.metadata.account_id):
        await _apply(services, callback.metadata, meant)
    elif meant is not None and meant.what == "bounced" and callback.email:
        await bounce.apply_unstored(services, callback.metadata.message_id, callback.email)
    return Response(status_code=204)  # even for unknown types, which Postmark would otherwise retry for hours


def _is_from_postmark(request: Request, password: str) -> bool:
    scheme, _, value = request.headers.get("authorization", "").partition(" ")
    try:
        given = b64decode(value, validate=True)
    except ValueError:
        return False
    return scheme.lower() == "basic" and hmac.compare_digest(given, f"{USER}:{password}".encode())


def _meant(callback: _Callback) -> Outcome | None:
    if callback.record_type == "Delivery":
        return Outcome("delivered")
    if callback.record_type == "SpamComplaint" or callback.type in _COMPLAINTS:
        return Outcome("complained", COMPLAINED)
    if callback.record_type == "Bounce" and callback.type in _HARD:
        return Outcome("bounced", NO_MAILBOX)
    if callback.record_type == "Bounce" and callback.type in _REFUSED:
        return Outcome("failed", REJECTED)
    return None


async def _apply(services: Services, names: _Names, meant: Outcome) -> None:
    async with services.db.transaction([names.account_id]) as tx:
        row = await message.locked_mail(tx, names.account_id, names.message_id.replace("\x00", ""))
        if row is None:
            return
        await mail.apply_outcome(tx, services, outcome, row, meant)
    log.info("callback", message_id=names.message_id, what=meant.what)


async def _change(services: Services, callback: _Callback) -> None:
    """Applies a change to Postmark's suppression list, which affects all accounts of this service.

    Manual changes and reactivations do not refer to a message. Complaints cannot be lifted, even at Postmark.
    """
    if callback.message_stream not in (None, services.settings.postmark_stream):
        return  # we do not send through this stream
    try:
        key = suppression.key(message.EMAIL, callback.recipient or "")
    except ValueError:
        return
    async with services.db.transaction() as tx:
        if callback.suppress_sending is False:
            await suppression.reactivate(tx, suppression.address_hash(services.keys, key))
        elif reason := suppression.PROVIDER_REASONS.get(callback.suppression_reason or ""):
            account_id = await _account_of(tx, callback.metadata, key)
            address = suppression.seal(services.keys, key)
            await suppression.suppress(tx, address, account_id, reason, everywhere=True)


async def _account_of(tx: Tx, names: _Names, key: str) -> str:
    """Returns the account of the callback's message, or EVERYWHERE without a message."""
    if _ACCOUNT.fullmatch(names.account_id):
        await tx.see([names.account_id])
        row = await message.locked_mail(tx, names.account_id, names.message_id.replace("\x00", ""))
        if row is not None and row.address_key == key:
            return row.suppresses_for
    return suppression.EVERYWHERE
