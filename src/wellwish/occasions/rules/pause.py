"""Pause an occasion rule."""

from wellwish.accounts import wake
from wellwish.accounts.access import Owning
from wellwish.infra.db import Tx
from wellwish.infra.http import IfMatch
from wellwish.occasions import rule
from wellwish.occasions.rule import OccasionRule, RuleRow


async def pause_rule(tx: Tx, owning: Owning, occasion_rule_id: str, if_match: IfMatch) -> OccasionRule:
    """The rule creates no cards until you start it again. Its cards stay open.

    Pausing a paused rule has no effect. Raises NotFound, PreconditionFailed.
    """
    row = await rule.locked(tx, owning.account_id, occasion_rule_id)
    if_match.check(row.version)
    if row.started_at is None:
        return rule.record(row)
    paused = await tx.one(
        RuleRow,
        """
        update occasion_rules set started_at = null, version = version + 1, updated_at = :now
        where account_id = :account_id and id = :id
        returning {columns}
        """,
        account_id=owning.account_id,
        id=row.id,
    )
    await wake.create_cards(tx, owning.account_id)  # another rule may now create the cards of this one
    return rule.record(paused)
