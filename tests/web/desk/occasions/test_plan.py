"""The plan of a rule at the desk, which its first start confirms."""

import re
from typing import Any

import pytest

from tests.later import another_time, pass_until
from tests.occasions import making
from tests.web.desk.furnished import entered
from tests.world import Person, World
from wellwish.delivery import budget
from wellwish.occasions.rules import retrieve_plan

pytestmark = pytest.mark.anyio


async def test_says_how_many_cards_a_rule_makes_and_why_others_get_none(world: World, alice: Person) -> None:
    with another_time():
        making.begin(alice)
        for name in ("Ana", "Ben", "Chloe"):
            await making.someone(alice, name, teams=["Design"], dates={"birthday": "--03-17"})
        await making.someone(alice, "Kim", dates={"birthday": "--04-14"})
        await world.owner.execute("update bundle_purchases set cards_total = cards_used + 2")
        made = await making.rule(alice, invites="team")
        visitor = await entered(alice)
        await visitor.open(f"/desk/rules/{made['id']}/plan")
        text = " ".join(re.sub(r"<[^>]+>", " ", visitor.page).split())
        for said in (
            "Creates 2 cards until Mon 31 May, of 2 left. 4 invitations go out.",
            "1 without a card: No cards left",
            "1 without a card: Nobody to ask",
        ):
            assert said in text, said
        assert visitor.page.count('class="d-line"') == 4
        assert 'href="/desk/bundles"' in visitor.page


async def test_says_when_invitations_wait(alice: Person, monkeypatch: pytest.MonkeyPatch) -> None:
    async def five(*_: Any) -> int:
        return 5

    monkeypatch.setattr(budget, "account_limit", five)
    with another_time():
        making.begin(alice)
        await making.team(alice)
        for name in ("Pat", "Sam"):
            await making.someone(alice, name, manager="bo@example.com", dates={"birthday": "--03-17"})
        made = await making.rule(alice)
        visitor = await entered(alice)
        await visitor.open(f"/desk/rules/{made['id']}/plan")
        said = "12 invitations are due on Wed 10 Mar, but your account can send at most 5 messages a day."
        assert f"{said} 7 will follow the next day." in visitor.page
        assert "7 invitations are due on Thu 11 Mar" in visitor.page
        assert "due on Fri 12 Mar" not in visitor.page


async def test_starts_only_what_its_page_showed(alice: Person) -> None:
    await making.team(alice)
    made = await making.rule(alice)
    path = f"/desk/rules/{made['id']}"
    visitor = await entered(alice)
    await visitor.open(f"{path}/plan")
    version = visitor.value("version")
    await alice.patch(f"/api/occasion-rules/{made['id']}", {"invites": "nobody"})
    assert (await visitor.press(f"{path}/start", version=version)).status_code == 409
    assert "Nothing was started, because the rule has changed." in visitor.page
    assert (await alice.get(f"/api/occasion-rules/{made['id']}")).json()["status"] == "paused"
    assert (await visitor.press(f"{path}/start", version=visitor.value("version"))).status_code == 303
    assert (await alice.get(f"/api/occasion-rules/{made['id']}")).json()["status"] == "started"
    await visitor.open(f"{path}/plan")
    assert f'action="{path}/start"' not in visitor.page


async def test_a_plan_without_occasions_says_so(alice: Person) -> None:
    made = await making.rule(alice)
    visitor = await entered(alice)
    await visitor.open(f"/desk/rules/{made['id']}/plan")
    assert "Creates no card until" in visitor.page
    assert "No card is due in the next three months" in visitor.page


async def test_counts_the_occasions_that_it_does_not_show(
    alice: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Those with a card are shown, but not counted."""
    monkeypatch.setattr(retrieve_plan, "MAX_OCCASIONS", 2)
    with another_time():
        making.begin(alice)
        maya = await making.team(alice)
        for name in ("Pat", "Sam"):
            await making.someone(alice, name, manager="bo@example.com", dates={"birthday": "--04-14"})
        made = await making.started(alice)
        await pass_until(alice, making.OPENS)
        visitor = await entered(alice)
        await visitor.open(f"/desk/rules/{made['id']}/plan")
        assert maya["name"] in visitor.page
        assert "And 1 more occasion." in visitor.page
