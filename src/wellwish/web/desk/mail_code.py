"""Email a sign-in code and link to an address entered by a visitor."""

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from wellwish.auth.sign_in.ask import ask
from wellwish.auth.sign_in.attempt import LIFETIME, Issued
from wellwish.infra.http import Services
from wellwish.web.desk.guard import ATTEMPT
from wellwish.web.desk.proven_mailbox import asker
from wellwish.web.kit import cookie
from wellwish.web.kit.language import choose


async def mail_code(services: Services, request: Request, email: str, next_path: str) -> Response:
    """Queues the email, and redirects to the page for the code. Raises TooManyRequests.

    Raises ValueError for an invalid address.
    """
    async with services.db.transaction() as tx:
        code, who = choose(request).code, asker(services, request, email)
        issued = await ask(tx, services, email, who, next_path=next_path, language=code)
    return await_code(services, issued)


def await_code(services: Services, issued: Issued) -> Response:
    """Redirects the browser that requested the code to the page for entering it."""
    response = RedirectResponse("/sign-in/code", 303)
    cookie.keep(services, response, ATTEMPT, issued.browser, max_age_s=int(LIFETIME.total_seconds()))
    return response
