"""Create or update a person."""

from wellwish.accounts.access import Owning
from wellwish.infra.db import Tx
from wellwish.infra.http import Reply, Services, Warnings
from wellwish.people import person
from wellwish.people.body import NewPerson
from wellwish.people.person import Person
from wellwish.people.save import save
from wellwish.people.state import Given


async def create_person(
    tx: Tx, owning: Owning, services: Services, new: NewPerson, warnings: Warnings, reply: Reply
) -> Person:
    """Updates the person with this `external_id` or, if you send none, with this `email`. If there is no such
    person, creates one. The status is 200 if the person existed before.

    Raises InvalidRequest, TooManyPeople, GroupNameExists, TooManyGroups.
    """
    await person.lock(tx, owning.account_id)
    made = await save(tx, services, owning.account_id, [Given("", new)], warnings)
    reply.is_known = not any(each.before is None for each in made.steps)
    return person.record(await person.load(tx, owning.account_id, made.listed[0]))
