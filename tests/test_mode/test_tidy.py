"""Test cards: how many there may be, and when they are erased."""

from datetime import timedelta
from typing import Any

import pytest

from tests import make
from tests.contributions import giving
from tests.later import another_time, day
from tests.test_mode.clocks import advance
from tests.world import Person
from wellwish.base import clock
from wellwish.bundles.grant import MAX_CARDS
from wellwish.test_mode import tidy
from wellwish.test_mode.create_key import CARDS

pytestmark = pytest.mark.anyio


async def purchase(tester: Person) -> dict[str, Any]:
    return (await tester.get("/api/bundle-purchases")).json()["data"][0]


async def fill(tester: Person) -> None:
    sql = "update bundle_purchases set cards_used = cards_total where account_id = $1"
    await tester.world.owner.execute(sql, tester.account_id)


async def exists(person: Person, card: dict[str, Any]) -> bool:
    return (await person.get(f"/api/cards/{card['id']}")).status_code == 200


async def test_has_a_number_of_cards(alice: Person) -> None:
    tester = await alice.tester()
    assert (await purchase(tester))["cards_total"] == CARDS
    await fill(tester)
    refused = await tester.post("/api/cards", await make.body(tester))
    assert (refused.status_code, refused.json()["code"]) == (409, "no_bundle_available")
    assert "test cards" in refused.json()["detail"]
    assert (await alice.post("/api/cards", await make.body(alice))).status_code == 201, "live data"
    batch = await tester.post("/api/card-batches", await make.batch(tester))
    assert batch.json()["code"] == "no_bundle_available"


async def test_deleted_cards_leave_room(alice: Person) -> None:
    tester = await alice.tester()
    cards = [await make.card(tester) for _ in range(3)]
    assert (await tester.delete(f"/api/cards/{cards[0]['id']}")).is_success
    await fill(tester)
    for _ in range(2):  # a second run changes nothing
        await tidy.run(alice.world.services, {})
        assert (await purchase(tester))["cards_used"] == 2
    version = (await purchase(tester))["updated_at"]
    await tidy.run(alice.world.services, {})
    assert (await purchase(tester))["updated_at"] == version
    assert (await tester.post("/api/cards", await make.body(tester))).status_code == 201


async def test_a_purchase_of_before_gets_the_limit(alice: Person) -> None:
    tester = await alice.tester()
    sql = "update bundle_purchases set cards_total = $2, cards_used = $3 where account_id = $1"
    await tester.world.owner.execute(sql, tester.account_id, MAX_CARDS, CARDS + 1)
    await tidy.run(alice.world.services, {})
    made = await purchase(tester)
    assert (made["cards_total"], made["cards_used"]) == (CARDS, 0)


async def test_erases_test_cards_after_90_days_of_real_time(alice: Person) -> None:
    tester = await alice.tester()
    card, live = await make.card(tester), await make.card(alice)
    paid = await giving.card(tester)
    await giving.gave(tester, paid["id"])
    await advance(tester, by="P200D")  # no real time
    await tidy.run(alice.world.services, {})
    assert await exists(tester, card)
    with another_time():
        for days, is_kept in ((89, True), (91, False)):
            clock.move(timedelta(days=days))
            alice.token = tester.token = None
            recent = await make.card(tester, contribution_end_date=day(500))
            await tidy.run(alice.world.services, {})
            assert await exists(tester, card) == is_kept
            assert await exists(tester, recent)
            assert await exists(alice, live), "live data"
            assert await exists(tester, paid), "it has money"
        await alice.world.work()
        left = await alice.world.owner.fetch("select id from cards where account_id = $1", tester.account_id)
        assert card["id"] not in {row[0] for row in left}, "its data is erased"
        assert (await purchase(tester))["cards_used"] == 1, "the paid one counts no longer"


async def test_erases_cards_that_were_made_while_the_clock_was_ahead(alice: Person) -> None:
    """Their IDs have the time of the test clock."""
    tester, cards = await alice.tester(), list[dict[str, Any]]()
    with another_time():
        for days, kept in ((0, ""), (29, "0"), (58, "01"), (2, "12"), (29, "23"), (61, "4")):
            clock.move(timedelta(days=days))
            alice.token = tester.token = None
            await tidy.run(alice.world.services, {})
            assert "".join([str(i) for i, each in enumerate(cards) if await exists(tester, each)]) == kept
            await advance(tester, by="P200D")
            clock.move(timedelta(days=1))
            tester.token = None
            await tidy.run(alice.world.services, {})
            cards.append(await make.card(tester))


async def test_erases_those_of_every_account(
    alice: Person, bob: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Uses two accounts and a page size of one."""
    monkeypatch.setattr(tidy, "_PAGE", 1)
    testers = [await alice.tester(), await bob.tester()]
    cards = [await make.card(each) for each in testers]
    with another_time():
        clock.move(timedelta(days=91))
        for each in testers:
            each.token = None
        await tidy.run(alice.world.services, {})
        assert [await exists(*pair) for pair in zip(testers, cards, strict=True)] == [False, False]
