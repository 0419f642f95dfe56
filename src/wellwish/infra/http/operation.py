"""A call of an operation, with or without HTTP: rate limit, access, idempotency, ``prepare``, transaction.

The order of refusals is 429; 422; 404 and 403; 409. Only the 409 for a running request with the same
``Idempotency-Key`` precedes 404. The transaction commits before the result is returned.
"""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Final
from urllib.parse import urlencode

import msgspec

from wellwish.base.errors import (
    CustomerClosed,
    CustomerNotFound,
    Fault,
    IdempotencyKeyRequired,
    InvalidRequest,
    NotFound,
    WrongMode,
)
from wellwish.infra.db import Tx
from wellwish.infra.effects import get_effects
from wellwish.infra.http import answer
from wellwish.infra.http.audit import record_call
from wellwish.infra.http.caller import Caller
from wellwish.infra.http.download import Download
from wellwish.infra.http.dry_run import DryRun, Trial
from wellwish.infra.http.fields import Body, Query
from wellwish.infra.http.idempotency import Key, Stored, fingerprint_of
from wellwish.infra.http.read import convert
from wellwish.infra.http.request import NOT_TRIED, UNSUPPORTED, query_of
from wellwish.infra.http.route import Granted, IfMatch, Reply, Route, Warnings
from wellwish.infra.http.scopes import check_scope
from wellwish.infra.http.services import Services

NO_CONTENT: Final = 204
_OK: Final = 200
_ID: Final = re.compile("[0-9a-z_]{1,64}")  # longer than any ID


# Receives a performed call and the record of its dry run before the transaction ends; raises to undo the
# call.
Witness = Callable[[Trial, Any], None]


@dataclass(frozen=True, kw_only=True)
class Call:
    """The validated input of an operation."""

    caller: Caller
    path: Mapping[str, str]
    query: Query | None
    body: Body | None
    warnings: Warnings
    if_match: str | None
    key: Key | None
    dry_run: bool = False
    witness: Witness | None = None
    reply: Reply = field(default_factory=Reply)


@dataclass(frozen=True)
class Result:
    """The record of a call and its JSON; ``record`` is None for a stored response and for 204.

    ``body`` is empty for 204 and for a download, which ``record`` streams.
    """

    record: Any
    status: int
    headers: dict[str, str]
    body: bytes
    warnings: Warnings
    is_replayed: bool = False


async def call(
    route: Route,
    services: Services,
    caller: Caller,
    *,
    path: Mapping[str, str] | None = None,
    query: Mapping[str, str] | None = None,
    body: Mapping[str, Any] | None = None,
    if_match: str | None = None,
    idempotency_key: str | None = None,
    dry_run: bool = False,
    witness: Witness | None = None,
) -> Result:
    """Calls an operation without HTTP, in strict handling: unknown members and parameters are errors.

    ``witness`` receives dry runs and calls of routes with a plan before the transaction ends, but never a
    stored response. Raises the refusals of the operation, TooManyRequests, InvalidRequest,
    IdempotencyKeyRequired.
    """
    services.budget.take(caller.payer)
    warnings = Warnings(strict=True)
    encoded = msgspec.json.encode(dict(body or {}), order="deterministic")
    by_size = size_cost(route, encoded)
    services.budget.take_more(caller.payer, by_size)
    made = convert(dict(body or {}), route.body_type or Body, strict=True, warnings=warnings)
    parameters = query or {}
    asked = query_of(parameters.items(), route.query_type or Query, strict=True)
    target = f"{route.method} {route.path.format(**(path or {}))}?{urlencode(parameters)}\n".encode()
    fingerprint = fingerprint_of(target, made.identifying(encoded))
    take_cost(services, caller, made, 1 + by_size, dry_run=dry_run)
    return await perform(
        route,
        services,
        Call(
            caller=caller,
            path=path or {},
            query=None if route.query_type is None else asked,
            body=made,
            warnings=warnings,
            if_match=if_match,
            key=key_of(route, services, caller, idempotency_key, fingerprint, made),
            dry_run=dry_run,
            witness=witness,
        ),
    )


def size_cost(route: Route, body: bytes) -> int:
    """Returns the additional cost of an operation and its body's size, in requests."""
    return route.cost + len(body) // route.size.bytes_per_cost


def take_cost(services: Services, caller: Caller, body: Body, counted: int, *, dry_run: bool) -> None:
    """Counts the cost of a body, in addition to the ``counted`` requests. Raises TooManyRequests."""
    budget = services.budget.trials if dry_run else services.budget
    budget.take_more(caller.payer, body.cost, counted)


def key_of(
    route: Route,
    services: Services,
    caller: Caller,
    header: str | None,
    fingerprint: bytes,
    body: Body | None,
) -> Key | None:
    """Returns the key of a POST; ``fingerprint`` identifies the request.

    Raises IdempotencyKeyRequired, InvalidIdempotencyKey.
    """
    if header is None or route.method != "POST":
        if route.key == "required" or (route.key == "with_money" and body is not None and body.moves_money):
            raise IdempotencyKeyRequired
        return None
    max_bytes = services.settings.limits.stored_response_bytes
    customer_id = caller.account_id if caller.platform_id else ""
    return Key(caller.member_of, header, fingerprint, services.keys, max_bytes, customer_id)


async def perform(route: Route, services: Services, call: Call) -> Result:
    """Runs a call with validated input.

    Raises MissingScope, and the refusals of the access rule and the handler.
    """
    check_scope(call.caller, route.scope)
    if call.body is not None and call.body.moves_money:  # such as the refunds when a card is cancelled
        check_scope(call.caller, "money.write")
    # Other texts cannot be IDs, and PostgreSQL refuses some of them, such as a NUL byte.
    if not all(_ID.fullmatch(each) for each in call.path.values()):
        raise NotFound
    if route.mode != "any" and (route.mode == "test") != call.caller.is_test:
        raise WrongMode(f"This operation is available only with a {route.mode} key.")
    if call.dry_run:
        if not route.has_dry_run:
            raise InvalidRequest(faults=[Fault("?dry_run", UNSUPPORTED, NOT_TRIED)])
        return await _try(route, services, call)
    caller, key, prepared = call.caller, call.key, None
    if route.prepare is not None:
        async with services.db.transaction([caller.account_id]) as tx:
            granted, stored = await _enter(route, tx, call)
        if stored is not None:
            return _replayed(stored, call)
        prepared = await route.prepare(services, granted[route.access.gives[0]], call.body)
    async with services.db.transaction([caller.account_id]) as tx:
        granted, stored = await _enter(route, tx, call)
        if stored is not None:
            return _replayed(stored, call)
        record = await _handle(route, services, call, tx, granted, prepared)
        if call.witness is not None and route.plan is not None:
            trial = _trial(services, call, tx, granted, record)
            call.witness(trial, await route.plan(trial))
        if route.audit is not None:
            record_call(tx, route.audit, caller, call.path, call.body, granted, record)
        result = _result(route, record, call)
        if key is not None:
            kept = Stored(result.status, result.headers, result.body)
            await key.keep(tx, kept, secret=route.secret)
    return result


async def _try(route: Route, services: Services, call: Call) -> Result:
    """Executes the call, reads its effects, and rolls it back.

    The idempotency key is neither looked up nor stored, so that the real call can use it.
    """
    services.budget.trials.check(call.caller.payer)
    services = replace(services, budget=services.budget.trials)
    async with services.db.transaction([call.caller.account_id]) as tx:
        tx.is_trial = True
        granted, _ = await _enter(route, tx, replace(call, key=None))
        record = await _handle(route, services, call, tx, granted, None)
        trial = _trial(services, call, tx, granted, record)
        shown = DryRun() if route.plan is None else await route.plan(trial)
        if call.witness is not None:
            call.witness(trial, shown)
        body = answer.encode(record, call.warnings, shown)
    headers = {"content-type": "application/json", **answer.warning_headers(call.warnings)}
    return Result(record, _OK, headers, body, call.warnings)


def _trial(services: Services, call: Call, tx: Tx, granted: Granted, record: Any) -> Trial:
    return Trial(
        tx=tx, services=services, caller=call.caller, granted=granted, record=record, effects=get_effects(tx)
    )


async def _handle(
    route: Route, services: Services, call: Call, tx: Tx, granted: Granted, prepared: object
) -> Any:
    sources: dict[str | type, Any] = {
        "tx": tx, "caller": call.caller, "services": services, "body": call.body, "query": call.query,
        "prepared": prepared, "warnings": call.warnings, "if_match": IfMatch(call.if_match),
        "reply": call.reply, **granted,
    }  # fmt: skip
    arguments = {
        name: call.path[name] if source == "path" else sources[source] for name, source in route.binding
    }
    return await route.handler(**arguments)


async def _enter(route: Route, tx: Tx, call: Call) -> tuple[Granted, Stored | None]:
    """Applies the access rule; returns its result and the key's stored response, or None."""
    if call.key is not None:
        # This check precedes the access rule, which locks a row, so that a concurrent repeat is refused
        # instead of waiting.
        await call.key.take(tx)
    if call.caller.platform_id:
        await _still_acts(tx, call.caller)
    granted = await route.access(tx, call.caller, call.path, call.body)
    return granted, None if call.key is None else await call.key.replay(tx)


async def _still_acts(tx: Tx, caller: Caller) -> None:
    """Checks and locks the platform's right to act for the customer until the transaction ends.

    Raises CustomerNotFound, CustomerClosed.
    """
    closed = await tx.value(
        """
        select closed_at is not null from customers
        where account_id = :account_id and platform_id = :platform_id for share
        """,
        account_id=caller.account_id,
        platform_id=caller.platform_id,
    )
    if closed is None:
        raise CustomerNotFound
    if closed:
        raise CustomerClosed


def _replayed(stored: Stored, call: Call) -> Result:
    return Result(None, stored.status, stored.headers, stored.body, call.warnings, is_replayed=True)


def _result(route: Route, record: Any, call: Call) -> Result:
    warnings = call.warnings
    noted = answer.warning_headers(warnings)
    if route.status == NO_CONTENT:
        return Result(None, route.status, noted, b"", warnings)
    if isinstance(record, Download):
        return Result(record, route.status, {**record.headers, **noted}, b"", warnings)
    headers = {"content-type": "application/json", **noted, **answer.record_headers(record)}
    status = _OK if call.reply.is_known else route.status
    return Result(record, status, headers, answer.encode(record, warnings), warnings)
