"""Both addresses confirm the change of a user's e-mail address."""

import re
from datetime import timedelta

import pytest

from tests import make
from tests.later import another_time
from tests.web.desk.people import ask, is_in, link_and_code, mails, signed_in
from tests.web.visitor import Visitor
from tests.world import Person, World
from wellwish.base import clock

pytestmark = pytest.mark.anyio
PATH = "/account/email"
NEW = "alina@example.com"


async def begun(visitor: Visitor, email: str = NEW) -> int:
    await visitor.open(PATH)
    answer = await visitor.press(PATH, email=email)
    await visitor.world.work()
    return answer.status_code


async def code(world: World, email: str) -> str:
    """Returns the code in the newest mail about a change to an address."""
    answer = await world.client.get(
        "/outbox", params={"address": email}, headers={"Accept": "application/json"}
    )
    bodies = [each["body"] for each in answer.json()["data"] if each["kind"] == "email_change"]
    found = re.search(r"\b(\d{6})\b", bodies[0])
    assert found is not None
    return found[1]


async def confirmed(visitor: Visitor, old: str, new: str) -> int:
    await visitor.open(PATH)
    answer = await visitor.press(f"{PATH}/confirm", old_code=old, new_code=new)
    return answer.status_code


async def _email(person: Person) -> str:
    return await person.world.owner.fetchval("select email from users where id = $1", person.user_id)


async def test_changes_with_both_codes(alice: Person, bob: Person) -> None:
    card = await make.card(bob)
    admin = await make.admin(bob, card["id"], alice)
    visitor, other = await signed_in(alice), await signed_in(alice)
    assert await begun(visitor) == 303
    old, new = await code(alice.world, alice.email), await code(alice.world, NEW)
    assert await confirmed(visitor, f" {old[:3]} {old[3:]}", new) == 303
    assert await _email(alice) == NEW
    await visitor.open(visitor.next)
    assert NEW in visitor.page
    assert (await is_in(visitor), await is_in(other)) == (True, False)
    row = await alice.world.owner.fetchrow(
        "select email, user_id from card_admins where id = $1", admin["id"]
    )
    assert row is not None
    assert (row["email"], row["user_id"]) == (NEW, alice.user_id)
    fresh = Visitor(alice.world)
    await ask(fresh, NEW)
    await link_and_code(alice.world, NEW)
    assert await confirmed(visitor, old, new) == 422  # the codes work once


@pytest.mark.parametrize("wrong", ["old", "new", "swapped"])
async def test_needs_both_codes(alice: Person, wrong: str) -> None:
    visitor = await signed_in(alice)
    await begun(visitor)
    old, new = await code(alice.world, alice.email), await code(alice.world, NEW)
    other = {"old": (new, new), "new": (old, old), "swapped": (new, old)}[wrong]
    assert await confirmed(visitor, *other) == 422
    assert await _email(alice) == alice.email
    assert await confirmed(visitor, old, new) == 303  # the control


async def test_five_wrong_tries_end_the_change(alice: Person) -> None:
    visitor = await signed_in(alice)
    await begun(visitor)
    old, new = await code(alice.world, alice.email), await code(alice.world, NEW)
    await visitor.open(PATH)
    token = visitor.token()
    for _ in range(5):
        await visitor.press(f"{PATH}/confirm", form_token=token, old_code="1", new_code="2")
    await visitor.press(f"{PATH}/confirm", form_token=token, old_code=old, new_code=new)
    assert await _email(alice) == alice.email


async def test_expires(alice: Person) -> None:
    with another_time():
        visitor = await signed_in(alice)
        await begun(visitor)
        old, new = await code(alice.world, alice.email), await code(alice.world, NEW)
        token = visitor.token()
        clock.move(timedelta(minutes=10, seconds=1))
        answer = await visitor.press(f"{PATH}/confirm", form_token=token, old_code=old, new_code=new)
        assert (answer.status_code, await _email(alice)) == (422, alice.email)


async def test_does_not_reveal_whether_the_address_is_known(alice: Person, bob: Person) -> None:
    visitor = await signed_in(alice)
    pages: list[str] = []
    for email in (bob.email, "bob2@example.com"):
        assert await begun(visitor, email) == 303
        await visitor.open(PATH)
        shown = re.sub(r'value="[^"]*"', "", visitor.page)
        pages.append(shown.replace(email, "X"))
        assert await code(alice.world, email)
        await visitor.press(PATH, cancel="1")
    assert pages[0] == pages[1]


async def test_refuses_an_address_that_was_taken_meanwhile(alice: Person, bob: Person) -> None:
    visitor = await signed_in(alice)
    await begun(visitor)
    await bob.world.owner.execute(
        "update users set email = $1, email_key = $1 where id = $2", NEW, bob.user_id
    )
    old, new = await code(alice.world, alice.email), await code(alice.world, NEW)
    assert await confirmed(visitor, old, new) == 422
    assert (await _email(alice), await _email(bob)) == (alice.email, NEW)
    assert "Start again with another one" in visitor.page


async def test_another_session_cannot_use_the_codes(alice: Person, mallory: Person) -> None:
    visitor, attacker = await signed_in(alice), await signed_in(mallory)
    await begun(visitor)
    await begun(attacker, "mallory2@example.com")
    codes = await code(alice.world, alice.email), await code(alice.world, NEW)
    assert await confirmed(attacker, *codes) == 422
    assert await _email(mallory) == mallory.email


async def test_limits_the_mails(alice: Person) -> None:
    visitor = await signed_in(alice)
    codes = [await begun_again(visitor, f"a{n}@example.com") for n in range(6)]
    assert codes == [303] * 5 + [429]
    assert "too many emails" in visitor.page


async def begun_again(visitor: Visitor, email: str) -> int:
    await visitor.open(PATH)
    return (await visitor.press(PATH, email=email)).status_code


async def test_needs_a_recent_sign_in(alice: Person) -> None:
    with another_time():
        visitor = await signed_in(alice)
        clock.move(timedelta(minutes=10, seconds=1))
        assert await begun(visitor) == 303
        assert visitor.next.startswith("/sign-in?next=%2Faccount%2Femail")
        assert "was not sent" in (await visitor.open(PATH)).text
        assert 'value="alina@example.com"' in visitor.page
    assert await alice.world.owner.fetchval("select count(*) from email_changes") == 0


async def test_shows_a_fault_with_what_was_typed(alice: Person) -> None:
    visitor = await signed_in(alice)
    assert await begun(visitor, "alina") == 422
    assert 'value="alina"' in visitor.page
    assert 'aria-invalid="true"' in visitor.page


async def test_a_mail_of_the_former_address_signs_nobody_in(alice: Person) -> None:
    late, visitor = Visitor(alice.world), await signed_in(alice)
    await ask(late, alice.email)
    path, _ = await link_and_code(alice.world, alice.email)
    assert len(await mails(alice.world, alice.email)) == 2
    await begun(visitor)
    await confirmed(visitor, await code(alice.world, alice.email), await code(alice.world, NEW))
    assert await _email(alice) == NEW
    await late.open(path)
    assert (await late.press(path)).status_code == 404
