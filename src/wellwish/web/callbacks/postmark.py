"""Postmark's webhooks: deliveries, bounces and complaints, from its public documentation.

Webhooks arrive in any order and more than once; each is processed on its own, and a repetition changes
nothing. They authenticate by HTTP Basic with a password that the operator has put into the URL.
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

from wellwish.delivery import mail, message
from wellwish.delivery.mail import COMPLAINED, NO_MAILBOX, REJECTED, Outcome
from wellwish.errors import InvalidCallback, MalformedJson, NotFound
from wellwish.http import Services
from wellwish.http.request import body_of
from wellwish.invitations import outcome

USER: Final = "postmark"
_BODY_BYTES: Final = 256 * 1024  # a bounce may contain the whole mail
_ACCOUNT: Final = re.compile(r"acct_[0-9a-z]{26}")

# "Bounce types" of the documentation: final ones, ...
_HARD: Final = frozenset({"HardBounce", "BadEmailAddress"})
# ... and temporary ones that concern the mail; the others precede a delivery or carry no information.
_REFUSED: Final = frozenset({"Blocked", "DMARCPolicy", "SMTPApiError", "TemplateRenderingFailed", "ISPBlock"})
_COMPLAINTS: Final = frozenset({"SpamNotification", "SpamComplaint"})

log: Final = structlog.get_logger("wellwish.postmark")


class _Names(Struct):
    account_id: str = ""
    message_id: str = ""


class _Callback(Struct, rename="pascal"):
    record_type: str = ""
    type: str = ""
    metadata: _Names = msgspec.field(default_factory=_Names)


async def postmark(services: Services, request: Request) -> Response:
    """Processes one webhook. Raises NotFound if none is configured, InvalidCallback, MalformedJson."""
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
    meant = _meant(callback)
    if meant is not None and _ACCOUNT.fullmatch(callback.metadata.account_id):
        await _apply(services, callback.metadata, meant)
    return Response(status_code=204)  # also for unknown types: Postmark would retry them for hours


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
