"""Owners lift bounces and unsubscriptions, and invite the people again."""

import asyncio

import pytest

from tests import make
from tests.delivery.conftest import Sending
from tests.delivery.conftest import sending as sending  # noqa: PLC0414 - a fixture of another folder
from tests.suppressions.test_list import PATH, bounce, brief, invite, listed, suppress, unsubscribe
from wellwish.base import ids
from wellwish.delivery import suppression

pytestmark = pytest.mark.anyio


async def test_a_lifted_address_is_invited_again(sending: Sending) -> None:
    world = sending.world
    await bounce(sending, world.alice, "new@example.com")
    sending.post.at_rcpt = lambda _: None
    card = await make.card(world.alice)
    [barred] = await make.invitations(world.alice, card["card_id"], "new@example.com")
    assert barred["status"] == "suppressed"
    [row] = await listed(world.alice)
    answer = await world.alice.delete(f"{PATH}/{row['id']}")
    assert (answer.status_code, answer.content) == (204, b"")
    assert await listed(world.alice) == []
    refused = await world.alice.post("/api/cards/invitations/resend", {"invite_id": barred["invite_id"]})
    assert (refused.status_code, refused.json()["code"]) == (409, "invitation_not_resendable")
    assert "invite the address again" in refused.json()["detail"]
    [made] = await make.invitations(world.alice, card["card_id"], "new@example.com")
    assert (made["status"], made["invite_id"] == barred["invite_id"]) == ("queued", False)
    old = (await world.alice.get(f"/api/cards/invitations/{barred['invite_id']}")).json()
    assert old["status"] == "revoked"
    [others] = await invite(world.bob, "new@example.com")
    await world.work()
    assert others["status"] == "queued"
    assert len(sending.post.of("new@example.com")) == 2


async def test_a_bounced_invitation_is_resent_after_the_lift(sending: Sending) -> None:
    world = sending.world
    await bounce(sending, world.alice, "new@example.com")
    sending.post.at_rcpt = lambda _: None
    invite_id = (await world.alice.get("/api/events", params={"type": "invitation.bounced"})).json()["data"][
        0
    ]["data"]["invite_id"]
    resend = {"invite_id": invite_id}
    assert (await world.alice.post("/api/cards/invitations/resend", resend)).status_code == 409  # the control
    [row] = await listed(world.alice)
    assert (await world.alice.delete(f"{PATH}/{row['id']}")).status_code == 204
    assert (await world.alice.post("/api/cards/invitations/resend", resend)).status_code == 201
    await world.work()
    assert len(sending.post.of("new@example.com")) == 1


async def test_lifts_an_unsubscription(sending: Sending) -> None:
    world = sending.world
    await invite(world.alice, "ana@example.com")
    await world.work()
    await unsubscribe(sending)
    [row] = await listed(world.alice)
    assert (await world.alice.delete(f"{PATH}/{row['id']}")).status_code == 204
    [made] = await invite(world.alice, "ana@example.com")
    assert made["status"] == "queued"


@pytest.mark.parametrize("reason", ["complained", "stopped"])
async def test_complaints_and_stop_remain(sending: Sending, reason: suppression.Reason) -> None:
    world = sending.world
    await suppress(world, world.alice.account_id, "ana@example.com", reason)
    [row] = await listed(world.alice)
    answer = await world.alice.delete(f"{PATH}/{row['id']}")
    assert (answer.status_code, answer.json()["code"]) == (409, "suppression_not_liftable")
    assert brief(await listed(world.alice)) == [("ana@example.com", reason)]


async def test_a_suppression_of_another_account_has_no_reason(sending: Sending) -> None:
    world = sending.world
    responses: set[str] = set()
    for name, reason in (("ana", "bounced"), ("ben", "complained"), ("cleo", "stopped")):
        email = f"{name}@example.com"
        await suppress(world, world.bob.account_id, email, reason)  # type: ignore[arg-type]
        await invite(world.alice, email)
        [row] = await listed(world.alice, address=email)
        answer = await world.alice.delete(f"{PATH}/{row['id']}")
        assert answer.status_code == 409
        responses.add(answer.text.replace(answer.headers["Request-Id"], "").replace(row["id"], ""))
    assert len(responses) == 1
    assert len(await listed(world.alice)) == 3


async def test_lifting_a_suppression_keeps_those_of_other_accounts(sending: Sending) -> None:
    world = sending.world
    for person in (world.alice, world.bob):
        await suppress(world, person.account_id, "ana@example.com", "bounced")
    [row] = await listed(world.alice)
    assert (await world.alice.delete(f"{PATH}/{row['id']}")).status_code == 204
    assert brief(await listed(world.bob)) == [("ana@example.com", "bounced")]
    [mine] = await invite(world.alice, "ana@example.com")
    [theirs] = await invite(world.bob, "ana@example.com")
    assert (mine["status"], theirs["status"]) == ("queued", "suppressed")


async def test_an_address_that_others_suppress_stays_listed(sending: Sending) -> None:
    world = sending.world
    await suppress(world, world.alice.account_id, "ana@example.com", "unsubscribed")
    await suppress(world, world.bob.account_id, "ana@example.com", "complained")
    [row] = await listed(world.alice)
    assert (await world.alice.delete(f"{PATH}/{row['id']}")).status_code == 204
    [left] = await listed(world.alice)
    assert (left["id"], left["reason"]) == (row["id"], None)
    [made] = await invite(world.alice, "ana@example.com")
    assert (made["status"], made["status_reason"]) == ("suppressed", None)


async def test_of_another_account_and_unknown_ones_are_not_found(sending: Sending) -> None:
    world = sending.world
    await suppress(world, world.alice.account_id, "ana@example.com", "unsubscribed")
    [row] = await listed(world.alice)
    for given in (row["id"], ids.new("sup"), "nonsense"):
        assert (await world.mallory.delete(f"{PATH}/{given}")).status_code == 404
    assert len(await listed(world.alice)) == 1
    assert (await world.alice.delete(f"{PATH}/{row['id']}")).status_code == 204
    assert (await world.alice.delete(f"{PATH}/{row['id']}")).status_code == 404


async def test_is_for_owners(sending: Sending) -> None:
    world = sending.world
    await suppress(world, world.alice.account_id, "ana@example.com", "unsubscribed")
    [row] = await listed(world.alice)
    await world.owner.execute(
        "update memberships set role = 'member' where user_id = $1", world.alice.user_id
    )
    answer = await world.alice.delete(f"{PATH}/{row['id']}")
    assert (answer.status_code, answer.json()["code"]) == (403, "owner_required")


async def test_lifts_and_bounces_at_once_do_not_deadlock(sending: Sending) -> None:
    world, account_id = sending.world, sending.world.alice.account_id
    for _ in range(10):
        await suppress(world, account_id, "ana@example.com", "bounced")
        [row] = await listed(world.alice)
        async with asyncio.TaskGroup() as group:
            lifted = group.create_task(world.alice.delete(f"{PATH}/{row['id']}"))
            for _ in range(3):
                group.create_task(suppress(world, account_id, "ana@example.com", "bounced"))
        assert lifted.result().status_code in (204, 404)
