"""Passkeys: added by a signed-in user, valid once per challenge, useless to others."""

import json
from datetime import timedelta

import pytest

from tests.later import another_time
from tests.web.desk.authenticator import Authenticator
from tests.web.desk.people import is_in, signed_in
from tests.web.visitor import Visitor
from tests.world import Person, World
from wellwish.base import clock

pytestmark = pytest.mark.anyio


async def added(person: Person, authenticator: Authenticator, visitor: Visitor | None = None) -> int:
    """Adds the passkey for the person. Returns the status of the response."""
    visitor = visitor or await signed_in(person)
    await visitor.open("/account/passkeys")
    credential = authenticator.make(visitor.token())
    answer = await visitor.press("/account/passkeys", form_token=visitor.token(), credential=credential)
    return answer.status_code


async def use(visitor: Visitor, authenticator: Authenticator) -> int:
    """Signs in with the passkey. Returns the status of the response."""
    await visitor.open("/sign-in?next=/account/sessions")
    token = visitor.token()
    fields = {"credential": authenticator.sign(token), "next": "/account/sessions"}
    answer = await visitor.press("/sign-in/passkey", form_token=token, **fields)
    return answer.status_code


async def test_signs_in_with_a_passkey(alice: Person, mallory: Person) -> None:
    await added(mallory, Authenticator())
    authenticator, visitor = Authenticator(), Visitor(alice.world)
    assert await added(alice, authenticator) == 303
    assert await use(visitor, authenticator) == 303
    assert visitor.next == "/account/sessions"
    assert await is_in(visitor)
    assert alice.email in visitor.page
    await visitor.open("/account/passkeys")
    assert "Last used on" in visitor.page


async def test_a_challenge_works_once(world: World, alice: Person) -> None:
    authenticator, visitor = Authenticator(), Visitor(world)
    await added(alice, authenticator)
    await visitor.open("/sign-in")
    token = visitor.token()
    credential = authenticator.sign(token)
    for status in (303, 422):
        answer = await visitor.press("/sign-in/passkey", form_token=token, credential=credential)
        assert answer.status_code == status
    assert "That passkey doesn" in visitor.page


async def test_refuses_a_response_to_a_challenge_of_another_browser(world: World, alice: Person) -> None:
    """An attacker relays a response that alice's browser signed for another challenge."""
    authenticator, visitor, attacker = Authenticator(), Visitor(world), Visitor(world)
    await added(alice, authenticator)
    await visitor.open("/sign-in")
    token = visitor.token()
    await attacker.open("/sign-in")
    credential = authenticator.sign(token)
    foreign = await attacker.press("/sign-in/passkey", form_token=token, credential=credential)
    assert foreign.status_code == 403
    await attacker.open("/sign-in")
    own = await attacker.press("/sign-in/passkey", form_token=attacker.token(), credential=credential)
    assert own.status_code == 422
    answer = await visitor.press("/sign-in/passkey", form_token=token, credential=credential)
    assert answer.status_code == 303  # the control


async def test_a_challenge_expires(world: World, alice: Person) -> None:
    authenticator, visitor = Authenticator(), Visitor(world)
    await added(alice, authenticator)
    with another_time():
        await visitor.open("/sign-in")
        token = visitor.token()
        clock.move(timedelta(hours=1, seconds=1))
        credential = authenticator.sign(token)
        answer = await visitor.press("/sign-in/passkey", form_token=token, credential=credential)
        assert answer.status_code == 422
        assert await use(visitor, authenticator) == 303  # the control


@pytest.mark.parametrize(
    "fault", ["unknown", "other site", "other origin", "not verified", "cloned", "another's key", "nonsense"]
)
async def test_refuses_a_wrong_response(alice: Person, mallory: Person, fault: str) -> None:
    world = alice.world
    authenticator, visitor = Authenticator(), Visitor(world)
    await added(alice, authenticator)
    assert await use(Visitor(world), authenticator) == 303  # the control
    if fault == "unknown":
        authenticator.id = b"x" * 32
    if fault == "other site":
        authenticator.rp_id = "evil.example"
    if fault == "other origin":
        authenticator.origin = "https://evil.example"
    if fault == "not verified":
        authenticator.verifies = False
    if fault == "cloned":
        authenticator.count = 0
    if fault == "another's key":
        other = Authenticator()
        await added(mallory, other)
        other.id = authenticator.id
        authenticator = other
    if fault != "nonsense":
        assert await use(visitor, authenticator) == 422
    else:
        for credential in ("", "{}", "[]", "null", "\x00", json.dumps({"id": "é", "rawId": 1}), "{" * 20_000):
            await visitor.open("/sign-in")
            answer = await visitor.press(
                "/sign-in/passkey", form_token=visitor.token(), credential=credential
            )
            assert answer.status_code == 422
    assert not await is_in(visitor)


async def test_needs_a_recent_sign_in_to_change_passkeys(alice: Person) -> None:
    with another_time():
        visitor, authenticator = await signed_in(alice), Authenticator()
        await added(alice, authenticator, visitor)
        clock.move(timedelta(minutes=10, seconds=1))
        assert await added(alice, Authenticator(), visitor) == 303
        assert visitor.next == "/sign-in?next=%2Faccount%2Fpasskeys&confirm=1"
        await visitor.open("/account/passkeys")
        await visitor.press("/account/passkeys/delete", passkey_id=visitor.value("passkey_id"))
        assert await alice.world.owner.fetchval("select count(*) from passkeys") == 1
        assert await use(visitor, authenticator) == 303  # a passkey is a sign-in
        await visitor.open("/account/passkeys")
        await visitor.press("/account/passkeys/delete", passkey_id=visitor.value("passkey_id"))
        assert await use(Visitor(alice.world), authenticator) == 422


async def test_does_not_delete_another_users_passkey(alice: Person, mallory: Person) -> None:
    await added(alice, Authenticator())
    passkey_id = await alice.world.owner.fetchval("select id from passkeys")
    visitor = await signed_in(mallory)
    await visitor.open("/account/passkeys")
    await visitor.press("/account/passkeys/delete", passkey_id=passkey_id)
    assert await alice.world.owner.fetchval("select count(*) from passkeys") == 1


async def test_refuses_to_add_a_passkey_of_somebody_else(alice: Person, mallory: Person) -> None:
    authenticator = Authenticator()
    assert await added(alice, authenticator) == 303
    assert await added(mallory, authenticator) == 422
    visitor = Visitor(alice.world)
    await use(visitor, authenticator)
    assert await is_in(visitor)
    assert alice.email in visitor.page


async def test_limits_the_passkeys_of_a_user(alice: Person) -> None:
    visitor = await signed_in(alice)
    await alice.world.owner.execute(
        """
        insert into passkeys (id, user_id, credential_id, public_key, sign_count, agent, created_at)
        select 'pk_' || n, $1, n::text::bytea, '', 0, '', now() from generate_series(1, 19) as n
        """,
        alice.user_id,
    )
    assert [await added(alice, Authenticator(), visitor) for _ in range(2)] == [303, 422]
