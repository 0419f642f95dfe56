"""The link in a card admin's mail leads to the card after a sign-in."""

from typing import Any

import pytest

from tests import make
from tests.web.desk.people import is_in, link_and_code, mails
from tests.web.visitor import Visitor, path_of
from tests.world import Person

pytestmark = pytest.mark.anyio
ANA = "ana@example.com"  # a person without an account


async def added(alice: Person, **privilege: bool) -> tuple[dict[str, Any], dict[str, Any], str]:
    """Returns a card, its admin, and the path of the link in the admin's mail."""
    card = await make.card(alice)
    body = {"card_id": card["id"], "email": ANA, "privilege": privilege}
    admin = (await alice.post("/api/card-admins", body)).json()
    await alice.world.work()
    answer = await alice.world.client.get(
        "/outbox", params={"address": ANA}, headers={"Accept": "application/json"}
    )
    return card, admin, path_of(answer.json()["data"][0]["link"])


async def status(alice: Person, card: dict[str, Any]) -> str:
    return (await alice.get(f"/api/card-admins/card/{card['id']}")).json()["data"][0]["status"]


async def test_leads_to_the_card(alice: Person) -> None:
    card, admin, path = await added(alice, can_update=True)
    assert (admin["status"], await status(alice, card)) == ("invited", "invited")
    visitor = Visitor(alice.world)
    await visitor.open(path)
    assert card["title"] in visitor.page
    assert not await is_in(visitor)
    assert await mails(alice.world, ANA) == []
    await visitor.open(path)
    await visitor.press(path)
    assert visitor.next == "/sign-in/code"
    await alice.world.work()
    assert await status(alice, card) == "invited"
    link, _ = await link_and_code(alice.world, ANA)
    await visitor.open(link)
    await visitor.press(link)
    assert visitor.next == f"/desk/cards/{card['id']}"
    assert (await visitor.open(visitor.next)).status_code == 200
    assert card["title"] in visitor.page
    assert "Edit the card" in visitor.page
    assert await status(alice, card) == "active"
    assert (await visitor.open(path)).headers["location"] == f"/desk/cards/{card['id']}"


async def test_ends_with_the_admin(alice: Person) -> None:
    _, admin, path = await added(alice)
    visitor = Visitor(alice.world)
    assert (await visitor.open(path)).status_code == 200
    await alice.delete(f"/api/card-admins/{admin['id']}")
    assert (await visitor.press(path)).status_code == 404
    assert (await visitor.open(path)).status_code == 404
    assert await mails(alice.world, ANA) == []


async def test_a_removed_admin_loses_the_card_at_once(alice: Person) -> None:
    card, admin, path = await added(alice)
    visitor = Visitor(alice.world)
    await visitor.open(path)
    await visitor.press(path)
    await alice.world.work()
    link, _ = await link_and_code(alice.world, ANA)
    await visitor.open(link)
    await visitor.press(link)
    assert (await visitor.open(f"/desk/cards/{card['id']}")).status_code == 200
    await alice.delete(f"/api/card-admins/{admin['id']}")
    assert (await visitor.open(f"/desk/cards/{card['id']}")).status_code == 404


@pytest.mark.parametrize("change", ["token", "admin", "account", "nonsense"])
async def test_refuses_a_changed_link(alice: Person, change: str) -> None:
    _, admin, path = await added(alice)
    changed = {
        "token": path[:-1] + ("A" if path[-1] != "A" else "B"),
        "admin": path.replace(admin["id"], admin["id"][:-1] + ("0" if admin["id"][-1] != "0" else "1")),
        "account": path.replace(alice.account_id, alice.world.bob.account_id),
        "nonsense": "/admin/x',y/%00/zwölf",
    }[change]
    assert (await Visitor(alice.world).open(changed)).status_code == 404
    assert (await Visitor(alice.world).open(path)).status_code == 200  # the control
