"""The card admin: its row, its record, and access by its ID."""

from datetime import datetime
from typing import Annotated, Final, Literal

from msgspec import Meta, Struct

from wellwish.base import clock, ids
from wellwish.base.errors import MissingPrivilege
from wellwish.cards.access import EVERYTHING, ByChild, CardAccess, Privilege
from wellwish.cards.card_row import LockedCard
from wellwish.infra.db import Tx

_FINDS: Final = """
    select a.account_id, a.card_id from card_admins a
    join cards c on c.account_id = a.account_id and c.id = a.card_id and c.deleted_at is null
    where a.account_id = any (:account_ids) and a.id = :id
    """


def by_admin(needs: Literal["read", "admin_management"]) -> ByChild:
    """Access by a card admin's ID in the path."""
    return ByChild("adm", "card_admin_id", "path", needs, _FINDS, LockedCard)


class AdminRow(Struct, frozen=True):
    """A row of card_admins."""

    id: str
    card_id: str
    user_id: str
    email: str
    name: str | None
    can_update: bool
    invite_contributors: bool
    admin_management: bool
    activated_at: datetime | None
    removed_at: datetime | None
    version: int
    created_at: datetime
    updated_at: datetime

    @property
    def privilege(self) -> Privilege:
        return Privilege(self.can_update, self.invite_contributors, self.admin_management)


class CardAdmin(Struct, frozen=True, kw_only=True):
    """A person with privileges on one card."""

    object: Literal["card_admin"] = "card_admin"
    id: Annotated[str, Meta(pattern=ids.pattern("adm"))]
    card_admin_id: Annotated[str, Meta(pattern=ids.pattern("adm"), description="The same as `id`.")]
    card_id: Annotated[str, Meta(pattern=ids.pattern("card"))]
    email: str
    name: str | None
    privilege: Privilege
    status: Literal["invited", "active", "removed"]
    removed_at: str | None
    version: int
    created_at: str
    updated_at: str


def record(row: AdminRow) -> CardAdmin:
    status = "removed" if row.removed_at else "active" if row.activated_at else "invited"
    return CardAdmin(
        id=row.id,
        card_admin_id=row.id,
        card_id=row.card_id,
        email=row.email,
        name=row.name,
        privilege=row.privilege,
        status=status,
        removed_at=clock.rfc3339_or_none(row.removed_at),
        version=row.version,
        created_at=clock.rfc3339(row.created_at),
        updated_at=clock.rfc3339(row.updated_at),
    )


async def locked(tx: Tx, access: CardAccess, card_admin_id: str) -> AdminRow:
    """Returns the row of a current admin, locked. Raises NotFound."""
    return await tx.found(
        AdminRow,
        """
        select {columns} from card_admins
        where account_id = :account_id and id = :id and card_id = :card_id and removed_at is null
        for no key update
        """,
        account_id=access.account_id,
        id=card_admin_id,
        card_id=access.card_id,
    )


async def granter(tx: Tx, access: CardAccess) -> Privilege:
    """Returns the privileges that the caller may grant and remove.

    The access rule has locked the card, which serializes changes to its admins. Raises NotFound if the caller
    was removed as an admin before the lock was acquired.
    """
    if access.admin_id is None:
        return EVERYTHING
    row = await tx.found(
        AdminRow,
        """
        select {columns} from card_admins
        where account_id = :account_id and id = :id and removed_at is null
        """,
        account_id=access.account_id,
        id=access.admin_id,
    )
    return row.privilege


def demand_cover(mine: Privilege, *others: Privilege) -> None:
    """Raises MissingPrivilege if any of ``others`` includes a privilege that the caller lacks."""
    if not all(mine.covers(other) for other in others):
        raise MissingPrivilege("You can grant, change and revoke only privileges that you have yourself.")
