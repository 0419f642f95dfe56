"""The outcome of a provider's event."""

from typing import Final, Literal

from msgspec import Struct

# "waiting": the event depends on a pending operation. "unknown": the event belongs to no known payment.
# "mismatch": the event contradicts its payment, and no later event can resolve this.
Outcome = Literal["applied", "nothing", "unknown", "mismatch", "waiting"]


class Result(Struct, frozen=True):
    """The outcome of an event, with a reason for the operator."""

    outcome: Outcome
    reason: str | None = None


APPLIED: Final = Result("applied")
NOTHING: Final = Result("nothing")


def mismatch(reason: str) -> Result:
    return Result("mismatch", reason)


def waiting(reason: str) -> Result:
    return Result("waiting", reason)
