"""Passkeys: add and remove one. Only adding needs JavaScript.

The form token of the page is the challenge: it is bound to the browser, and valid once.
"""

from typing import Final

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from wellwish.auth.sign_in import passkey
from wellwish.auth.sign_in.passkey import PasskeyRefusedError
from wellwish.auth.sign_in.session import Session, record_in_accounts
from wellwish.base.language import later
from wellwish.infra.http import Services
from wellwish.infra.http.budget import network_of
from wellwish.web.desk.guard import desk_paper, device_of, needs_recent, read_form, signed_in
from wellwish.web.kit import form

PATH: Final = "/account/passkeys"
_NOT_ADDED: Final = later("The passkey couldn't be added. Try again.")


@signed_in
async def passkeys_page(services: Services, request: Request, session: Session) -> Response:
    """Returns the list, and the form for a new passkey."""
    return await _page(services, request, session)


async def _page(services: Services, request: Request, session: Session, fault: str = "") -> Response:
    async with services.db.statement() as tx:
        found = await passkey.list_passkeys(tx, session.user_id)
    return desk_paper(
        services,
        request,
        "desk/passkeys.html",
        session,
        status=422 if fault else 200,
        passkeys=found,
        rp_id=passkey.rp_id(services.settings),
        fault=fault,
    )


@signed_in
async def passkey_added(services: Services, request: Request, session: Session) -> Response:
    """Adds a passkey. Needs a recent sign-in. Raises ForeignForm."""
    sent = await read_form(services, request, session)
    if (confirm := needs_recent(session, PATH)) is not None:
        return confirm
    challenge, credential = sent.text(form.FIELD), sent.text("credential")
    try:
        async with services.db.transaction() as tx:
            agent = device_of(request).agent
            added = await passkey.register(tx, services, session.user_id, challenge, credential, agent)
            if added:
                await record_in_accounts(tx, "passkey.create", session.user_id, network_of(request))
    except PasskeyRefusedError:
        added = False
    return RedirectResponse(PATH, 303) if added else await _page(services, request, session, _NOT_ADDED)


@signed_in
async def passkey_deleted(services: Services, request: Request, session: Session) -> Response:
    """Deletes a passkey of the user. Needs a recent sign-in. Raises ForeignForm."""
    sent = await read_form(services, request, session)
    if (confirm := needs_recent(session, PATH)) is not None:
        return confirm
    passkey_id = sent.text("passkey_id")
    async with services.db.transaction() as tx:
        if await passkey.delete_passkey(tx, session.user_id, passkey_id):
            network = network_of(request)
            await record_in_accounts(tx, "passkey.delete", session.user_id, network, passkey_id)
    return RedirectResponse(PATH, 303)
