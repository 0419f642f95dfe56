"""Skip an occasion."""

from datetime import datetime
from typing import Annotated

from msgspec import Meta, structs

from wellwish.accounts import wake
from wellwish.accounts.access import Owning
from wellwish.base.errors import Fault, InvalidRequest, NotFound
from wellwish.infra.db import Tx
from wellwish.infra.http import IfMatch
from wellwish.occasions import facts, one, store
from wellwish.occasions.occasion import Occasion, record
from wellwish.occasions.one import NamedOccasion
from wellwish.occasions.plan import Planned
from wellwish.occasions.rule import load_all
from wellwish.occasions.rule_body import date_name
from wellwish.people import choice, person
from wellwish.people.choice import Choice


class SkippedOccasion(NamedOccasion, frozen=True, kw_only=True):
    """The occasion, as `GET /api/occasions` returns it."""

    skip: Annotated[bool, Meta(description="Whether to skip the occasion; false undoes this.")] = True


async def skip_occasion(tx: Tx, owning: Owning, given: SkippedOccasion, if_match: IfMatch) -> Occasion:
    """No rule creates a card for this occasion of the person in this year. Other occasions are unchanged.

    An occasion stays skipped if its rule is deleted. If you undo the skip after that and no other rule covers
    the occasion, it is `paused` in the response, and no list shows it.

    Raises InvalidRequest, NotFound, OccasionMade, PreconditionFailed, TooManyChangedOccasions.
    """
    account_id = owning.account_id
    await person.lock(tx, account_id)
    basis = await facts.load(tx, account_id, await load_all(tx, account_id))
    try:
        found = await one.find(tx, account_id, basis, given)
    except NotFound:
        return await _without_rule(tx, account_id, given, if_match)
    if_match.check(found.revision)
    if given.skip and found.state == "skipped":
        return record(found)
    if given.skip:
        _check_open(found, tx.now)
        await store.check_room(tx, account_id, found)
        skipped = structs.replace(found, state="skipped", revision=found.revision + 1)
        await store.write(tx, account_id, [skipped])
        await wake.create_cards(tx, account_id)  # another card may now be within the limit
        return record(skipped)
    await store.withdraw(tx, account_id, found)
    found = await one.find(tx, account_id, basis, given)  # on another day if the date has moved since
    _check_open(found, tx.now)
    await wake.create_cards(tx, account_id)
    return record(found)


async def _without_rule(tx: Tx, account_id: str, given: SkippedOccasion, if_match: IfMatch) -> Occasion:
    """Returns the occasion that was skipped before its rule was deleted, or its date.

    Raises InvalidRequest, NotFound, PreconditionFailed.
    """
    person_id, occasion, year = given.key
    found = (await store.load(tx, account_id, [person_id], year, year)).get(given.key)
    said = (await choice.load(tx, account_id, [person_id])).get(person_id, Choice())
    if found is None or found.state != "skipped" or said.hides(date_name(occasion)):
        raise one.unknown()
    if_match.check(found.revision)
    if given.skip:
        return record(found)
    _check_open(found, tx.now)
    await store.withdraw(tx, account_id, found)
    return record(structs.replace(found, state="paused", revision=found.revision + 1))


def _check_open(found: Planned, now: datetime) -> None:
    """Raises InvalidRequest if the card would have closed: the list shows what happened."""
    if found.closes_at <= now:
        detail = "The card of this occasion would have closed by now."
        raise InvalidRequest(faults=[Fault("/year", "out_of_range", detail)])
