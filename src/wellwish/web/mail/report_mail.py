"""Report an email to the operator through the link in the email.

Opening the page has no effect, because scanners open links. Because the token in the link proves access to
the email, the form needs neither a cookie nor a form token.
"""

from typing import Final, cast
from urllib.parse import parse_qs

from starlette.requests import Request
from starlette.responses import Response

from wellwish.base.language import later
from wellwish.delivery import report_link
from wellwish.infra.http import Services
from wellwish.infra.http.fields import TextRule
from wellwish.infra.http.request import body_of
from wellwish.reports.mail_report import MAIL_REASONS, MailReason, find_mail
from wellwish.reports.report import MAX_TEXT
from wellwish.reports.report_mail import report_mail
from wellwish.web.kit.language import choose
from wellwish.web.kit.link import follow
from wellwish.web.kit.page import link_page, paper, peer

_BODY_BYTES: Final = 16 * 1024  # each character of the comment takes up to twelve bytes
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
    """Returns the form. Raises NotFound for a wrong link and for an email that was erased."""
    await _check(services, request)
    return _page(services, request)


@link_page
async def report_sent(services: Services, request: Request) -> Response:
    """Stores the report; a second report of the same email replaces the first.

    Raises NotFound, BodyTooLarge, TooManyRequests.
    """
    services.visits.signings.take(peer(request))
    body = await body_of(services, request, _BODY_BYTES)
    await _check(services, request)
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
    account_id, message_id = (request.path_params[name] for name in ("account_id", "message_id"))
    async with services.db.transaction([account_id]) as tx:
        await report_mail(tx, account_id, message_id, cast("MailReason", reason), text or None)
    return _page(services, request, done=True)


async def _check(services: Services, request: Request) -> None:
    await follow(services, request, report_link.LINK, "message_id", find_mail)


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
