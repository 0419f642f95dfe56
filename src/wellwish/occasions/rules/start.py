"""Start an occasion rule."""

from wellwish.accounts import wake
from wellwish.accounts.access import Owning
from wellwish.infra.db import Tx
from wellwish.infra.http import IfMatch
from wellwish.occasions import rule
from wellwish.occasions.rule import OccasionRule, RuleRow


async def start_rule(tx: Tx, owning: Owning, occasion_rule_id: str, if_match: IfMatch) -> OccasionRule:
    """The rule creates the cards of its plan from now on, and immediately those that should be open already.

    Starting a started rule has no effect. Raises NotFound, PreconditionFailed.
    """
    row = await rule.locked(tx, owning.account_id, occasion_rule_id)
    if_match.check(row.version)
    if row.started_at is not None:
        return rule.record(row)
    started = await tx.one(
        RuleRow,
        """
        update occasion_rules set started_at = :now, version = version + 1, updated_at = :now
        where account_id = :account_id and id = :id
        returning {columns}
        """,
        account_id=owning.account_id,
        id=row.id,
    )
    await wake.create_cards(tx, owning.account_id)
    return rule.record(started)
