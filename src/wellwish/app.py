"""Builds the application: the routes, the start and stop of the database, and an optional job worker."""

import asyncio
from collections import defaultdict
from collections.abc import AsyncGenerator, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from functools import partial
from typing import Final

import structlog
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Match
from starlette.routing import Route as PathRoute
from starlette.types import Receive, Scope, Send

from wellwish import __version__
from wellwish.base import ids
from wellwish.base.crypto import Keys
from wellwish.base.errors import BadRequest, InternalError, NotFound, Refusal
from wellwish.base.settings import Settings
from wellwish.base.settings.revision import find_revision
from wellwish.infra.checkout import Providers
from wellwish.infra.db import APPLICATION, Database, UnreachableError
from wellwish.infra.http import Budget, Endpoint, Raw, Route, Services, Visits, answer
from wellwish.infra.http.body_memory import BodyMemory
from wellwish.infra.http.host_header import has_one_host
from wellwish.infra.http.proxied import Proxied
from wellwish.infra.jobs import Worker
from wellwish.infra.mail import Mailer
from wellwish.infra.meter import Meter, Process
from wellwish.infra.net import PUBLIC, PUBLIC_OR_PLAIN, Net
from wellwish.infra.sms import Carriers
from wellwish.infra.storage import Storage
from wellwish.pages import PAGES
from wellwish.routes import OPERATIONS
from wellwish.warm import warm
from wellwish.web.kit.accept import prefers_html
from wellwish.web.kit.page import refused, show_operator

log: Final = structlog.get_logger("wellwish.app")
_OPEN_TRIES: Final = 20
_OPEN_PAUSE_S: Final = 0.5
_NO_PATH: Final = "No operation or page has this path. The documentation at /docs lists all of them."


def build_services(
    settings: Settings, dsn: str, net: Net | None = None, mail: Mailer | None = None
) -> Services:
    """Returns the services of a process; their database is not yet open.

    Only tests pass a net or a mailer: no setting lets tenants reach private addresses or disables the
    verification of certificates.
    """
    keys = Keys(settings.secret_key, settings.previous_secret_key)
    db = Database(
        dsn,
        size=settings.pool_size,
        name=APPLICATION + keys.label,
        statement_cache=settings.statement_cache,
    )
    revision = settings.telemetry.revision or find_revision()
    meter = Meter(db, Process(__version__, revision, settings.data_dir))
    db.observe_wait = partial(meter.observe, "pool_wait_seconds", "")
    mail = mail or Mailer.from_settings(settings)
    mail.on_attempt = partial(meter.sent, "mail")
    net = net or Net(PUBLIC_OR_PLAIN if settings.loopback else PUBLIC)
    return Services(
        settings=settings,
        db=db,
        keys=keys,
        budget=Budget(0 if settings.demo else settings.requests_per_minute),
        visits=_visits(settings),
        body_memory=BodyMemory(settings.limits.body_memory_bytes),
        net=net,
        mail=mail,
        sms=Carriers(settings.sms_providers),
        storage=Storage(settings.data_dir / "media", settings.media.bucket),
        checkout=Providers(settings, db, keys, net),
        meter=meter,
    )


def _visits(settings: Settings) -> Visits:
    if settings.demo:
        return Visits(0, 0, 0)
    return Visits(
        settings.page_requests_per_minute,
        settings.signings_per_minute,
        settings.wrong_links_per_minute,
        settings.failures_per_minute,
    )


Application = Starlette


def application(
    services: Services, worker: Worker | None = None, when_started: Callable[[], None] = lambda: None
) -> Application:
    """Returns the ASGI application. If there is a worker, it runs jobs in the same process.

    ``when_started`` is called before the first request.
    """
    settings = services.settings
    show_operator(settings.operator)
    paths: dict[str, dict[str, Route | Raw]] = defaultdict(dict)
    for route in (*OPERATIONS, *PAGES):
        paths[route.path][route.method] = route

    @asynccontextmanager
    async def lifespan(_: Starlette) -> AsyncGenerator[None]:
        await _open(services.db)
        await warm(services)
        async with services.running():
            working = None if worker is None else asyncio.create_task(worker.run())
            when_started()
            try:
                yield
            finally:
                if worker is not None and working is not None:
                    worker.stop()
                    await working

    app = Starlette(
        routes=[_Paths({path: Endpoint(path, routes, services) for path, routes in _fixed_first(paths)})],
        lifespan=lifespan,
        middleware=[Middleware(Proxied, proxies=settings.proxies)] if settings.proxies else [],
        exception_handlers={HTTPException: _problem_of(services), Exception: _problem_of(services)},
    )
    app.router.redirect_slashes = False
    # Pages are in a lower layer than the routes and cannot import them, so they look up operations by name.
    app.state.operations = {f"{each.method} {each.path}": each for each in OPERATIONS}
    return app


class _Paths(BaseRoute):
    """The routes by their first segment and number of segments.

    Starlette compares a path with each of over 250 routes in turn, which takes a tenth of the time of a
    signing request.
    """

    def __init__(self, endpoints: Mapping[str, Endpoint]) -> None:
        self._routes: dict[tuple[str, int], list[PathRoute]] = defaultdict(list)
        for path, endpoint in endpoints.items():
            # Starlette treats an endpoint that is not a function as an ASGI application for every method.
            self._routes[_group_of(path)].append(PathRoute(path, endpoint=endpoint))

    def matches(self, scope: Scope) -> tuple[Match, Scope]:
        if scope["type"] == "http":
            if not has_one_host(scope):
                return Match.FULL, {"endpoint": _refuse}
            for route in self._routes.get(_group_of(scope["path"]), ()):
                match, found = route.matches(scope)
                if match is not Match.NONE:
                    return match, found
        return Match.NONE, {}

    async def handle(self, scope: Scope, receive: Receive, send: Send) -> None:
        await scope["endpoint"](scope, receive, send)


async def _refuse(scope: Scope, receive: Receive, send: Send) -> None:
    del scope, receive, send
    raise HTTPException(400)


def _group_of(path: str) -> tuple[str, int]:
    return path[: path.find("/", 1) + 1], path.count("/")


def _fixed_first(
    paths: dict[str, dict[str, Route | Raw]],
) -> Sequence[tuple[str, dict[str, Route | Raw]]]:
    """Sorts fixed segments first: ``/api/cards/invitations`` before ``/api/cards/{card_id}``."""
    return sorted(paths.items(), key=lambda item: [part.startswith("{") for part in item[0].split("/")])


async def _open(db: Database) -> None:
    for _ in range(_OPEN_TRIES - 1):
        try:
            await db.open()
        except UnreachableError as error:
            log.warning("database not available yet", error=str(error))
            await asyncio.sleep(_OPEN_PAUSE_S)
        else:
            return
    await db.open()


def _problem_of(services: Services) -> Callable[[Request, Exception], Response]:
    def handle(request: Request, error: Exception) -> Response:
        request_id = ids.new("req")
        refusal: Refusal = InternalError()
        if isinstance(error, HTTPException):
            refusal = NotFound(_NO_PATH) if error.status_code == 404 else BadRequest()
        else:
            log.error(
                "request failed outside an operation", request_id=request_id, error=type(error).__name__
            )
        if prefers_html(request):
            response = refused(refusal, request, request_id)
        else:
            response = answer.problem(refusal, services.settings.base_url, request_id)
        return answer.finish(response, request_id, {}, base_url=services.settings.base_url)

    return handle
