"""The choices of people about their own cards, which requests of the account never overwrite.

An address that is taken from a person with a choice keeps it, too (`people/kept_choice.py`).
"""

from collections.abc import Sequence
from typing import Final, Protocol

from msgspec import Struct, structs

from wellwish.accounts import wake
from wellwish.infra import events
from wellwish.infra.db import Tx
from wellwish.people.body import BIRTHDAY


class Choice(Struct, frozen=True, kw_only=True):
    """A choice applies until the person withdraws it; ``skipped_year`` ends with the year."""

    no_cards: bool = False
    no_birthday: bool = False
    only_team: bool = False  # invite nobody beyond the person's team
    skipped_year: int | None = None

    def declines(self, name: str, year: int) -> bool:
        """Whether the person wants no card for the date in the year of the person's time zone."""
        return self.no_cards or self.skipped_year == year or (self.no_birthday and name == BIRTHDAY)

    def hides(self, name: str) -> bool:
        """Whether the date is hidden from everybody.

        A skipped year hides all dates until the purge ends it, so that the record changes only with its row.
        """
        return self.no_cards or self.skipped_year is not None or (self.no_birthday and name == BIRTHDAY)


NO_CHOICE: Final = Choice()


class Chosen(Struct, frozen=True):
    """The columns of a choice with the ID of their person."""

    id: str
    no_cards: bool
    no_birthday: bool
    only_team: bool
    skipped_year: int | None

    @property
    def choice(self) -> Choice:
        return choice_of(self)


class _Columns(Protocol):
    @property
    def no_cards(self) -> bool: ...
    @property
    def no_birthday(self) -> bool: ...
    @property
    def only_team(self) -> bool: ...
    @property
    def skipped_year(self) -> int | None: ...


def choice_of(row: _Columns) -> Choice:
    """Returns the choice of a row that has its columns among others."""
    return Choice(
        no_cards=row.no_cards,
        no_birthday=row.no_birthday,
        only_team=row.only_team,
        skipped_year=row.skipped_year,
    )


async def load(tx: Tx, account_id: str, person_ids: Sequence[str]) -> dict[str, Choice]:
    """Returns the choices by person. People whom the account does not have are left out.

    A caller that creates a card locks the person's row first: otherwise, it would miss a choice that is
    committed before the card.
    """
    rows = await tx.many(
        Chosen,
        """
        select {columns} from people
        where account_id = :account_id and id = any (:ids::text[]) order by id
        """,
        account_id=account_id,
        ids=list(person_ids),
    )
    return {row.id: row.choice for row in rows}


class _Linked(Chosen, frozen=True):
    link_version: int


async def choose(
    tx: Tx, account_id: str, person_id: str, choice: Choice, link_version: int | None = None
) -> bool:
    """Replaces the choice. Repeating a call has no visible effect.

    Returns False if the person was deleted, or if their link has another version than the given one.
    """
    found = await tx.maybe(
        _Linked,
        """
        select {columns} from people
        where account_id = :account_id and id = :id for no key update
        """,
        account_id=account_id,
        id=person_id,
    )
    if found is None or link_version not in (None, found.link_version):
        return False
    if found.choice == choice:
        # A repeated call with another address is a choice of this address, too.
        await tx.run(
            """
            update people set choice_link_version = link_version
            where account_id = :account_id and id = :id
              and choice_link_version is distinct from link_version
            """,
            account_id=account_id,
            id=person_id,
        )
        return True
    await tx.run(
        """
        update people set
          no_cards = :no_cards, no_birthday = :no_birthday, only_team = :only_team,
          skipped_year = :skipped_year, choice_link_version = link_version,
          version = version + 1, updated_at = :now
        where account_id = :account_id and id = :id
        """,
        account_id=account_id,
        id=person_id,
        **structs.asdict(choice),
    )
    await events.record(tx, account_id, "person.updated", card_id=None, data={"person_id": person_id})
    await wake.create_cards(tx, account_id)
    return True
