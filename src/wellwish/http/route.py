"""A route: one operation, and how its handler's parameters are found."""

import inspect
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final, Literal, Protocol, get_type_hints

from msgspec.structs import fields
from starlette.requests import Request
from starlette.responses import Response

from wellwish.db import Tx
from wellwish.errors import Fault, PreconditionFailed, Refusal
from wellwish.http.caller import Caller
from wellwish.http.fields import Body, Query
from wellwish.http.request import MAX_BODY_BYTES
from wellwish.http.services import Services

Handler = Callable[..., Awaitable[Any]]
Authenticate = Callable[[Services, Request], Awaitable[Caller]]


class Warnings(list[Fault]):
    """What was ignored or went otherwise than asked; the answer lists it."""

    def __init__(self, *, strict: bool) -> None:
        super().__init__()
        self.strict = strict

    def add(self, pointer: str, code: str, detail: str) -> None:
        """Adds a warning."""
        self.append(Fault(pointer, code, detail))


class IfMatch:
    """The versions of a record that the client accepts, from ``If-Match`` (RFC 9110 section 13.1.1)."""

    def __init__(self, header: str | None) -> None:
        tags = [tag.strip() for tag in (header or "").split(",")]
        self.given = header is not None
        self._any = not self.given or "*" in tags
        self._tags = tags

    def check(self, version: int) -> None:
        """Raises PreconditionFailed when the record has another version than the client names."""
        if not self._any and f'"{version}"' not in self._tags:
            raise PreconditionFailed(headers={"ETag": f'"{version}"'})


class Access(Protocol):
    """Who may call an operation, told by what the path or the body names."""

    says: str  # a sentence for the documents

    @property
    def refuses(self) -> Sequence[type[Refusal]]:
        """What finding out may refuse with; for the documents, too."""
        ...

    gives: type  # what the handler gets to know, bound to the parameter of this type

    async def __call__(self, tx: Tx, caller: Caller, path: Mapping[str, str], body: Body | None) -> object:
        """Returns what the caller may do. Raises NotFound or MissingPrivilege."""
        ...


class OwnAccount:
    """The caller's own account and nothing else."""

    says = "Acts on the account of the token."
    refuses: Sequence[type[Refusal]] = ()
    gives = type(None)

    async def __call__(self, tx: Tx, caller: Caller, path: Mapping[str, str], body: Body | None) -> object:
        """Everybody with a token may."""
        del tx, caller, path, body


own_account: Final = OwnAccount()


@dataclass(frozen=True)
class Route:
    """One operation of the HTTP interface.

    ``lenient``: unknown members are warnings (the operations of the interface). ``secret``: the
    answer is never stored. ``key``: what an ``Idempotency-Key`` is to the operation, always or where its
    body ``moves_money``. ``max_bytes``: the largest body; ``patience``: how many times the usual deadline
    it may take to arrive. ``prepare``: what is made of the body between the transaction that asks who may
    and that of the handler, which is given its result.
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
    max_bytes: int = MAX_BODY_BYTES
    patience: int = 1
    prepare: Handler | None = None

    @cached_property
    def hints(self) -> dict[str, Any]:
        """The types of the handler's parameters and, under ``return``, of its record."""
        return get_type_hints(self.handler)

    @cached_property
    def body_type(self) -> type[Body] | None:
        """The struct of the body, or None for an operation without one."""
        if self.prepare is not None:
            hints = get_type_hints(self.prepare).items()
            return next((hint for name, hint in hints if name != "return" and issubclass(hint, Body)), None)
        return self._of_kind(Body)

    @cached_property
    def prepared_type(self) -> type | None:
        """What ``prepare`` returns."""
        return None if self.prepare is None else get_type_hints(self.prepare)["return"]

    @cached_property
    def query_type(self) -> type[Query] | None:
        """The struct of the query parameters, or None."""
        return self._of_kind(Query)

    @cached_property
    def body_optional(self) -> bool:
        """Tells whether an empty body stands for ``{}``: no field of it is required."""
        return self.body_type is None or not any(field.required for field in fields(self.body_type))

    @cached_property
    def summary(self) -> str:
        """The first line of the module of the handler."""
        module = inspect.getmodule(self.handler)
        return (module.__doc__ or "").strip().partition("\n")[0] if module else ""

    @cached_property
    def binding(self) -> list[tuple[str, str]]:
        """How each parameter of the handler is found: its name and its source."""
        return [(name, self._source(name, hint)) for name, hint in self.hints.items() if name != "return"]

    def _source(self, name: str, hint: Any) -> str:
        fixed = {Tx: "tx", Caller: "caller", IfMatch: "if_match", Warnings: "warnings", Services: "services"}
        if hint in fixed:
            return fixed[hint]
        if hint is self.body_type:
            return "body"
        if hint is self.prepared_type:
            return "prepared"
        if hint is self.query_type:
            return "query"
        if hint is self.access.gives:
            return "access"
        if f"{{{name}}}" in self.path:
            return "path"
        raise TypeError(f"{self.method} {self.path}: nothing gives the parameter {name!r}")

    def _of_kind(self, kind: type[Any]) -> Any:
        hints = (hint for name, hint in self.hints.items() if name != "return")
        return next((hint for hint in hints if isinstance(hint, type) and issubclass(hint, kind)), None)


@dataclass(frozen=True)
class Raw:
    """A page, or an operation whose wire format is not ours (OAuth): request in, response out."""

    method: str
    path: str
    handler: Callable[[Services, Request], Awaitable[Response]]
