"""The occasion rule: its row, its record and shared queries."""

from collections.abc import Sequence
from datetime import datetime
from typing import Annotated, Final, Literal

from msgspec import Meta, Struct, structs

from wellwish.base import ids
from wellwish.base.errors import Fault, InvalidRequest
from wellwish.cards.collection import Collection, NewCollection
from wellwish.infra.db import Tx
from wellwish.infra.http import from_row
from wellwish.infra.http.fields import LINE_PATTERN, TEXT_PATTERN
from wellwish.occasions.rule_body import (
    DATE_NAME,
    GROUP,
    MANAGER_AND_PEERS,
    MAX_DAYS_BEFORE,
    MAX_YEARS,
    TEAM,
    NewRule,
)
from wellwish.people.choice import Choice

MAX_RULES: Final = 100  # per account


class RuleRow(Struct, frozen=True):
    """A row of occasion_rules; ``started_at`` is None while the rule is paused."""

    id: str
    occasion: str
    date_name: str | None
    team_ids: list[str] | None
    years: list[int] | None
    template_ids: list[str]
    title: str
    sender: str
    message: str | None
    opens_days_before: int
    closes_hour: int
    days_off: str
    leap_day: str
    invites: str
    group_id: str | None
    max_cards_a_month: int
    organiser_id: str
    manager_organises: bool
    bundle_purchase_ids: list[str] | None
    collection: NewCollection | None
    started_at: datetime | None
    version: int
    created_at: datetime
    updated_at: datetime

    @property
    def key(self) -> str:
        """The occasion as it is stored: for a custom date, with its name."""
        return self.occasion if self.date_name is None else f"{self.occasion}:{self.date_name}"


class OccasionRule(Struct, frozen=True, kw_only=True):
    """A rule by which cards are created for occasions of the account's people."""

    object: Literal["occasion_rule"] = "occasion_rule"
    id: Annotated[str, Meta(pattern=ids.pattern("rule"))]
    status: Annotated[
        Literal["paused", "started"],
        Meta(description="`paused`: creates no cards. A new rule is paused until you start it."),
    ]
    occasion: Literal["birthday", "anniversary", "welcome", "date"]
    date_name: Annotated[str, Meta(max_length=40, pattern=DATE_NAME)] | None
    team_ids: list[Annotated[str, Meta(pattern=ids.pattern("grp"))]] | None
    years: list[Annotated[int, Meta(ge=1, le=MAX_YEARS)]] | None
    template_ids: list[Annotated[str, Meta(pattern=ids.pattern("tpl"))]]
    title: Annotated[str, Meta(max_length=255, pattern=LINE_PATTERN)]
    sender: Annotated[str, Meta(max_length=255, pattern=LINE_PATTERN)]
    message: Annotated[str, Meta(max_length=5000, pattern=TEXT_PATTERN)] | None
    opens_days_before: Annotated[int, Meta(ge=1, le=MAX_DAYS_BEFORE)]
    closes_hour: Annotated[int, Meta(ge=0, le=23)]
    days_off: Literal["before", "after", "nearest", "keep"]
    leap_day: Literal["february_28", "march_1"]
    invites: Literal["team", "manager_and_peers", "group", "nobody"]
    group_id: Annotated[str, Meta(pattern=ids.pattern("grp"))] | None
    max_cards_a_month: Annotated[int, Meta(ge=1, le=10_000)]
    organiser_id: Annotated[str, Meta(pattern=ids.pattern("usr"))]
    manager_organises: bool
    bundle_purchase_ids: list[Annotated[str, Meta(pattern=ids.pattern("bp"))]] | None
    collection: (
        Annotated[Collection, Meta(description="Money settings; null if the cards collect no money.")] | None
    )
    started_at: Annotated[str, Meta(description="Time when the rule was last started.")] | None
    version: int
    created_at: str
    updated_at: str


def record(row: RuleRow) -> OccasionRule:
    money = None if row.collection is None else Collection(**structs.asdict(row.collection))
    status = "paused" if row.started_at is None else "started"
    return from_row(OccasionRule, row, status=status, collection=money)


async def load(tx: Tx, account_id: str, rule_id: str) -> RuleRow:
    """Raises NotFound."""
    return await tx.found(
        RuleRow,
        "select {columns} from occasion_rules where account_id = :account_id and id = :id",
        account_id=account_id,
        id=rule_id,
    )


async def locked(tx: Tx, account_id: str, rule_id: str) -> RuleRow:
    """Returns the row, locked until the transaction ends. Raises NotFound."""
    return await tx.found(
        RuleRow,
        """
        select {columns} from occasion_rules
        where account_id = :account_id and id = :id for no key update
        """,
        account_id=account_id,
        id=rule_id,
    )


async def load_all(tx: Tx, account_id: str) -> list[RuleRow]:
    """Returns the rules of the account, oldest first."""
    return await tx.many(
        RuleRow,
        "select {columns} from occasion_rules where account_id = :account_id order by id limit :most",
        account_id=account_id,
        most=MAX_RULES,
    )


async def hold_all(tx: Tx, account_id: str) -> list[RuleRow]:
    """Like ``load_all``, but locks the rules against changes until the transaction ends."""
    return await tx.many(
        RuleRow,
        """
        select {columns} from occasion_rules
        where account_id = :account_id order by id limit :most for share
        """,
        account_id=account_id,
        most=MAX_RULES,
    )


class _Known(Struct):
    id: str


async def check_references(
    tx: Tx, account_id: str, rule: NewRule, *, former_organiser: str | None = None
) -> None:
    """Checks that the templates are usable and that all references belong to the account.

    A previous organiser may have left the account. Raises InvalidRequest with all errors.
    """
    faults = await _template_faults(tx, rule.template_ids)
    if rule.team_ids:
        faults += await _team_faults(tx, account_id, rule.team_ids)
    if rule.invites == GROUP and not await tx.value(
        "select true from groups where account_id = :account_id and id = :id",
        account_id=account_id,
        id=rule.group_id,
    ):
        faults.append(Fault("/group_id", "not_found", "The account has no such group."))
    if rule.organiser_id not in (None, former_organiser) and not await tx.value(
        "select true from memberships where account_id = :account_id and user_id = :id",
        account_id=account_id,
        id=rule.organiser_id,
    ):
        faults.append(Fault("/organiser_id", "not_found", "The account has no such member."))
    if rule.bundle_purchase_ids:
        faults += await _purchase_faults(tx, account_id, rule.bundle_purchase_ids)
    if faults:
        raise InvalidRequest(faults=faults)


def _missing(name: str, given: Sequence[str], known: set[str], says: str) -> list[Fault]:
    """Returns a fault for each ID of the list that is not known."""
    unknown = [index for index, each in enumerate(given) if each not in known]
    return [Fault(f"/{name}/{index}", "not_found", says) for index in unknown]


async def _template_faults(tx: Tx, template_ids: Sequence[str]) -> list[Fault]:
    known = await usable_templates(tx, template_ids)
    return _missing("template_ids", template_ids, known, "The template does not exist or is retired.")


async def _team_faults(tx: Tx, account_id: str, team_ids: Sequence[str]) -> list[Fault]:
    rows = await tx.many(
        _Known,
        """
        select id from groups
        where account_id = :account_id and kind = 'team' and id = any (:ids::text[]) limit :most
        """,
        account_id=account_id,
        ids=sorted(set(team_ids)),
        most=len(team_ids),
    )
    return _missing("team_ids", team_ids, {row.id for row in rows}, "The account has no such team.")


async def _purchase_faults(tx: Tx, account_id: str, purchase_ids: Sequence[str]) -> list[Fault]:
    rows = await tx.many(
        _Known,
        """
        with customer as materialized (select account_id from customers where account_id = :account_id),
        drawable as materialized (
          select d.id from customer c cross join lateral drawable_purchases(c.account_id) d
          where d.id = any (:ids::text[]))
        select id from bundle_purchases
        where account_id = :account_id and platform_id is null and id = any (:ids::text[])
        union all
        select id from drawable limit :most
        """,
        account_id=account_id,
        ids=sorted(set(purchase_ids)),
        most=len(purchase_ids),
    )
    return _missing(
        "bundle_purchase_ids",
        purchase_ids,
        {row.id for row in rows},
        "The account has no such bundle purchase.",
    )


async def usable_templates(tx: Tx, template_ids: Sequence[str]) -> set[str]:
    """Returns the templates that new cards can use."""
    rows = await tx.many(
        _Known,
        "select id from templates where id = any (:ids::text[]) and retired_at is null limit :most",
        ids=sorted(set(template_ids)),
        most=len(template_ids) or 1,
    )
    return {row.id for row in rows}


def as_started(row: RuleRow, now: datetime) -> RuleRow:
    """Returns the rule as if it were started, for its plan."""
    return structs.replace(row, started_at=row.started_at or now)


def invited(rule: RuleRow, choice: Choice, teams: Sequence[str]) -> str:
    """Returns whom the rule invites. For a person who chose "only my team", the team or, without a team, the
    manager and peers replace a group.
    """
    if rule.invites == GROUP and choice.only_team:
        return TEAM if teams else MANAGER_AND_PEERS
    return rule.invites
