"""Update a person."""

from wellwish.accounts.access import Owning
from wellwish.infra.db import Tx
from wellwish.infra.http import IfMatch, Services, Warnings
from wellwish.people import person
from wellwish.people.body import PersonChange
from wellwish.people.person import Person
from wellwish.people.save import save
from wellwish.people.state import Given


async def update_person(
    tx: Tx,
    owning: Owning,
    services: Services,
    person_id: str,
    change: PersonChange,
    warnings: Warnings,
    if_match: IfMatch,
) -> Person:
    """Raises InvalidRequest, NotFound, PreconditionFailed, GroupNameExists, TooManyGroups."""
    await person.lock(tx, owning.account_id)
    row = await person.load(tx, owning.account_id, person_id)
    if_match.check(row.version)
    await save(tx, services, owning.account_id, [Given("", change, row.id)], warnings)
    return person.record(await person.load(tx, owning.account_id, row.id))
