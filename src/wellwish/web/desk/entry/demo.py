"""Sign in to the demo account with one press, with the checks of demo requests without credentials.

Only a page of this service on this machine can send the form: not through a proxy, not under another host
name (DNS rebinding), and not from another site.
"""

from starlette.requests import Request
from starlette.responses import Response

from wellwish.accounts import demo
from wellwish.auth.credentials.bare import is_local
from wellwish.auth.sign_in.attempt import own_path
from wellwish.base.errors import NotFound
from wellwish.infra.http import Services
from wellwish.web.desk.guard import enter
from wellwish.web.kit import form
from wellwish.web.kit.page import public

BINDING = "/"  # of the home page, which has the form


@public
async def demo_pressed(services: Services, request: Request) -> Response:
    """Starts a session of the demo account at the page that the form names.

    Raises NotFound outside demo mode, ForeignForm.
    """
    if not services.settings.demo or not is_local(request):
        raise NotFound
    sent = await form.read(services, request, BINDING)
    form.check(sent)
    async with services.db.transaction() as tx:
        found = await demo.find_demo(tx)
        if found is None:
            raise NotFound
        return await enter(services, request, tx, found.user_id, own_path(sent.text("next")))
