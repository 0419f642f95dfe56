"""Delete a person."""

from collections.abc import Sequence

from msgspec import Struct

from wellwish.accounts import wake
from wellwish.accounts.access import Owning
from wellwish.base.crypto import Keys
from wellwish.groups import team
from wellwish.infra import events
from wellwish.infra.db import Tx
from wellwish.infra.http import IfMatch, Services
from wellwish.people import kept_choice, person


async def delete_person(
    tx: Tx, owning: Owning, services: Services, person_id: str, if_match: IfMatch
) -> None:
    """Deletes the person with their dates, and removes them from their teams. People whose manager was the
    person have no manager afterwards.

    Raises NotFound, PreconditionFailed.
    """
    await person.lock(tx, owning.account_id)
    row = await person.load(tx, owning.account_id, person_id)
    if_match.check(row.version)
    await delete_people(tx, services.keys, owning.account_id, [row.id])


class _Id(Struct):
    id: str


async def delete_people(tx: Tx, keys: Keys, account_id: str, person_ids: Sequence[str]) -> None:
    """Deletes people, but keeps their choices about their cards.

    The transaction must hold the lock of the account's people.
    """
    await kept_choice.keep(tx, keys, account_id, person_ids)
    joined = await tx.many(
        _Id,
        """
        select distinct group_id from team_people
        where account_id = :account_id and person_id = any (:ids::text[]) order by group_id limit 10000
        """,
        account_id=account_id,
        ids=list(person_ids),
    )
    await team.raise_versions(tx, account_id, [each.id for each in joined])
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
    await wake.create_cards(tx, account_id)  # others may have signers no longer, or a card within the limit
