"""Export a person's data."""

from typing import Final

from wellwish.accounts.access import Owning
from wellwish.base.errors import TooManyRequests
from wellwish.infra import jobs
from wellwish.infra.db import Tx
from wellwish.infra.http import Caller, Services
from wellwish.privacy import data_request
from wellwish.privacy.exports import account_export
from wellwish.privacy.exports.account_export import EXPORT_ACCOUNT
from wellwish.privacy.exports.body import ExportSubject
from wellwish.privacy.exports.export import DataExport, record
from wellwish.privacy.exports.run import EXPORT
from wellwish.privacy.visible import count_visible

_MOST: Final = 1000  # people's exports with files, in an account


async def create_export(
    tx: Tx, owning: Owning, caller: Caller, services: Services, whom: ExportSubject
) -> DataExport:
    """Writes a file with the person's data in your account in the background, along ties that you can see:
    invitations, notes with a name, people, recipients, admins, groups and members. With `of`, writes all
    data of the account that you can see, in parts.

    Anonymous notes are not in the file of a person, and nothing in the response depends on them: only their
    authors can export them, at `/privacy`. With `dry_run=true`, the response has the numbers of records, and
    nothing is exported.

    Raises InvalidRequest, NotFound, DataRequestRunning, TooManyRequests.
    """
    if whom.of is not None:
        whole = await account_export.insert(tx, services, owning.account_id, is_test=caller.is_test)
        args = {"account_id": owning.account_id, "export_id": whole.id}
        await jobs.enqueue(tx, EXPORT_ACCOUNT, [args], is_bulk=True)
        return record(services, whole)
    subject = await data_request.find_subject(tx, owning, whom)
    tally = await count_visible(tx, services.keys, owning.account_id, subject.person)
    await _refuse_many(tx, owning.account_id)
    row = await data_request.insert(tx, services, owning.account_id, "export", subject, tally)
    await jobs.enqueue(tx, EXPORT, [{"account_id": owning.account_id, "export_id": row.id}])
    return record(services, row)


async def _refuse_many(tx: Tx, account_id: str) -> None:
    live = await tx.value(
        """
        select count(*) from data_requests
        where account_id = :account_id and kind = 'export' and whole is null and folder is not null
        """,
        account_id=account_id,
    )
    if live >= _MOST:
        raise TooManyRequests(
            f"An account can have {_MOST:,} live exports of people. Each ends after a week.",
            headers={"Retry-After": "3600"},
        )
