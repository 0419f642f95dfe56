"""Retrieve a person."""

from wellwish.accounts.access import Owning
from wellwish.infra.db import Tx
from wellwish.people import person


async def retrieve_person(tx: Tx, owning: Owning, person_id: str) -> person.Person:
    """Raises NotFound."""
    return person.record(await person.load(tx, owning.account_id, person_id))
