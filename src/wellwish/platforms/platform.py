"""The platform that acts for an account: its record, and how its access ends."""

from datetime import datetime
from typing import Annotated, Literal

from msgspec import Meta, Struct

from wellwish.base.errors import OwnerRequired
from wellwish.cards.admins.end import remove_members_of
from wellwish.infra.db import Tx
from wellwish.infra.http import Caller
from wellwish.members.member import delete_invitations_of
from wellwish.webhooks.disable import disable_of_platform

Access = Literal["full", "none"]


class PlatformRow(Struct, frozen=True):
    """A row of platform_of."""

    name: str
    bundles: str
    closed_at: datetime | None


class Platform(Struct, frozen=True, kw_only=True):
    """The platform that acts for the account."""

    object: Literal["platform"] = "platform"
    name: str
    access: Annotated[
        Access, Meta(description="`full`, as an owner has, or `none`: only name and number of cards.")
    ]
    cards_from: Literal["own", "platform"]


async def load(tx: Tx, account_id: str) -> Platform:
    """Raises NotFound for an account that is not the customer of a platform."""
    row = await tx.found(PlatformRow, "select {columns} from platform_of(:account_id)", account_id=account_id)
    return Platform(
        name=row.name,
        access="full" if row.closed_at is None else "none",
        cards_from="platform" if row.bundles == "platform" else "own",
    )


def refuse_platform(caller: Caller) -> None:
    """Raises OwnerRequired for the platform itself: only the account's owners control its access."""
    if caller.platform_id:
        raise OwnerRequired("Ask an owner of the account: its platform does not decide about its own access.")


async def shut_out(tx: Tx, account_id: str, platform_id: str) -> None:
    """Ends the platform's access that does not use ``Wellwish-Account``.

    Disables its webhook endpoints, removes its members from cards, and withdraws the invitations that it sent
    to an account with an owner. Links that the platform has read remain valid until they are replaced.
    """
    await disable_of_platform(tx, account_id)
    await remove_members_of(tx, account_id, platform_id)
    await delete_invitations_of(tx, account_id, platform_id)
