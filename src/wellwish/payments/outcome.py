"""The outcome of a provider's event."""

from typing import Final, Literal

from msgspec import Struct

# "waiting": it depends on an operation that is still pending. "unknown": it names no payment of ours.
# "mismatch": it contradicts its payment, and no later event can change that.
Outcome = Literal["applied", "nothing", "unknown", "mismatch", "waiting"]


class Result(Struct, frozen=True):
    """The outcome of an event, and the reason for the operator."""

    outcome: Outcome
    reason: str | None = None


APPLIED: Final = Result("applied")
NOTHING: Final = Result("nothing")


def mismatch(reason: str) -> Result:
    return Result("mismatch", reason)


def waiting(reason: str) -> Result:
    return Result("waiting", reason)
