"""The words of the pages of people: days, fields and errors."""

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from typing import Final

from wellwish.base.errors import Fault
from wellwish.base.language import Language, later
from wellwish.web.desk import faults

# The names of fields, as the operations that change people list them.
FIELDS: Final[Mapping[str, str]] = {
    "name": later("Name"),
    "email": later("Email address"),
    "phone": later("Phone number"),
    "external_id": later("Employee number"),
    "teams": later("Teams"),
    "manager": later("Manager"),
    "dates": later("Dates"),
    "timezone": later("Time zone"),
    "locale": later("Language"),
    "status": later("Status"),
    "celebrate": later("Celebrated"),
}
NO_BIRTHDAY: Final = later("Enter a day and a month that the calendar has.")
NO_DAY: Final = later("Enter a date such as 2027-12-24")
NOBODY: Final = later("Enter an email address or an employee number.")
_SAYS: Final[Mapping[tuple[str, str], str]] = {
    ("", "required"): NOBODY,
    ("name", "required"): later("Enter a name of 1 to 255 characters."),
    ("email", "exists"): later("Another person has this email address."),
    ("email", "duplicate"): later("The list has this person twice."),
    ("email", ""): later("Enter an email address in the correct format, such as name@example.com"),
    ("external_id", "exists"): later("Another person has this employee number."),
    ("external_id", "duplicate"): later("The list has this person twice."),
    ("phone", ""): later("Enter a phone number that begins with +."),
    ("manager", "unknown_person"): later("Nobody has this email address or employee number."),
    ("manager", "loop"): later("Choose a manager who does not report to this person."),
    ("teams", "not_a_team"): later(
        "A saved group or channel has this name. Choose another one for the team."
    ),
    ("teams", "too_long"): later("Enter at most 10 teams."),
    ("timezone", ""): later("Enter a time zone, such as Europe/Berlin."),
    ("locale", ""): later("Enter a language, such as en or pt-BR."),
    ("birthday", ""): NO_BIRTHDAY,
    ("started_on", "out_of_range"): later("This day is too far ahead."),
    ("started_on", ""): NO_DAY,
}


def sentence(field: str, fault: Fault) -> str:
    """Returns the untranslated message for an error that an operation reports about a field."""
    return faults.sentence(_SAYS, field, fault)


def field_of(parts: Sequence[str]) -> str:
    """Returns the field of a person that the rest of a pointer means: ``dates/birthday`` is ``birthday``."""
    named = [each for each in parts if each != "dates" and not each.isdecimal()]
    return named[0] if named else ""


def day_words(language: Language, day: str) -> str:
    """Returns a day such as ``--03-14`` or ``2020-05-01`` in words."""
    if day.startswith("--"):
        return language.day_of_year(int(day[2:4]), int(day[5:7]))
    return language.long_day(datetime.fromisoformat(day).replace(hour=12, tzinfo=UTC), "UTC")
