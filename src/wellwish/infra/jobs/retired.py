"""End the jobs that an earlier release enqueued and that no longer have an effect."""

from typing import Any, Final

RETIRED: Final = (
    "invitations.reveal_signed",  # marked the invitations of anonymous authors when their card closed
    "delivery.balance",  # moved texts between carriers
)


async def run(_services: object, _args: dict[str, Any]) -> None:
    """Changes nothing. The job is not left in the queue, where it would count as late."""
