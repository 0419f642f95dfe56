"""A person as a request gives it, and before and after the request."""

from msgspec import Struct

from wellwish.people.body import PersonChange
from wellwish.people.person import PersonRow


class Given(Struct, frozen=True):
    """What a request says about a person, and the pointer to it; ``person_id`` for a known person."""

    pointer: str
    change: PersonChange
    person_id: str | None = None


class State(Struct, frozen=True):
    """The person after the request; the columns that a client can change."""

    id: str
    external_id: str | None
    name: str
    email: str | None
    email_key: str | None
    phone: str | None
    locale: str | None
    timezone: str | None
    manager_id: str | None
    celebrate: bool
    has_left: bool
    dates: dict[str, str]

    @classmethod
    def of(cls, row: PersonRow) -> "State":
        return cls(
            id=row.id,
            external_id=row.external_id,
            name=row.name,
            email=row.email,
            email_key=row.email_key,
            phone=row.phone,
            locale=row.locale,
            timezone=row.timezone,
            manager_id=row.manager_id,
            celebrate=row.celebrate,
            has_left=row.left_at is not None,
            dates=row.dates,
        )
