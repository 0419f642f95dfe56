"""Rotate the key pair as a signed-in owner."""

import html
import re
from datetime import timedelta

import pytest

from tests.later import another_time
from tests.web.desk.account.test_accounts import join
from tests.web.desk.people import signed_in
from tests.web.visitor import Visitor
from tests.world import Person
from wellwish.base import clock

pytestmark = pytest.mark.anyio


async def press(visitor: Visitor, **fields: str) -> int:
    await visitor.open("/account/keys")
    answer = await visitor.press(
        "/account/keys", form_token=visitor.token(), form_key=visitor.value("form_key"), **fields
    )
    return answer.status_code


def pair(page: str) -> dict[str, str]:
    key, secret = re.findall(r'<code dir="ltr">([^<]+)</code>', page)
    return {"x-api-key": html.unescape(key), "x-client-secret": html.unescape(secret)}


async def works(person: Person, headers: dict[str, str]) -> bool:
    answer = await person.world.client.post("/account/api-access/token", headers=headers)
    return answer.status_code == 200


async def test_rotates_with_an_overlap(alice: Person) -> None:
    former = {"x-api-key": alice.api_key, "x-client-secret": alice.client_secret}
    visitor = await signed_in(alice)
    assert await press(visitor, overlap="day") == 200
    assert await works(alice, pair(visitor.page))
    assert await works(alice, former)
    with another_time():
        clock.move(timedelta(days=1, seconds=1))
        assert not await works(alice, former)
        assert await works(alice, pair(visitor.page))


async def test_ends_the_former_pair_at_once(alice: Person) -> None:
    former = {"x-api-key": alice.api_key, "x-client-secret": alice.client_secret}
    token = await alice.exchange()
    visitor = await signed_in(alice)
    assert await press(visitor, overlap="none") == 200
    assert not await works(alice, former)
    headers = {"Authorization": f"Bearer {token}"}
    assert (await alice.world.client.get("/api/limits", headers=headers)).status_code == 401


async def test_recovers_an_account_without_a_pair(alice: Person) -> None:
    await alice.world.owner.execute("delete from credentials where account_id = $1", alice.account_id)
    visitor = await signed_in(alice)
    assert await press(visitor, overlap="none") == 200
    assert await works(alice, pair(visitor.page))


async def test_the_pair_becomes_the_signed_in_owners(alice: Person, bob: Person) -> None:
    await join(bob, alice, "owner")
    visitor = await signed_in(bob)
    await visitor.open("/account/choose")
    await visitor.press("/account/choose", account_id=alice.account_id)
    assert await press(visitor) == 200
    owner = "select user_id from credentials where account_id = $1 order by id desc limit 1"
    assert await alice.world.owner.fetchval(owner, alice.account_id) == bob.user_id


async def test_a_form_sent_twice_rotates_once(alice: Person) -> None:
    visitor = await signed_in(alice)
    await visitor.open("/account/keys")
    token, key = visitor.token(), visitor.value("form_key")
    for status in (200, 409):
        answer = await visitor.press("/account/keys", form_token=token, form_key=key)
        assert answer.status_code == status
    count = "select count(*) from credentials where account_id = $1"
    assert await alice.world.owner.fetchval(count, alice.account_id) == 2


async def test_needs_a_recent_sign_in(alice: Person) -> None:
    with another_time():
        visitor = await signed_in(alice)
        clock.move(timedelta(minutes=10, seconds=1))
        assert await press(visitor) == 303
        assert visitor.next == "/sign-in?next=%2Faccount%2Fkeys&confirm=1"
    count = "select count(*) from credentials where account_id = $1"
    assert await alice.world.owner.fetchval(count, alice.account_id) == 1


async def test_is_only_for_owners(alice: Person, bob: Person) -> None:
    visitor = await signed_in(bob)
    await visitor.open("/account/keys")
    token, key = visitor.token(), visitor.value("form_key")
    await bob.world.owner.execute("update memberships set role = 'member' where user_id = $1", bob.user_id)
    assert (await visitor.press("/account/keys", form_token=token, form_key=key)).status_code == 403
    page = await visitor.open("/account/keys")
    assert (page.status_code, "Only an owner" in page.text) == (403, True)
    count = "select count(*) from credentials where account_id = $1"
    assert await bob.world.owner.fetchval(count, bob.account_id) == 1
