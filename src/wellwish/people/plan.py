"""What a list of people changes: pure functions, so that the check of ten thousand can run in a thread.

Every fault of every row is found before anything is written.
"""

from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from typing import Final, Literal

from msgspec import UNSET, Struct, structs

from wellwish.base import ids
from wellwish.base.errors import Fault, InvalidRequest, TooManyLeavers
from wellwish.infra.http import Warnings
from wellwish.infra.http.addresses import email_key, phone_number
from wellwish.infra.http.normalise import MAX_FAULTS
from wellwish.people import day
from wellwish.people.body import (
    LEFT,
    PersonChange,
    PersonDatesChange,
    changed_dates,
    without_year,
    year_of_birth,
)
from wellwish.people.managers import find_managers
from wellwish.people.person import PersonRow
from wellwish.people.state import Given, State

_SHARE_OF_LEAVERS: Final = 10  # one in ten
_YEAR_DROPPED: Final = "The year was dropped: no year of birth is stored."

Action = Literal["created", "updated", "left"]


class Step(Struct, frozen=True):
    """A change of one person; ``index`` is its place in the list, None for a person who is not listed."""

    action: Action
    after: State
    before: State | None
    index: int | None

    @property
    def fields(self) -> list[str]:
        """The names of the fields that change."""
        if self.before is None:
            return []
        names = {"manager_id": "manager", "has_left": "status", "email_key": "email"}
        changed = (
            names.get(each, each)
            for each in State.__struct_fields__
            if getattr(self.before, each) != getattr(self.after, each)
        )
        return sorted({*changed})


class Plan(Struct, frozen=True):
    """The steps, the ids of all listed people in order, and the years of birth that are dropped."""

    steps: list[Step]
    listed: list[str]
    warnings: list[Fault]


def plan(
    listed: Sequence[Given],
    rows: Sequence[PersonRow],
    *,
    now: datetime,
    country: str | None,
    is_whole: bool = False,
    allow_leavers: bool = False,
) -> Plan:
    """Returns what the list changes. ``rows``: all people of the account if the list ``is_whole``, else those
    that it may concern: by id, identifier, and above its managers.

    Raises InvalidRequest with all faults, TooManyLeavers.
    """
    faults: list[Fault] = []
    known = {row.id: State.of(row) for row in rows}
    found = _Found(known)
    after, before_ids = dict(known), list[str]()
    for given in listed:
        person_id = given.person_id or found.match(given)
        before = known.get(person_id)
        before_ids.append(person_id)
        after[person_id] = _after(given, person_id, before, country, is_whole, faults)
        if after[person_id].external_id is None and after[person_id].email is None:
            faults.append(Fault(given.pointer, "required", "Must have an `external_id` or an `email`."))
        faults += _odd_dates(given.change, given.pointer, now.year)
    faults += _repeated(listed, before_ids)
    if not faults:
        faults += _taken(listed, before_ids, after)
        faults += find_managers(listed, before_ids, after)
    if faults:
        raise InvalidRequest(faults=faults[:MAX_FAULTS])
    places = {person_id: index for index, person_id in enumerate(before_ids)}
    leaving = [] if not is_whole else [each for each in known if each not in places]
    for person_id in leaving:
        after[person_id] = structs.replace(after[person_id], has_left=True)
    steps = [
        Step(_action(known.get(person_id), state), state, known.get(person_id), places.get(person_id))
        for person_id, state in after.items()
        if known.get(person_id) != state
    ]
    _check_leavers(known, [each for each in steps if each.index is None], allow_leavers)
    warnings = [
        Fault(f"{given.pointer}/dates/birthday", "year_dropped", _YEAR_DROPPED)
        for given in listed
        if year_of_birth(given.change) is not None
    ]
    return Plan(steps, before_ids, warnings[:MAX_FAULTS])


def add_warnings(warnings: Warnings, found: Sequence[Fault]) -> None:
    """Raises InvalidRequest if the client prefers strict handling."""
    if found and warnings.preferred:
        raise InvalidRequest(faults=found)
    warnings.extend(found)


class _Found:
    """Finds the person that a row of the list means."""

    def __init__(self, known: Mapping[str, State]) -> None:
        self._by_external_id = {each.external_id: each for each in known.values() if each.external_id}
        self._by_email = {each.email_key: each for each in known.values() if each.email_key}
        # Also new people, so that a repeated row is found.
        self._new: dict[tuple[str, str], str] = {}

    def match(self, given: Given) -> str:
        """Returns the id of a known person, or a new id."""
        external_id, email = given.change.external_id, given.change.email
        key = email_key(email) if isinstance(email, str) else None
        if isinstance(external_id, str):
            known = self._by_external_id.get(external_id)
            if known is None and key is not None:
                by_email = self._by_email.get(key)
                # A person without an external_id gets one.
                known = by_email if by_email is not None and by_email.external_id is None else None
            new = ("external_id", external_id)
        else:
            if key is None:  # a fault of the person after the request
                return ids.new("per")
            known = self._by_email.get(key)
            new = ("email", key)
        return known.id if known is not None else self._new.setdefault(new, ids.new("per"))


def _after(
    given: Given,
    person_id: str,
    before: State | None,
    country: str | None,
    is_whole: bool,
    faults: list[Fault],
) -> State:
    change = without_year(given.change)
    base = before or State(person_id, None, "", None, None, None, None, None, None, True, False, {})
    # In a whole list, a person who is listed is there.
    has_left = base.has_left and not is_whole if change.status is UNSET else change.status == LEFT
    email = base.email if change.email is UNSET else change.email
    phone = base.phone if change.phone is UNSET else change.phone
    if isinstance(change.phone, str):
        try:
            phone = phone_number(change.phone, country)
        except ValueError as error:
            faults.append(Fault(f"{given.pointer}/phone", "invalid_value", str(error)))
    return State(
        id=person_id,
        external_id=base.external_id if change.external_id is UNSET else change.external_id,
        name=base.name if change.name is UNSET else change.name,
        email=email,
        email_key=None if email is None else email_key(email),
        phone=phone,
        locale=base.locale if change.locale is UNSET else change.locale,
        timezone=base.timezone if change.timezone is UNSET else change.timezone,
        # `find_managers` finds the person that the text means.
        manager_id=base.manager_id if change.manager is UNSET else None,
        celebrate=base.celebrate if change.celebrate is UNSET else change.celebrate,
        has_left=has_left,
        dates=base.dates if change.dates is UNSET else changed_dates(change.dates, base.dates),
    )


def _odd_dates(change: PersonChange, pointer: str, year: int) -> Iterator[Fault]:
    """Yields faults for dates that are too far ahead: they are in other columns, or mistyped."""
    dates = change.dates
    if not isinstance(dates, PersonDatesChange):
        return
    born = year_of_birth(change)
    if born is not None and not day.FIRST_YEAR <= born <= year:
        detail = f"Must be without a year, or with one from {day.FIRST_YEAR} to {year}."
        yield Fault(f"{pointer}/dates/birthday", "out_of_range", detail)
    last = year + day.YEARS_AHEAD
    given = [("started_on", dates.started_on)]
    given += [(f"own/{index}/date", each.date) for index, each in enumerate(dates.own or [])]
    for name, date in given:
        if isinstance(date, str) and (day.parse(date).year or 0) > last:
            yield Fault(f"{pointer}/dates/{name}", "out_of_range", f"Must not be after the year {last}.")


def _repeated(listed: Sequence[Given], person_ids: Sequence[str]) -> Iterator[Fault]:
    """Yields a fault for each row about a person of an earlier row."""
    first: dict[str, int] = {}
    for index, (given, person_id) in enumerate(zip(listed, person_ids, strict=True)):
        earlier = first.setdefault(person_id, index)
        if earlier != index:
            name = "external_id" if isinstance(given.change.external_id, str) else "email"
            detail = f"The same person as `{listed[earlier].pointer}`."
            yield Fault(f"{given.pointer}/{name}", "duplicate", detail)


def _taken(listed: Sequence[Given], person_ids: Sequence[str], after: Mapping[str, State]) -> Iterator[Fault]:
    """Yields faults for identifiers that another person has after the request."""
    rows = dict(zip(person_ids, listed, strict=True))
    for name, says in (("external_id", "`external_id`"), ("email_key", "email address")):
        holders: dict[str, list[str]] = {}
        for person_id, state in after.items():
            value = getattr(state, name)
            if value is not None:
                holders.setdefault(value, []).append(person_id)
        for held_by in holders.values():
            if len(held_by) == 1:
                continue
            mine = [each for each in held_by if each in rows]
            # Of two rows, the later one is at fault.
            for person_id in mine[1:] if len(mine) == len(held_by) else mine:
                pointer = f"{rows[person_id].pointer}/{name.removesuffix('_key')}"
                other = next(each for each in held_by if each != person_id)
                detail = f"Another person has this {says}{'' if other in rows else f': {other}'}."
                yield Fault(pointer, "exists", detail)


def _action(before: State | None, after: State) -> Action:
    if before is None:
        return "created"
    return "left" if after.has_left and not before.has_left else "updated"


def _check_leavers(known: Mapping[str, State], leavers: Sequence[Step], allowed: bool) -> None:
    active = sum(not each.has_left for each in known.values())
    if not allowed and len(leavers) * _SHARE_OF_LEAVERS > active:
        raise TooManyLeavers(
            f"The list leaves out {len(leavers):,} of {active:,} active people, more than a tenth. "
            "If they have left, send `allow_leavers`; with `dry_run=true`, the response names them first."
        )
