"""Choose an account, accept an invitation, and create an account where sign-up allows it."""

from typing import Annotated, Final

from msgspec import Struct
from starlette.responses import RedirectResponse, Response

from wellwish.accounts.create import MAX_NAME, NewAccount
from wellwish.accounts.create import create as create_account
from wellwish.auth.sign_in.attempt import HOME
from wellwish.auth.sign_in.limit import count_account
from wellwish.auth.sign_in.session import choose, memberships, record_action
from wellwish.base.errors import InvalidRequest, NotFound
from wellwish.base.language import later
from wellwish.infra.http import Services, line
from wellwish.infra.http.budget import network_of
from wellwish.members.accept import accept_invitation, decline_invitation, list_invitations
from wellwish.web.desk.guard import desk_paper, read_form, signed_in
from wellwish.web.desk.visit import Visit
from wellwish.web.kit.field import Fields
from wellwish.web.kit.language import choose as choose_language

PATH: Final = "/account/choose"
_NAME: Final = later("Enter a name of 1 to 255 characters.")


class _New(Struct):
    """The form of a new account."""

    name: Annotated[str, line(MAX_NAME, "Account name.", required=True)] = ""


@signed_in
async def accounts_page(visit: Visit) -> Response:
    """Returns the user's accounts, and the form for a new one where sign-up allows it."""
    return await _page(visit)


async def _page(visit: Visit, name: str = "", fault: str = "") -> Response:
    async with visit.services.db.transaction() as tx:
        found = await memberships(tx, visit.session.user_id)
        invited = await list_invitations(tx, visit.session.user_id)
    return desk_paper(
        visit,
        "desk/accounts.html",
        status=422 if fault else 200,
        accounts=found,
        invitations=invited,
        may_create=may_create(visit.services),
        name=Fields(_New, {"/name": name}, {"name": fault} if fault else {})["/name"],
    )


def may_create(services: Services) -> bool:
    """Returns whether a signed-in user may create an account.

    With ``invite``, all users were added as a card admin or an account member.
    """
    return services.settings.sign_up in ("open", "invite")


@signed_in
async def account_chosen(visit: Visit) -> Response:
    """Switches the session to an account. Raises NotFound if the user is not a member, ForeignForm."""
    sent = await read_form(visit)
    async with visit.services.db.transaction() as tx:
        if not await choose(tx, visit.session, sent.text("account_id"), network_of(visit.request)):
            raise NotFound
    return RedirectResponse(HOME, 303)


@signed_in
async def invitation_answered(visit: Visit) -> Response:
    """Accepts or declines the user's invitation. After acceptance, the session acts for the account.

    Raises NotFound if the invitation has ended or belongs to another user, ForeignForm.
    """
    sent = await read_form(visit)
    member_id = sent.text("member_id")
    async with visit.services.db.transaction() as tx:
        if sent.text("answer") != "accept":
            await decline_invitation(tx, visit.session.user_id, member_id)
            return RedirectResponse(PATH, 303)
        account_id = await accept_invitation(tx, visit.session.user_id, member_id, network_of(visit.request))
        if account_id is None:
            raise NotFound
        await choose(tx, visit.session, account_id, network_of(visit.request))
    return RedirectResponse(HOME, 303)


@signed_in
async def account_created(visit: Visit) -> Response:
    """Creates an account that the user owns.

    Raises NotFound if sign-up is closed, ForeignForm, and TooManyRequests after three accounts in a day.
    """
    sent = await read_form(visit)
    if not may_create(visit.services):
        raise NotFound
    name, language = sent.text("name").strip(), choose_language(visit.request)
    try:
        async with visit.services.db.transaction() as tx:
            await count_account(tx, visit.services, visit.session.user_id)
            new = NewAccount(name=name, email=visit.session.email, locale=language.code)
            made = await create_account(tx, new)
            network = network_of(visit.request)
            await record_action(tx, "account.create", made.id, visit.session.user_id, made.id, network)
            await choose(tx, visit.session, made.id, network)
    except InvalidRequest:
        return await _page(visit, name, _NAME)
    return RedirectResponse(HOME, 303)
