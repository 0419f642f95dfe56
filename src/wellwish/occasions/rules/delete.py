"""Delete an occasion rule."""

from wellwish.accounts import wake
from wellwish.accounts.access import Owning
from wellwish.infra.db import Tx
from wellwish.infra.http import IfMatch
from wellwish.occasions import rule


async def delete_rule(tx: Tx, owning: Owning, occasion_rule_id: str, if_match: IfMatch) -> None:
    """The rule's cards are kept, and their occasions get no other cards.

    Raises NotFound, PreconditionFailed.
    """
    row = await rule.locked(tx, owning.account_id, occasion_rule_id)
    if_match.check(row.version)
    await tx.run(
        "delete from occasion_rules where account_id = :account_id and id = :id",
        account_id=owning.account_id,
        id=row.id,
    )
    await wake.create_cards(tx, owning.account_id)  # another rule may now create the cards of this one
