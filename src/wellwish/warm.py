"""Prepare a process before it accepts requests.

A request waits less than two seconds for the database (``infra/db/pool.py``). A new process that opened
connections, compiled templates and loaded translations during the first requests would refuse them with 503.
"""

from wellwish.auth.credentials.authenticate import find_restricted_token, find_token
from wellwish.auth.sign_in.session import find_session
from wellwish.cards.link import find_links
from wellwish.infra.db import Tx
from wellwish.infra.http import Services
from wellwish.infra.http.plan import plan_of
from wellwish.routes import OPERATIONS
from wellwish.web.kit.page import compile_templates


async def warm(services: Services) -> None:
    """Opens all connections, prepares the first statements of requests, and compiles templates."""
    await services.db.warm(_prepare)
    compile_templates()
    for route in OPERATIONS:
        _ = route.binding
        for struct in (route.body_type, route.query_type):
            if struct is not None:
                plan_of(struct)


async def _prepare(tx: Tx) -> None:
    """Executes the first statements of requests with a token, a session and a link, which find no rows."""
    await find_token(tx, [])
    await find_restricted_token(tx, [])
    await find_session(tx, [])
    await find_links(tx, [])
