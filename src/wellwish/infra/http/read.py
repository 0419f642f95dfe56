"""The body reader: parses JSON, converts values to a struct and collects all errors of the body."""

import json
from collections.abc import Iterable
from typing import Any, Final, TypeVar, cast

import msgspec

from wellwish.base.errors import Fault, InvalidRequest, MalformedJson
from wellwish.infra.http.fields import Body
from wellwish.infra.http.large_json import LARGE_BYTES, Aside
from wellwish.infra.http.normalise import MAX_FAULTS, Normaliser
from wellwish.infra.http.plan import FieldPlan, StructPlan, plan_of

MAX_DEPTH: Final = 16

B = TypeVar("B", bound=Body)


def parse(raw: bytes) -> Any:
    """Returns the JSON value of the bytes. Raises MalformedJson, and BodyTooLarge for too many values."""
    aside = Aside(raw) if len(raw) > LARGE_BYTES else None
    text = raw if aside is None else aside.rest
    if not text.strip():
        raise MalformedJson("The body is empty. Send a JSON object, which may be `{}`.")
    try:
        value = json.loads(text.decode("utf-8"), parse_constant=_refuse_constant, object_pairs_hook=_members)
    except _DuplicateError as error:
        raise MalformedJson("An object in the body has two members with the same name.") from error
    except UnicodeDecodeError as error:
        raise MalformedJson("The body is not valid UTF-8.") from error
    except json.JSONDecodeError as error:
        where = f"line {error.lineno}, column {error.colno}"
        raise MalformedJson(f"The JSON is malformed at {where}. {MalformedJson.fix}") from error
    except (ValueError, RecursionError) as error:
        raise MalformedJson from error
    if _depth_over(value, MAX_DEPTH):
        raise MalformedJson(f"The body is nested more than {MAX_DEPTH} levels deep.")
    return value if aside is None else aside.put_back(value)


def convert(given: object, body_type: type[B], *, strict: bool, warnings: list[Fault]) -> B:
    """Returns a JSON-like value as a struct and appends warnings. Raises InvalidRequest with all errors."""
    plan = plan_of(body_type)
    faults: list[Fault] = []
    normaliser = Normaliser(strict=strict, closed=body_type.closed, warnings=warnings, faults=faults)
    value = normaliser.struct(given, plan, "")
    if not faults:
        try:
            body = msgspec.convert(value, body_type)
        except msgspec.ValidationError:
            pass
        else:
            faults.extend(normaliser.as_sent(fault) for fault in body.faults())
            if not faults:
                return body
            raise InvalidRequest(faults=faults[:MAX_FAULTS])
    _Gathering(faults, normaliser.sent_at).struct(value, plan, "")
    if not faults:
        raise AssertionError(f"{body_type.__name__} refused a body that has no fault")
    raise InvalidRequest(faults=faults[:MAX_FAULTS])


class _Gathering:
    """A pass over a normalised body that failed to convert.

    Appends an error for each missing or invalid member without an error, with its position in the body as
    sent.
    """

    def __init__(self, faults: list[Fault], sent_at: dict[str, str]) -> None:
        self.faults = faults
        self.sent_at = sent_at
        self.known = {fault.pointer for fault in faults}

    def struct(self, value: Any, plan: StructPlan, pointer: str) -> None:
        if not isinstance(value, dict):
            self.faults.append(Fault(pointer, "wrong_type", "Must be an object."))
            return
        members = cast("dict[str, Any]", value)
        for name, field in plan.fields.items():
            here = f"{pointer}/{name}"
            here = self.sent_at.get(here, here)
            if name in members:
                self.member(members[name], field, here)
            elif field.required and here not in self.known:
                self.faults.append(Fault(here, "required", "This field is required."))

    def member(self, value: Any, field: FieldPlan, pointer: str) -> None:
        if pointer in self.known:
            return
        if field.struct is not None and isinstance(value, dict):
            self.struct(value, field.struct, pointer)
            return
        if field.item is not None and isinstance(value, list):
            items = cast("list[Any]", value)
            if field.has_too_many(items):
                self.faults.append(Fault(pointer, "too_long", field.length()))
                return
            for index, each in enumerate(items):
                if len(self.faults) >= MAX_FAULTS:
                    return
                self.member(each, field.item, f"{pointer}/{index}")
            if any(fault.pointer.startswith(f"{pointer}/") for fault in self.faults):
                return
        try:
            msgspec.convert(value, field.type)
        except msgspec.ValidationError as error:
            self.faults.append(field.fault(pointer, value, str(error)))


def _depth_over(value: Any, most: int) -> bool:
    level = _containers([value])
    for _ in range(most):
        level = [each for container in level for each in _containers(container)]
    return bool(level)


def _containers(container: Any) -> list[Any]:
    """Returns the objects and lists directly in an object or a list."""
    items = cast("dict[str, Any]", container).values() if isinstance(container, dict) else container
    return [each for each in cast("Iterable[Any]", items) if isinstance(each, dict | list)]


class _DuplicateError(ValueError):
    """An object has two members with the same name, for which RFC 8259 section 4 defines no behaviour."""


def _members(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    members = dict(pairs)
    if len(members) != len(pairs):
        raise _DuplicateError
    return members


def _refuse_constant(name: str) -> float:
    raise ValueError(f"{name} is not JSON")
