"""Sign in to the demo account with a button.

The form is accepted only from a page of this service in a browser on this machine, and not through a proxy,
with another host name (DNS rebinding) or from another site.
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

BINDING = "/"  # the form is on the home page


@public
async def demo_pressed(services: Services, request: Request) -> Response:
    """Starts a session for the demo account, and redirects to the page given in the form.

    Raises NotFound outside demo mode and for a request from another machine, ForeignForm.
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
