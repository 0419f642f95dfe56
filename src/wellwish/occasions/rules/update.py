"""Update an occasion rule."""

from msgspec import UNSET, structs

from wellwish.accounts import wake
from wellwish.accounts.access import Owning
from wellwish.base.errors import InvalidRequest
from wellwish.cards.collection import CollectionChange, NewCollection
from wellwish.infra.db import Tx
from wellwish.infra.http import Caller, IfMatch, Services, Warnings
from wellwish.occasions import rule
from wellwish.occasions.rule import OccasionRule, RuleRow
from wellwish.occasions.rule_body import NewRule, RuleChange
from wellwish.occasions.rules.create import columns, warn_of_money


async def update_rule(
    tx: Tx,
    owning: Owning,
    caller: Caller,
    services: Services,
    occasion_rule_id: str,
    change: RuleChange,
    if_match: IfMatch,
    *,
    warnings: Warnings,
) -> OccasionRule:
    """Raises InvalidRequest, NotFound, PreconditionFailed."""
    row = await rule.locked(tx, owning.account_id, occasion_rule_id)
    if_match.check(row.version)
    wanted = _merged(row, change)
    faults = [*wanted.faults()]
    if faults:
        raise InvalidRequest(faults=faults)
    await _check_references(tx, owning.account_id, row, wanted, change)
    changed = await tx.one(
        RuleRow,
        """
        update occasion_rules set
          team_ids = :team_ids::jsonb, years = :years::jsonb, template_ids = :template_ids::jsonb,
          title = :title, sender = :sender, message = :message, opens_days_before = :opens_days_before,
          closes_hour = :closes_hour,
          days_off = :days_off, leap_day = :leap_day, invites = :invites, group_id = :group_id,
          max_cards_a_month = :max_cards_a_month, organiser_id = :organiser_id,
          manager_organises = :manager_organises, bundle_purchase_ids = :bundle_purchase_ids::jsonb,
          collection = :collection::jsonb, version = version + 1, updated_at = :now
        where account_id = :account_id and id = :id
        returning {columns}
        """,
        account_id=owning.account_id,
        id=row.id,
        **await columns(tx, owning.account_id, caller, wanted),
    )
    if row.started_at is not None:
        await wake.create_cards(tx, owning.account_id)
    if change.collection is not UNSET:
        await warn_of_money(tx, services, owning.account_id, changed, warnings)
    return rule.record(changed)


async def _check_references(
    tx: Tx, account_id: str, row: RuleRow, wanted: NewRule, change: RuleChange
) -> None:
    """Checks only the fields in the change: others may refer to removed records. Raises InvalidRequest."""
    try:
        await rule.check_references(tx, account_id, wanted, former_organiser=row.organiser_id)
    except InvalidRequest as refusal:
        faults = [each for each in refusal.faults if _is_named(change, each.pointer)]
        if faults:
            raise InvalidRequest(faults=faults) from refusal


def _is_named(change: RuleChange, pointer: str) -> bool:
    return getattr(change, pointer.split("/")[1]) is not UNSET


def _merged(row: RuleRow, change: RuleChange) -> NewRule:
    """Returns all fields after the change; a field that null clears has its default."""
    given = {name: getattr(change, name) for name in RuleChange.__struct_fields__}
    kept = {name: getattr(row, name) for name in NewRule.__struct_fields__ if given.get(name, UNSET) is UNSET}
    changed = {name: value for name, value in given.items() if value is not UNSET and value is not None}
    if isinstance(change.collection, CollectionChange):
        changed["collection"] = _money(row.collection or NewCollection(), change.collection)
    return NewRule(**kept, **changed)


def _money(before: NewCollection, change: CollectionChange) -> NewCollection:
    given = {name: getattr(change, name) for name in CollectionChange.__struct_fields__}
    default = NewCollection()
    new = {
        name: getattr(default, name) if value is None else value
        for name, value in given.items()
        if value is not UNSET
    }
    return structs.replace(before, **new)
