"""Performs one operation for a command, and prints the response."""

from collections.abc import Generator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Annotated, Any, Final, Literal

from cyclopts import Parameter

from wellwish_sdk import Wellwish
from wellwish_sdk.cli import console, profiles
from wellwish_sdk.cli.values import nested
from wellwish_sdk.core import Input, Operation
from wellwish_sdk.resource import path_of

AllPages = Annotated[bool, Parameter("--all", negative=(), help="Get all pages of the list.")]
IfMatch = Annotated[
    str, Parameter(help="The `version` of the record. The request fails if the record has changed since.")
]
Clear = Annotated[
    list[str] | None,
    Parameter(negative=(), help="Name of a field to clear, such as recipient or collection.goal-amount."),
]
IdempotencyKey = Annotated[
    str | None,
    Parameter(
        help="If you repeat the command with the same key, it takes effect only once. Default: a new key."
    ),
]


@Parameter(name="*")
@dataclass(frozen=True, kw_only=True)
class Common:
    """The options of all commands that call the API."""

    as_json: Annotated[
        bool, Parameter("--json", negative=(), show_default=False, help="Print the response as JSON.")
    ] = False
    profile: Annotated[str | None, Parameter(help="Profile to use. Default: the last `ww login`.")] = None
    account: Annotated[
        str | None,
        Parameter(
            help="Customer that the platform acts for. Default: that of the profile; empty for the account "
            "of the key pair."
        ),
    ] = None


@dataclass(frozen=True)
class Call:
    """An operation. ``objects``: required objects of its body, even without members."""

    method: str
    path: str
    kind: Literal["record", "list", "file", "nothing"]
    keyed: bool = False
    objects: tuple[str, ...] = ()


# Records are printed as the server returns them, including fields unknown to this version.
_KINDS: Final[dict[str, Any]] = {
    "record": dict[str, Any],
    "list": dict[str, Any],
    "file": bytes,
    "nothing": None,
}


@contextmanager
def connected(common: Common) -> Generator[Wellwish]:
    """A client of the profile. Raises UsageError."""
    profile = profiles.chosen(common.profile)
    account = profile.account if common.account is None else common.account
    with Wellwish(
        profile.api_key, profile.client_secret, base_url=profile.base_url, account=account
    ) as client:
        yield client


def request(client: Wellwish, call: Call, segments: Mapping[str, str], given: Input) -> Any:
    """Performs the operation and returns its decoded response. Raises ApiError, ConnectionFailed."""
    operation = Operation(call.method, call.path, _KINDS[call.kind], call.keyed)
    return client.perform(operation, path_of(operation, segments), given)


def perform(
    call: Call,
    common: Common,
    *,
    segments: Mapping[str, str] | None = None,
    query: Mapping[str, Any] | None = None,
    body: dict[str, Any] | None = None,
    clear: Sequence[str] | None = None,
    if_match: str | None = None,
    idempotency_key: str | None = None,
    all_pages: bool = False,
) -> None:
    """Performs the operation and prints the response. Raises UsageError, ApiError, ConnectionFailed."""
    asked = dict(query or {})
    dry_run = bool(asked.pop("dry_run", None))
    given = Input(
        None if body is None else nested(body, call.objects, clear or ()),
        asked,
        # An entity tag (RFC 9110 section 8.8.3) is the version in quotes.
        f'"{if_match}"' if if_match is not None and if_match.isdigit() else if_match,
    )
    with connected(common) as client:
        chosen = client.with_options(idempotency_key=idempotency_key, dry_run=dry_run)
        found = request(chosen, call, segments or {}, given)
        if call.kind == "list" and all_pages:
            found = _whole(client, call, segments or {}, given, found)
    if found is not None or not dry_run:
        console.show(found, as_json=common.as_json)
    if dry_run:
        console.say("Dry run: nothing was changed or sent.")


def _whole(
    client: Wellwish, call: Call, segments: Mapping[str, str], given: Input, page: dict[str, Any]
) -> dict[str, Any]:
    """The list with the records of this page and of all following pages."""
    data: list[Any] = [*page["data"]]
    while page.get("next_cursor"):
        following = Input(query={**given.query, "cursor": page["next_cursor"]})
        page = request(client, call, segments, following)
        data += page["data"]
    return {**page, "data": data}
