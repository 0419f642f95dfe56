"""A person in a request, and a person's stored values before and after it."""

from msgspec import Struct, structs

from wellwish.people.body import PersonChange
from wellwish.people.choice import Choice
from wellwish.people.person import PersonRow


class Given(Struct, frozen=True):
    """A person in a request, with a JSON pointer to it; ``person_id`` is set for a known person."""

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
    teams: list[str]

    def without_hidden(self, choice: Choice) -> "State":
        """Returns the state with the names of the dates that the choice hides, but without the days."""
        dates = {name: "" if choice.hides(name) else date for name, date in self.dates.items()}
        return self if dates == self.dates else structs.replace(self, dates=dates)

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
            teams=row.teams,
        )
