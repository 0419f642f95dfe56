"""Dry runs: the call is executed and rolled back, and its response describes the effects."""

from dataclasses import dataclass
from typing import Annotated, Any, Final, Literal, TypeVar

from msgspec import Meta, Struct

from wellwish.base.errors import Fault
from wellwish.base.money import Money
from wellwish.infra.db import Tx
from wellwish.infra.effects import Effects
from wellwish.infra.http.caller import Caller
from wellwish.infra.http.fields import line
from wellwish.infra.http.page import WHOLE_LIMIT
from wellwish.infra.http.route import Granted
from wellwish.infra.http.services import Services

Kind = TypeVar("Kind")
DeliveryType = Literal["email", "sms", "group"]

MAX_LISTED: Final = WHOLE_LIMIT  # maximum entries per list, and examined group members, in a dry run
_NAME: Final = "dry_run"
_WORDS: Final = {"true": True, "false": False}


class DryRunMessage(Struct, frozen=True, kw_only=True):
    """A message to one person or channel."""

    kind: Literal["invitation", "resend", "reminder"]
    invite_id: Annotated[str, Meta(description="The invitation; null for a new one.")] | None
    delivery_type: DeliveryType
    delivery_id: Annotated[str, line(255, "Address; for a group, its channel.")]
    name: Annotated[str, line(255, "Name.")] | None


class DryRunRefund(Struct, frozen=True, kw_only=True):
    """A refund that would be requested."""

    payment_id: str
    amount: Money


class DryRun(Struct, frozen=True, kw_only=True):
    """The effects that the call would have, in the response to `dry_run=true`. Nothing was changed.

    In the real call, new records have other IDs, links and times.
    """

    cards_remaining: (
        Annotated[
            int, Meta(description="Cards that the account could still create; null if this does not change.")
        ]
        | None
    ) = None
    cards_returned: Annotated[int, Meta(description="Cards that return to their bundle.")] = 0
    messages: Annotated[
        list[DryRunMessage], Meta(description="Messages to invitees; daily limits can delay them.")
    ] = []
    suppressed: Annotated[
        list[DryRunMessage],
        Meta(description="Messages not sent, because the address is suppressed or of a recipient."),
    ] = []
    unlisted: Annotated[
        int, Meta(description=f"Number of messages and group members beyond the first {MAX_LISTED:,}.")
    ] = 0
    refunds: Annotated[list[DryRunRefund], Meta(description="Payments that would be refunded.")] = []


class Tried(Struct, frozen=True, kw_only=True):
    """The dry run of an operation without a record."""

    dry_run: DryRun


@dataclass(frozen=True, kw_only=True)
class Trial:
    """A call before its commit; a plan is built from it."""

    tx: Tx
    services: Services
    caller: Caller
    granted: Granted
    record: Any
    effects: Effects

    def get(self, kind: type[Kind]) -> Kind:
        """Returns the value of this type that the access rule returned."""
        found = self.granted[kind]
        if not isinstance(found, kind):
            raise TypeError(kind)
        return found


Parameters = list[tuple[str, str]]


def take_dry_run(parameters: Parameters, faults: list[Fault]) -> tuple[bool, Parameters]:
    """Returns whether the parameters request a dry run, and the remaining parameters. Adds an error for an
    invalid value.
    """
    given = [value for name, value in parameters if name == _NAME]
    others = [each for each in parameters if each[0] != _NAME]
    if len(given) > 1:
        faults.append(Fault(f"?{_NAME}", "invalid_value", "Must appear only once."))
    elif given and given[0] not in _WORDS:
        faults.append(Fault(f"?{_NAME}", "invalid_value", "Must be one of: true, false."))
    return len(given) == 1 and _WORDS.get(given[0], False), others
