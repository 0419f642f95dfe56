"""Erase a person's data."""

from wellwish.accounts.access import Owning
from wellwish.infra import jobs
from wellwish.infra.db import Tx
from wellwish.infra.http import Services
from wellwish.privacy import data_request
from wellwish.privacy.data_request import DataSubject
from wellwish.privacy.erasures.erasure import DataErasure, record
from wellwish.privacy.erasures.run import ERASE
from wellwish.privacy.visible import count_visible


async def create_erasure(tx: Tx, owning: Owning, services: Services, whom: DataSubject) -> DataErasure:
    """Erases the person's data in your account in the background, as far as you can see it: invitations,
    notes with a name, people, recipients, admins, groups and members. Files of earlier exports that contain
    the person are deleted, too.

    Anonymous notes are not erased, and nothing in the response depends on them: only their authors can erase
    them, at `/privacy`. With `dry_run=true`, the response has the counts, and nothing is erased.

    Raises InvalidRequest, NotFound, DataRequestRunning.
    """
    subject = await data_request.find_subject(tx, owning, whom)
    tally = await count_visible(tx, services.keys, owning.account_id, subject.person)
    row = await data_request.insert(tx, services, owning.account_id, "erasure", subject, tally)
    await jobs.enqueue(tx, ERASE, [{"account_id": owning.account_id, "erasure_id": row.id}])
    return record(services, row)
