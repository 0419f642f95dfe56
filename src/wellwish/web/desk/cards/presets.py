"""The initial values of a new card (title, sender, end and currency), so that only a name is required."""

import re
from datetime import date, timedelta
from typing import Final
from zoneinfo import ZoneInfo

from wellwish.accounts.settings import AccountSettings
from wellwish.base import clock
from wellwish.base.language import LANGUAGES, Language, later
from wellwish.web.desk.cards.fields import NAMES, NEW, Values
from wellwish.web.desk.standards import TIME_ZONES
from wellwish.web.kit.form import Form

WEEK: Final = "week"
ENDS: Final = {WEEK: 7, "two_weeks": 14}  # days from today
ON_DAY: Final = "day"
OPEN: Final = "open"
# Titles with the name of the recipient, and without one.
TITLES: Final = {
    "birthday": (later("Happy birthday, %(name)s"), later("Happy birthday")),
    "farewell": (later("Goodbye, %(name)s"), later("Goodbye and good luck")),
    "new_job": (later("Good luck in your new job, %(name)s"), later("Good luck in your new job")),
    "thank_you": (later("Thank you, %(name)s"), later("Thank you")),
    "baby": (later("Congratulations on the baby, %(name)s"), later("Congratulations on the baby")),
    "wedding": (later("Happy wedding day, %(name)s"), later("Happy wedding day")),
    "anniversary": (later("Happy anniversary, %(name)s"), later("Happy anniversary")),
    "congratulations": (later("Congratulations, %(name)s"), later("Congratulations")),
    "graduation": (later("You did it, %(name)s"), later("Congratulations on your graduation")),
    "promotion": (later("Congratulations, %(name)s"), later("Congratulations on your promotion")),
    "get_well": (later("Get well soon, %(name)s"), later("Get well soon")),
    "sympathy": (later("Thinking of you, %(name)s"), later("Thinking of you")),
    "retirement": (later("Happy retirement, %(name)s"), later("Happy retirement")),
    "welcome": (later("Welcome, %(name)s"), later("Welcome")),
    "new_home": (later("Happy new home, %(name)s"), later("Happy new home")),
    "holidays": (later("Happy holidays, %(name)s"), later("Happy holidays")),
    "new_year": (later("Happy New Year, %(name)s"), later("Happy New Year")),
    "festival": (later("Best wishes, %(name)s"), later("Best wishes")),
    "love": (later("With love, %(name)s"), later("With love")),
}
_SHORT: Final = 2  # letters, to exclude "Dr" and "J."
_LONGEST: Final = 255  # maximum length of a title
# Fields of the form that are not fields of a card.
_OWN: Final = ("who", "ends", "gift", "occasion", "palette")
SHOWN: Final = frozenset({"auto_reminders"})  # checkboxes of the form; absent means off


def first_name(name: str) -> str:
    """Returns the first word, or the whole name if that word is an abbreviation or a title."""
    first, _, rest = name.strip().partition(" ")
    return name.strip() if rest and (len(first) <= _SHORT or first.endswith(".")) else first


def title(language: Language, occasion: str, name: str) -> str:
    """Returns a title with the first recipient's name. ``name`` may be empty or contain an address."""
    named, plain = TITLES[occasion]
    called = first_name(re.sub(r"<[^<>]*>", "", name.split("\n", 1)[0]))
    if not called or "@" in called:
        return language.gettext(plain)
    return (language.gettext(named) % {"name": called})[:_LONGEST]


def of_card(language: Language, locale: str) -> Language:
    """Returns the language of a new card's title."""
    return LANGUAGES.get(locale, language)


def zone(values: Values, account: AccountSettings) -> str:
    """Returns the time zone of the presets: the account's unless the form has a valid one."""
    return values["timezone"] if values["timezone"] in TIME_ZONES else account.timezone


def day_in(days: int, timezone: str) -> date:
    return clock.now().astimezone(ZoneInfo(timezone)).date() + timedelta(days=days)


def first(account: AccountSettings) -> Values:
    """Returns the values of an empty form."""
    return {
        **NEW,
        **dict.fromkeys(_OWN, ""),
        "sender": account.name,
        "ends": WEEK,
        "currency": account.currency,
        "see_total": "contributors",
        "see_contributors": "contributors",
    }


def typed(sent: Form, account: AccountSettings) -> Values:
    """Returns the fields that were sent, and the presets for all others."""
    given = {name for name, _ in sent.pairs()}
    values = first(account)
    for name in (*NAMES, *_OWN):
        if name in given or name in SHOWN or name == "gift":
            values[name] = sent.text(name).strip()
    if " " not in values["design"] and values["palette"]:
        values["design"] = f"{values['design']} {values['palette']}"
    if "ends" not in given:
        values["ends"] = ON_DAY if values["end_day"] else OPEN
    return values


def resolved(values: Values, timezone: str, suggested: str) -> Values:
    """Returns the values of the card, with the choices of this form converted to the fields of a card."""
    found = {**values, "title": values["title"] or suggested}
    if values["ends"] in ENDS:
        found |= {"end_day": f"{day_in(ENDS[values['ends']], timezone)}", "end_time": ""}
    elif values["ends"] == OPEN:
        found |= {"end_day": "", "end_time": ""}
    found["people"] = "\n".join(filter(None, (values["who"], values["people"])))
    if values["gift"] and values["add_money"] == "nobody":
        found["add_money"] = "everyone"
    return found
