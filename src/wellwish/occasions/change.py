"""Change an occasion."""

from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import Annotated

from msgspec import structs

from wellwish.accounts import wake
from wellwish.accounts.access import Owning
from wellwish.base import ids
from wellwish.base.errors import Fault, InvalidRequest
from wellwish.base.working_days import MOST_DAYS_OFF
from wellwish.infra.db import Tx
from wellwish.infra.http import IfMatch, line, text
from wellwish.infra.http.fields import calendar_date
from wellwish.occasions import changes, facts, one, store
from wellwish.occasions.changes import MOST_DAYS_OPEN, Changes
from wellwish.occasions.occasion import Occasion, record
from wellwish.occasions.one import NamedOccasion
from wellwish.occasions.plan import Planned
from wellwish.occasions.rule import load_all, usable_templates
from wellwish.occasions.rule_body import placeholder_faults
from wellwish.people import person
from wellwish.people.day import DATE_FORM


class ChangedOccasion(NamedOccasion, frozen=True, kw_only=True):
    """The occasion, as in `GET /api/occasions`, with all differences from its rule."""

    opens_on: (
        Annotated[
            str,
            line(
                10,
                "Day on which the card opens, at 09:00. It is before `closes_on`, by at most "
                f"{MOST_DAYS_OPEN.days} days.",
                check=calendar_date,
                schema={"pattern": DATE_FORM},
            ),
        ]
        | None
    ) = None
    closes_on: (
        Annotated[
            str,
            line(
                10,
                "Day on which the card closes, at the hour of the rule. It is at most "
                f"{MOST_DAYS_OFF.days} days before or after the date.",
                check=calendar_date,
                schema={"pattern": DATE_FORM},
            ),
        ]
        | None
    ) = None
    title: (
        Annotated[str, line(255, "Title of the card, with the same placeholders as that of the rule.")] | None
    ) = None
    message: (
        Annotated[
            str, text(5000, "Message to the invitees, with the same placeholders. Line breaks are kept.")
        ]
        | None
    ) = None
    template_id: (
        Annotated[
            str,
            line(
                255,
                "Template of the card, from `GET /api/templates`.",
                schema={"pattern": ids.pattern("tpl")},
            ),
        ]
        | None
    ) = None

    def faults(self) -> Iterator[Fault]:
        """Yields errors in the combination of fields."""
        yield from super().faults()
        yield from placeholder_faults("/title", self.title or "", self.occasion)
        yield from placeholder_faults("/message", self.message or "", self.occasion)

    @property
    def changes(self) -> Changes | None:
        """The differences from the rule, if any."""
        given = Changes(
            opens_on=self.opens_on,
            closes_on=self.closes_on,
            title=self.title,
            message=self.message,
            template_id=self.template_id,
        )
        return given if any(getattr(given, name) for name in Changes.__struct_fields__) else None


async def change_occasion(tx: Tx, owning: Owning, given: ChangedOccasion, if_match: IfMatch) -> Occasion:
    """When the card of this occasion is created, these values replace those of its rule.

    Each request replaces the previous changes. Absent and null members follow the rule, so a request
    that has none of them withdraws all changes. A change plans a skipped occasion again; to withdraw the
    changes does not.

    Raises InvalidRequest, NotFound, OccasionMade, PreconditionFailed, TooManyChangedOccasions.
    """
    account_id = owning.account_id
    await person.lock(tx, account_id)
    basis = await facts.load(tx, account_id, await load_all(tx, account_id))
    found = await one.find(tx, account_id, basis, given)
    if_match.check(found.revision)
    usable = set[str]() if given.template_id is None else await usable_templates(tx, [given.template_id])
    as_changed = structs.replace(found, state="planned", changes=given.changes)
    basis = structs.replace(basis, templates={*basis.templates, *usable}, past={found.key: as_changed})
    planned = await one.find(tx, account_id, basis, given)
    faults = [*_faults(given, planned, usable, tx.now)]
    if faults:
        raise InvalidRequest(faults=faults)
    if given.changes is not None:
        await store.check_room(tx, account_id, planned)
    elif found.state == "skipped":
        planned = structs.replace(planned, state="skipped")
    is_changed = given.changes != found.changes or (found.state == "skipped") != (planned.state == "skipped")
    planned = structs.replace(planned, revision=found.revision + is_changed)
    await store.change(tx, account_id, planned)
    await wake.create_cards(tx, account_id)
    return record(planned)


def _faults(given: ChangedOccasion, planned: Planned, usable: set[str], now: datetime) -> Iterator[Fault]:
    """Yields errors for days that do not fit the others, and for an unknown template."""
    wanted, falls_on = planned.changes, planned.falls_on
    if given.closes_on is not None and changes.closing(wanted, falls_on) is None:
        first, last = falls_on - MOST_DAYS_OFF, falls_on + MOST_DAYS_OFF
        yield Fault("/closes_on", "out_of_range", f"Must be from {first} to {last}, near the date.")
    elif given.opens_on is not None and changes.opening(wanted, planned.closes_on) is None:
        first, last = planned.closes_on - MOST_DAYS_OPEN, planned.closes_on - timedelta(days=1)
        yield Fault("/opens_on", "out_of_range", f"Must be from {first} to {last}, before the card closes.")
    elif planned.is_too_late(now):  # whatever else changes, so that the reason why there is no card stays
        is_opening = given.opens_on is not None and given.closes_on is None
        pointer = "/opens_on" if is_opening else "/closes_on"
        yield Fault(pointer, "out_of_range", "The card would be open for less than a day from now.")
    if given.template_id is not None and given.template_id not in usable:
        yield Fault("/template_id", "not_found", "The template does not exist or is retired.")
