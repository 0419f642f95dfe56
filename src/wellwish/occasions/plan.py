"""The plan: which occasions get a card, when, and why others do not.

It is a pure function. The list of occasions shows its result, and the job that creates cards follows it.
``turns`` determines states that depend on other occasions, such as the limit of a rule.
"""

import zlib
from collections.abc import Collection, Mapping, Sequence
from datetime import date, datetime, time, timedelta
from typing import Final, Literal

from msgspec import Struct, structs

from wellwish.occasions import days
from wellwish.occasions.cards_left import Purchase
from wellwish.occasions.changes import Changed, Changes
from wellwish.occasions.precedence import deciding, ranked
from wellwish.occasions.rule import RuleRow, invited
from wellwish.occasions.rule_body import (
    ANNIVERSARY,
    GROUP,
    MANAGER_AND_PEERS,
    NOBODY,
    TEAM,
    date_name,
)
from wellwish.occasions.span import Span, days_of
from wellwish.people.choice import NO_CHOICE, Choice
from wellwish.people.day import Day

State = Literal[
    "planned", "made", "skipped", "declined", "left", "paused", "missed", "no_design", "no_signers",
    "too_many_signers", "over_limit", "no_cards", "failed",
]  # fmt: skip
# The states that never change again.
ENDED: Final = ("made", "skipped")
# The states that show later why a card was not created when it should have been.
PREVENTED: Final[frozenset[State]] = frozenset(
    {"no_design", "no_signers", "too_many_signers", "over_limit", "no_cards"}
)
# A card that would be open for less than this, and for less than half of its time, is not created.
SHORTEST: Final = timedelta(hours=24)
# A date that moves across New Year by at most this much still belongs to the same occasion.
SAME: Final = timedelta(days=60)
# More managers and peers would be invited one by one in the transaction of their card.
MAX_PEERS: Final = 1_000
_YEAR: Final = timedelta(days=365)
Key = tuple[str, str, int]  # the person, the occasion, the year
Month = tuple[str, str]  # a rule and the month of an opening, as 2026-12


class Celebrated(Struct, frozen=True):
    """The person's data that the plan needs; ``dates`` are by name."""

    id: str
    name: str
    timezone: str | None
    manager_id: str | None
    can_be_invited: bool
    left_at: datetime | None
    dates: dict[str, str]
    teams: list[str]  # IDs


class Reports(Struct, frozen=True):
    """The number of a manager's active reports who can be invited, and whether the manager can be invited."""

    reports: int
    has_manager: bool


class Planned(Struct, frozen=True, gc=False):
    """An occasion with its state, computed or stored. The days of a declined occasion must not be shown."""

    person_id: str
    name: str
    occasion: str
    year: int
    years: int | None  # of service
    rule_id: str
    state: State
    falls_on: date
    opens_on: date
    closes_on: date
    opens_at: datetime
    closes_at: datetime
    signers: int
    template_id: str | None
    card_id: str | None
    changes: Changes | None = None
    revision: int = 0

    @property
    def key(self) -> Key:
        """The primary key of its row."""
        return self.person_id, self.occasion, self.year

    def is_too_late(self, now: datetime) -> bool:
        """Whether too little of the card's time is left to create it."""
        return self.closes_at - now < min(SHORTEST, (self.closes_at - self.opens_at) / 2)


class Facts(Struct, frozen=True, kw_only=True):
    """The facts that the plan depends on.

    ``past`` are the stored occasions of the years of the plan, of two years before, and of the year after.
    ``made`` counts the cards of a rule that open in a month.
    """

    now: datetime
    timezone: str  # of people without one
    rules: list[RuleRow]
    people: list[Celebrated]
    choices: dict[str, Choice]
    past: dict[Key, Planned]
    reports: dict[str, Reports]  # by the ID of the manager
    groups: dict[str, int]  # the number of members of groups and teams who can be invited
    templates: Collection[str]  # those that new cards can use
    made: Mapping[Month, int]
    purchases: Sequence[Purchase]  # in the order in which cards are taken from them
    changed: Sequence[Changed] = ()  # the occasions without a card that are changed
    holidays: frozenset[date] = frozenset()
    # Occasions whose cards could not be created. They do not count towards the limits of the others.
    refused: Mapping[Key, State] = {}


def find(facts: Facts, span: Span) -> list[Planned]:
    """Returns the occasions whose cards are in the span. Their states ignore limits and cards left."""
    by_name, years = ranked(facts.rules), span.years()
    return [
        _with_stored(facts, occasion)
        for person in facts.people
        for rule, year, day in deciding(by_name, years, person.dates, person.teams)
        if (occasion := _occasion(facts, span, person, rule, year, day)) is not None
    ]


def _with_stored(facts: Facts, occasion: Planned) -> Planned:
    """Returns the stored outcome of the occasion, if it has one."""
    stored = _ended(facts, occasion)
    if stored is None and occasion.state == "missed":
        return _why_missed(facts, occasion)
    # A declined occasion is shown as declined, unless it has a card.
    if stored is None or (stored.state == "skipped" and occasion.state == "declined"):
        return occasion
    return stored


def _why_missed(facts: Facts, occasion: Planned) -> Planned:
    """Returns the occasion with the reason that prevented its card while there was time for it."""
    stored = facts.past.get(occasion.key)
    if stored is None or (stored.rule_id, stored.closes_at) != (occasion.rule_id, occasion.closes_at):
        return occasion
    return structs.replace(occasion, state=stored.state) if stored.state in PREVENTED else occasion


def _ended(facts: Facts, occasion: Planned) -> Planned | None:
    """Returns the stored occasion that ended, even of the year before or after if its date was close.

    A date corrected from 31 December to 2 January, or vice versa, does not get a second card.
    """
    return _stored(facts, occasion.key, occasion.falls_on, ENDED)


def _stored(facts: Facts, key: Key, falls_on: date, states: Collection[State]) -> Planned | None:
    """Returns the stored occasion in one of the states, also of the year before or after if it was close."""
    person_id, occasion, of_year = key
    for year in (of_year, of_year - 1, of_year + 1):
        stored = facts.past.get((person_id, occasion, year))
        if stored is None or stored.state not in states:
            continue
        if year == of_year or abs(stored.falls_on - falls_on) <= SAME:
            return stored
    return None


def _occasion(
    facts: Facts, span: Span, person: Celebrated, rule: RuleRow, year: int, day: Day
) -> Planned | None:
    """Returns the occasion, or None if its card is not in the span."""
    on = days.in_year(day, year, rule.leap_day)
    stored = facts.past.get((person.id, rule.key, year))
    changes = None if stored is None else stored.changes
    opens_on, closes_on = days_of(rule, on, facts.holidays, changes)
    if not span.has(opens_on, closes_on):
        return None
    timezone = person.timezone or facts.timezone
    occasion = Planned(
        person_id=person.id,
        name=person.name,
        occasion=rule.key,
        year=year,
        years=year - day.year if rule.occasion == ANNIVERSARY and day.year is not None else None,
        rule_id=rule.id,
        state="planned",
        falls_on=on,
        opens_on=opens_on,
        closes_on=closes_on,
        opens_at=days.instant(opens_on, days.OPENS_AT, timezone),
        closes_at=days.instant(closes_on, time(rule.closes_hour), timezone),
        signers=_signers(facts, person, rule),
        template_id=_template(facts, person, rule, on, changes),
        card_id=None,
        changes=changes,
        revision=0 if stored is None else stored.revision,
    )
    state = _state(facts, person, rule, occasion)
    return occasion if state == "planned" else structs.replace(occasion, state=state)


def _state(facts: Facts, person: Celebrated, rule: RuleRow, occasion: Planned) -> State:
    """Returns the state, ignoring other occasions."""
    said = facts.choices.get(person.id, NO_CHOICE)
    if said.declines(date_name(occasion.occasion), occasion.year):
        return "declined"
    if person.left_at is not None:
        return "left"
    if rule.started_at is None:
        return "paused"
    if occasion.is_too_late(facts.now):
        return "missed"
    if occasion.template_id is None:
        return "no_design"
    if rule.invites != NOBODY and not occasion.signers:
        return "no_signers"
    if invited(rule, said, person.teams) == MANAGER_AND_PEERS and occasion.signers > MAX_PEERS:
        return "too_many_signers"
    return facts.refused.get(occasion.key, "planned")


def _signers(facts: Facts, person: Celebrated, rule: RuleRow) -> int:
    """Returns the number of people who are invited; somebody in two teams of the person counts twice."""
    invites = invited(rule, facts.choices.get(person.id, NO_CHOICE), person.teams)
    if invites == GROUP:
        return facts.groups.get(rule.group_id or "", 0)
    is_counted = person.can_be_invited and person.left_at is None
    if invites == TEAM:
        return sum(max(0, facts.groups.get(each, 0) - is_counted) for each in person.teams)
    if invites == NOBODY or person.manager_id is None:
        return 0
    found = facts.reports.get(person.manager_id, Reports(0, False))
    return max(0, found.reports - is_counted) + found.has_manager


def _template(
    facts: Facts, person: Celebrated, rule: RuleRow, on: date, changes: Changes | None
) -> str | None:
    """Returns the template whose turn it is; not that of the card a year before, if there are others.

    The one to which the occasion was changed comes first, unless it has been retired since.
    """
    if changes is not None and changes.template_id in facts.templates:
        return changes.template_id
    usable = [each for each in rule.template_ids if each in facts.templates]
    if len(usable) <= 1:
        return usable[0] if usable else None
    before = _stored(facts, (person.id, rule.key, on.year - 1), on - _YEAR, ("made",))
    used = None if before is None else before.template_id
    others = [each for each in usable if each != used]
    # Two people of one team do not get the same template at the same time.
    turn = on.year + zlib.crc32(person.id.encode())
    chosen = usable[turn % len(usable)]
    return chosen if chosen in others else others[turn % len(others)]
