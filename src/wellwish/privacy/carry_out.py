"""Process the requests of people: search their accounts and erase their data."""

from typing import Any, Final

from wellwish.auth.sign_in.earlier_link import PROVES_FOR
from wellwish.infra import jobs
from wellwish.infra.db import Tx
from wellwish.infra.http import Services
from wellwish.infra.jobs.purge import purge
from wellwish.privacy import inform, request, search
from wellwish.privacy.erase import erase
from wellwish.privacy.person import parse_person

PURGE: Final = "people.purge"


async def run_search(services: Services, args: dict[str, Any]) -> None:
    """Finds the accounts that have data and informs their owners, continuing an interrupted search."""
    async with services.db.statement() as tx:
        found = await request.load(tx, args["request_id"])
    if found is None or found.searched_at is not None:
        return
    person, after = parse_person(found.email), found.searched_to
    async for page in jobs.account_pages(services.db, after, search.ACCOUNTS):
        async with services.db.transaction(page) as tx:
            accounts = await search.find_accounts(tx, services, person, page)
            # The guard keeps a concurrent second run from listing an account twice.
            listed = await tx.run(
                """
                update person_requests set account_ids = account_ids || :accounts, searched_to = :last
                where id = :id and searched_to = :after
                """,
                id=found.id,
                accounts="".join(f"{each} " for each in accounts),
                after=after,
                last=page[-1],
            )
            if not listed:
                return
            for account_id, is_visible in accounts.items():
                if is_visible:
                    await inform.inform_owners(tx, services, account_id, "exported", found.id)
        after = page[-1]
    async with services.db.statement() as tx:
        await tx.run(
            "update person_requests set searched_at = :now where id = :id and searched_to = :after",
            id=found.id,
            after=after,
        )


async def run_erasure(services: Services, args: dict[str, Any]) -> None:
    """Erases the person's data, then the request. A run continues an interrupted one."""
    async with services.db.statement() as tx:
        found = await request.load(tx, args["request_id"])
    if found is None or found.erase_at is None:
        return
    person = parse_person(found.email)
    await erase(services, person, found.erase_at, with_anonymous=found.with_anonymous)
    async with services.db.statement() as tx:
        await tx.run("delete from person_requests where id = :id", id=found.id)


async def run_purge(services: Services, args: dict[str, Any]) -> None:
    """Deletes requests a day after they expire, in batches, unless an erasure is pending."""
    del args
    await purge(services.db, _delete)


async def _delete(tx: Tx, batch: int) -> int:
    return await tx.run(
        """
                delete from person_requests where id in (
                  select id from person_requests
                  where expires_at <= :proof_ended_before and erase_at is null
                  order by expires_at limit :batch)
                """,
        proof_ended_before=tx.now - PROVES_FOR,
        batch=batch,
    )
