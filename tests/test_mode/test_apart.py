"""Test data never affects live data, people or money. test_matrix.py covers every list and table."""

from typing import Any

import pytest

from tests import make
from tests.contributions import giving
from tests.contributions.signing import signs
from tests.payments import buying
from tests.test_mode import matrix
from tests.test_mode.conftest import Operated
from tests.webhooks.receivers import receiving
from tests.webhooks.steps import deliver_due
from tests.world import Person
from wellwish.base import clock
from wellwish.delivery import suppression
from wellwish.delivery.channel import EMAIL
from wellwish.infra.db import Database
from wellwish.payments.check import check

pytestmark = pytest.mark.anyio


async def fill(person: Person, word: str, hook: str) -> None:
    """Creates a record of each kind whose texts contain the word."""
    endpoint = {"url": hook, "payload": "full", "description": word}
    assert (await person.post("/api/webhook-endpoints", endpoint)).status_code == 201
    card = await giving.card(person)
    card_id = card["id"]
    renamed = await person.patch(f"/api/cards/{card_id}", {"title": f"{word} birthday", "external_id": word})
    assert renamed.status_code == 200, renamed.text
    await make.invitations(person, card_id, f"{word}@example.com")
    await make.admin(person, card_id, person.world.bob)
    members = [{"email": f"{word}@example.com", "name": word}]
    assert (await person.post("/api/groups", {"name": word, "members": members})).status_code == 201
    assert (await person.post("/api/card-batches", await make.batch(person, word))).status_code == 201
    await person.world.work()


@pytest.fixture
async def both(alice: Person) -> tuple[Person, Person, list[dict[str, Any]], list[dict[str, Any]]]:
    """Alice with live data and with test data, and the webhooks that each has received."""
    tester = await alice.tester()
    async with receiving() as of_live, receiving() as of_test:
        await fill(alice, "Livewood", of_live.url)
        await fill(tester, "Testwood", of_test.url)
        await deliver_due(alice.world)
        hooks = [[each.json for each in seen.messages] for seen in (of_live, of_test)]
    return alice, tester, hooks[0], hooks[1]


Both = tuple[Person, Person, list[dict[str, Any]], list[dict[str, Any]]]


async def test_an_admin_of_one_does_not_see_the_other(both: Both, bob: Person) -> None:
    live, test, *_ = both
    [of_live] = [each for each in await matrix.all_ids(live) if each.startswith("card_")][:1]
    tester = await bob.tester()
    shown = {each["id"] for each in (await bob.get("/api/cards")).json()["data"]}
    assert shown
    assert shown <= await matrix.all_ids(live)
    assert (await tester.get("/api/cards")).json()["data"] == []
    assert (await tester.get("/api/cards", params={"q": "Live"})).json()["data"] == []
    assert (await tester.get(f"/api/cards/{of_live}")).status_code == 404
    for each in await matrix.all_ids(test):
        if each.startswith("card_"):
            assert (await bob.get(f"/api/cards/{each}")).status_code == 404


async def test_events_and_webhooks_say_which_they_are(both: Both) -> None:
    live, test, hooks_of_live, hooks_of_test = both
    for person, hooks, says in ((live, hooks_of_live, False), (test, hooks_of_test, True)):
        events = (await person.get("/api/events")).json()["data"]
        assert {each["test"] for each in events} == {says}
        assert {each["test"] for each in hooks} == {says}
        assert {each["data"]["event_id"] for each in hooks} <= {each["id"] for each in events}
    assert (await live.get("/api/events")).json()["data"][0].keys() == (await test.get("/api/events")).json()[
        "data"
    ][0].keys()


async def test_the_outbox_is_only_of_test_data(both: Both) -> None:
    live, test, *_ = both
    refused = await live.get("/api/test/outbox")
    assert (refused.status_code, refused.json()["code"]) == (403, "wrong_mode")
    kept = (await test.get("/api/test/outbox")).json()["data"]
    assert {each["recipient"] for each in kept} == {"Testwood@example.com", "bob@example.com"}
    demo = await test.world.client.get("/outbox", headers={"accept": "application/json"})
    assert "livewood@example.com" in demo.text.lower()
    assert "testwood" not in demo.text.lower()


async def test_nothing_of_test_data_leaves(operated: Operated) -> None:
    world, post = operated.world, operated.post
    tester = await world.alice.tester()
    live_card, card = await make.card(world.alice), await make.card(tester)
    await make.invitations(tester, card["id"], "lena@example.com", message="Please sign")
    await make.invitations(world.alice, live_card["id"], "control@example.com")
    text = {"card_id": card["id"], "invitees": [{"delivery_type": "sms", "delivery_id": "+493012345678"}]}
    assert (await tester.post("/api/cards/invitations", text)).status_code == 201
    await world.work()
    assert [each.recipient for each in post.received] == ["control@example.com"]
    listed = (await tester.get("/api/test/outbox", params={"recipient": "LENA@example.com"})).json()["data"]
    assert [(each["channel"], each["kind"]) for each in listed] == [("email", "invitation")]
    assert "Please sign" in listed[0]["text"]
    opened = await world.client.get(listed[0]["links"][0], headers={"accept": "text/html"})
    assert "Test mode" in opened.text
    control = (await world.alice.get(f"/api/cards/{live_card['id']}")).json()["sign_url"]
    assert "Test mode" not in (await world.client.get(control, headers={"accept": "text/html"})).text
    invited = (await tester.get(f"/api/cards/{card['id']}/invitations")).json()["data"]
    assert {each["status"] for each in invited} == {"sent", "failed"} or {
        each["status"] for each in invited
    } == {"sent"}


async def test_money_of_test_data_is_play_money(operated: Operated, owner: Database) -> None:
    world = operated.world
    tester = await world.alice.tester()
    refused = await giving.post(world.alice, (await make.card(world.alice))["id"])
    assert refused.status_code in (409, 422, 403), refused.text
    card = await giving.card(tester)
    given = await giving.gave(tester, card["id"])
    assert given["money"]["status"] == "paid" or given["money"], given
    bought = await buying.bought(tester)
    assert (await buying.purchase(tester, bought["id"]))["status"] == "active"
    assert (await giving.balances(tester)) != {}
    assert (await giving.balances(world.alice)) == {}
    async with owner.transaction() as tx:
        report = await check(tx)
    assert (report.counts.payments, report.counts.transfers, report.sums) == (0, 0, [])


async def test_a_suppression_of_live_data_does_not_concern_test_data(alice: Person) -> None:
    tester = await alice.tester()
    services = alice.world.services
    address = suppression.seal(services.keys, suppression.key(EMAIL, "lena@example.com"))
    async with services.db.transaction([alice.account_id]) as tx:
        await suppression.suppress(tx, address, alice.account_id, suppression.BOUNCED, everywhere=True)
    statuses = []
    for person in (tester, alice):  # alice is the control
        card = await make.card(person)
        await make.invitations(person, card["id"], "lena@example.com")
        await alice.world.work()
        [invited] = (await person.get(f"/api/cards/{card['id']}/invitations")).json()["data"]
        statuses.append(invited["status"])
    assert statuses == ["sent", "suppressed"]


async def test_mails_to_organisers_of_test_cards_use_no_live_budget(operated: Operated) -> None:
    world = operated.world
    tester = await world.alice.tester()
    subject = world.services.keys.pseudonym("mail to organiser email:alice@example.com")
    used = []
    for person in (tester, world.alice):  # alice is the control
        card = await make.card(person, organiser_mail="each")
        with clock.test_clock(None):  # opening the link of a test card sets it
            await signs(world, card["sign_url"])
        await world.work()
        sent = "select count(*) from messages where account_id = $1 and kind = 'card_news'"
        assert await world.owner.fetchval(sent, person.account_id) == 1
        sql = "select coalesce(sum(uses), 0)::int from throttles where subject = $1"
        used.append(await world.owner.fetchval(sql, subject))
    assert used == [0, 1]
