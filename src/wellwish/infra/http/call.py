"""Converts a request to a call of the handler, and the returned record to a response.

The order of refusals is 401; 403 for a missing scope; 415, 413 and 400; 422; 404 and 403; 409. The handler
runs in one transaction, which commits before the response is sent.
"""

import asyncio
import time
from functools import partial
from http import HTTPStatus
from typing import Final
from urllib.parse import urlencode

import structlog
from starlette.requests import Request
from starlette.responses import Response, StreamingResponse
from starlette.types import Receive, Scope, Send

from wellwish.base import clock, ids, trace
from wellwish.base.errors import (
    Fault,
    InternalError,
    InvalidRequest,
    MethodNotAllowed,
    Refusal,
)
from wellwish.base.trace import Span
from wellwish.infra.http import answer, deprecation
from wellwish.infra.http.body_memory import client_of
from wellwish.infra.http.download import Download
from wellwish.infra.http.dry_run import take_dry_run
from wellwish.infra.http.fields import Body, Query
from wellwish.infra.http.idempotency import fingerprint_of
from wellwish.infra.http.large_json import LARGE_BYTES
from wellwish.infra.http.operation import NO_CONTENT, Call, Result, key_of, perform, size_cost, take_cost
from wellwish.infra.http.page import Page
from wellwish.infra.http.read import convert, parse
from wellwish.infra.http.request import body_of, check_api_version, check_media_type, prefers_strict, query_of
from wellwish.infra.http.route import Raw, Route
from wellwish.infra.http.scopes import check_scope
from wellwish.infra.http.services import Services
from wellwish.infra.http.unread_body import Unread, is_large
from wellwish.infra.http.warnings import Warnings

log: Final = structlog.get_logger("wellwish.http")
_NOT_MODIFIED: Final = 304
_OTHER_METHOD: Final = "other"
_WITH_BODY: Final = ("POST", "PUT", "PATCH")


class Endpoint:
    """The ASGI application of one path, for all its methods."""

    def __init__(self, path: str, routes: dict[str, Route | Raw], services: Services) -> None:
        self._path = path
        self._routes = dict(routes)
        if "GET" in routes:
            self._routes["HEAD"] = routes["GET"]
        self._allow = ", ".join(sorted([*self._routes, "OPTIONS"]))
        self._services = services
        methods = (*self._routes, "OPTIONS", _OTHER_METHOD)
        self._labels = {method: f'method="{method}",route="{path}"' for method in methods}

    def answers(self, method: str) -> bool:
        return method in self._routes

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        request = Request(scope, receive)
        unread: Unread | None = None
        if is_large(request):
            receive = unread = Unread(receive)
            request = Request(scope, receive)
        parent = trace.parse(request.headers.getlist("traceparent"))
        method = request.method if request.method in self._labels else _OTHER_METHOD
        with (
            clock.test_clock(None),
            trace.span(f"{method} {self._path}", "server", parent=parent) as span,
        ):
            status = await self._serve(request, scope, receive, send)
            if span.recorded:
                self._describe(span, method, status)
        if unread is not None:
            await unread.discard()

    async def _serve(self, request: Request, scope: Scope, receive: Receive, send: Send) -> int:
        request_id = ids.new("req")
        scope["request_id"] = request_id
        began = time.perf_counter()
        extra: dict[str, str] = {}
        cause: str | None = None
        try:
            response = await self._answer(request, extra)
        except Refusal as refusal:
            cause = _cause_of(refusal) if refusal.status == HTTPStatus.SERVICE_UNAVAILABLE else None
            response = answer.problem(refusal, self._services.settings.base_url, request_id)
        except Exception:
            log.exception("request failed", request_id=request_id, method=request.method, path=self._path)
            response = answer.problem(InternalError(), self._services.settings.base_url, request_id)
        route = self._routes.get(request.method)
        if isinstance(route, Raw) and not route.indexed:
            extra["X-Robots-Tag"] = "noindex"
        if used := scope.get("deprecated"):
            extra.update(deprecation.headers(used))
            response.headers.append("Link", deprecation.link(self._services.settings.base_url))
        if "payer" in scope:
            # the current values, because a call can increase its cost
            extra.update(self._services.budget.headers(scope["payer"]))
        answer.finish(response, request_id, extra, base_url=self._services.settings.base_url)
        if request.method == "HEAD":
            response = _without_body(response)
        self._measure(request.method, response.status_code, time.perf_counter() - began)
        if response.status_code == HTTPStatus.TOO_MANY_REQUESTS and not await self._services.slowdown.wait(
            client_of(request)
        ):
            response.headers["Connection"] = "close"
        await response(scope, receive, send)
        said = log.info if cause is None else partial(log.warning, cause=cause)
        said(
            "request",
            request_id=request_id,
            method=request.method,
            path=self._path,
            status=response.status_code,
            account_id=scope.get("account_id"),
            ms=round((time.perf_counter() - began) * 1000, 1),
        )
        return response.status_code

    def _describe(self, span: Span, method: str, status: int) -> None:
        span.set(
            {
                "http.request.method": method,
                "http.route": self._path,
                "http.response.status_code": status,
            }
        )
        if status >= HTTPStatus.INTERNAL_SERVER_ERROR:
            span.fail(str(status))

    def _measure(self, method: str, status: int, seconds: float) -> None:
        """Counts a request and the time to the start of its response, after which the client determines the
        speed.
        """
        meter = self._services.meter
        meter.count("requests_total", f'status="{status}"')
        # Clients can send arbitrary methods, and labels are never removed.
        label = self._labels.get(method) or self._labels[_OTHER_METHOD]
        meter.observe("request_duration_seconds", label, seconds)

    async def _answer(self, request: Request, extra: dict[str, str]) -> Response:
        if request.method == "OPTIONS":
            return Response(status_code=NO_CONTENT, headers={"Allow": self._allow})
        route = self._routes.get(request.method)
        if route is None:
            raise MethodNotAllowed(headers={"Allow": self._allow})
        check_api_version(request)
        if isinstance(route, Raw):
            return await route.handler(self._services, request)
        return await call(route, self._services, request, extra)


async def call(route: Route, services: Services, request: Request, extra: dict[str, str]) -> Response:
    """Converts a request to a call of the operation, and its result to a response. Raises refusals."""
    caller = await route.caller(services, request)
    request.scope["account_id"], request.scope["payer"] = caller.account_id, caller.payer
    services.budget.take(caller.payer)
    check_scope(caller, route.scope)  # before the body is read; ``perform`` checks the body's scope, too
    preferred = prefers_strict(request)
    if preferred:
        extra["Preference-Applied"] = "handling=strict"
    warnings = Warnings(strict=preferred or not route.lenient, preferred=preferred)
    if route.deprecated is not None:
        warnings.deprecated.append(route.deprecated)
    request.scope["deprecated"] = warnings.deprecated
    raw = await _raw(route, services, request)
    by_size = size_cost(route, raw)
    services.budget.take_more(caller.payer, by_size)  # before the body is parsed
    header = request.headers.get("idempotency-key")
    target = b"" if header is None else f"{request.method} {request.url.path}?{request.url.query}\n".encode()
    read = partial(_read, route, request, raw, warnings, target)
    # In a thread, other requests run between the steps. For small bodies, a thread costs more than it saves.
    body, query, fingerprint, dry_run = await asyncio.to_thread(read) if len(raw) > LARGE_BYTES else read()
    if body is not None:
        take_cost(services, caller, body, 1 + by_size, dry_run=dry_run)
    result = await perform(
        route,
        services,
        Call(
            caller=caller,
            path=request.path_params,
            query=query,
            body=body,
            warnings=warnings,
            if_match=request.headers.get("if-match"),
            key=key_of(route, services, caller, header, fingerprint, body),
            dry_run=dry_run,
        ),
    )
    return _respond(route, request, result, services.settings.base_url)


def _cause_of(refusal: Refusal) -> str:
    """Returns the reason for the unavailability, from the first error in the chain that has one."""
    error: BaseException | None = refusal
    while error is not None:
        if isinstance(error, Refusal) and error.reason is not None:
            return error.reason
        if not isinstance(error, Refusal) and error.__cause__ is None:
            return type(error).__name__
        error = error.__cause__
    return refusal.detail


def _without_body(response: Response) -> Response:
    """Returns the response without its body, keeping its headers, including Content-Length.

    RFC 9110 section 9.3.2 allows this for HEAD. Does not start a stream.
    """
    made = Response(status_code=response.status_code)
    made.raw_headers = response.raw_headers
    return made


async def _raw(route: Route, services: Services, request: Request) -> bytes:
    """Returns the unparsed body."""
    if request.method not in _WITH_BODY:
        return b""
    if not route.body_optional:
        check_media_type(request)
    return await body_of(services, request, route.size.max_bytes, patience=route.size.patience)


def _read(
    route: Route, request: Request, raw: bytes, warnings: Warnings, target: bytes
) -> tuple[Body | None, Query | None, bytes, bool]:
    """Returns the body, the query, the fingerprint if there is a ``target``, and whether it is a dry run."""
    body, query, dry_run = None, None, False
    faults: list[Fault] = []
    if request.method in _WITH_BODY:
        if route.body_optional and raw.strip() not in (b"", b"{}"):
            check_media_type(request)
        text = raw if raw or not route.body_optional else b"{}"
        try:
            body = convert(parse(text), route.body_type or Body, strict=warnings.strict, warnings=warnings)
        except InvalidRequest as refusal:
            faults += refusal.faults
    parameters = request.query_params.multi_items()
    if route.has_dry_run:
        dry_run, parameters = take_dry_run(parameters, faults)
    try:
        query = query_of(
            parameters,
            route.query_type or Query,
            strict=warnings.preferred,
            closed=not route.lenient,
            warnings=warnings,
        )
    except InvalidRequest as refusal:
        faults += refusal.faults
    faults += warnings.refused
    if faults:
        raise InvalidRequest(faults=faults)
    identifying = raw if body is None else body.identifying(raw)
    fingerprint = fingerprint_of(target, identifying) if target else b""
    return body, None if route.query_type is None else query, fingerprint, dry_run


def _respond(route: Route, request: Request, result: Result, base_url: str) -> Response:
    record, headers = result.record, dict(result.headers)
    if isinstance(record, Download):
        return StreamingResponse(record.pieces, result.status, headers, record.media_type)
    if result.is_replayed:
        headers["Idempotency-Replayed"] = "true"
    known = request.headers.get("if-none-match", "")
    if route.method == "GET" and "ETag" in headers and (headers["ETag"] in known or known.strip() == "*"):
        return Response(status_code=_NOT_MODIFIED, headers={"ETag": headers["ETag"]})
    if isinstance(record, Page) and record.next_cursor is not None:
        pairs = [(name, value) for name, value in request.query_params.multi_items() if name != "cursor"]
        following = urlencode([*pairs, ("cursor", record.next_cursor)])
        headers["Link"] = f'<{base_url}{request.url.path}?{following}>; rel="next"'
    return Response(result.body, result.status, headers)
