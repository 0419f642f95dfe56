"""The person: its row, its record, its lock."""

from collections.abc import Mapping
from datetime import datetime
from typing import Annotated, Any, Final, Literal

from msgspec import UNSET, Meta, Struct, UnsetType

from wellwish.base import clock, ids
from wellwish.groups.team import lock_people
from wellwish.infra.db import Tx
from wellwish.people import day
from wellwish.people.body import ACTIVE, BIRTHDAY, DATE_NAME, LEFT, MAX_OWN_DATES, STARTED_ON, OwnDate
from wellwish.people.choice import Chosen

MAX_PEOPLE: Final = 20_000


class PersonRow(Chosen, frozen=True):
    """A row of people with the IDs of its teams, and its dates by name, in the form of the API."""

    external_id: str | None
    name: str
    email: str | None
    email_key: str | None
    phone: str | None
    locale: str | None
    timezone: str | None
    manager_id: str | None
    celebrate: bool
    left_at: datetime | None
    dates: dict[str, str]
    teams: list[str]
    version: int
    created_at: datetime
    updated_at: datetime


class PersonDates(Struct, frozen=True, kw_only=True):
    """The dates of a person."""

    birthday: Annotated[str, Meta(pattern=day.DAY_FORM, max_length=7)] | None
    started_on: Annotated[str, Meta(pattern=day.DATE_FORM, max_length=10)] | None
    own: list[OwnDate]


class Person(Struct, frozen=True, kw_only=True):
    """A person whose dates your account stores."""

    object: Literal["person"] = "person"
    id: Annotated[str, Meta(pattern=ids.pattern("per"))]
    name: str
    email: str | None
    phone: str | None
    locale: str | None
    timezone: str | None
    external_id: str | None
    manager: Annotated[str, Meta(pattern=ids.pattern("per"), description="ID of the manager.")] | None
    teams: Annotated[
        list[Annotated[str, Meta(pattern=ids.pattern("grp"))]], Meta(description="IDs of the person's teams.")
    ]
    dates: (
        Annotated[PersonDates, Meta(description="Dates of the person; absent if you may not see them.")]
        | UnsetType
    ) = UNSET
    declined: (
        Annotated[
            list[Annotated[str, Meta(pattern=DATE_NAME, max_length=40)]],
            Meta(
                max_length=2 + MAX_OWN_DATES,
                description="Names of the dates that the person does not want celebrated; `dates` omits "
                "them. Only owners see the names.",
            ),
        ]
        | UnsetType
    ) = UNSET
    status: Annotated[Literal["active", "left"], Meta(description="`left`: no longer with the company.")]
    celebrate: bool
    left_at: (
        Annotated[
            str, Meta(description="Time when the status became `left`; the person is deleted 400 days later.")
        ]
        | None
    )
    version: int
    created_at: str
    updated_at: str


def record(row: PersonRow, *, with_dates: bool = True, with_declined: bool = True) -> Person:
    declined = sorted(name for name in row.dates if row.choice.hides(name))
    dates = {name: date for name, date in sorted(row.dates.items()) if name not in declined}
    own = [
        OwnDate(name=name, date=date) for name, date in dates.items() if name not in (BIRTHDAY, STARTED_ON)
    ]
    return Person(
        id=row.id,
        name=row.name,
        email=row.email,
        phone=row.phone,
        locale=row.locale,
        timezone=row.timezone,
        external_id=row.external_id,
        manager=row.manager_id,
        teams=row.teams,
        dates=PersonDates(birthday=dates.get(BIRTHDAY), started_on=dates.get(STARTED_ON), own=own)
        if with_dates
        else UNSET,
        declined=declined if with_declined else UNSET,
        status=ACTIVE if row.left_at is None else LEFT,
        celebrate=row.celebrate,
        left_at=clock.rfc3339_or_none(row.left_at),
        version=row.version,
        created_at=clock.rfc3339(row.created_at),
        updated_at=clock.rfc3339(row.updated_at),
    )


async def load(tx: Tx, account_id: str, person_id: str) -> PersonRow:
    """Raises NotFound."""
    return await tx.found(
        PersonRow,
        """
        select {columns} from people cross join lateral (
          select coalesce(jsonb_object_agg(d.name, d.date), '{}') as dates from person_dates d
          where d.account_id = :account_id and d.person_id = people.id) as listed
        cross join lateral (
          select coalesce(jsonb_agg(t.group_id order by t.group_id), '[]') as teams from team_people t
          where t.account_id = :account_id and t.person_id = people.id) as joined
        where account_id = :account_id and id = :id
        """,
        account_id=account_id,
        id=person_id,
    )


async def lock(tx: Tx, account_id: str) -> None:
    """Locks the account's people against other changes until the transaction ends."""
    await lock_people(tx, account_id)


def as_rows(person_id: str, dates: Mapping[str, str]) -> list[dict[str, Any]]:
    """Returns the rows of person_dates."""
    return [
        {"person_id": person_id, "name": name, "date": date, "month": int(date[-5:-3]), "day": int(date[-2:])}
        for name, date in dates.items()
    ]
