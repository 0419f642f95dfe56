"""The words of rules and occasions: occasions, states, and errors of fields."""

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from typing import Final

from wellwish.base.errors import Fault
from wellwish.base.language import Language, later, later_many
from wellwish.occasions.occasion import Occasion
from wellwish.occasions.rule import OccasionRule
from wellwish.occasions.rule_body import ANNIVERSARY, BIRTHDAY, DATE, GROUP, MANAGER_AND_PEERS, NOBODY, TEAM
from wellwish.occasions.rule_body import WELCOME as FIRST_DAY
from wellwish.web.desk import faults as messages
from wellwish.web.desk.cards.fields import NO_AMOUNT

KINDS: Final[Mapping[str, str]] = {
    BIRTHDAY: later("Birthday"),
    ANNIVERSARY: later("Work anniversary"),
    FIRST_DAY: later("First day at work"),
    DATE: later("Another date"),
}
RULES: Final[Mapping[str, str]] = {
    BIRTHDAY: later("Birthdays"),
    ANNIVERSARY: later("Work anniversaries"),
    FIRST_DAY: later("First days at work"),
}
INVITES: Final[Mapping[str, str]] = {
    TEAM: later("The person's teams"),
    MANAGER_AND_PEERS: later("The manager and their reports"),
    GROUP: later("A saved group"),
    NOBODY: later("Nobody: the organiser invites"),
}
_YEARS: Final = later_many("%(count)s year at work", "%(count)s years at work")
# The name, icon and tone of a state, and why there is no card.
_STATES: Final[Mapping[str, tuple[str, str, str, str]]] = {
    "planned": (later("Planned"), "clock", "d-act", ""),
    "made": (later("Created"), "check", "d-ok", ""),
    "skipped": (later("Skipped"), "x", "", ""),
    "declined": (later("Declined"), "x", "", later("This person does not want this day celebrated.")),
    "left": (later("Has left"), "x", "", later("People who have left get no card.")),
    "paused": (later("Rule is paused"), "pause", "d-warn", later("Start the rule to create this card.")),
    "missed": (later("Too late"), "x", "", later("The card would be open for less than a day.")),
    "no_design": (
        later("No design"), "circle-alert", "d-bad", later("None of the rule's designs is still available."),
    ),
    "no_signers": (
        later("Nobody to ask"),
        "circle-alert",
        "d-bad",
        later("The rule finds nobody who could sign. Add the person to a team, or give them a manager."),
    ),
    "too_many_signers": (
        later("Too many to ask"),
        "circle-alert",
        "d-bad",
        later("The manager has more than 1,000 people. Let the rule invite a team or a saved group."),
    ),
    "over_limit": (
        later("Over the limit"),
        "circle-alert",
        "d-warn",
        later("The rule has reached its limit for that month."),
    ),
    "no_cards": (
        later("No cards left"), "circle-alert", "d-bad", later("The account has too few cards."),
    ),
    "failed": (
        later("Not created yet"),
        "circle-alert",
        "d-warn",
        later("The card could not be created. We'll try again."),
    ),
}  # fmt: skip
FULL: Final = later(
    "Nothing was saved, because 1,000 cards are skipped or changed already. Undo some of them, or change "
    "their rule instead."
)
_PLACEHOLDER: Final = later("In curly brackets, use only {name} and, for anniversaries, {years}.")
_SAYS: Final[Mapping[tuple[str, str], str]] = {
    ("occasion", ""): later("Choose the occasion."),
    ("date_name", ""): later(
        "Enter the name of the date as in your list, in lower case, such as graduation_day."
    ),
    ("title", "required"): later("Enter a title."),
    ("title", "unknown_placeholder"): _PLACEHOLDER,
    ("message", "unknown_placeholder"): _PLACEHOLDER,
    ("sender", "required"): later("Enter who the cards are from."),
    ("designs", ""): later("Choose at most 20 designs. One of these is no longer available."),
    ("designs", "required"): later("Choose at least one design."),
    ("designs", "too_long"): later("Choose at most 20 designs."),
    ("group_id", ""): later("Choose the group."),
    ("teams", ""): later("The account has no team with this name."),
    ("years", ""): later("Enter years from 1 to 60, separated by commas."),
    ("max_cards_a_month", ""): later("Enter a number from 1 to 10,000."),
    ("opens_days_before", ""): later("Enter a number from 1 to 30."),
    ("opens_on", ""): later(
        "Choose a day up to 28 days before the card closes, so that it is open for a day."
    ),
    ("closes_on", ""): later("Choose a day up to 14 days from the date, and at least a day from now."),
    ("organiser_id", ""): later("Choose a member of the account."),
    ("purchases", ""): later("One of these bundles is no longer available. Choose another one."),
    ("currency", ""): later("Enter a currency code such as EUR"),
    ("suggested_amounts", ""): later("Enter up to 4 amounts between the smallest and the largest"),
    ("design", ""): later("This design is no longer available. Choose another one."),
}
_FIELDS: Final = {
    "template_ids": "designs", "team_ids": "teams", "template_id": "design",
    "bundle_purchase_ids": "purchases",
}  # fmt: skip


def kind_words(language: Language, occasion: Occasion) -> str:
    """Returns the name of an occasion, such as ``Birthday``, with the years of service."""
    if occasion.occasion == DATE:
        return own_words(occasion.date_name)
    said = language.gettext(KINDS[occasion.occasion])
    if occasion.years is None:
        return said
    years = language.ngettext(*_YEARS, occasion.years) % {"count": language.number(occasion.years)}
    return f"{said} · {years}"


def rule_words(language: Language, rule: OccasionRule) -> str:
    """Returns the name of a rule: the days that it celebrates."""
    return own_words(rule.date_name) if rule.occasion == DATE else language.gettext(RULES[rule.occasion])


def own_words(name: str | None) -> str:
    """Returns the name of a custom date for display."""
    return f"\u2068{(name or '').replace('_', ' ')}\u2069"


def state_words(language: Language, state: str) -> tuple[str, str, str, str]:
    """Returns the name of a state, its icon, its tone, and why there is no card."""
    name, icon, tone, why = _STATES[state]
    return language.gettext(name), icon, tone, why and language.gettext(why)


def day_words(language: Language, day: str) -> str:
    """Returns a day with its weekday, such as ``Fri 4 Dec``."""
    return language.day(datetime.fromisoformat(day).replace(hour=12, tzinfo=UTC), "UTC")


def wrong_of(faults: Sequence[Fault]) -> dict[str, str]:
    """Returns the untranslated message of each field with an error."""
    found: dict[str, str] = {}
    for fault in faults:
        tokens = fault.pointer.split("/")
        given = tokens[2] if tokens[1] == "collection" and len(tokens) > 2 else tokens[1]
        if fault.code == NO_AMOUNT:
            found.setdefault(given, fault.detail)
            continue
        field = _FIELDS.get(given, given)
        found.setdefault(field, messages.sentence(_SAYS, field, fault))
    return found
