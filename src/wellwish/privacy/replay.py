"""Repeat the erasures of the journal after restoring an older backup.

The journal has no addresses, so the addresses of each account are hashed and looked up in it. Data newer than
the erasure of its address is kept, because it was entered again.
"""

from collections.abc import AsyncGenerator, Awaitable, Callable, Container, Iterable, Iterator, Mapping
from contextlib import suppress
from datetime import datetime
from functools import partial
from typing import Final

from msgspec import Struct

from wellwish.cards.access import EVERYTHING, CardAccess
from wellwish.contributions import receipt_address
from wellwish.delivery import suppression
from wellwish.infra import jobs
from wellwish.infra.db import Tx
from wellwish.infra.http import Services
from wellwish.privacy import author, contributor, journal, search
from wellwish.privacy.erase import erase_recorded
from wellwish.privacy.erase_visible import erase_visible
from wellwish.privacy.person import Person, parse_person
from wellwish.privacy.tally import Tally

_PAGE: Final = 10_000  # addresses per statement


class Replayed(Struct, frozen=True):
    """The numbers of entries in the journal and of people whose data was found and erased again."""

    entries: int
    erased: int


class _Address(Struct, frozen=True):
    address: str


async def replay(services: Services) -> Replayed:
    """Repeats all erasures in the journal, for data older than the erasure.

    An interrupted run can be restarted at any time. Raises Unavailable if file storage is unavailable.
    """
    erasures = await journal.read(services)
    entries = erasures.everywhere
    await journal.restore(services, entries)
    people = await _people(services, entries) if entries else {}
    erased = 0
    for key in sorted(people):
        person = people[key]
        outcome = await erase_recorded(services, person, entries[person.erasure_hash(services.keys)])
        erased += bool(outcome.changed)
    erased += await _replay_ties(services, entries)
    erased += await _replay_accounts(services, erasures.of_accounts)
    return Replayed(len(entries) + len(erasures.of_accounts), erased)


async def _replay_ties(services: Services, entries: Mapping[bytes, datetime]) -> int:
    """Erases the notes whose only tie is the hash of an address. Returns the number of addresses."""
    found: set[bytes] = set()
    async for account_ids in jobs.account_pages(services.db, size=search.ACCOUNTS):
        is_more = bool(entries)
        while is_more:
            async with services.db.transaction(account_ids) as tx:
                notes = await author.find_tied(tx, account_ids, entries)
            for note in notes:
                access = CardAccess(note.account_id, note.card_id, EVERYTHING)
                async with services.db.transaction([note.account_id]) as tx:
                    await contributor.lock_card(tx, access)
                    if note.anonymous:
                        await contributor.separate(tx, access, note.id)
                    else:
                        await contributor.erase_contribution(tx, services, access, note.id)
                found.add(note.address_hash)
            is_more = bool(notes)
    return len(found)


async def _replay_accounts(services: Services, entries: Mapping[tuple[str, bytes], datetime]) -> int:
    """Repeats the erasures by accounts. Returns the number of those that erased something."""
    by_account: dict[str, dict[bytes, datetime]] = {}
    for (account_id, hashed), at in entries.items():
        by_account.setdefault(account_id, {})[hashed] = at
    listed: dict[str, list[str]] = {}
    if entries:
        async for account_id, address in _suppressed(services):
            if account_id in by_account:
                listed.setdefault(account_id, []).append(address)
    erased = 0
    for account_id in sorted(by_account):
        people: dict[bytes, Person] = {}
        async with services.db.transaction([account_id]) as tx:
            async for page in _pages(partial(_of_account, tx, account_id)):
                people |= _erased(services, page, by_account[account_id])
        people |= _erased(services, listed.get(account_id, ()), by_account[account_id])
        for hashed, person in sorted(people.items()):
            at = by_account[account_id][hashed]
            erased += await erase_visible(services, account_id, person, at) != Tally()
    return erased


def _erased(services: Services, addresses: Iterable[str], hashes: Container[bytes]) -> dict[bytes, Person]:
    """Returns the people of these addresses whose hash is in the journal, by the hash."""
    found = {person.erasure_hash(services.keys): person for person in _parsed(addresses)}
    return {hashed: person for hashed, person in found.items() if hashed in hashes}


async def _people(services: Services, entries: Mapping[bytes, datetime]) -> dict[str, Person]:
    """Returns the people with an entry whose address is stored, by their keys."""
    found: dict[str, Person] = {}

    def match(addresses: Iterable[str]) -> None:
        for person in _erased(services, addresses, entries).values():
            found[person.key] = person

    async for account_ids in jobs.account_pages(services.db, size=search.ACCOUNTS):
        for account_id in account_ids:
            async with services.db.transaction([account_id]) as tx:
                async for page in _pages(partial(_of_account, tx, account_id)):
                    match(page)
                match((await receipt_address.all_of(tx, services.keys, account_id)).values())
    async with services.db.transaction() as tx:
        async for page in _pages(partial(_of_no_account, tx)):
            match(page)
    async for _, address in _suppressed(services):
        match([address])
    return found


def _parsed(addresses: Iterable[str]) -> Iterator[Person]:
    for address in addresses:
        with suppress(ValueError):  # not an address, such as the label of a group
            yield parse_person(address)


async def _pages(read: Callable[[str], Awaitable[list[_Address]]]) -> AsyncGenerator[list[str]]:
    after, is_more = "", True
    while is_more:
        rows = await read(after)
        is_more = len(rows) == _PAGE
        if rows:
            after = rows[-1].address
            yield [row.address for row in rows]


class _Suppressed(Struct, frozen=True):
    address_hash: bytes
    account_id: str  # empty for a suppression in all accounts
    sealed_address: bytes


async def _suppressed(services: Services) -> AsyncGenerator[tuple[str, str]]:
    """Yields the account and the plain address of each suppression."""
    after, account_id, is_more = b"", "", True
    while is_more:
        async with services.db.statement() as tx:
            rows = await tx.many(
                _Suppressed,
                """
                select {columns} from suppressions
                where (address_hash, account_id) > (:after, :account_id) and sealed_address is not null
                order by address_hash, account_id limit :count
                """,
                after=after,
                account_id=account_id,
                count=_PAGE,
            )
        is_more = len(rows) == _PAGE
        for row in rows:
            after, account_id = row.address_hash, row.account_id
            yield account_id, suppression.unseal(services.keys, row.sealed_address)


async def _of_account(tx: Tx, account_id: str, after: str) -> list[_Address]:
    return await tx.many(_Address, _OF_ACCOUNT, account_id=account_id, after=after, count=_PAGE)


async def _of_no_account(tx: Tx, after: str) -> list[_Address]:
    return await tx.many(_Address, _OF_NO_ACCOUNT, after=after, count=_PAGE)


_OF_ACCOUNT: Final = """
    select distinct k.address collate "C" as address from (
      select i.delivery_id from invitations i
      where i.account_id = :account_id and i.delivery_type in ('email', 'sms')
      union all select r.email from recipients r where r.account_id = :account_id
      union all select p.phone from recipients p where p.account_id = :account_id
      union all select c.recipient_email from cards c where c.account_id = :account_id
      union all select a.email from card_admins a where a.account_id = :account_id
      union all select g.email from group_members g where g.account_id = :account_id
      union all select h.phone from group_members h where h.account_id = :account_id
      union all select m.value ->> 'email' from expansions e, jsonb_array_elements(e.members) as m
        where e.account_id = :account_id
      union all select m.value ->> 'phone' from expansions e, jsonb_array_elements(e.members) as m
        where e.account_id = :account_id
      union all select n.email from people n where n.account_id = :account_id
      union all select q.phone from people q where q.account_id = :account_id
      union all select s.recipient from messages s where s.account_id = :account_id
      union all select d.email from member_invitations d where d.account_id = :account_id
      union all select u.email from memberships t join users u on u.id = t.user_id
        where t.account_id = :account_id
      union all select o.reply_to from accounts o where o.id = :account_id
    ) as k (address)
    where k.address collate "C" > :after
    order by 1 limit :count
    """
_OF_NO_ACCOUNT: Final = """
    select distinct k.address collate "C" as address from (
      select email from users union all select email from sign_in_attempts
      union all select email from email_changes union all select email from person_requests
    ) as k (address)
    where k.address collate "C" > :after
    order by 1 limit :count
    """
