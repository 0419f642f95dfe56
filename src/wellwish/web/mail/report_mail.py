"""Report a mail to the operator through the link in the mail.

Opening the page changes nothing, since scanners open links. The token in the link proves that the visitor has
the mail, so the form needs neither a cookie nor a form token.
"""

from typing import Final, cast
from urllib.parse import parse_qs

from starlette.requests import Request
from starlette.responses import Response

from wellwish.base.errors import NotFound
from wellwish.base.language import later
from wellwish.delivery import report_link
from wellwish.infra.http import Services
from wellwish.infra.http.fields import TextRule
from wellwish.infra.http.request import body_of
from wellwish.reports.mail_report import MAIL_REASONS, MailReason, find_mail
from wellwish.reports.report import MAX_TEXT
from wellwish.reports.report_mail import report_mail
from wellwish.web.kit.language import choose
from wellwish.web.kit.link import tried
from wellwish.web.kit.page import link_page, paper, peer

_BODY_BYTES: Final = 16 * 1024  # a character of the comment takes up to twelve bytes
_FIELDS: Final = 10
_RULE: Final = TextRule(lines=True)
_LABELS: Final[dict[MailReason, str]] = {
    "unknown_sender": later("I don't know the sender"),
    "spam": later("It's advertising"),
    "fraud": later("It pretends to be someone else, or asks for money or passwords"),
    "other": later("Something else"),
}


@link_page
async def report_form(services: Services, request: Request) -> Response:
    """Returns the form. Raises NotFound for a wrong link and for a mail that was erased."""
    await _check(services, request)
    return _page(services, request)


@link_page
async def report_sent(services: Services, request: Request) -> Response:
    """Stores the report; a second report of the same mail replaces the first.

    Raises NotFound, BodyTooLarge, TooManyRequests.
    """
    services.visits.signings.take(peer(request))
    body = await body_of(services, request, _BODY_BYTES)
    account_id, message_id = await _check(services, request)
    try:
        given = parse_qs(body.decode(), max_num_fields=_FIELDS)
    except ValueError:  # not our form
        given = {}
    reason, text = given.get("reason", [""])[0], given.get("text", [""])[0].replace("\r\n", "\n")
    fault = _RULE.fault(text)  # checked first: normalising a long sequence of marks takes quadratic time
    text = text if fault is not None else _RULE.normal(text)
    wrong = {"reason": reason not in MAIL_REASONS, "text": fault is not None or len(text) > MAX_TEXT}
    if any(wrong.values()):
        return _page(services, request, reason=reason, text=text[: 2 * MAX_TEXT], wrong=wrong)
    async with services.db.transaction([account_id]) as tx:
        await report_mail(tx, account_id, message_id, cast("MailReason", reason), text or None)
    return _page(services, request, done=True)


async def _check(services: Services, request: Request) -> tuple[str, str]:
    account_id, message_id = (request.path_params[name] for name in ("account_id", "message_id"))
    with tried(services, request) as token:
        if not report_link.LINK.is_genuine(services.keys, account_id, message_id, token):
            raise NotFound
        async with services.db.transaction([account_id]) as tx:
            if await find_mail(tx, account_id, message_id) is None:
                raise NotFound
    return account_id, message_id


def _page(
    services: Services,
    request: Request,
    *,
    reason: str = "",
    text: str = "",
    wrong: dict[str, bool] | None = None,
    done: bool = False,
) -> Response:
    language, wrong = choose(request), wrong or {"reason": False, "text": False}
    return paper(
        request,
        "mail/report_mail.html",
        language,
        status=422 if any(wrong.values()) else 200,
        host=services.settings.host_name,
        reasons=[(each, language.gettext(_LABELS[each])) for each in MAIL_REASONS],
        reason=reason,
        text=text,
        wrong=wrong,
        longest=MAX_TEXT,
        longest_shown=language.number(MAX_TEXT),
        done=done,
    )
