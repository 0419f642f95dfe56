"""Add and remove passkeys. Only adding passkeys requires JavaScript.

The form token of the page, which is bound to the browser and valid once, is the challenge.
"""

from typing import Final

from starlette.responses import Response

from wellwish.auth.sign_in import passkey
from wellwish.auth.sign_in.passkey import PasskeyRefusedError
from wellwish.auth.sign_in.session import record_in_accounts
from wellwish.base.language import later
from wellwish.infra.http.budget import network_of
from wellwish.web.desk.flash import after
from wellwish.web.desk.guard import desk_paper, device_of, needs_recent, read_form, signed_in
from wellwish.web.desk.visit import Visit
from wellwish.web.kit import form

PATH: Final = "/account/passkeys"
_NOT_ADDED: Final = later("The passkey couldn't be added. Try again.")


@signed_in
async def passkeys_page(visit: Visit) -> Response:
    """Returns the list, and the form for a new passkey."""
    return await _page(visit)


async def _page(visit: Visit, fault: str = "") -> Response:
    async with visit.services.db.statement() as tx:
        found = await passkey.list_passkeys(tx, visit.session.user_id)
    return desk_paper(
        visit,
        "desk/passkeys.html",
        status=422 if fault else 200,
        passkeys=found,
        rp_id=passkey.rp_id(visit.services.settings),
        wrong={"": fault},
    )


@signed_in
async def passkey_added(visit: Visit) -> Response:
    """Adds a passkey. Requires a recent sign-in. Raises ForeignForm."""
    sent = await read_form(visit)
    if (confirm := needs_recent(visit.session, PATH)) is not None:
        return confirm
    challenge, credential = sent.text(form.FIELD), sent.text("credential")
    try:
        async with visit.services.db.transaction() as tx:
            agent, user_id = device_of(visit.request).agent, visit.session.user_id
            added = await passkey.register(tx, visit.services, user_id, challenge, credential, agent)
            if added:
                await record_in_accounts(tx, "passkey.create", user_id, network_of(visit.request))
    except PasskeyRefusedError:
        added = False
    return after(PATH, "passkey_added") if added else await _page(visit, _NOT_ADDED)


@signed_in
async def passkey_deleted(visit: Visit) -> Response:
    """Deletes a passkey of the user. Requires a recent sign-in. Raises ForeignForm."""
    sent = await read_form(visit)
    if (confirm := needs_recent(visit.session, PATH)) is not None:
        return confirm
    passkey_id = sent.text("passkey_id")
    async with visit.services.db.transaction() as tx:
        if await passkey.delete_passkey(tx, visit.session.user_id, passkey_id):
            network = network_of(visit.request)
            await record_in_accounts(tx, "passkey.delete", visit.session.user_id, network, passkey_id)
    return after(PATH, "passkey_deleted")
