"""The body of a request within its limits, its query parameters and its preferences."""

import asyncio
import re
from collections.abc import Iterable
from datetime import date
from difflib import get_close_matches
from typing import Any, Final

import msgspec
from starlette.requests import ClientDisconnect, Request

from wellwish.base.errors import (
    BadRequest,
    BodyTooLarge,
    BodyTooSlow,
    Fault,
    InvalidRequest,
    UnknownApiVersion,
    UnsupportedMediaType,
)
from wellwish.infra.http.answer import API_VERSION
from wellwish.infra.http.body_memory import client_of
from wellwish.infra.http.fields import Query, TextRule
from wellwish.infra.http.page import MAX_LIMIT
from wellwish.infra.http.plan import StructPlan, plan_of
from wellwish.infra.http.services import Services
from wellwish.infra.http.warnings import note

MAX_BODY_BYTES: Final = 256 * 1024
UNSUPPORTED: Final = "unsupported_parameter"
# Only clients that sent malformed chunks can still read this; others have closed the connection.
UNFRAMED: Final = "The body ended early, or its chunks are malformed (RFC 9112 section 7.1)."

_FAR: Final = 2**62  # outside every range, but valid in PostgreSQL and JSON
# Clients send these parameters to test a request. Ignoring them would perform the request.
_TRIALS: Final = frozenset({"dryrun", "validateonly", "test"})
NOT_TRIED: Final = "Not supported: the request would take effect. Omit the parameter."
_MAX_UNKNOWN: Final = 20  # finding the nearest name is slow, and a URL can contain thousands of names
_JSON_TYPES: Final = frozenset({"application/json", "application/merge-patch+json"})


async def body_of(
    services: Services, request: Request, max_bytes: int = MAX_BODY_BYTES, *, patience: int = 1
) -> bytes:
    """Returns the body; ``patience`` is a multiple of the usual deadline.

    Raises BodyTooLarge as early as possible, BodyTooSlow after the deadline, BadRequest for malformed chunks,
    TooManyRequests or Unavailable if too many bodies are arriving at once.
    """
    declared = request.headers.get("content-length", "")
    if declared.isdigit() and int(declared) > max_bytes:
        raise BodyTooLarge(f"Send at most {max_bytes // 1024} KiB.", headers={"Connection": "close"})
    chunks: list[bytes] = []
    size = 0
    try:
        with services.body_memory.body(client_of(request)) as arriving:
            async with asyncio.timeout(services.settings.body_deadline_s * patience):
                async for chunk in request.stream():
                    size += len(chunk)
                    if size > max_bytes:
                        raise BodyTooLarge(
                            f"Send at most {max_bytes // 1024} KiB.", headers={"Connection": "close"}
                        )
                    arriving.take(len(chunk))
                    chunks.append(chunk)
    except TimeoutError as error:
        raise BodyTooSlow(headers={"Connection": "close"}) from error
    except ClientDisconnect as error:
        raise BadRequest(UNFRAMED, headers={"Connection": "close"}) from error
    return b"".join(chunks)


def check_media_type(request: Request) -> None:
    """Raises UnsupportedMediaType unless the body is declared as unencoded JSON in UTF-8."""
    kind, *parameters = [part.strip().lower() for part in request.headers.get("content-type", "").split(";")]
    charset = [part for part in parameters if part.startswith("charset=")]
    utf8 = all(part.removeprefix("charset=").strip('"') == "utf-8" for part in charset)
    if (
        kind not in _JSON_TYPES
        or not utf8
        or request.headers.get("content-encoding", "identity") != "identity"
    ):
        raise UnsupportedMediaType(headers={"Accept": "application/json"})


def prefers_strict(request: Request) -> bool:
    """Whether ``Prefer`` (RFC 7240 section 4.4) requests strict handling."""
    return any(
        re.match(r'\s*handling\s*=\s*"?strict"?\s*(;|$)', preference, re.IGNORECASE) is not None
        for header in request.headers.getlist("prefer")
        for preference in header.split(",")
    )


def check_api_version(request: Request) -> None:
    """Raises UnknownApiVersion if the client requests a version that this server does not support."""
    asked = request.headers.get("api-version")
    if asked is None or asked == API_VERSION:
        return
    try:
        date.fromisoformat(asked)
    except ValueError:
        raise UnknownApiVersion("`Api-Version` must be a date: YYYY-MM-DD.") from None
    raise UnknownApiVersion(f"This server supports version {API_VERSION}.")


def query_of(
    parameters: Iterable[tuple[str, str]],
    query_type: type[Query],
    *,
    strict: bool,
    closed: bool = False,
    warnings: list[Fault] | None = None,
) -> Query:
    """Returns the query parameters. Raises InvalidRequest with all errors.

    Lenient handling ignores unknown parameters (unless the operation is ``closed``), uses the last value of a
    repeated parameter, and clamps ``limit`` to its range, each with a warning.
    """
    noted: list[Fault] = [] if warnings is None else warnings
    plan = plan_of(query_type)
    given: dict[str, Any] = {}
    unknown: dict[str, None] = {}
    faults: list[Fault] = []
    for name, value in parameters:
        field, pointer = plan.fields.get(name), f"?{name[:100]}"
        if field is None:
            unknown[name] = None
            continue
        if name in given and strict:
            faults.append(Fault(pointer, "invalid_value", "Must appear only once."))
            continue
        if name in given and not any(each.pointer == pointer for each in noted):
            noted.append(Fault(pointer, "ignored", "Sent more than once; only the last value counts."))
        if field.is_integer:
            given[name] = _integer(value, name, pointer, faults, noted, strict=strict)
        elif field.rule is not None and (text := _text(value, field.rule, pointer, faults, strict=strict)):
            given[name] = text
    for name, value in given.items():
        if (used := plan.fields[name].deprecated) is not None:
            note(noted, f"?{name}", used)
        try:
            msgspec.convert(value, plan.fields[name].type)
        except msgspec.ValidationError as error:
            if not any(fault.pointer == f"?{name}" for fault in faults):
                faults.append(plan.fields[name].fault(f"?{name}", value, str(error)))
    trials = [name for name in unknown if re.sub("[_-]", "", name.lower()) in _TRIALS]
    faults += [Fault(f"?{name[:100]}", UNSUPPORTED, NOT_TRIED) for name in trials[:_MAX_UNKNOWN]]
    others = [_unknown(name, plan) for name in [*unknown][:_MAX_UNKNOWN] if name not in trials]
    (faults if strict or closed else noted).extend(others)
    if faults:
        raise InvalidRequest(faults=faults)
    return msgspec.convert(given, query_type)


def refuse_trial(parameters: Iterable[tuple[str, str]]) -> None:
    """Raises InvalidRequest if a parameter requests a trial run, for operations without other parameters."""
    query_of(parameters, Query, strict=False)


def _unknown(name: str, plan: StructPlan) -> Fault:
    close = get_close_matches(name.lower()[:100], plan.fields, n=1)
    hint = f" Did you mean {close[0]!r}?" if close else ""
    return Fault(f"?{name[:100]}", "unknown_parameter", f"Unknown parameter.{hint}")


def _integer(
    value: str, name: str, pointer: str, faults: list[Fault], warnings: list[Fault], *, strict: bool
) -> int:
    if not re.fullmatch(r"-?[0-9]{1,100}", value):
        faults.append(Fault(pointer, "wrong_type", "Must be an integer."))
        return 1
    number = max(-_FAR, min(int(value), _FAR))
    if name != "limit" or strict:
        return number
    clamped = min(max(number, 1), MAX_LIMIT)
    if clamped != number:
        detail = f"Read as {clamped}. Must be between 1 and {MAX_LIMIT}."
        warnings.append(Fault(pointer, "converted", detail))
    return clamped


def _text(value: str, rule: TextRule, pointer: str, faults: list[Fault], *, strict: bool) -> str | None:
    """Returns the text, or None if it is blank. Strict handling refuses blank words."""
    if fault := rule.fault(value, pointer):
        faults.append(fault)
        return None
    if clean := rule.normal(value):
        return _spelled(clean, rule, pointer, faults, strict=strict)
    if strict and rule.check is not None:
        faults.append(Fault(pointer, "invalid_value", "Must not be blank."))
    return None


def _spelled(value: str, rule: TextRule, pointer: str, faults: list[Fault], *, strict: bool) -> str:
    if rule.check is None:
        return value
    try:
        spelled = rule.check(value)
    except ValueError as error:
        faults.append(Fault(pointer, "invalid_value", str(error)))
        return value
    if strict and rule.spelled and spelled != value:
        faults.append(Fault(pointer, "invalid_value", f"Must be spelled {spelled!r}."))
    return spelled
