"""The access rule of cards: first the caller's own account, then the grants that are stored with the card.

The handler gets a row of the type that the route names, so it never loads the card again. For a locked type,
the statement that finds the card also locks it, so the handler's decisions remain valid until the transaction
ends.
"""

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from typing import Annotated, Final, Literal

from msgspec import Meta, Struct

from wellwish.base import ids
from wellwish.base.errors import AccountSuspended, Fault, MissingPrivilege, NotFound, Refusal
from wellwish.cards import card_row
from wellwish.cards.card_row import CardRow
from wellwish.infra.db import Tx
from wellwish.infra.http import Body, Caller, Granted

# "owner" is the account that owns the card; other values are privileges.
Needs = Literal["read", "can_update", "invite_contributors", "admin_management", "owner"]

OWNER: Final = "owner"


class Privilege(Struct, frozen=True):
    """The privileges of an admin on one card."""

    can_update: Annotated[
        bool, Meta(description="Edit, close and reopen the card, moderate notes, confirm cash.")
    ] = False
    invite_contributors: Annotated[
        bool,
        Meta(
            description=(
                "Send, list, resend and revoke invitations. An invitation to a recipient's address is "
                "`suppressed` without a reason, as for any suppressed address. An admin can thereby confirm "
                "a guess of this address."
            )
        ),
    ] = False
    admin_management: Annotated[bool, Meta(description="List, add, replace and remove card admins.")] = False

    def covers(self, other: "Privilege") -> bool:
        """Returns whether the holder of these privileges may grant or remove the others."""
        return all(getattr(self, name) or not getattr(other, name) for name in self.__struct_fields__)


EVERYTHING: Final = Privilege(can_update=True, invite_contributors=True, admin_management=True)


class CardAccess(Struct, frozen=True):
    """The caller's access to one card, which belongs to ``account_id``."""

    account_id: str
    card_id: str
    privilege: Privilege
    admin_id: str | None = None

    @property
    def is_owner(self) -> bool:
        """Whether the caller acts for the account that owns the card."""
        return self.admin_id is None


class _Grant(Struct):
    account_id: str
    card_id: str


class _Admin(Struct):
    id: str
    can_update: bool
    invite_contributors: bool
    admin_management: bool
    invited: bool
    is_suspended: bool


# A user can act on other accounts' cards while their email is verified and they are a member of the account
# that they act for. A signed-in user without an account acts under their own ID.
_GRANTS: Final = """
    select g.account_id, g.card_id from admin_cards g
    where g.user_id = :user_id and g.acting_account_id = :account_id and g.card_id = :card_id
    """


async def _of_admin(tx: Tx, caller: Caller, grant: _Grant) -> CardAccess | None:
    """Returns an admin's access to the card, or None if the grant or the card no longer exists.

    Raises AccountSuspended if the account that owns the card is suspended.
    """
    if tx.account_ids != (grant.account_id,):
        await tx.see([grant.account_id])
    admin = await tx.maybe(
        _Admin,
        """
        select a.id, a.can_update, a.invite_contributors, a.admin_management, a.activated_at is null, exists (
          select 1 from account_suspensions s where s.account_id = a.account_id)
        from card_admins a join cards c on c.account_id = a.account_id and c.id = a.card_id
        where a.account_id = :account_id and a.card_id = :card_id and a.user_id = :user_id
          and a.removed_at is null and c.deleted_at is null
        """,
        account_id=grant.account_id,
        card_id=grant.card_id,
        user_id=caller.user_id,
    )
    if admin is None:
        return None
    if admin.is_suspended:
        raise AccountSuspended
    if admin.invited:
        await _activate(tx, grant, admin.id)
    privilege = Privilege(admin.can_update, admin.invite_contributors, admin.admin_management)
    return CardAccess(grant.account_id, grant.card_id, privilege, admin.id)


async def _activate(tx: Tx, grant: _Grant, admin_id: str) -> None:
    # Lock the card first, as changes of its admins do: otherwise two transactions could deadlock.
    await tx.run(
        "select true from cards where account_id = :account_id and id = :card_id for no key update",
        account_id=grant.account_id,
        card_id=grant.card_id,
    )
    await tx.run(
        """
        update card_admins set activated_at = :now, updated_at = :now, version = version + 1
        where account_id = :account_id and id = :id and activated_at is null and removed_at is null
        """,
        account_id=grant.account_id,
        id=admin_id,
    )


def demand(access: CardAccess, needs: Needs) -> None:
    """Raises MissingPrivilege unless the caller is the owner or has the privilege."""
    if access.is_owner or needs == "read":
        return
    if needs == OWNER:
        raise MissingPrivilege("Only the owner of the card can do this.")
    if not getattr(access.privilege, needs):
        raise MissingPrivilege(f"This requires the privilege `{needs}` on the card.")


class _OnCard(ABC):
    """An access rule about one card.

    ``row`` is the type of the row that the handler gets, or None for no row; it determines the lock.
    """

    def __init__(
        self, prefix: str, name: str, place: Literal["path", "body"], needs: Needs, row: type[CardRow] | None
    ) -> None:
        self._prefix = prefix
        self._name = name
        self._place = place
        self._needs: Needs = needs
        self._row = row
        self.says: str = _says(needs)
        self.refuses = _refuses(needs)
        self.gives: Sequence[type] = (CardAccess,) if row is None else (CardAccess, row)

    async def __call__(self, tx: Tx, caller: Caller, path: Mapping[str, str], body: Body | None) -> Granted:
        """Returns the access and the card's row. Raises NotFound, MissingPrivilege, AccountSuspended."""
        given = path[self._name] if self._place == "path" else str(getattr(body, self._name, ""))
        granted = await self._granted(tx, caller, given) if ids.is_id(self._prefix, given) else None
        if granted is None:
            raise _not_found(self._place, self._name)
        return granted

    @abstractmethod
    async def _granted(self, tx: Tx, caller: Caller, given: str) -> Granted | None: ...

    async def _to_owner(self, tx: Tx, card: _Grant) -> Granted | None:
        """Grants the owner every privilege. Returns None if the card does not exist."""
        access = CardAccess(card.account_id, card.card_id, EVERYTHING)
        if self._row is not None:
            row = await card_row.find_as(tx, card, self._row)
            return None if row is None else {CardAccess: access, self._row: row}
        sql = "select true from cards where account_id = :account_id and id = :id and deleted_at is null"
        found = await tx.value(sql, account_id=card.account_id, id=card.card_id)
        return {CardAccess: access} if found else None

    async def _to_admin(self, tx: Tx, caller: Caller, grant: _Grant) -> Granted | None:
        """Grants an admin their privileges. Locks the row only if they include the required one."""
        access = await _of_admin(tx, caller, grant)
        if access is None:
            return None
        demand(access, self._needs)
        if self._row is None:
            return {CardAccess: access}
        row = await card_row.find_as(tx, grant, self._row)
        return None if row is None else {CardAccess: access, self._row: row}


class ByCard(_OnCard):
    """Access by a card's ID in the path or in the body."""

    def __init__(
        self, place: Literal["path", "body"], needs: Needs, row: type[CardRow] | None = None
    ) -> None:
        super().__init__("card", "card_id", place, needs, row)

    async def _granted(self, tx: Tx, caller: Caller, given: str) -> Granted | None:
        own = await self._to_owner(tx, _Grant(caller.account_id, given))
        if own is not None:
            return own
        granted = await tx.many(
            _Grant, _GRANTS, user_id=caller.admin_user_id, account_id=caller.account_id, card_id=given
        )
        return await self._to_admin(tx, caller, granted[0]) if granted else None


class ByChild(_OnCard):
    """Access by the ID of an object that belongs to a card: an invitation, a card admin, a file.

    ``finds`` is the SQL that returns the account_id and card_id of ``:id`` among ``:account_ids`` unless the
    card is deleted.
    """

    def __init__(
        self,
        prefix: str,
        name: str,
        place: Literal["path", "body"],
        needs: Needs,
        finds: str,
        row: type[CardRow] | None = None,
    ) -> None:
        super().__init__(prefix, name, place, needs, row)
        self._finds = finds

    async def _granted(self, tx: Tx, caller: Caller, given: str) -> Granted | None:
        own = await tx.maybe(_Grant, self._finds, account_ids=[caller.account_id], id=given)
        if own is not None and self._row is None:
            return {CardAccess: CardAccess(own.account_id, own.card_id, EVERYTHING)}
        if own is not None:
            return await self._to_owner(tx, own)
        grants = await tx.many(
            _Grant,
            """
            select g.account_id, g.card_id from admin_cards g
            where g.user_id = :user_id and g.acting_account_id = :account_id limit 10000
            """,
            user_id=caller.admin_user_id,
            account_id=caller.account_id,
        )
        if not grants:
            return None
        accounts = sorted({grant.account_id for grant in grants})
        await tx.see(accounts)
        found = await tx.maybe(_Grant, self._finds, account_ids=accounts, id=given)
        granted = {(grant.account_id, grant.card_id) for grant in grants}
        if found is None or (found.account_id, found.card_id) not in granted:
            return None
        return await self._to_admin(tx, caller, found)


def _not_found(place: str, name: str) -> NotFound:
    """Returns the same error for a missing card and for another account's card."""
    faults = (
        [Fault(f"/{name}", "not_found", "Does not exist or is not accessible to you.")]
        if place == "body"
        else []
    )
    return NotFound(faults=faults)


def _says(needs: Needs) -> str:
    if needs == "read":
        return "For the owner and all admins of the card."
    if needs == OWNER:
        return "For the owner of the card."
    return f"For the owner of the card, and admins with `{needs}`."


def _refuses(needs: Needs) -> tuple[type[Refusal], ...]:
    return (NotFound,) if needs == "read" else (NotFound, MissingPrivilege)
