"""The share of a task in the pools of child processes."""

from wellwish.base.limiter import Key
from wellwish.infra.http import Services


async def with_payer(services: Services, key: Key) -> Key:
    """Returns the share with the platform of its account, if any.

    A platform and its customers together have the places of one account, and their test data those of
    another.
    """
    async with services.db.statement() as tx:
        payer: str | None = await tx.value(
            """
            select case when t.account_id is null then '' else 'test ' end
              || coalesce(c.platform_id, p.account_id)
            from (values (:account_id::text)) as asked (account_id)
            left join test_accounts t on t.account_id = asked.account_id
            left join customers c on c.account_id = coalesce(t.live_account_id, asked.account_id)
            left join platforms p on p.account_id = coalesce(t.live_account_id, asked.account_id)
            """,
            account_id=key.account,
        )
    return key._replace(payer=payer or "")
