"""The audit log entry for a call of an operation."""

from collections.abc import Iterator, Mapping
from typing import Any, Final

from msgspec import UNSET, Struct
from msgspec.structs import FieldInfo, fields

from wellwish.infra import effects
from wellwish.infra.db import Tx
from wellwish.infra.effects import Actor, Audited
from wellwish.infra.http.caller import Caller
from wellwish.infra.http.plan import FieldPlan, plan_of
from wellwish.infra.http.route import Granted

_MAX_HOST: Final = 93  # of the 100 characters of a field; the end of a host name identifies its owner


def record_call(
    tx: Tx,
    action: str,
    caller: Caller,
    path: Mapping[str, str],
    body: Struct | None,
    granted: Granted,
    record: Any,
) -> None:
    """Adds the entry to the transaction of the call, for the account whose records the call changed."""
    held = [*granted.values()]
    program = caller.credential_id or caller.consent_id
    effects.get_effects(tx).audit(
        Audited(
            account_id=_first(held, "account_id") or caller.account_id,
            action=action,
            actor=_actor(caller, program),
            # The owners of an account do not see the members of its platform.
            user_id=None if caller.platform_id else caller.user_id,
            credential_id=program or None,
            network=caller.network or None,
            record_id=_first([record], "id") or next(reversed([*path.values()]), None),
            card_id=path.get("card_id") or _first([*held, record], "card_id"),
            fields=(
                *(changed_fields(body) if body is not None else ()),
                *(client_field(caller.client) if caller.consent_id else ()),
            ),
        )
    )


def client_field(host: str) -> tuple[str, ...]:
    """Returns the field that identifies an OAuth client by its host."""
    return (f"client={host[-_MAX_HOST:].lstrip('.-')}",) if host else ()


def _actor(caller: Caller, program: str) -> Actor:
    if caller.platform_id:
        return "platform"
    return "api_key" if program and not caller.session_id else "user"


def changed_fields(body: Struct) -> Iterator[str]:
    """Yields the names of fields that differ from their defaults, or ``name=value`` for enums, booleans and
    each item of the lists in ``audited``.

    Other values can be secrets or personal texts.
    """
    plan = plan_of(type(body))
    audited: frozenset[str] = getattr(body, "audited", frozenset())
    for field in fields(type(body)):
        value = getattr(body, field.name)
        if value is UNSET or _is_default(field, value):
            continue
        name = field.encode_name
        if isinstance(value, Struct):
            yield from (f"{name}.{each}" for each in changed_fields(value))
        elif name in audited and value is not None:
            yield from (f"{name}={each}" for each in value)
        else:
            yield f"{name}={value}".lower() if _is_public(plan.fields[name], value) else name


def _is_default(field: FieldInfo, value: Any) -> bool:
    return bool(value == field.default) or (value == [] and field.default_factory is list)


def _is_public(field: FieldPlan, value: Any) -> bool:
    """Whether the value is a boolean or from a fixed list, and therefore neither secret nor personal."""
    words = (field.meta.extra_json_schema or {}).get("enum") if field.meta is not None else None
    return isinstance(value, bool) or (isinstance(value, str) and words is not None and value in words)


def _first(records: list[Any], name: str) -> str | None:
    """Returns the first non-empty text attribute of this name in the records, or None."""
    found = (getattr(each, name, None) for each in records)
    return next((each for each in found if isinstance(each, str) and each), None)
