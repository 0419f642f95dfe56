"""Synchronise people with a complete list."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Annotated, ClassVar, Final, Literal

from msgspec import Meta, Struct

from wellwish.accounts.access import Owning
from wellwish.base import ids
from wellwish.base.errors import Fault, InvalidRequest
from wellwish.infra.db import Tx
from wellwish.infra.http import MAX_LISTED, Body, Services, Warnings, line
from wellwish.infra.http.budget import MEMBERS
from wellwish.infra.http.fields import LINE_PATTERN
from wellwish.people import person
from wellwish.people.body import NewPerson, date_faults
from wellwish.people.notify import FIRST_IMPORT, is_first_import
from wellwish.people.plan import Extent, Plan
from wellwish.people.save import Scope, save
from wellwish.people.state import Given
from wellwish.people.step import Action

MAX_PEOPLE_OF_LIST: Final = 10_000

# 10,000 people with an identifier, an address, a manager, a time zone and two dates are about 2 MB of JSON.
MAX_BODY_BYTES: Final = 4 * 1024 * 1024

_NOT_FIRST: Final = f"Must be true: your first people were added more than {FIRST_IMPORT.days} days ago."

Number = Annotated[int, Meta(ge=0, le=2**31 - 1)]


class PeopleList(Body, frozen=True, kw_only=True):
    """The complete list of people, or part of it with ``keep_others``."""

    closed: ClassVar[bool] = True

    people: Annotated[
        list[NewPerson],
        Meta(min_length=1, max_length=MAX_PEOPLE_OF_LIST, description="All current people."),
    ]
    keep_others: Annotated[
        bool, Meta(description="Whether people who are not listed stay unchanged. If false, they have left.")
    ] = False
    allow_leavers: Annotated[
        bool, Meta(description="Whether more than a tenth of the active people may be marked as left.")
    ] = False

    notify: Annotated[
        bool,
        Meta(
            description="Whether new people get an email with a link to their own "
            "page, where they can decline "
            "cards. Send false if you congratulated these people before; this is refused more than "
            f"{FIRST_IMPORT.days} days after your first people were added."
        ),
    ] = True

    digest: (
        Annotated[
            str,
            line(
                64,
                "Digest of the changes that a dry run showed. If the list would now make other changes, "
                "nothing is saved.",
            ),
        ]
        | None
    ) = None

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
    action: Annotated[Literal["created", "updated", "left"], Meta(description="The change.")]
    index: (
        Annotated[
            int, Meta(ge=0, le=MAX_PEOPLE_OF_LIST, description="Position in the list; null if not listed.")
        ]
        | None
    )
    fields: Annotated[
        list[Annotated[str, Meta(pattern="^[a-z_]+$", max_length=20)]],
        Meta(description="Names of the fields that change; empty for a new person."),
    ]
    open_card_ids: Annotated[
        list[Annotated[str, Meta(pattern=ids.pattern("card"))]],
        Meta(description="Open cards that rules created for a person who leaves. They stay open."),
    ]


class PeopleSync(Struct, frozen=True, kw_only=True):
    """The changes of a list of people."""

    object: Literal["people_sync"] = "people_sync"
    created: Annotated[Number, Meta(description="Number of new people.")]
    updated: Annotated[Number, Meta(description="Number of people whose data is updated.")]
    left: Annotated[Number, Meta(description="Number of people who are marked as left.")]
    unchanged: Annotated[Number, Meta(description="Number of listed people whose data is unchanged.")]
    new_teams: Annotated[
        list[Annotated[str, Meta(max_length=255, pattern=LINE_PATTERN)]],
        Meta(description="Names of the teams that are created."),
    ]
    steps: Annotated[
        list[PersonStep], Meta(description=f"The changes, leavers first; at most {MAX_LISTED:,} of them.")
    ]
    digest: Annotated[
        str,
        Meta(
            pattern="^[0-9a-f]{64}$",
            max_length=64,
            description="Digest of all changes, to be sent with the list.",
        ),
    ]


async def sync_people(
    tx: Tx, owning: Owning, services: Services, whole: PeopleList, warnings: Warnings
) -> PeopleSync:
    """Creates and updates the listed people and marks all others as left, or changes nothing if a row is
    invalid. With `keep_others`, people who are not listed stay unchanged.

    A person is found by `external_id`, or else by `email`. Absent fields of a known person stay unchanged,
    except that an absent `status` makes a listed person active. Sending the same list again changes nothing.

    Raises InvalidRequest, TooManyLeavers, PlanChanged, TooManyPeople, GroupNameExists, TooManyGroups.
    """
    await person.lock(tx, owning.account_id)
    listed = [Given(f"/people/{index}", each) for index, each in enumerate(whole.people)]
    if not whole.notify and not await is_first_import(tx, owning.account_id):
        raise InvalidRequest(faults=[Fault("/notify", "invalid_value", _NOT_FIRST)])
    extent: Extent = "part" if whole.keep_others else "whole"
    scope = Scope(extent, whole.allow_leavers, whole.notify, whole.digest)
    made = await save(tx, services, owning.account_id, listed, warnings, scope)
    leavers = [each.after.id for each in made.steps if each.action == "left"]
    return _record(made, await _open_cards(tx, owning.account_id, leavers))


class _OpenCards(Struct):
    person_id: str
    card_ids: list[str]


async def _open_cards(tx: Tx, account_id: str, person_ids: Sequence[str]) -> dict[str, list[str]]:
    """Returns the open cards that rules created for the people."""
    if not person_ids:
        return {}
    rows = await tx.many(
        _OpenCards,
        """
        select o.person_id, jsonb_agg(o.card_id order by o.card_id) as card_ids from occasions o
        join cards c on c.account_id = o.account_id and c.id = o.card_id and c.account_id = :account_id
        where o.account_id = :account_id and o.person_id = any (:ids::text[])
          and c.state = 'open' and c.deleted_at is null
          and (c.contribution_ends_at is null or c.contribution_ends_at > :now)
        group by o.person_id order by o.person_id limit 20000
        """,
        account_id=account_id,
        ids=list(person_ids),
    )
    return {each.person_id: each.card_ids for each in rows}


def _record(made: Plan, open_cards: Mapping[str, list[str]]) -> PeopleSync:
    visible = [each for each in made.steps if each.is_visible]

    def count(action: Action) -> int:
        return sum(each.action == action for each in visible)

    changed_and_listed = sum(each.index is not None for each in visible)
    # People who left come first, because they are the most likely mistakes of a list.
    steps = sorted(visible, key=lambda each: (each.action != "left", each.index or 0))
    return PeopleSync(
        created=count("created"),
        updated=count("updated"),
        left=count("left"),
        unchanged=len(made.listed) - changed_and_listed,
        new_teams=[*made.new_teams.values()],
        steps=[
            PersonStep(
                person_id=each.after.id,
                name=each.after.name,
                action=each.action,
                index=each.index,
                fields=each.fields,
                open_card_ids=open_cards.get(each.after.id, []),
            )
            for each in steps[:MAX_LISTED]
        ],
        digest=made.digest,
    )
