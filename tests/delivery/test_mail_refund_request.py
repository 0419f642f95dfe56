"""The mail to account owners about a contributor's request for a refund."""

from typing import Any

from tests.contributions import giving
from tests.payments import asking
from tests.payments.asking import asks, decide
from tests.web.desk.people import signed_in
from tests.world import Person, World
from wellwish.delivery import mail_refund_request


async def mails(world: World) -> list[dict[str, Any]]:
    answer = await world.client.get("/outbox", headers={"Accept": "application/json"})
    return [each for each in answer.json()["data"] if each["kind"] == "refund_request"]


async def test_mails_each_owner_once_for_each_request(world: World, alice: Person) -> None:
    request = await asking.asked(alice, "I gave twice, see https://evil.example")
    await world.work()
    [mail] = await mails(world)
    assert mail["recipient"] == "alice@example.com"
    assert mail["subject"].startswith("Refund of €12.50 requested: ")
    assert request["id"] in mail["body"]
    # The button leads to where the request is decided.
    decided_at = f"http://localhost:8080/desk/cards/{request['card_id']}/money"
    assert f"Decide about the refund:\n{decided_at}" in mail["body"]
    visitor = await signed_in(alice)
    await visitor.open(decided_at.removeprefix("http://localhost:8080"))
    assert f"/money/{request['id']}/approve" in visitor.page
    assert "I gave twice" in mail["body"]
    assert "https://evil.example" not in mail["body"], "a contributor's words are never a link"
    args = {"account_id": alice.account_id, "refund_request_id": request["id"]}
    await mail_refund_request.run(world.services, args)
    assert len(await mails(world)) == 1
    await decide(alice, request["id"], "refuse", headers={"If-Match": f'"{request["version"]}"'})
    assert len(await asks(alice, request["contribution_id"])) == 1
    await world.work()
    assert len(await mails(world)) == 2


async def test_names_no_contributor(world: World, alice: Person) -> None:
    """The author of an anonymous note stays unknown."""
    made = await giving.gave(alice, (await giving.card(alice))["id"])
    shown = (await alice.get(f"/api/cards/{made['card_id']}/contributions/{made['id']}")).json()
    assert shown["name"]
    await asks(alice, made["id"])
    await world.work()
    [mail] = await mails(world)
    assert shown["name"] not in mail["body"] + mail["subject"]


async def test_sends_nothing_about_a_request_that_was_decided(world: World, alice: Person) -> None:
    request = await asking.asked(alice)
    await decide(alice, request["id"], "refuse", headers={"If-Match": f'"{request["version"]}"'})
    await world.work()
    assert await mails(world) == []
