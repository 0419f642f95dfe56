"""The members' page."""

from datetime import timedelta

import pytest

from tests.later import another_time
from tests.members.joining import member_id_of
from tests.web.desk.account.test_accounts import join
from tests.web.desk.people import is_in, signed_in
from tests.web.visitor import Visitor
from tests.world import Person
from wellwish.base import clock

pytestmark = pytest.mark.anyio
PATH = "/account/members"


async def invited(visitor: Visitor, email: str, role: str = "member") -> int:
    await visitor.open(PATH)
    key = visitor.value("form_key")
    return (await visitor.press(PATH, email=email, role=role, form_key=key)).status_code


async def test_invites_changes_and_removes(alice: Person, bob: Person) -> None:
    await join(bob, alice)
    visitor = await signed_in(alice)
    assert await invited(visitor, "nina@example.com") == 303
    await visitor.open(PATH)
    assert "nina@example.com" in visitor.page
    member_id = member_id_of(bob)
    await visitor.press(f"{PATH}/role", member_id=member_id, role="owner")
    role = "select role from memberships where account_id = $1 and user_id = $2"
    assert await alice.world.owner.fetchval(role, alice.account_id, bob.user_id) == "owner"
    await visitor.open(PATH)
    await visitor.press(f"{PATH}/remove", member_id=member_id)
    await visitor.open(PATH)
    assert bob.email not in visitor.page


async def test_shows_faults_with_what_was_typed(alice: Person) -> None:
    visitor = await signed_in(alice)
    assert await invited(visitor, "nina", "owner") == 422
    assert 'value="nina"' in visitor.page
    assert 'value="owner" checked' in visitor.page
    assert 'aria-describedby="email-fault"' in visitor.page
    assert await invited(visitor, alice.email) == 422
    assert "already a member" in visitor.page


async def test_a_form_sent_twice_invites_once(alice: Person) -> None:
    visitor = await signed_in(alice)
    await visitor.open(PATH)
    sent = {"form_token": visitor.token(), "form_key": visitor.value("form_key"), "email": "nina@example.com"}
    assert [(await visitor.press(PATH, **sent)).status_code for _ in range(2)] == [303, 303]
    assert await alice.world.owner.fetchval("select count(*) from member_invitations") == 1


async def test_keeps_the_last_owner(alice: Person) -> None:
    visitor = await signed_in(alice)
    await visitor.open(PATH)
    for path, fields in ((f"{PATH}/role", {"role": "member"}), (f"{PATH}/remove", {})):
        answer = await visitor.press(path, member_id=member_id_of(alice), **fields)
        assert (answer.status_code, "needs an owner" in answer.text) == (409, True)


async def test_needs_a_recent_sign_in(alice: Person) -> None:
    with another_time():
        visitor = await signed_in(alice)
        clock.move(timedelta(minutes=10, seconds=1))
        assert await invited(visitor, "nina@example.com") == 303
        assert visitor.next.startswith("/sign-in?next=%2Faccount%2Fmembers")
        assert "was not sent" in (await visitor.open(PATH)).text
        assert 'value="nina@example.com"' in visitor.page
        await visitor.press(f"{PATH}/remove", member_id=member_id_of(alice))
        assert visitor.next.startswith("/sign-in?next=%2Faccount%2Fmembers")
        assert await alice.world.owner.fetchval("select count(*) from member_invitations") == 0


async def test_is_only_for_owners(alice: Person, bob: Person) -> None:
    await join(bob, alice)
    visitor = await signed_in(bob)
    await visitor.open("/account/choose")
    await visitor.press("/account/choose", account_id=alice.account_id)
    assert (await visitor.open(PATH)).status_code == 403
    await visitor.open("/account/choose")
    answer = await visitor.press(f"{PATH}/remove", member_id=member_id_of(alice))
    assert answer.status_code == 403


async def test_a_removed_members_tab_is_over(alice: Person, bob: Person) -> None:
    await join(bob, alice)
    tab, owner = await signed_in(bob), await signed_in(alice)
    await tab.open("/account/choose")
    await tab.press("/account/choose", account_id=alice.account_id)
    await tab.open("/account/choose")
    token = tab.token()
    await owner.open(PATH)
    await owner.press(f"{PATH}/remove", member_id=member_id_of(bob))
    answer = await tab.press("/account/choose", form_token=token, account_id=alice.account_id)
    assert answer.headers["location"].startswith("/sign-in?next=")
    assert not await is_in(tab)


async def test_refuses_forms_of_other_sites(alice: Person, mallory: Person) -> None:
    visitor, foreign = await signed_in(alice), await signed_in(mallory)
    await foreign.open(PATH)
    for token in ("", foreign.token()):
        answer = await visitor.press(PATH, form_token=token, email="mallory@example.com", role="owner")
        assert answer.status_code == 403
