"""The access rule of operations that read people, whose dates only owners always see."""

from collections.abc import Mapping, Sequence
from typing import Final

from msgspec import Struct

from wellwish.accounts.access import is_owner
from wellwish.base.errors import Refusal
from wellwish.infra.db import Tx
from wellwish.infra.http import Body, Caller, Granted


class Reading(Struct, frozen=True):
    """The account whose people the caller reads, whether the caller sees their dates, and which
    of them the people declined.
    """

    account_id: str
    sees_dates: bool
    sees_declined: bool


class ReadsPeople:
    """Access rule: all members of the account."""

    says = "Members see dates only if the account's `members_see_dates` is true."
    refuses: Sequence[type[Refusal]] = ()
    gives: Sequence[type] = (Reading,)

    async def __call__(self, tx: Tx, caller: Caller, path: Mapping[str, str], body: Body | None) -> Granted:
        """Returns the account and the dates that the caller may see."""
        del path, body
        owns = await is_owner(tx, caller)
        sees = owns or await tx.value(
            "select members_see_dates from accounts where id = :account_id", account_id=caller.account_id
        )
        return {Reading: Reading(caller.account_id, sees_dates=sees, sees_declined=owns)}


reads_people: Final = ReadsPeople()
