"""The fields of a rule in the bodies of requests."""

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import Annotated, Final

from msgspec import UNSET, Meta, UnsetType

from wellwish.base import ids
from wellwish.base.errors import Fault
from wellwish.base.working_days import AFTER, BEFORE, KEEP, MAX_COUNT, NEAREST
from wellwish.cards.collection import CollectionChange, NewCollection, amount_faults
from wellwish.infra.http import Body, Change, line, text, whole, word
from wellwish.occasions.days import FEBRUARY_28, MARCH_1
from wellwish.people.body import DATE_NAME, STARTED_ON, own_date_name

BIRTHDAY, ANNIVERSARY, WELCOME, DATE = "birthday", "anniversary", "welcome", "date"
TEAM, MANAGER_AND_PEERS, GROUP, NOBODY = "team", "manager_and_peers", "group", "nobody"
MAX_TEMPLATES: Final = 20
MAX_TEAMS: Final = 100
MAX_PURCHASES: Final = 20
MAX_DAYS_BEFORE: Final = MAX_COUNT
MAX_YEARS: Final = 60  # of service
_MAX_MILESTONES: Final = 60

_PLACEHOLDER: Final = re.compile(r"\{([^{}]*)\}")


OccasionKind = Annotated[
    str,
    word(
        (BIRTHDAY, ANNIVERSARY, WELCOME, DATE),
        "`birthday`; `anniversary` of the first day at work; `welcome` on the first day at work; or `date`, "
        "a custom date of the person.",
    ),
]
DateName = Annotated[
    str, line(40, "Name of the custom date, for `date`.", check=own_date_name, schema={"pattern": DATE_NAME})
]
TeamIds = Annotated[
    list[Annotated[str, line(255, "ID of a team.", required=True, schema={"pattern": ids.pattern("grp")})]],
    Meta(
        min_length=1,
        max_length=MAX_TEAMS,
        description="Teams whose people get cards. Default: everybody.",
    ),
]
Years = Annotated[
    list[Annotated[int, whole(1, MAX_YEARS, "Years of service.")]],
    Meta(
        min_length=1,
        max_length=_MAX_MILESTONES,
        description="Years of service that get a card, for `anniversary`. Default: every year.",
    ),
]
TemplateIds = Annotated[
    list[
        Annotated[str, line(255, "ID of a template.", required=True, schema={"pattern": ids.pattern("tpl")})]
    ],
    Meta(
        min_length=1,
        max_length=MAX_TEMPLATES,
        description="Templates of the cards, used in turn: a person never has the same one in two "
        "successive years if there are others.",
    ),
]
Title = Annotated[
    str,
    line(
        255,
        "Title of the cards. `{name}` is replaced by the name of the person, and `{years}` by the years of "
        "service, for `anniversary`.",
        required=True,
    ),
]
Sender = Annotated[str, line(255, "Name of the sender, as shown on the cards.", required=True)]
Message = Annotated[
    str, text(5000, "Message to the invitees, with the same placeholders as `title`. Line breaks are kept.")
]
DaysBefore = Annotated[
    int, whole(1, MAX_DAYS_BEFORE, "Number of working days by which the card opens before it closes.")
]
ClosesHour = Annotated[
    int, whole(0, 23, "Hour of the day at which the card closes, in the time zone of the person.")
]
DaysOff = Annotated[
    str,
    word(
        (BEFORE, AFTER, NEAREST, KEEP),
        "When the card closes if the date is on a weekend or a holiday of the account: on the working day "
        "`before` or `after` it, on the `nearest`, or on the date itself (`keep`).",
    ),
]
LeapDay = Annotated[
    str, word((FEBRUARY_28, MARCH_1), "When 29 February is celebrated in years that do not have it.")
]
Invites = Annotated[
    str,
    word(
        (TEAM, MANAGER_AND_PEERS, GROUP, NOBODY),
        "Who is invited to sign: everybody in a team of the person, the person's manager and everybody with "
        "the same manager, a saved group, or nobody.",
    ),
]
GroupId = Annotated[
    str, line(255, "ID of the group to invite, for `group`.", schema={"pattern": ids.pattern("grp")})
]
MaxCards = Annotated[int, whole(1, 10_000, "Maximum number of cards that open in the same calendar month.")]

OrganiserId = Annotated[
    str,
    line(
        255,
        "ID of the member of the account to whom mail about the cards goes. Default: you. If they leave, the "
        "owners get the mail, as they do about a card for the organiser.",
        schema={"pattern": ids.pattern("usr")},
    ),
]
ManagerOrganises = Annotated[
    bool,
    Meta(
        description="Whether mail about a card goes to the manager of the person instead, if the manager is "
        "a member of the account."
    ),
]
PurchaseIds = Annotated[
    list[
        Annotated[
            str,
            line(255, "ID of a bundle purchase.", required=True, schema={"pattern": ids.pattern("bp")}),
        ]
    ],
    Meta(
        min_length=1,
        max_length=MAX_PURCHASES,
        description="Bundle purchases to take cards from first, in this order: of the account, or of its "
        "platform if the account may use them. Once none of them has cards, "
        "and by default, cards are taken from the first available purchase.",
    ),
]
CollectionOfRule = Annotated[
    NewCollection,
    Meta(description="Money settings, as for a card. Default: the cards collect no money."),
]


class NewRule(Body, frozen=True, kw_only=True):
    """The rule to create."""

    occasion: OccasionKind
    template_ids: TemplateIds
    title: Title
    sender: Sender
    max_cards_a_month: MaxCards
    date_name: DateName | None = None
    team_ids: TeamIds | None = None
    years: Years | None = None
    message: Message | None = None
    opens_days_before: DaysBefore = 5
    closes_hour: ClosesHour = 9
    days_off: DaysOff = BEFORE
    leap_day: LeapDay = FEBRUARY_28
    invites: Invites = TEAM
    group_id: GroupId | None = None
    organiser_id: OrganiserId | None = None
    manager_organises: ManagerOrganises = False
    bundle_purchase_ids: PurchaseIds | None = None
    collection: CollectionOfRule | None = None

    def faults(self) -> Iterator[Fault]:
        """Yields errors in the combination of fields."""
        yield from faults_of(self)


class RuleChange(Change, frozen=True, kw_only=True):
    """Changes to a rule. Absent fields stay unchanged; null clears a field or restores its default.

    Existing cards stay unchanged. The occasion of a rule cannot be changed: create another rule.
    """

    template_ids: TemplateIds | UnsetType = UNSET
    title: Title | UnsetType = UNSET
    sender: Sender | UnsetType = UNSET
    max_cards_a_month: MaxCards | UnsetType = UNSET
    team_ids: TeamIds | None | UnsetType = UNSET
    years: Years | None | UnsetType = UNSET
    message: Message | None | UnsetType = UNSET
    opens_days_before: DaysBefore | None | UnsetType = UNSET
    closes_hour: ClosesHour | None | UnsetType = UNSET
    days_off: DaysOff | None | UnsetType = UNSET
    leap_day: LeapDay | None | UnsetType = UNSET
    invites: Invites | None | UnsetType = UNSET
    group_id: GroupId | None | UnsetType = UNSET
    organiser_id: OrganiserId | None | UnsetType = UNSET
    manager_organises: ManagerOrganises | None | UnsetType = UNSET
    bundle_purchase_ids: PurchaseIds | None | UnsetType = UNSET
    collection: CollectionChange | None | UnsetType = UNSET


def faults_of(rule: NewRule) -> Iterator[Fault]:
    """Yields an error for each field that is missing or has no effect for the occasion or the invitees."""
    if rule.occasion == DATE and rule.date_name is None:
        yield Fault("/date_name", "required", "A custom date needs a name.")
    if rule.occasion != DATE and rule.date_name is not None:
        yield Fault("/date_name", "invalid_value", "Only a rule for `date` can have a name.")
    if rule.occasion != ANNIVERSARY and rule.years is not None:
        yield Fault("/years", "invalid_value", "Only a rule for `anniversary` has years of service.")
    if rule.invites == GROUP and rule.group_id is None:
        yield Fault("/group_id", "required", "Needs the group to invite.")
    if rule.invites != GROUP and rule.group_id is not None:
        yield Fault("/group_id", "invalid_value", "Only a rule that invites a `group` has one.")
    for name, listed in (
        ("template_ids", rule.template_ids),
        ("bundle_purchase_ids", rule.bundle_purchase_ids or []),
    ):
        for index, each in enumerate(listed):
            if each in listed[:index]:
                yield Fault(f"/{name}/{index}", "duplicate", "This id is listed twice.")
    if rule.collection is not None:
        money = rule.collection
        yield from amount_faults(money.min_amount, money.max_amount, money.suggested_amounts)
    yield from placeholder_faults("/title", rule.title, rule.occasion)
    yield from placeholder_faults("/message", rule.message or "", rule.occasion)


@lru_cache(maxsize=10_000)  # a plan asks several times for each occasion
def date_name(occasion: str) -> str:
    """Returns the name of the person's date that a stored occasion is for."""
    kind, _, name = occasion.partition(":")
    if kind == DATE:
        return name
    return STARTED_ON if kind in (ANNIVERSARY, WELCOME) else kind


def placeholder_faults(pointer: str, given: str, occasion: str) -> Iterator[Fault]:
    """Yields the fault of the first placeholder that the texts of the occasion do not have."""
    known = ("name", "years") if occasion == ANNIVERSARY else ("name",)
    for name in _PLACEHOLDER.findall(given):
        if name not in known:
            listed = ", ".join(f"{{{each}}}" for each in known)
            yield Fault(pointer, "unknown_placeholder", f"`{{{name}}}` is unknown here; known: {listed}.")
            return


def filled(given: str, name: str, years: int | None, limit: int) -> str:
    """Returns a text with its placeholders replaced, cut to ``limit`` characters."""
    values = {"name": name, "years": "" if years is None else str(years)}
    # In one pass: the name may look like a placeholder.
    return _PLACEHOLDER.sub(lambda found: values.get(found[1], found[0]), given)[:limit]
