"""The changes that a list of people makes, as pure functions, so that a thread can check ten thousand.

All errors of all rows are found before anything is written.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from datetime import datetime
from hashlib import sha256
from typing import Final, Literal

import msgspec
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
from wellwish.people.choice import Choice
from wellwish.people.managers import find_managers
from wellwish.people.person import PersonRow
from wellwish.people.state import Given, State
from wellwish.people.step import Action, Step
from wellwish.people.teams import Teams

_SHARE_OF_LEAVERS: Final = 10  # one in ten people
_NONE: Final = Choice()
_YEAR_DROPPED: Final = "The year was dropped: no year of birth is stored."

# One person, a list of some people, or the list of all.
Extent = Literal["person", "part", "whole"]


class Terms(Struct, frozen=True, kw_only=True):
    """The facts, other than the list, that the changes depend on; ``teams`` are those that the list names."""

    now: datetime
    country: str | None
    teams: Teams
    extent: Extent
    allow_leavers: bool


class Plan(Struct, frozen=True):
    """The steps, the IDs of all listed people in order, the years of birth that are dropped, and the names of
    new teams by ID.

    Plans that show the same changes have the same ``digest``. It does not depend on hidden dates.
    """

    steps: list[Step]
    listed: list[str]
    new_teams: Mapping[str, str]
    warnings: list[Fault]
    digest: str


def plan(
    listed: Sequence[Given],
    rows: Sequence[PersonRow],
    terms: Terms,
) -> Plan:
    """Returns what the list changes. ``rows``: all people of the account if the list is whole, else those
    that it may concern: by ID or identifier, or above its managers.

    Raises InvalidRequest with all faults, TooManyLeavers.
    """
    faults = [*terms.teams.faults]
    known = {row.id: State.of(row) for row in rows}
    choices = {row.id: row.choice for row in rows}
    found = _Found(known, {given.change.external_id for given in listed})
    after, before_ids = dict(known), list[str]()
    for given in listed:
        person_id = given.person_id or found.match(given)
        before = known.get(person_id)
        before_ids.append(person_id)
        after[person_id] = _after(
            given, before or _new(person_id), choices.get(person_id, _NONE), terms, faults
        )
        if after[person_id].external_id is None and after[person_id].email is None:
            faults.append(Fault(given.pointer, "required", "Must have an `external_id` or an `email`."))
        faults += _odd_dates(given.change, given.pointer, terms.now.year)
    faults += _repeated(listed, before_ids)
    if not faults:
        faults += _taken(listed, before_ids, after)
        faults += find_managers(listed, before_ids, after)
    if faults:
        raise InvalidRequest(faults=faults[:MAX_FAULTS])
    places = {person_id: index for index, person_id in enumerate(before_ids)}
    leaving = [] if terms.extent != "whole" else [each for each in known if each not in places]
    for person_id in leaving:
        after[person_id] = structs.replace(after[person_id], has_left=True)
    steps = [
        Step(
            action=_action(known.get(person_id), state),
            after=state,
            before=known.get(person_id),
            index=places.get(person_id),
            choice=choices.get(person_id, _NONE),
        )
        for person_id, state in after.items()
        if known.get(person_id) != state
    ]
    _check_leavers(known, [each for each in steps if each.index is None], terms.allow_leavers)
    warnings = [
        Fault(f"{given.pointer}/dates/birthday", "year_dropped", _YEAR_DROPPED)
        for given in listed
        if year_of_birth(given.change) is not None
    ]
    return Plan(steps, before_ids, terms.teams.new, warnings[:MAX_FAULTS], _digest(steps, terms.teams.new))


def _digest(steps: Sequence[Step], new_teams: Mapping[str, str]) -> str:
    # A new person has another ID in each plan.
    shown = [
        (each.action, each.before and each.before.id, each.index, each.after.name, each.fields)
        for each in steps
        if each.is_visible
    ]
    return sha256(msgspec.json.encode((shown, sorted(new_teams.values())))).hexdigest()


def add_warnings(warnings: Warnings, found: Sequence[Fault]) -> None:
    """Adds the warnings about dropped years. Raises InvalidRequest if the client prefers strict handling."""
    if found and warnings.preferred:
        raise InvalidRequest(faults=found)
    warnings.extend(found)


class _Found:
    """Finds the person in a row of the list."""

    def __init__(self, known: Mapping[str, State], listed: Collection[object]) -> None:
        self._listed = listed  # the values of ``external_id`` in the list
        self._by_external_id = {each.external_id: each for each in known.values() if each.external_id}
        self._by_email = {each.email_key: each for each in known.values() if each.email_key}
        # Also new people, so that a repeated row is found.
        self._new: dict[tuple[str, str], str] = {}

    def match(self, given: Given) -> str:
        """Returns the ID of a known person, or a new ID."""
        external_id, email = given.change.external_id, given.change.email
        key = email_key(email) if isinstance(email, str) else None
        if isinstance(external_id, str):
            known = self._by_external_id.get(external_id)
            if known is None and key is not None:
                by_email = self._by_email.get(key)
                known = by_email if by_email is not None and self._may_get_another(by_email) else None
            new = ("external_id", external_id)
        else:
            # an invalid address, which is reported as a fault of the person after the request
            if key is None:
                return ids.new("per")
            known = self._by_email.get(key)
            new = ("email", key)
        return known.id if known is not None else self._new.setdefault(new, ids.new("per"))

    def _may_get_another(self, known: State) -> bool:
        """Whether a row with the person's address and another ``external_id`` refers to them.

        People who return often have a new number.
        """
        return known.external_id is None or (known.has_left and known.external_id not in self._listed)


def _new(person_id: str) -> State:
    return State(person_id, None, "", None, None, None, None, None, None, True, False, {}, [])


def _after(
    given: Given,
    base: State,
    choice: Choice,
    terms: Terms,
    faults: list[Fault],
) -> State:
    change = without_year(given.change)
    # In a list, whether whole or a part, a listed person has not left.
    has_left = base.has_left and terms.extent == "person" if change.status is UNSET else change.status == LEFT
    email = base.email if change.email is UNSET else change.email
    phone = base.phone if change.phone is UNSET else change.phone
    if isinstance(change.phone, str):
        try:
            phone = phone_number(change.phone, terms.country)
        except ValueError as error:
            faults.append(Fault(f"{given.pointer}/phone", "invalid_value", str(error)))
    key, dates = None if email is None else email_key(email), base.dates
    if key != base.email_key:
        # Otherwise, an owner could enter their own address, withdraw the choice, and read the dates.
        dates = {name: date for name, date in dates.items() if not choice.hides(name)}
    return State(
        id=base.id,
        external_id=base.external_id if change.external_id is UNSET else change.external_id,
        name=base.name if change.name is UNSET else change.name,
        email=email,
        email_key=key,
        phone=phone,
        locale=base.locale if change.locale is UNSET else change.locale,
        timezone=base.timezone if change.timezone is UNSET else change.timezone,
        # `find_managers` finds the person to whom the text refers
        manager_id=base.manager_id if change.manager is UNSET else None,
        celebrate=base.celebrate if change.celebrate is UNSET else change.celebrate,
        has_left=has_left,
        dates=dates if change.dates is UNSET else changed_dates(change.dates, dates),
        teams=base.teams if change.teams is UNSET else terms.teams.ids_of(change.teams or []),
    )


def _odd_dates(change: PersonChange, pointer: str, year: int) -> Iterator[Fault]:
    """Yields errors for dates that are too far ahead, probably mistyped or in the wrong column."""
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
    """Yields an error for each row that repeats a person."""
    first: dict[str, int] = {}
    for index, (given, person_id) in enumerate(zip(listed, person_ids, strict=True)):
        earlier = first.setdefault(person_id, index)
        if earlier != index:
            name = "external_id" if isinstance(given.change.external_id, str) else "email"
            detail = f"The same person as `{listed[earlier].pointer}`."
            yield Fault(f"{given.pointer}/{name}", "duplicate", detail)


def _taken(listed: Sequence[Given], person_ids: Sequence[str], after: Mapping[str, State]) -> Iterator[Fault]:
    """Yields errors for identifiers that another person has after the request."""
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
