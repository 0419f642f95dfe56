"""Synchronise people with a whole list."""

from collections.abc import Iterator
from typing import Annotated, ClassVar, Final, Literal

from msgspec import Meta, Struct

from wellwish.accounts.access import Owning
from wellwish.base import ids
from wellwish.base.errors import Fault
from wellwish.infra.db import Tx
from wellwish.infra.http import MAX_LISTED, Body, Warnings
from wellwish.infra.http.budget import MEMBERS
from wellwish.people import person
from wellwish.people.body import NewPerson, date_faults
from wellwish.people.plan import Action, Plan
from wellwish.people.save import save
from wellwish.people.state import Given

MAX_PEOPLE_OF_LIST: Final = 10_000

# 10,000 people with an identifier, an address, a manager, a time zone and two dates are about 2 MB of JSON.
MAX_BODY_BYTES: Final = 4 * 1024 * 1024

Number = Annotated[int, Meta(ge=0, le=2**31 - 1)]


class PeopleList(Body, frozen=True, kw_only=True):
    """The whole list of people."""

    closed: ClassVar[bool] = True

    people: Annotated[
        list[NewPerson],
        Meta(min_length=1, max_length=MAX_PEOPLE_OF_LIST, description="All people who are there."),
    ]
    allow_leavers: Annotated[
        bool, Meta(description="Whether more than a tenth of the active people may be marked as left.")
    ] = False

    def faults(self) -> Iterator[Fault]:
        """Yields the faults of each person."""
        for index, each in enumerate(self.people):
            yield from date_faults(each, f"/people/{index}")

    @property
    def cost(self) -> int:
        """The cost is proportional to the number of people."""
        return len(self.people) // MEMBERS


class PersonStep(Struct, frozen=True, kw_only=True):
    """A person who is created, updated or marked as left."""

    person_id: Annotated[str, Meta(pattern=ids.pattern("per"))]
    name: str
    action: Annotated[Literal["created", "updated", "left"], Meta(description="What happens.")]
    index: (
        Annotated[int, Meta(ge=0, le=MAX_PEOPLE_OF_LIST, description="Place in the list; null for others.")]
        | None
    )
    fields: Annotated[
        list[Annotated[str, Meta(pattern="^[a-z_]+$", max_length=20)]],
        Meta(description="Names of the fields that change; empty for a new person."),
    ]


class PeopleSync(Struct, frozen=True, kw_only=True):
    """What a list of people changes."""

    object: Literal["people_sync"] = "people_sync"
    created: Annotated[Number, Meta(description="Number of new people.")]
    updated: Annotated[Number, Meta(description="Number of people who change.")]
    left: Annotated[Number, Meta(description="Number of people who are marked as left.")]
    unchanged: Annotated[Number, Meta(description="Number of listed people who do not change.")]
    steps: Annotated[
        list[PersonStep], Meta(description=f"The changes, leavers first; at most {MAX_LISTED:,} of them.")
    ]


async def sync_people(tx: Tx, owning: Owning, whole: PeopleList, warnings: Warnings) -> PeopleSync:
    """Creates and updates the listed people, and marks all others as left: all of it, or nothing.

    A person is found by `external_id`, otherwise by `email`. Absent fields of a known person stay unchanged,
    except that a listed person is active. The same list again changes nothing.

    Raises InvalidRequest, TooManyLeavers, TooManyPeople.
    """
    await person.lock(tx, owning.account_id)
    listed = [Given(f"/people/{index}", each) for index, each in enumerate(whole.people)]
    made = await save(
        tx, owning.account_id, listed, warnings, is_whole=True, allow_leavers=whole.allow_leavers
    )
    return _record(made)


def _record(made: Plan) -> PeopleSync:
    def count(action: Action) -> int:
        return sum(each.action == action for each in made.steps)

    changed_and_listed = sum(each.index is not None for each in made.steps)
    # Leavers first, because they are what a list gets wrong.
    steps = sorted(made.steps, key=lambda each: (each.action != "left", each.index or 0))
    return PeopleSync(
        created=count("created"),
        updated=count("updated"),
        left=count("left"),
        unchanged=len(made.listed) - changed_and_listed,
        steps=[
            PersonStep(
                person_id=each.after.id,
                name=each.after.name,
                action=each.action,
                index=each.index,
                fields=each.fields,
            )
            for each in steps[:MAX_LISTED]
        ],
    )
