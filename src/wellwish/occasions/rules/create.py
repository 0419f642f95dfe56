"""Create an occasion rule."""

from typing import Any

import msgspec
from msgspec import structs

from wellwish.accounts import account
from wellwish.accounts.access import Owning
from wellwish.base import ids
from wellwish.base.errors import TooManyRules
from wellwish.cards.create import warn_of_currency
from wellwish.infra.db import Tx
from wellwish.infra.http import Caller, Services, Warnings
from wellwish.occasions import rule
from wellwish.occasions.rule import MAX_RULES, OccasionRule, RuleRow
from wellwish.occasions.rule_body import NewRule
from wellwish.people import person


async def create_rule(
    tx: Tx, owning: Owning, caller: Caller, services: Services, new: NewRule, warnings: Warnings
) -> OccasionRule:
    """The new rule is paused. Review its plan, then start it.

    Raises InvalidRequest, TooManyRules.
    """
    await person.lock(tx, owning.account_id)  # so that concurrent requests cannot exceed the limit
    await rule.check_references(tx, owning.account_id, new)
    row = await tx.maybe(
        RuleRow,
        """
        insert into occasion_rules (
          account_id, id, occasion, date_name, team_ids, years, template_ids, title, sender, message,
          opens_days_before, closes_hour, days_off, leap_day, invites, group_id, max_cards_a_month,
          organiser_id, manager_organises, bundle_purchase_ids, collection, created_at, updated_at)
        select :account_id, :id, :occasion, :date_name, :team_ids::jsonb, :years::jsonb, :template_ids::jsonb,
          :title, :sender, :message, :opens_days_before, :closes_hour, :days_off, :leap_day, :invites,
          :group_id, :max_cards_a_month, :organiser_id, :manager_organises, :bundle_purchase_ids::jsonb,
          :collection::jsonb, :now, :now
        where (select count(*) from occasion_rules where account_id = :account_id) < :most
        returning {columns}
        """,
        account_id=owning.account_id,
        id=ids.new("rule"),
        most=MAX_RULES,
        **await columns(tx, owning.account_id, caller, new),
    )
    if row is None:
        raise TooManyRules
    await warn_of_money(tx, services, owning.account_id, row, warnings)
    return rule.record(row)


async def warn_of_money(
    tx: Tx, services: Services, account_id: str, row: RuleRow, warnings: Warnings
) -> None:
    """Warns about a currency of the cards that the account's provider does not accept."""
    money = row.collection
    if money is not None and money.currency is not None and money.add_money != "nobody":
        await warn_of_currency(tx, services, account_id, money.currency, warnings)


async def columns(tx: Tx, account_id: str, caller: Caller, new: NewRule) -> dict[str, Any]:
    """Returns the values of the columns that a client sets."""
    money = new.collection
    if money is not None and money.currency is None:
        money = structs.replace(money, currency=(await account.load(tx, account_id)).currency)
    years = sorted(set(new.years)) if new.years is not None else None
    return {
        **structs.asdict(new),
        "organiser_id": new.organiser_id or caller.user_id,
        "team_ids": _json(new.team_ids),
        "years": _json(years),
        "template_ids": _json(new.template_ids),
        "bundle_purchase_ids": _json(new.bundle_purchase_ids),
        "collection": _json(money),
    }


def _json(given: Any) -> str | None:
    return None if given is None else msgspec.json.encode(given).decode()
