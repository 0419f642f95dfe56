"""GET /api/test/outbox"""

import pytest

from tests import make
from tests.test_mode.conftest import Operated
from tests.world import Person

pytestmark = pytest.mark.anyio


async def test_pages_newest_first(alice: Person) -> None:
    tester = await alice.tester()
    card = await make.card(tester)
    for name in ("ana", "ben", "cem"):
        await make.invitations(tester, card["id"], f"{name}@example.com")
        await alice.world.work()
    first = (await tester.get("/api/test/outbox", params={"limit": 2})).json()
    assert [each["recipient"] for each in first["data"]] == ["cem@example.com", "ben@example.com"]
    query = {"limit": 2, "cursor": first["next_cursor"]}
    rest = (await tester.get("/api/test/outbox", params=query)).json()
    assert [each["recipient"] for each in rest["data"]] == ["ana@example.com"]
    assert not rest["has_more"]
    assert {each["card_id"] for each in first["data"]} == {card["id"]}


async def test_refuses_a_cursor_of_another_recipient(alice: Person) -> None:
    tester = await alice.tester()
    card = await make.card(tester)
    await make.invitations(tester, card["id"], "ana@example.com", "ben@example.com")
    await alice.world.work()
    first = (await tester.get("/api/test/outbox", params={"limit": 1})).json()
    query = {"cursor": first["next_cursor"], "recipient": "ana@example.com"}
    refused = await tester.get("/api/test/outbox", params=query)
    assert (refused.status_code, refused.json()["code"]) == (400, "invalid_cursor")


async def test_refuses_a_live_key(alice: Person) -> None:
    refused = await alice.get("/api/test/outbox")
    assert (refused.status_code, refused.json()["code"]) == (403, "wrong_mode")


async def test_keeps_a_post_to_a_channel(operated: Operated) -> None:
    tester = await operated.world.alice.tester()
    group = {"name": "#team", "kind": "channel", "webhook_url": "https://hooks.slack.com/services/T0/B0/x"}
    made = await tester.post("/api/groups", group)
    assert made.status_code == 201, made.text
    card = await make.card(tester)
    invitees = [{"delivery_type": "group", "delivery_id": made.json()["id"]}]
    invited = await tester.post("/api/cards/invitations", {"card_id": card["id"], "invitees": invitees})
    assert invited.status_code == 201, invited.text
    await operated.world.work()
    [kept] = (await tester.get("/api/test/outbox")).json()["data"]
    assert (kept["channel"], kept["subject"]) == ("group", None)
    assert kept["links"] == [invited.json()["data"][0]["link"]]
