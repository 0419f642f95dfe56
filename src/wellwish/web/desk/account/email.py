"""Change the email address of the signed-in user, with codes sent to the old and the new address."""

from typing import Annotated, Final

from msgspec import Struct
from starlette.responses import RedirectResponse, Response

from wellwish.auth.sign_in.attempt import MAX_TRIES
from wellwish.auth.sign_in.email_change import Outcome, ask_change, cancel_change, confirm_change, find_change
from wellwish.auth.sign_in.end import end_other_sessions
from wellwish.auth.sign_in.session import record_in_accounts
from wellwish.base.errors import TooManyRequests
from wellwish.base.language import later
from wellwish.cards.admins.follow_user import follow_email
from wellwish.infra.db import UniqueViolation
from wellwish.infra.http import line
from wellwish.infra.http.budget import network_of
from wellwish.web.desk import kept_form, proven_mailbox
from wellwish.web.desk.flash import after
from wellwish.web.desk.guard import desk_paper, needs_recent_for, read_form, signed_in, signed_in_typing
from wellwish.web.desk.visit import Visit
from wellwish.web.kit.field import Fields
from wellwish.web.kit.language import choose

PATH: Final = "/account/email"
_INVALID: Final = later("Enter an email address in the correct format, like name@example.org")
TOO_MANY: Final = later("We've sent too many emails. Try again later.")
_SAYS: Final[dict[Outcome, str]] = {
    "wrong": later("One of the codes isn't right."),
    "used_up": later("The codes no longer work. Start again."),
    "taken": later("This address can't be used. Start again with another one."),
}


class _New(Struct):
    """The form of the new address."""

    email: Annotated[str, line(254, "Email address.", required=True)] = ""


@signed_in
async def email_page(visit: Visit) -> Response:
    """Returns the form for the address, or the form for the codes."""
    found = await kept_form.find(visit)
    if found is not None and (email := found.text("email").strip()):
        return await _page(visit, email=email, says=found.says)
    return await _page(visit)


@signed_in_typing
async def email_asked(visit: Visit) -> Response:
    """Emails a code to each address; the response does not reveal whether the new one is known.

    Requires a recent sign-in. With ``cancel``, cancels an earlier change instead. Raises ForeignForm.
    """
    sent = await read_form(visit)
    if (confirm := await needs_recent_for(visit, PATH, sent)) is not None:
        return confirm
    email, code = sent.text("email").strip(), choose(visit.request).code
    try:
        async with visit.services.db.transaction() as tx:
            if sent.text("cancel"):
                await cancel_change(tx, visit.session.user_id)
            else:
                who = proven_mailbox.asker(visit.services, visit.request, email)
                await ask_change(tx, visit.services, visit.session.user_id, email, who, code)
    except ValueError:
        return await _page(visit, email=email, fault=_INVALID, status=422)
    except TooManyRequests as refusal:
        return await _page(visit, email=email, fault=TOO_MANY, status=429, headers=refusal.headers)
    return RedirectResponse(PATH, 303)


@signed_in
async def email_confirmed(visit: Visit) -> Response:
    """Changes the address if both codes are correct, and ends other sessions. Raises ForeignForm."""
    sent = await read_form(visit)
    old, new = ("".join(sent.text(name).split()) for name in ("old_code", "new_code"))
    outcome: Outcome
    email = ""
    try:
        async with visit.services.db.transaction() as tx:
            outcome, email = await confirm_change(tx, visit.services, visit.session.user_id, old, new)
            if outcome == "changed":
                await follow_email(tx, visit.session.user_id, email)
                network = network_of(visit.request)
                await end_other_sessions(tx, visit.session.user_id, visit.session.id, network)
                await record_in_accounts(tx, "member.change_email", visit.session.user_id, network)
    except UniqueViolation:
        outcome = "taken"
    if outcome == "changed":
        response = after(PATH, "email")
        proven_mailbox.remember(visit.services, visit.request, response, email)
        return response
    return await _page(visit, says=_SAYS[outcome], status=422)


async def _page(
    visit: Visit,
    *,
    email: str = "",
    fault: str = "",
    says: str = "",
    status: int = 200,
    headers: dict[str, str] | None = None,
) -> Response:
    async with visit.services.db.statement() as tx:
        change = await find_change(tx, visit.session.user_id)
    shown = None if fault or email else change
    return desk_paper(
        visit,
        "desk/email.html",
        status=status,
        headers=headers,
        new=Fields(_New, {"/email": email}, {"email": fault} if fault else {})["/email"],
        change=shown,
        left=0 if shown is None else MAX_TRIES - shown.tries,
        says="" if shown is not None else says,
        wrong={"old_code": choose(visit.request).gettext(says)} if says and shown is not None else {},
        demo=visit.services.settings.demo,
    )
