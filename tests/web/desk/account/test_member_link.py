"""The link in the mail of an invitation signs nobody in and accepts nothing."""

import pytest

from tests.members.joining import invite, link_of
from tests.web.desk.people import link_and_code, signed_in
from tests.web.visitor import Visitor
from tests.world import Person

pytestmark = pytest.mark.anyio
NINA = "nina@example.com"


async def _members(alice: Person) -> int:
    sql = "select count(*) from memberships where account_id = $1"
    return await alice.world.owner.fetchval(sql, alice.account_id)


async def test_a_new_person_signs_in_and_accepts(alice: Person) -> None:
    made = await invite(alice, NINA, "owner")
    visitor = Visitor(alice.world)
    link = await link_of(alice, NINA)
    assert (await visitor.open(link)).status_code == 200
    assert "alice and co" in visitor.page
    await visitor.press(link)
    assert (visitor.next, visitor.cookies.keys() & {"session"}) == ("/sign-in/code", set())
    await alice.world.work()
    path, _ = await link_and_code(alice.world, NINA)
    await visitor.open(path)
    await visitor.press(path)
    assert visitor.next == "/account/choose"
    assert await _members(alice) == 1
    await visitor.open("/account/choose")
    await visitor.press("/account/invitations", member_id=made["id"], answer="accept")
    assert visitor.next == "/desk"
    assert await _members(alice) == 2
    assert (await visitor.open("/account/members")).status_code == 200
    found = (await alice.get("/api/account/members")).json()["data"]
    assert [each["status"] for each in found if each["id"] == made["id"]] == ["active"]


async def test_another_person_cannot_accept(alice: Person, mallory: Person) -> None:
    made = await invite(alice, NINA)
    visitor = await signed_in(mallory)
    await visitor.open("/account/choose")
    assert "alice and co" not in visitor.page
    answer = await visitor.press("/account/invitations", member_id=made["id"], answer="accept")
    assert answer.status_code == 404
    await visitor.open("/account/choose")
    await visitor.press("/account/invitations", member_id=made["id"], answer="decline")
    assert await _members(alice) == 1
    assert await alice.world.owner.fetchval("select count(*) from member_invitations") == 1


async def test_the_invited_person_goes_to_their_invitations(alice: Person, bob: Person) -> None:
    made = await invite(alice, bob.email)
    visitor = await signed_in(bob)
    answer = await visitor.open(await link_of(alice, bob.email))
    assert answer.headers["location"] == "/account/choose"
    await visitor.open("/account/choose")
    await visitor.press("/account/invitations", member_id=made["id"], answer="decline")
    await visitor.open("/account/choose")
    assert "alice and co" not in visitor.page


async def test_an_invitation_that_has_expired_cannot_be_accepted(alice: Person, bob: Person) -> None:
    """The form was open when the invitation expired."""
    made = await invite(alice, bob.email)
    visitor = await signed_in(bob)
    await visitor.open("/account/choose")
    assert "alice and co" in visitor.page
    await alice.world.owner.execute("update member_invitations set expires_at = now() - interval '1 second'")
    answer = await visitor.press("/account/invitations", member_id=made["id"], answer="accept")
    assert answer.status_code == 404
    assert await _members(alice) == 1


async def test_refuses_other_links(alice: Person) -> None:
    made = await invite(alice, NINA)
    link = await link_of(alice, NINA)
    visitor = Visitor(alice.world)
    assert (await visitor.open(link)).status_code == 200  # the control
    for wrong in (
        link[:-1],
        link[:-3] + "xyz",
        link.replace(made["id"], made["id"][:-1] + ("1" if made["id"].endswith("0") else "0")),
        link + "é",
    ):
        assert (await visitor.open(wrong)).status_code == 404
