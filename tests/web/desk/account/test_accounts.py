"""The account of a session: selected from several, or created if sign-up allows it."""

from collections.abc import AsyncIterator
from dataclasses import replace

import pytest

from tests import make
from tests.later import another_time, day, frozen_at
from tests.web.desk.people import ask, link_and_code, mails, signed_in
from tests.web.visitor import Visitor
from tests.world import Person, World
from wellwish.base.settings import Settings

pytestmark = pytest.mark.anyio


@pytest.fixture
async def opened(clone: tuple[str, str], settings: Settings, world: World) -> AsyncIterator[World]:
    """The service with open sign-up."""
    async with World.over(replace(settings, sign_up="open"), *clone) as other:
        other.alice = world.alice
        yield other


async def join(person: Person, other: Person, role: str = "member") -> None:
    await person.world.owner.execute(
        "insert into memberships (account_id, user_id, role) values ($1, $2, $3)",
        other.account_id,
        person.user_id,
        role,
    )


async def test_chooses_the_only_account(alice: Person) -> None:
    visitor = await signed_in(alice)
    assert (await visitor.open("/desk")).status_code == 200


async def test_asks_a_user_with_several_accounts(alice: Person, bob: Person, mallory: Person) -> None:
    await join(bob, alice)
    visitor = await signed_in(bob)
    assert (await visitor.open("/desk")).headers["location"] == "/account/choose"
    await visitor.open("/account/choose")
    assert "alice and co" in visitor.page
    assert "mallory and co" not in visitor.page
    await visitor.press("/account/choose", account_id=alice.account_id)
    assert visitor.next == "/desk"
    assert (await visitor.open("/account/keys")).status_code == 403  # a member, not an owner
    await visitor.open("/account/choose")
    await visitor.press("/account/choose", account_id=bob.account_id)
    assert (await visitor.open("/account/keys")).status_code == 200


async def test_refuses_a_foreign_account(alice: Person, bob: Person) -> None:
    visitor = await signed_in(bob)
    await visitor.open("/account/choose")
    answer = await visitor.press("/account/choose", account_id=alice.account_id)
    assert answer.status_code == 404
    chosen = await bob.world.owner.fetchval("select account_id from sessions")
    assert chosen == bob.account_id


async def test_refuses_the_test_account_of_an_account(alice: Person) -> None:
    """The test account has the user as a member, but the desk must never act for test data."""
    tester = await alice.tester()
    sql = "select count(*) from memberships where user_id = $1 and account_id = $2"
    assert await alice.world.owner.fetchval(sql, alice.user_id, tester.account_id) == 1
    visitor = await signed_in(alice)
    await visitor.open("/account/choose")
    answer = await visitor.press("/account/choose", account_id=tester.account_id)
    assert answer.status_code == 404
    assert await alice.world.owner.fetchval("select account_id from sessions") == alice.account_id


async def test_an_admin_without_an_account_has_a_profile(alice: Person, bob: Person) -> None:
    card = await make.card(alice)
    await make.admin(alice, card["id"], bob)
    await alice.world.owner.execute("delete from memberships where user_id = $1", bob.user_id)
    visitor = await signed_in(bob)
    await visitor.open("/account/choose")
    shown = visitor.page
    assert "Your profile" in shown
    for path in ("/desk", "/account/passkeys", "/account/email", "/account/sessions"):
        assert f'<a href="{path}">' in shown
        assert (await visitor.open(path)).status_code == 200


async def test_creates_no_account_while_sign_up_is_closed(alice: Person) -> None:
    visitor = await signed_in(alice)
    await visitor.open("/account/choose")
    assert "New account" not in visitor.page
    assert (await visitor.press("/account/create", name="Another")).status_code == 404
    unknown = Visitor(alice.world)
    await ask(unknown, "nina@example.com")
    assert await mails(alice.world, "nina@example.com") == []


async def test_open_sign_up_makes_a_user_and_their_account(opened: World) -> None:
    visitor = Visitor(opened)
    await ask(visitor, "nina@example.com")
    path, _ = await link_and_code(opened, "nina@example.com")
    assert await opened.owner.fetchval("select count(*) from users where email like 'nina%'") == 0
    await visitor.open(path)
    await visitor.press(path)
    assert (await visitor.open("/desk")).headers["location"] == "/account/choose"
    await visitor.open("/account/choose")
    for name in ("", "x" * 256, "two\nlines"):
        assert (await visitor.press("/account/create", name=name)).status_code == 422
    assert await opened.owner.fetchval("select count(*) from accounts") == 3
    await visitor.press("/account/create", name="Nina's cards")
    assert visitor.next == "/desk"
    assert (await visitor.open("/account/keys")).status_code == 200


@pytest.fixture
async def by_invitation(clone: tuple[str, str], settings: Settings, world: World) -> AsyncIterator[World]:
    """The service with sign-up by invitation."""
    async with World.over(replace(settings, sign_up="invite"), *clone) as other:
        other.alice = world.alice
        yield other


async def test_an_admin_may_create_an_account_where_sign_up_is_by_invitation(by_invitation: World) -> None:
    world = by_invitation
    card = await make.card(world.alice)
    await world.alice.post("/api/card-admins", {"card_id": card["id"], "email": "ana@example.com"})
    visitor, stranger = Visitor(world), Visitor(world)
    await ask(stranger, "nina@example.com")
    assert await mails(world, "nina@example.com") == []
    await ask(visitor, "ana@example.com")
    path, _ = await link_and_code(world, "ana@example.com")
    await visitor.open(path)
    await visitor.press(path)
    assert (await visitor.open("/desk")).status_code == 200
    await visitor.open("/account/choose")
    with another_time(), frozen_at(f"{day(1)}T10:20:00"):
        await visitor.open("/account/choose")
        token = visitor.token()
        names = ("Ana's", "Ana's again", "Ana's third", "Ana's fourth")
        answers = [await visitor.press("/account/create", form_token=token, name=name) for name in names]
    assert [answer.status_code for answer in answers] == [303, 303, 303, 429]
    assert answers[3].headers["Retry-After"] == "49200"
    assert await world.owner.fetchval("select count(*) from accounts") == 6


async def test_gives_a_page_without_a_session_to_nobody(world: World) -> None:
    answer = await Visitor(world).open("/account/choose")
    assert answer.headers["location"] == "/sign-in?next=%2Faccount%2Fchoose"
