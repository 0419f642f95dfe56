"""Change the role of a member."""

from datetime import timedelta

import pytest

from tests.later import another_time
from tests.members.joining import invite, join, member_id_of
from tests.world import Person
from wellwish.base import clock
from wellwish.members.create import LIFETIME

pytestmark = pytest.mark.anyio
PATH = "/api/account/members"


async def test_changes_the_role(alice: Person, bob: Person) -> None:
    member_id = await join(bob, alice)
    for role in ("owner", "member"):
        answer = await alice.patch(f"{PATH}/{member_id}", {"role": role})
        assert (answer.status_code, answer.json()["role"]) == (200, role)
        stored = "select role from memberships where account_id = $1 and user_id = $2"
        assert await alice.world.owner.fetchval(stored, alice.account_id, bob.user_id) == role


async def test_changes_the_role_of_an_invitation(alice: Person) -> None:
    made = await invite(alice, "nina@example.com")
    answer = await alice.patch(f"{PATH}/{made['id']}", {"role": "owner"})
    assert answer.json().items() >= {"role": "owner", "status": "invited"}.items()


async def test_keeps_the_last_owner(alice: Person, bob: Person) -> None:
    await join(bob, alice)
    own = f"{PATH}/{member_id_of(alice)}"
    answer = await alice.patch(own, {"role": "member"})
    assert (answer.status_code, answer.json()["code"]) == (409, "last_owner")
    await alice.patch(f"{PATH}/{member_id_of(bob)}", {"role": "owner"})
    assert (await alice.patch(own, {"role": "member"})).status_code == 200  # the control


async def test_a_former_owners_invitations_end(alice: Person, bob: Person) -> None:
    await join(bob, alice, "owner")
    made = await invite(alice, "nina@example.com")
    assert (await alice.patch(f"{PATH}/{member_id_of(alice)}", {"role": "member"})).status_code == 200
    assert (
        await alice.world.owner.fetchval("select count(*) from member_invitations where id = $1", made["id"])
        == 0
    )


async def test_does_not_find_members_of_another_account(alice: Person, mallory: Person) -> None:
    answer = await mallory.patch(f"{PATH}/{member_id_of(alice)}", {"role": "member"})
    assert answer.status_code == 404


@pytest.mark.parametrize("verb", ["PATCH", "DELETE"])
async def test_does_not_find_an_expired_invitation(alice: Person, verb: str) -> None:
    async def change() -> int:
        given = {"json": {"role": "owner"}} if verb == "PATCH" else {}
        return (await alice.request(verb, path, **given)).status_code

    path = f"{PATH}/{(await invite(alice, 'nina@example.com'))['id']}"
    with another_time():
        clock.move(LIFETIME + timedelta(minutes=1))
        alice.token = None
        assert await change() == 404
        clock.move(timedelta())
        alice.token = None
        assert await change() in (200, 204)  # the control
