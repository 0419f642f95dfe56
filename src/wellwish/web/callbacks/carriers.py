"""Callbacks of SMS carriers: the status of a text message, and incoming text messages.

The signature of a call covers its exact URL and its form. Calls without a valid signature get 404.
"""

import re
from html import escape
from typing import Final
from urllib.parse import parse_qs

import structlog
from starlette.requests import Request
from starlette.responses import Response

from wellwish.base import ids
from wellwish.base.errors import NotFound
from wellwish.delivery import sms_reply, sms_status
from wellwish.delivery.sms_status import Reported
from wellwish.infra.http import Services
from wellwish.infra.http.addresses import phone_number
from wellwish.infra.http.request import body_of
from wellwish.invitations import outcome

_MAX_BYTES: Final = 64 * 1024
_EMPTY: Final = "<Response/>"

log: Final = structlog.get_logger("wellwish.sms")


async def carrier_status(services: Services, request: Request) -> Response:
    """Records the status of a text message. Raises NotFound for a wrong carrier, signature or account ID."""
    form = await _signed(services, request)
    account_id, message_id = (request.query_params.get(name, "") for name in ("account_id", "message_id"))
    if not ids.is_id("acct", account_id):
        raise NotFound
    code = form.get("ErrorCode", "")
    async with services.db.transaction([account_id]) as tx:
        reported = Reported(
            sid=form.get("MessageSid", ""),
            status=form.get("MessageStatus", "").lower(),
            code=int(code) if re.fullmatch("[0-9]{1,9}", code) else 0,
        )
        await sms_status.note(tx, services, outcome, account_id, message_id, reported)
    return Response(status_code=204)


async def carrier_inbound(services: Services, request: Request) -> Response:
    """Processes an incoming text message and responds with TwiML. Raises NotFound."""
    form = await _signed(services, request)
    try:
        number = phone_number(form.get("From", ""), None)
    except ValueError:  # a short code or a name, to which we never send
        return _twiml(None)
    async with services.db.transaction() as tx:
        reply = await sms_reply.answer(tx, services, number, form.get("OptOutType") or form.get("Body", ""))
    # A carrier that handles the keyword also replies to it.
    return _twiml(None if form.get("OptOutType") else reply)


async def _signed(services: Services, request: Request) -> dict[str, str]:
    """Returns the form. Raises NotFound unless the carrier signed it."""
    carrier = services.sms.by_name.get(request.path_params["carrier"])
    body = await body_of(services, request, _MAX_BYTES)
    if carrier is None:
        raise NotFound
    try:
        text = body.decode("utf-8")
        fields = parse_qs(text, keep_blank_values=True, max_num_fields=200)
    except ValueError as error:
        raise NotFound from error
    query = f"?{request.url.query}" if request.url.query else ""
    url = f"{services.settings.base_url}{request.url.path}{query}"
    if not carrier.is_signed(url, text, request.headers.get("x-twilio-signature", "")):
        log.warning("callback rejected", carrier=carrier.name)
        raise NotFound
    return {name: values[0] for name, values in fields.items()}


def _twiml(reply: str | None) -> Response:
    said = _EMPTY if reply is None else f"<Response><Message>{escape(reply)}</Message></Response>"
    return Response(f'<?xml version="1.0" encoding="UTF-8"?>{said}', media_type="application/xml")
