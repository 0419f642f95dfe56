"""The platform on the account's page."""

from datetime import timedelta

import pytest

from tests.platforms.acting import Acting, acting, appoint, joined
from tests.web.desk.people import signed_in
from tests.web.visitor import Visitor
from tests.world import Person

pytestmark = pytest.mark.anyio
PATH = "/account/platform"


async def _visiting(alice: Person) -> tuple[Acting, Visitor]:
    await appoint(alice)
    other = await acting(alice)
    return other, await signed_in(await joined(other, "ines"))


async def test_closes_opens_and_leaves(alice: Person) -> None:
    other, visitor = await _visiting(alice)
    await visitor.open("/account")
    assert "alice and co" in visitor.page
    for action, code in (("close", "customer_closed"), ("open", None), ("leave", "customer_not_found")):
        await visitor.open("/account")
        assert f'value="{action}"' in visitor.page
        assert (await visitor.press(PATH, action=action)).status_code == 303
        assert (await other.get("/api/cards")).json().get("code") == code
    await visitor.open("/account")
    assert PATH not in visitor.page


async def test_resubmitting_changes_nothing(alice: Person) -> None:
    _, visitor = await _visiting(alice)
    await visitor.open("/account")
    for _ in range(2):
        assert (await visitor.press(PATH, action="leave")).status_code == 303


async def test_refuses_another_action(alice: Person) -> None:
    _, visitor = await _visiting(alice)
    for action in ({}, {"action": "nonsense"}):
        await visitor.open("/account")
        assert (await visitor.press(PATH, **action)).status_code == 404


async def test_needs_a_recent_sign_in(alice: Person) -> None:
    other, visitor = await _visiting(alice)
    await visitor.open("/account")
    await alice.world.owner.execute(
        "update sessions set created_at = created_at - $1::interval", timedelta(hours=1)
    )
    pressed = await visitor.press(PATH, action="leave")
    assert pressed.headers["location"].startswith("/sign-in?next=")
    assert (await other.get("/api/cards")).status_code == 200


async def test_is_absent_without_a_platform(alice: Person) -> None:
    visitor = await signed_in(alice)
    await visitor.open("/account")
    assert PATH not in visitor.page
