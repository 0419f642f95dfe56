"""Retrieve a person."""

from wellwish.infra.db import Tx
from wellwish.people import person
from wellwish.people.reading import Reading


async def retrieve_person(tx: Tx, reading: Reading, person_id: str) -> person.Person:
    """Raises NotFound."""
    row = await person.load(tx, reading.account_id, person_id)
    return person.record(row, with_dates=reading.sees_dates, with_declined=reading.sees_declined)
