"""Release a customer's account from its platform, for its owners or for the operator."""

from typing import Literal

from wellwish.infra import effects, events
from wellwish.infra.db import Tx
from wellwish.infra.effects import Audited
from wellwish.platforms.platform import shut_out


async def release(tx: Tx, account_id: str, *, actor: Literal["customer", "operator"]) -> bool:
    """Returns whether the account was a customer. From then on, the transaction also sees the platform's
    rows.

    Waits for the platform's requests that are in progress; later ones are refused. Cards that were paid from
    the platform's bundles stay with the account.
    """
    platform_id = await tx.value(
        "delete from customers where account_id = :account_id returning platform_id", account_id=account_id
    )
    if platform_id is None:
        return False
    await shut_out(tx, account_id, platform_id)
    await tx.see([account_id, platform_id])
    data = {"account_id": account_id}
    await events.record(tx, account_id, "platform.left", data=data)
    await events.record(tx, platform_id, "customer.left", data=data)
    effects.get_effects(tx).audit(
        Audited(account_id=platform_id, action="account.lose_customer", actor=actor, record_id=account_id)
    )
    return True
