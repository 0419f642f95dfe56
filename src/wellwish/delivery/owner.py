"""The owners of an account, who are told by mail what happens to it."""

from msgspec import Struct

from wellwish.db import Tx


class Owner(Struct):
    """An owner with the name and the language of the account."""

    id: str
    email: str
    name: str | None
    account_name: str
    locale: str  # the account's


async def owners(tx: Tx, account_id: str) -> list[Owner]:
    """Returns the owners of the account."""
    return await tx.many(
        Owner,
        """
        select u.id, u.email, u.name, a.name as account_name, a.locale
        from memberships m
        join users u on u.id = m.user_id
        join accounts a on a.id = m.account_id and a.id = :account_id
        where m.account_id = :account_id and m.role = 'owner' order by u.id limit 100
        """,
        account_id=account_id,
    )
