"""The link to the page on which people choose which cards they want.

It does not sign anyone in. The token is derived from IDs and a version, and each use looks up the person, so
the link ends with the person's row, and when their address is corrected.
"""

from typing import Final
from zoneinfo import ZoneInfo

from wellwish.accounts import test_account
from wellwish.accounts.derived_link import DerivedLink
from wellwish.base import clock
from wellwish.infra.db import Tx
from wellwish.infra.http.addresses import email_key
from wellwish.people.choice import Chosen

PERSON_LINK: Final = "person"  # the kind of the link of a message; its subject is the person
LINK: Final = DerivedLink("/person", PERSON_LINK)


class LinkedPerson(Chosen, frozen=True):
    """The person of a link; ``timezone`` is the account's for a person without one."""

    account_name: str
    timezone: str
    link_version: int

    @property
    def year(self) -> int:
        """The current year in the person's zone."""
        return clock.data_now().astimezone(ZoneInfo(self.timezone)).year


async def find_by_email(tx: Tx, account_id: str, email: str) -> str | None:
    """Returns the ID of the active person with the address, or None."""
    return await tx.value(
        """
        select id from people
        where account_id = :account_id and email_key = :email_key and left_at is null
        """,
        account_id=account_id,
        email_key=email_key(email),
    )


async def is_current(tx: Tx, account_id: str, person_id: str | None, version: int | None) -> bool:
    """Whether a link still opens the page."""
    sql = """
        select exists (
          select true from people
          where account_id = :account_id and id = :id and link_version = :version)
        """
    return await tx.value(sql, account_id=account_id, id=person_id, version=version)


async def find_linked(tx: Tx, account_id: str, person_id: str) -> LinkedPerson | None:
    """Returns the person, or None if they were deleted. Uses the test clock of test data from then on."""
    clock.use_test_clock(await test_account.ahead(tx, account_id))
    return await tx.maybe(
        LinkedPerson,
        """
        select p.id, p.no_cards, p.no_birthday, p.only_team, p.skipped_year, a.name as account_name,
          coalesce(p.timezone, a.timezone) as timezone, p.link_version
        from people p join accounts a on a.id = p.account_id and a.id = :account_id
        where p.account_id = :account_id and p.id = :id
        """,
        account_id=account_id,
        id=person_id,
    )
