"""The fields of a person in the bodies of requests."""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Annotated, Final

import msgspec
from msgspec import UNSET, Meta, Struct, UnsetType, structs

from wellwish.accounts.create import language_tag, time_zone
from wellwish.base.errors import Fault
from wellwish.base.language import untranslated
from wellwish.infra.http import Change, line, word
from wellwish.infra.http.addresses import email_address
from wellwish.people import day

MAX_OWN_DATES: Final = 10
MAX_TEAMS: Final = 10
ACTIVE, LEFT = "active", "left"
BIRTHDAY, STARTED_ON = "birthday", "started_on"

DATE_NAME: Final = "^[a-z][a-z0-9_]{0,39}$"


def own_date_name(given: str) -> str:
    if re.fullmatch(DATE_NAME.strip("^$"), given) is None:
        raise ValueError(
            "Must have up to 40 lowercase letters, digits and underscores, and begin with a letter."
        )
    if given in (BIRTHDAY, STARTED_ON):
        raise ValueError(f"Send it as `{given}`.")
    return given


class OwnDate(Struct, frozen=True, kw_only=True):
    """A date with a name that you choose. It recurs every year."""

    name: Annotated[
        str,
        line(
            40,
            "Name of the date, such as `name_day`.",
            required=True,
            check=own_date_name,
            schema={"pattern": DATE_NAME},
        ),
    ]
    date: Annotated[
        str,
        line(
            10,
            "The date, such as `2020-05-01`, or `--05-01` without a year.",
            required=True,
            check=day.own_date,
            schema={"pattern": day.FORM},
        ),
    ]


Birthday = Annotated[
    str,
    line(
        10,
        "Day and month of birth, such as `--03-14`. A year is never stored.",
        check=day.birthday,
        schema={"pattern": day.FORM},
    ),
]
StartedOn = Annotated[
    str,
    line(
        10,
        "First day at work, such as `2020-05-01`.",
        check=day.started_on,
        schema={"pattern": day.DATE_FORM},
    ),
]
OwnDates = Annotated[list[OwnDate], Meta(max_length=MAX_OWN_DATES, description="Dates with custom names.")]


class PersonDatesChange(Struct, frozen=True, kw_only=True):
    """Changes to the dates of a person. Absent dates stay unchanged, null clears one."""

    birthday: Birthday | None | UnsetType = UNSET
    started_on: StartedOn | None | UnsetType = UNSET
    own: OwnDates | None | UnsetType = UNSET


Name = Annotated[str, line(255, "Name of the person.", required=True)]
Email = Annotated[
    str,
    line(
        254,
        "Email address, unique within your account.",
        check=email_address,
        schema={"format": "email"},
    ),
]
Phone = Annotated[str, line(40, "Phone number, preferably with a country code.")]
Locale = Annotated[
    str,
    line(
        35,
        "Language tag (BCP 47).",
        check=language_tag,
        doubt=untranslated,
        schema={"pattern": "^[A-Za-z]{2,3}(-[A-Za-z]{4})?(-([A-Za-z]{2}|[0-9]{3}))?$"},
    ),
]
TimeZone = Annotated[
    str, line(64, "Time zone of the person (IANA), such as `Europe/Berlin`.", check=time_zone)
]
ExternalId = Annotated[str, line(255, "Your own identifier for the person, unique within your account.")]
Manager = Annotated[
    str, line(255, "Manager: the `external_id`, email address or ID of another person. Returned as an ID.")
]
Team = Annotated[
    str,
    line(
        255,
        "A team: its name, `external_id` or ID. A name that no group has creates a team. Returned as an ID.",
        required=True,
    ),
]
Teams = Annotated[list[Team], Meta(max_length=MAX_TEAMS, description="Teams of the person.")]
Status = Annotated[str, word((ACTIVE, LEFT), "`left`: no longer with the company.")]
Celebrate = Annotated[bool, Meta(description="Whether the company celebrates the person's dates.")]


class PersonChange(Change, frozen=True, kw_only=True):
    """Changes to a person. Absent fields stay unchanged, null clears a field."""

    name: Name | UnsetType = UNSET
    email: Email | None | UnsetType = UNSET
    phone: Phone | None | UnsetType = UNSET
    locale: Locale | None | UnsetType = UNSET
    timezone: TimeZone | None | UnsetType = UNSET
    external_id: ExternalId | None | UnsetType = UNSET
    manager: Manager | None | UnsetType = UNSET
    teams: Teams | None | UnsetType = UNSET
    dates: PersonDatesChange | None | UnsetType = UNSET
    status: Status | UnsetType = UNSET
    celebrate: Celebrate | UnsetType = UNSET

    def faults(self) -> Iterator[Fault]:
        """Yields an error for each custom date with a duplicate name."""
        yield from date_faults(self, "")


class NewPerson(PersonChange, frozen=True, kw_only=True):
    """The person to create or update. Absent fields of a known person stay unchanged, null clears a field."""

    name: Name  # pyright: ignore[reportGeneralTypeIssues] - fields are keywords, so it needs no default

    def identifying(self, raw: bytes) -> bytes:
        """Returns the person without a year of birth, of which nothing may be stored."""
        del raw
        return msgspec.json.encode(without_year(self))


def date_faults(given: PersonChange, pointer: str) -> Iterator[Fault]:
    own = given.dates.own if isinstance(given.dates, PersonDatesChange) else None
    seen: set[str] = set()
    for index, each in enumerate(own or []):
        if each.name in seen:
            yield Fault(
                f"{pointer}/dates/own/{index}/name", "duplicate", "Another of the dates has this name."
            )
        seen.add(each.name)


def year_of_birth(given: PersonChange) -> int | None:
    """Returns the year sent with the birthday."""
    dates = given.dates
    if not isinstance(dates, PersonDatesChange) or not isinstance(dates.birthday, str):
        return None
    return day.parse(dates.birthday).year


def without_year(given: PersonChange) -> PersonChange:
    """Returns the person with the birthday as ``--03-14``."""
    dates = given.dates
    if not isinstance(dates, PersonDatesChange) or not isinstance(dates.birthday, str):
        return given
    kept = structs.replace(dates, birthday=day.without_year(dates.birthday))
    return structs.replace(given, dates=kept)


def changed_dates(dates: PersonDatesChange | None, before: Mapping[str, str]) -> dict[str, str]:
    """Returns the dates by name after the change; None clears all."""
    if dates is None:
        return {}
    after = dict(before)
    for name, given in ((BIRTHDAY, dates.birthday), (STARTED_ON, dates.started_on)):
        if given is None:
            after.pop(name, None)
        elif given is not UNSET:
            after[name] = given
    if dates.own is not UNSET:
        own: Sequence[OwnDate] = dates.own or []
        known = {name: date for name, date in after.items() if name in (BIRTHDAY, STARTED_ON)}
        after = {**known, **{each.name: each.date for each in own}}
    return after
