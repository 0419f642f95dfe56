"""A route: one operation, and the binding of its handler's parameters."""

import inspect
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final, Literal, Protocol, get_type_hints

from msgspec.structs import fields
from starlette.requests import Request
from starlette.responses import Response

from wellwish.base.errors import PreconditionFailed, Refusal
from wellwish.infra.db import Tx
from wellwish.infra.http.budget import BODY_BYTES
from wellwish.infra.http.caller import Caller
from wellwish.infra.http.deprecation import Deprecated
from wellwish.infra.http.fields import Body, Query
from wellwish.infra.http.request import MAX_BODY_BYTES
from wellwish.infra.http.scopes import Scope
from wellwish.infra.http.services import Services
from wellwish.infra.http.warnings import Warnings

Handler = Callable[..., Awaitable[Any]]
Granted = Mapping[type, object]
Authenticate = Callable[[Services, Request], Awaitable[Caller]]


class IfMatch:
    """The record versions that the client accepts, from ``If-Match`` (RFC 9110 section 13.1.1)."""

    def __init__(self, header: str | None) -> None:
        tags = [tag.strip() for tag in (header or "").split(",")]
        self.given = header is not None
        self._any = not self.given or "*" in tags
        self._tags = tags

    def check(self, version: int) -> None:
        """Raises PreconditionFailed if the client does not accept this version."""
        if not self._any and f'"{version}"' not in self._tags:
            raise PreconditionFailed(headers={"ETag": f'"{version}"'})


class Reply:
    """The properties of the response that a handler sets in addition to the record."""

    is_known = False  # the record already existed: 200 instead of 201


class Access(Protocol):
    """The access rule of an operation, for the records identified by the path or the body."""

    says: str  # a sentence for the API reference

    @property
    def refuses(self) -> Sequence[type[Refusal]]:
        """The refusals of this rule, also used by the API reference."""
        ...

    @property
    def gives(self) -> Sequence[type]:
        """The types of the returned values, which are passed to handler parameters by type."""
        ...

    async def __call__(self, tx: Tx, caller: Caller, path: Mapping[str, str], body: Body | None) -> Granted:
        """Returns the caller's rights, and the rows read. Raises NotFound or MissingPrivilege."""
        ...


class OwnAccount:
    """Allows every authenticated caller, on the caller's own account."""

    says = ""
    refuses: Sequence[type[Refusal]] = ()
    gives: Sequence[type] = ()

    async def __call__(self, tx: Tx, caller: Caller, path: Mapping[str, str], body: Body | None) -> Granted:
        del tx, caller, path, body
        return {}


own_account: Final = OwnAccount()


@dataclass(frozen=True)
class Size:
    """The limits of a body.

    ``patience``: a multiple of the usual deadline. ``bytes_per_cost``: the number of bytes that count as an
    additional request.
    """

    max_bytes: int = MAX_BODY_BYTES
    patience: int = 1
    bytes_per_cost: int = BODY_BYTES


@dataclass(frozen=True)
class Route:
    """One operation of the HTTP interface.

    ``lenient``: whether unknown members are warnings. ``secret``: whether the response contains a secret and
    is never stored. ``key``: whether an ``Idempotency-Key`` is required, either always or only if the body
    ``moves_money``. ``size``: the limits of the body. ``prepare``: slow work on the body between two
    transactions. The first checks access; the handler runs in the second and receives the result. ``cost``:
    the additional cost of the operation, in requests. ``audit``: the action with which the account's audit
    log records a successful call. ``plan``: returns a `DryRun` for calls with more effects than their record
    shows. ``tried``: whether a write has a dry run. ``mode``: whether the operation is only for live or only
    for test data. ``scope``: the scope that a restricted key needs; without it, only the pair can call it.
    """

    method: str
    path: str
    handler: Handler
    status: int
    caller: Authenticate
    access: Access = own_account
    lenient: bool = False
    secret: bool = False
    key: Literal["optional", "with_money", "required"] = "optional"
    size: Size = Size()
    prepare: Handler | None = None
    cost: int = 0
    audit: str | None = None
    plan: Handler | None = None
    tried: bool = True
    deprecated: Deprecated | None = None
    mode: Literal["any", "live", "test"] = "any"
    scope: Scope | None = None

    @property
    def has_dry_run(self) -> bool:
        return self.tried and self.method != "GET"

    @cached_property
    def hints(self) -> dict[str, Any]:
        """The types of the handler's parameters, and of its record as ``return``."""
        return get_type_hints(self.handler)

    @cached_property
    def body_type(self) -> type[Body] | None:
        """The struct of the body, or None if the operation has no body."""
        if self.prepare is not None:
            hints = get_type_hints(self.prepare).items()
            return next((hint for name, hint in hints if name != "return" and issubclass(hint, Body)), None)
        return self._of_kind(Body)

    @cached_property
    def prepared_type(self) -> type | None:
        """The type of the result of ``prepare``."""
        return None if self.prepare is None else get_type_hints(self.prepare)["return"]

    @cached_property
    def query_type(self) -> type[Query] | None:
        """The struct of the query parameters, or None."""
        return self._of_kind(Query)

    @cached_property
    def body_optional(self) -> bool:
        """Whether an empty body is treated as ``{}``, because no field is required."""
        return self.body_type is None or not any(field.required for field in fields(self.body_type))

    @cached_property
    def summary(self) -> str:
        """The first line of the docstring of the handler's module."""
        module = inspect.getmodule(self.handler)
        return (module.__doc__ or "").strip().partition("\n")[0] if module else ""

    @cached_property
    def binding(self) -> list[tuple[str, str | type]]:
        """The name and source of each handler parameter; a type represents a value from ``access``."""
        return [(name, self._source(name, hint)) for name, hint in self.hints.items() if name != "return"]

    def _source(self, name: str, hint: Any) -> str | type:
        fixed = {
            Tx: "tx", Caller: "caller", IfMatch: "if_match", Warnings: "warnings", Services: "services",
            Reply: "reply",
        }  # fmt: skip
        if hint in fixed:
            return fixed[hint]
        if hint is self.body_type:
            return "body"
        if hint is self.prepared_type:
            return "prepared"
        if hint is self.query_type:
            return "query"
        if hint in self.access.gives:
            return hint
        if f"{{{name}}}" in self.path:
            return "path"
        raise TypeError(f"{self.method} {self.path}: no source for the parameter {name!r}")

    def _of_kind(self, kind: type[Any]) -> Any:
        hints = (hint for name, hint in self.hints.items() if name != "return")
        return next((hint for hint in hints if isinstance(hint, type) and issubclass(hint, kind)), None)


@dataclass(frozen=True)
class Raw:
    """A page, or an operation with an external wire format (OAuth): request in, response out."""

    method: str
    path: str
    handler: Callable[[Services, Request], Awaitable[Response]]
    templates: tuple[str, ...] = ()  # the templates of the page, except those of refusals
    indexed: bool = False  # whether search engines may list the page
