"""Retrieve an occasion rule."""

from wellwish.accounts.access import Owning
from wellwish.infra.db import Tx
from wellwish.occasions import rule


async def retrieve_rule(tx: Tx, owning: Owning, occasion_rule_id: str) -> rule.OccasionRule:
    """Raises NotFound."""
    return rule.record(await rule.load(tx, owning.account_id, occasion_rule_id))
