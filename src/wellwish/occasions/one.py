"""A single occasion, identified by a request."""

from collections.abc import Iterator
from datetime import date
from typing import Annotated, ClassVar, Final

from wellwish.base import ids
from wellwish.base.errors import Fault, NotFound, OccasionMade
from wellwish.base.working_days import MOST_DAYS_OFF
from wellwish.infra.db import Tx
from wellwish.infra.http import Body, line, whole
from wellwish.occasions.plan import Facts, Key, Planned
from wellwish.occasions.planned import planned_for
from wellwish.occasions.rule_body import DATE, DateName, OccasionKind
from wellwish.occasions.span import Span

_UNKNOWN: Final = Fault(
    "/person_id",
    "not_found",
    "No rule creates a card for this occasion of the person in this year, or the person has declined it.",
)


class NamedOccasion(Body, frozen=True, kw_only=True):
    """The occasion, as `GET /api/occasions` returns it."""

    closed: ClassVar[bool] = True

    person_id: Annotated[
        str, line(255, "ID of the person.", required=True, schema={"pattern": ids.pattern("per")})
    ]
    occasion: OccasionKind
    year: Annotated[int, whole(2000, 2100, "Year of the date.")]
    date_name: DateName | None = None

    def faults(self) -> Iterator[Fault]:
        """Yields an error for a custom date without its name."""
        if (self.occasion == DATE) != (self.date_name is not None):
            yield Fault("/date_name", "invalid_value", "Only a custom date has a name, and it needs one.")

    @property
    def key(self) -> Key:
        """The key of the occasion's row."""
        of = self.occasion if self.date_name is None else f"{self.occasion}:{self.date_name}"
        return self.person_id, of, self.year


def unknown() -> NotFound:
    return NotFound(faults=[_UNKNOWN])


async def find(tx: Tx, account_id: str, basis: Facts, named: NamedOccasion) -> Planned:
    """Returns the occasion of the plan, which has no card. Raises NotFound, OccasionMade."""
    of_year = Span(
        closes_from=date(named.year, 1, 1) - MOST_DAYS_OFF,
        closes_until=date(named.year, 12, 31) + MOST_DAYS_OFF,
    )
    found = await planned_for(tx, account_id, basis, of_year, named.key)
    if found is None or found.is_hidden or found.occasion.state == "declined":
        raise unknown()
    if found.occasion.state == "made":
        raise OccasionMade
    return found.occasion
