"""End a restricted key."""

from wellwish.accounts.access import Owning
from wellwish.base.errors import NotFound
from wellwish.infra import events
from wellwish.infra.db import Tx


async def delete_restricted_key(tx: Tx, owning: Owning, restricted_key_id: str) -> None:
    """The key and its tokens stop working immediately. Raises NotFound."""
    ended = await tx.run(
        "delete from restricted_keys where account_id = :account_id and id = :id",
        account_id=owning.account_id,
        id=restricted_key_id,
    )
    if not ended:
        raise NotFound
    await events.record(
        tx, owning.account_id, "restricted_key.ended", data={"restricted_key_id": restricted_key_id}
    )
