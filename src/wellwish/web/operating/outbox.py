"""The outbox of demo mode: the messages that would have been sent."""

from typing import Final

import msgspec
from msgspec import Struct
from starlette.requests import Request
from starlette.responses import Response

from wellwish.auth.credentials.bare import is_local
from wellwish.auth.sign_in import email_change_mail
from wellwish.auth.sign_in import mail as sign_in_mail
from wellwish.base import clock
from wellwish.base.errors import NotFound
from wellwish.delivery import outbox as messages
from wellwish.delivery.letter import compose
from wellwish.delivery.message import LINK_MARK, MessageRow
from wellwish.infra.http import Services
from wellwish.infra.mail import Mail
from wellwish.invitations import outcome
from wellwish.privacy import mail as people_mail
from wellwish.web.kit.accept import prefers_html
from wellwish.web.kit.language import choose, keep_chosen
from wellwish.web.kit.page import html, page, render

SHOWN: Final = 100
_LONGEST_ADDRESS: Final = 254  # RFC 5321 4.5.3.1.3

# Emails are shown in a sandboxed frame that can only open links in new windows, so their styles and images
# cannot affect the outbox.
_SANDBOX: Final = "allow-popups allow-popups-to-escape-sandbox"
_MAIL_POLICY: Final = (
    f"default-src 'none'; style-src 'unsafe-inline'; img-src 'self' data:; frame-ancestors 'self'; "
    f"base-uri 'none'; form-action 'none'; sandbox {_SANDBOX}"
)
_PAGE_POLICY: Final = (
    "default-src 'none'; style-src 'self'; font-src 'self'; img-src 'self' data:; form-action 'self'; "
    "base-uri 'none'; frame-ancestors 'none'; frame-src 'self'"
)


class Shown(Struct, frozen=True, kw_only=True):
    """A message with its link."""

    object: str = "message"
    id: str
    channel: str
    kind: str
    recipient: str
    subject: str | None
    body: str
    link: str | None
    headers: dict[str, str]
    created_at: str


class Outbox(Struct, frozen=True, kw_only=True):
    """The messages, newest first."""

    object: str = "list"
    data: list[Shown]


@page
async def outbox(services: Services, request: Request) -> Response:
    """Returns the newest messages of all accounts, as a page or as JSON on request.

    Raises NotFound outside demo mode. Because the page shows secret links, it responds only to this machine:
    to a loopback address without a proxy, and with a loopback ``Host``, which other sites cannot send even
    with DNS rebinding.
    """
    _demo_alone(services, request)
    address = request.query_params.get("address", "").strip()[:_LONGEST_ADDRESS].replace("\x00", "")
    async with services.db.transaction() as tx:
        await messages.see_all(tx)
        rows = await messages.newest(tx, address or None, SHOWN)
        found = [(row, outcome.link(services, row)) for row in rows]
        # Emails with a code are not stored; they are rendered again from their rows.
        found += [
            (each.row, each.link)
            for mails in (sign_in_mail, email_change_mail, people_mail)
            for each in await mails.newest(tx, services, SHOWN)
            if not address or each.row.recipient.lower() == address.lower()
        ]
    found.sort(key=lambda each: each[0].created_at, reverse=True)
    if "application/json" in request.headers.get("accept", "").lower() and not prefers_html(request):
        data = [_shown(row, link, services) for row, link in found]
        headers = {"Referrer-Policy": "no-referrer", "Vary": "Accept"}
        return Response(msgspec.json.encode(Outbox(data=data)), 200, headers, "application/json")
    listed = [(_shown(row, link, services), *_around_link(row)) for row, link in found]
    language = choose(request)
    response = html(
        render(
            "operating/outbox.html", language, address=address, messages=listed, shown=SHOWN, sandbox=_SANDBOX
        ),
        headers={
            "Vary": "Accept, Accept-Language, Cookie",
            "Content-Security-Policy": _PAGE_POLICY,
        },
    )
    keep_chosen(request, response, language)
    return response


@page
async def outbox_mail(services: Services, request: Request) -> Response:
    """Returns an email as seen by its recipient. Raises NotFound."""
    _demo_alone(services, request)
    async with services.db.transaction() as tx:
        await messages.see_all(tx)
        row = await messages.find_message(tx, request.path_params["message_id"].replace("\x00", ""))
    mail = None if row is None else _mail(row, outcome.link(services, row), services)
    if mail is None:
        raise NotFound
    # Links open in a new window, because the frame itself must not navigate.
    text = mail.html.replace("<head>", '<head><base target="_blank">', 1)
    headers = {"Content-Security-Policy": _MAIL_POLICY, "X-Frame-Options": "SAMEORIGIN"}
    return html(text, headers=headers)


def _demo_alone(services: Services, request: Request) -> None:
    if not services.settings.demo or not is_local(request):
        raise NotFound


def _mail(row: MessageRow, link: str | None, services: Services) -> Mail | None:
    """Returns the email that would have been sent; None for text messages and emails without content."""
    return None if row.content is None else compose(row, row.content, link, services)


def _shown(row: MessageRow, link: str | None, services: Services) -> Shown:
    mail = _mail(row, link, services)
    return Shown(
        id=row.id,
        channel=row.channel,
        kind=row.kind,
        recipient=row.recipient,
        subject=row.subject,
        body=row.body.replace(LINK_MARK, link or ""),
        link=link,
        headers={} if mail is None else {"From": str(mail.sender), **mail.headers},
        created_at=clock.rfc3339(row.created_at),
    )


def _around_link(row: MessageRow) -> tuple[str, str]:
    before, _, behind = row.body.partition(LINK_MARK)
    return before, behind
