"""The access rule of operations that only an owner of the account may call, such as purchases and refunds."""

from collections.abc import Mapping, Sequence
from typing import Final

from msgspec import Struct

from wellwish.base.errors import OwnerRequired, Refusal
from wellwish.infra.db import Tx
from wellwish.infra.http import Body, Caller, Granted


class Owning(Struct, frozen=True):
    """The account that the caller owns."""

    account_id: str


async def is_owner(tx: Tx, caller: Caller) -> bool:
    """Returns whether the caller's user is an owner of the account rather than an ordinary member."""
    sql = """
        select exists (
          select true from memberships
          where account_id = :account_id and user_id = :user_id and role = 'owner')
        """
    return await tx.value(sql, account_id=caller.member_of, user_id=caller.user_id)


class OwnerOnly:
    """Access rule: the caller's user is an owner of the account."""

    says = "For owners of the account, not for members."
    refuses: Sequence[type[Refusal]] = (OwnerRequired,)
    gives: Sequence[type] = (Owning,)

    async def __call__(self, tx: Tx, caller: Caller, path: Mapping[str, str], body: Body | None) -> Granted:
        """Raises OwnerRequired."""
        del path, body
        if not await is_owner(tx, caller):
            raise OwnerRequired
        return {Owning: Owning(caller.account_id)}


owner_only: Final = OwnerOnly()


class OwnerDecides(OwnerOnly):
    """Access rule: like ``owner_only``, but refuses a platform whose customer's account has an owner.

    ``what``: what the platform does not decide, for the refusal.
    """

    def __init__(self, what: str) -> None:
        self._what = what

    async def __call__(self, tx: Tx, caller: Caller, path: Mapping[str, str], body: Body | None) -> Granted:
        """Raises OwnerRequired."""
        granted = await super().__call__(tx, caller, path, body)
        if caller.platform_id and await has_owner(tx, caller.account_id):
            raise OwnerRequired(f"Ask an owner of the account: its platform does not decide {self._what}.")
        return granted


owner_decides: Final = OwnerDecides("where money goes")
owner_decides_data: Final = OwnerDecides("about people's data")


async def has_owner(tx: Tx, account_id: str) -> bool:
    return await tx.value(
        "select exists (select true from memberships where account_id = :account_id and role = 'owner')",
        account_id=account_id,
    )
