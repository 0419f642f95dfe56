"""List the members of the account."""

from datetime import timedelta

import pytest

from tests.later import another_time
from tests.members.joining import invite, join, member_id_of
from tests.world import Person
from wellwish.base import clock

pytestmark = pytest.mark.anyio
PATH = "/api/account/members"


async def test_lists_members_and_invitations(alice: Person, bob: Person, mallory: Person) -> None:
    await join(bob, alice)
    await invite(alice, "nina@example.com")
    await invite(mallory, "omar@example.com")
    found = (await alice.get(PATH)).json()["data"]
    assert [(each["email"], each["role"], each["status"]) for each in found] == [
        ("nina@example.com", "member", "invited"),
        (bob.email, "member", "active"),
        (alice.email, "owner", "active"),
    ]
    assert found[1]["id"] == member_id_of(bob)


async def test_lists_page_by_page(alice: Person, bob: Person) -> None:
    await join(bob, alice)
    first = (await alice.get(PATH, params={"limit": 1})).json()
    second = (await alice.get(PATH, params={"limit": 1, "cursor": first["next_cursor"]})).json()
    assert [each["data"][0]["email"] for each in (first, second)] == [bob.email, alice.email]
    assert (first["has_more"], second["has_more"]) == (True, False)


async def test_leaves_expired_invitations_out_and_invites_again(alice: Person) -> None:
    made = await invite(alice, "nina@example.com")
    with another_time():
        clock.move(timedelta(days=30, seconds=1))
        alice.token = None
        assert len((await alice.get(PATH)).json()["data"]) == 1
        assert (await alice.delete(f"{PATH}/{made['id']}")).status_code == 404
        assert (await invite(alice, "nina@example.com"))["id"] != made["id"]
