"""Delete a person."""

from collections.abc import Sequence

from msgspec import Struct

from wellwish.accounts.access import Owning
from wellwish.infra import events
from wellwish.infra.db import Tx
from wellwish.infra.http import IfMatch
from wellwish.people import person


async def delete_person(tx: Tx, owning: Owning, person_id: str, if_match: IfMatch) -> None:
    """Deletes the person with their dates. Those who reported to the person have no manager afterwards.

    Raises NotFound, PreconditionFailed.
    """
    await person.lock(tx, owning.account_id)
    row = await person.load(tx, owning.account_id, person_id)
    if_match.check(row.version)
    await delete_people(tx, owning.account_id, [row.id])


class _Id(Struct):
    id: str


async def delete_people(tx: Tx, account_id: str, person_ids: Sequence[str]) -> None:
    """Deletes people. The transaction must hold the lock of the account's people."""
    reports = await tx.many(
        _Id,
        """
        update people set manager_id = null, version = version + 1, updated_at = :now
        where account_id = :account_id and manager_id = any (:ids::text[]) and not id = any (:ids::text[])
        returning id
        """,
        account_id=account_id,
        ids=list(person_ids),
    )
    await tx.run(
        "delete from people where account_id = :account_id and id = any (:ids::text[])",
        account_id=account_id,
        ids=list(person_ids),
    )
    for kind, changed in (("person.deleted", person_ids), ("person.updated", [each.id for each in reports])):
        data = [{"person_id": each} for each in changed]
        await events.record_each(tx, account_id, kind, card_id=None, data=data)
