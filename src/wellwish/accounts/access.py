"""The access rule of operations that only an owner of the account may call, such as purchases and refunds."""

from collections.abc import Mapping, Sequence
from typing import Final

from msgspec import Struct

from wellwish.db import Tx
from wellwish.errors import OwnerRequired, Refusal
from wellwish.http import Body, Caller, Granted


class Owning(Struct, frozen=True):
    """The account that the caller owns."""

    account_id: str


class OwnerOnly:
    """Access rule: the caller's user is an owner of the account."""

    says = "Available only to owners of the account, not to members."
    refuses: Sequence[type[Refusal]] = (OwnerRequired,)
    gives: Sequence[type] = (Owning,)

    async def __call__(self, tx: Tx, caller: Caller, path: Mapping[str, str], body: Body | None) -> Granted:
        """Raises OwnerRequired."""
        del path, body
        sql = """
            select true from memberships
            where account_id = :account_id and user_id = :user_id and role = 'owner'
            """
        if not await tx.value(sql, account_id=caller.member_of, user_id=caller.user_id):
            raise OwnerRequired
        return {Owning: Owning(caller.account_id)}


owner_only: Final = OwnerOnly()
