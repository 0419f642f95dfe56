"""End jobs of earlier releases that no longer have an effect."""

from typing import Any, Final

RETIRED: Final = (
    "invitations.reveal_signed",  # marked invitations of anonymous authors when their card closed
    "delivery.balance",  # moved text messages between carriers
)


async def run(_services: object, _args: dict[str, Any]) -> None:
    """Does nothing, so that the job ends and does not count as late."""
