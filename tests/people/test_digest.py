"""A list that is bound to the changes that a dry run showed."""

from typing import Any

import pytest

from tests.people.test_choice import choose
from tests.people.test_sync import counts, everyone, staff
from tests.world import Person
from wellwish.people.choice import Choice

pytestmark = pytest.mark.anyio


async def planned(account: Person, **body: Any) -> str:
    answer = await account.put("/api/people?dry_run=true", body)
    assert answer.status_code == 200, answer.text
    return answer.json()["digest"]


async def test_saves_what_the_dry_run_showed_and_repeats_it(alice: Person) -> None:
    listed = [{**each, "teams": ["Design"]} for each in staff(3)]
    digest = await planned(alice, people=listed)
    assert await planned(alice, people=listed) == digest
    assert counts(await alice.put("/api/people", {"people": listed, "digest": digest})) == (3, 0, 0, 0)
    # The first response may have been lost.
    assert counts(await alice.put("/api/people", {"people": listed, "digest": digest})) == (0, 0, 0, 3)


CHANGES: Any = {
    "a new person": {"name": "New", "external_id": "new"},
    "the same value": {"name": "Person Number 1", "external_id": "e-1", "locale": "de"},
    "a person who left": {"name": "Person Number 2", "external_id": "e-2", "status": "left"},
}


@pytest.mark.parametrize("name", CHANGES)
async def test_refuses_other_changes_than_the_dry_run_showed(alice: Person, name: str) -> None:
    await alice.put("/api/people", {"people": staff(20)})
    listed = [{**each, "locale": "de"} for each in staff(19)]
    digest = await planned(alice, people=listed)
    assert (await alice.post("/api/people", CHANGES[name])).status_code in (200, 201)
    before = await everyone(alice)
    refused = await alice.put("/api/people", {"people": listed, "digest": digest})
    assert (refused.status_code, refused.json()["code"]) == (409, "plan_changed")
    assert await everyone(alice) == before
    digest = await planned(alice, people=listed)
    assert (await alice.put("/api/people", {"people": listed, "digest": digest})).status_code == 200


async def test_a_digest_tells_nothing_about_declined_dates(alice: Person) -> None:
    """Otherwise, an account could find out whether a guess is right."""
    await alice.put("/api/people", {"people": staff(2)})
    target = await everyone(alice)
    assert await choose(alice, target["e-1"]["id"], Choice(no_birthday=True))
    right = target["e-1"]["dates"]["birthday"]
    digests = {
        await planned(alice, people=[staff(1)[0], {**staff(2)[1], "dates": {"birthday": birthday}}])
        for birthday in (right, "--12-30", "--12-31")
    }
    assert len(digests) == 1
