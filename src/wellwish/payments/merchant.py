"""Who gets the money: the operator for bundles, an account for its cards. Decided here and nowhere else."""

from typing import Literal

from msgspec import Struct

from wellwish.checkout import Merchant
from wellwish.db import Tx
from wellwish.http import Parts

Whose = Literal["operator", "account"]


class _Owner(Struct):
    owner: str


async def of(
    tx: Tx, parts: Parts, account_id: str, whose: Whose, provider: Literal["sandbox", "stripe"] | None = None
) -> Merchant | None:
    """Returns who gets the money, at the provider where one is named; None where that is not set.

    An account's provider is the sandbox, where there is one, unless the account has set its own.
    """
    del tx
    if whose == "operator":
        return parts.checkout.operator if provider is None else parts.checkout.merchant(provider)
    if provider in (None, "sandbox") and "sandbox" in parts.checkout.by_name:
        return Merchant(provider="sandbox", owner=account_id)
    return None


async def everybody(parts: Parts) -> list[Merchant]:
    """Returns all whose events are asked for: the operator, and accounts that payments were begun for."""
    found = list(parts.checkout.merchants)
    if "sandbox" in parts.checkout.by_name:
        async with parts.db.statement() as tx:
            owners = await tx.many(
                _Owner,
                """
                select distinct account_id as owner from sandbox_payments
                where merchant <> 'sandbox:operator' limit 10000
                """,
            )
        found += [Merchant(provider="sandbox", owner=each.owner) for each in owners]
    return found
