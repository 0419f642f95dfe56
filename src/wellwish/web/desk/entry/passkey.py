"""Signing in with a passkey.

The form token of the page, which is bound to the browser and valid once, is the challenge.
"""

from starlette.requests import Request
from starlette.responses import Response

from wellwish.auth.sign_in import passkey
from wellwish.auth.sign_in.attempt import own_path
from wellwish.auth.sign_in.passkey import PasskeyRefusedError
from wellwish.infra.http import Services
from wellwish.web.desk.entry import sign_in
from wellwish.web.desk.guard import enter, read_signed_out_form
from wellwish.web.kit import form
from wellwish.web.kit.page import peer, public


@public
async def passkey_used(services: Services, request: Request) -> Response:
    """Signs in with a passkey. Unknown and invalid passkeys get the same response.

    Raises ForeignForm, TooManyRequests.
    """
    services.visits.signings.take(peer(request))
    sent = await read_signed_out_form(services, request, binding=sign_in.BINDING)
    next_path = own_path(sent.text("next"))
    try:
        async with services.db.transaction() as tx:
            challenge, credential = sent.text(form.FIELD), sent.text("credential")
            user_id = await passkey.authenticate(tx, services, challenge, credential)
            return await enter(services, request, tx, user_id, next_path)
    except PasskeyRefusedError:
        return sign_in.with_passkey_fault(services, request, next_path)
