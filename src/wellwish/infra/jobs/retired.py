"""End the jobs that an earlier release enqueued and that no longer have an effect."""

from typing import Any, Final

# Marked the invitations of anonymous authors when their card closed.
RETIRED: Final = ("invitations.reveal_signed",)


async def run(_services: object, _args: dict[str, Any]) -> None:
    """Changes nothing. The job is not left in the queue, where it would count as late."""
