"""The sessions of a user: list, end one or all, and expiry."""

from datetime import timedelta

import pytest

from tests.later import another_time
from tests.web.desk.people import is_in, signed_in
from tests.world import Person
from wellwish.base import clock

pytestmark = pytest.mark.anyio
FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:143.0) Gecko/20100101 Firefox/143.0"
PHONE = "Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605 Version/19.0 Safari/604"


async def test_lists_the_sessions_coarsely(alice: Person, mallory: Person) -> None:
    await signed_in(mallory)
    await signed_in(alice, **{"User-Agent": FIREFOX})
    phone = await signed_in(alice, **{"User-Agent": PHONE})
    await phone.open("/account/sessions")
    assert "Firefox · Linux" in phone.page
    assert "Safari · iPhone" in phone.page
    assert "127.0.0.0/24" in phone.page
    assert "127.0.0.1" not in phone.page
    assert phone.page.count('name="session_id"') == 2
    assert phone.page.count("This browser") == 1


async def test_ends_one_session(alice: Person) -> None:
    first, second = await signed_in(alice), await signed_in(alice)
    others = [each for each in await _ids(alice) if each != await _id_of(alice, second.cookies["session"])]
    await second.open("/account/sessions")
    await second.press("/account/sessions", session_id=others[0])
    assert (await is_in(first), await is_in(second)) == (False, True)


async def test_does_not_end_another_users_session(alice: Person, mallory: Person) -> None:
    hers, theirs = await signed_in(alice), await signed_in(mallory)
    await theirs.open("/account/sessions")
    await theirs.press("/account/sessions", session_id=await _id_of(alice, hers.cookies["session"]))
    assert await is_in(hers)


async def test_ends_all_sessions(alice: Person, mallory: Person) -> None:
    first, second, foreign = await signed_in(alice), await signed_in(alice), await signed_in(mallory)
    await second.open("/account/sessions")
    await second.press("/account/sessions")
    assert [await is_in(each) for each in (first, second, foreign)] == [False, False, True]


async def test_signs_out(alice: Person) -> None:
    visitor, other = await signed_in(alice), await signed_in(alice)
    kept = visitor.cookies["session"]
    await visitor.open("/account/sessions")
    await visitor.press("/sign-out")
    assert "session" not in visitor.cookies
    visitor.cookies["session"] = kept
    assert (await is_in(visitor), await is_in(other)) == (False, True)


async def test_needs_a_recent_sign_in_to_end_another_session(alice: Person) -> None:
    with another_time():
        first, second = await signed_in(alice), await signed_in(alice)
        clock.move(timedelta(minutes=10, seconds=1))
        await second.open("/account/sessions")
        other = await _id_of(alice, first.cookies["session"])
        answer = await second.press("/account/sessions", session_id=other)
        assert answer.headers["location"] == "/sign-in?next=%2Faccount%2Fsessions&confirm=1"
        await second.open(second.next)
        assert "Confirm it" in second.page
        assert f'value="{alice.email}"' in second.page
        assert (await is_in(first), await is_in(second)) == (True, True)
        await second.open("/account/sessions")
        assert "This signs you out in this browser, too." in second.page
        await second.press("/account/sessions")  # all sessions, including this one: no sign-in
        assert (await is_in(first), await is_in(second)) == (False, False)


async def test_ends_after_a_week_without_use(alice: Person) -> None:
    with another_time():
        visitor, unused = await signed_in(alice), await signed_in(alice)
        clock.move(timedelta(days=6))
        assert await is_in(visitor)
        clock.move(timedelta(days=2))
        assert (await is_in(visitor), await is_in(unused)) == (True, False)


async def test_ends_after_thirty_days_of_use(alice: Person) -> None:
    with another_time():
        visitor = await signed_in(alice)
        for _ in range(5):
            clock.move(timedelta(days=5, hours=23))
            assert await is_in(visitor)
        clock.move(timedelta(hours=6))
        assert not await is_in(visitor)


async def test_ends_with_the_membership(alice: Person) -> None:
    visitor = await signed_in(alice)
    assert await is_in(visitor)
    await alice.world.owner.execute("delete from memberships where user_id = $1", alice.user_id)
    assert not await is_in(visitor)
    assert visitor.cookies.keys().isdisjoint({"session"})


async def test_refuses_forms_without_the_token_of_the_session(alice: Person, mallory: Person) -> None:
    visitor, foreign = await signed_in(alice), await signed_in(mallory)
    await foreign.open("/account/sessions")
    for token in ("", foreign.token()):
        assert (await visitor.press("/account/sessions", form_token=token)).status_code == 403
        assert (await visitor.press("/sign-out", form_token=token)).status_code == 403
    assert await is_in(visitor)


async def _ids(person: Person) -> list[str]:
    rows = await person.world.owner.fetch("select id from sessions where user_id = $1", person.user_id)
    return [row[0] for row in rows]


async def _id_of(person: Person, secret: str) -> str:
    hashed = person.world.services.keys.hash(secret)
    return await person.world.owner.fetchval("select id from sessions where token_hash = $1", hashed)
