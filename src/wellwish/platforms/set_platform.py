"""Make an account a platform, or undo this. The operator's command runs as the owner of the tables."""

from wellwish.infra.db import Tx


async def set_platform(tx: Tx, account_id: str, *, is_platform: bool) -> bool:
    """Returns whether the account changed. The customers of a removed platform remain as accounts.

    Raises ValueError for the account of a customer and for test data.
    """
    if not is_platform:
        return await tx.run("delete from platforms where account_id = :id", id=account_id) > 0
    unfit = await tx.value(
        """
        select exists (select 1 from customers where account_id = :id)
          or exists (select 1 from test_accounts where account_id = :id)
        """,
        id=account_id,
    )
    if unfit:
        raise ValueError(f"{account_id} is the account of a customer, or holds test data.")
    sql = "insert into platforms (account_id, created_at) values (:id, :now) on conflict do nothing"
    return await tx.run(sql, id=account_id) > 0
