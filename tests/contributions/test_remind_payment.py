"""One reminder of a payment that was started and abandoned, under the rules of reminders."""

import asyncio
from collections.abc import Iterator
from typing import Any

import pytest

from tests import make
from tests.later import another_time, pass_until, set_to
from tests.web.signing.test_gift import card, sign
from tests.web.visitor import Visitor, path_of
from tests.world import World
from wellwish.contributions import remind_payment
from wellwish.delivery import suppression

pytestmark = pytest.mark.anyio

EVENING, MORNING = "2031-05-01T19:00", "2031-05-02T09:00"


@pytest.fixture(autouse=True)
def _clock() -> Iterator[None]:
    with another_time():
        set_to(EVENING)
        yield


async def mails(world: World) -> list[dict[str, Any]]:
    answer = await world.client.get("/outbox", headers={"Accept": "application/json"})
    return [each for each in answer.json()["data"] if each["kind"] == "gift_reminder"]


async def begun(world: World, email: str, **invited: Any) -> tuple[dict[str, Any], Visitor, str]:
    """Returns a card, an invited visitor who has begun to pay 5.00 for it, and the visitor's path."""
    made, _ = await card(world)
    [invitation] = await make.invitations(world.alice, made["id"], email, **{"reminder": "once", **invited})
    visitor, path = Visitor(world), path_of(invitation["link"])
    await sign(visitor, path, gift="500")
    return made, visitor, path


async def test_reminds_once_in_the_morning(world: World) -> None:
    await begun(world, "ana@example.com")
    await pass_until(world.alice, "2031-05-02T08:59")
    assert await mails(world) == []
    await pass_until(world.alice, "2031-05-02T09:00:01")
    [mail] = await mails(world)
    assert (mail["recipient"], mail["subject"]) == (
        "ana@example.com",
        "Your payment for “Happy birthday, Maya” isn't finished",
    )
    assert "You began to pay €5.00 for “Happy birthday, Maya”" in mail["body"]
    assert "List-Unsubscribe" in mail["headers"]
    assert "/pay/" in mail["link"]
    [payment] = (await world.alice.get("/api/payments")).json()["data"]
    args = {"account_id": world.alice.account_id, "payment_id": payment["id"]}
    await asyncio.gather(*(remind_payment.run(world.services, args) for _ in range(4)))
    await pass_until(world.alice, "2031-05-03T09:00:01")
    assert len(await mails(world)) == 1


async def test_reminds_only_of_an_open_payment_on_an_open_card(world: World) -> None:
    """The control is the test above."""
    made, visitor, path = await begun(world, "ana@example.com")
    await visitor.open(f"{path}/signed")
    await visitor.press(
        f"{path}/cancel-payment", payment=visitor.value("payment"), form_token=visitor.token()
    )
    closed, _, _ = await begun(world, "lee@example.com")
    await world.alice.post(f"/api/cards/{closed['id']}/close")
    _, removing, way = await begun(world, "kim@example.com")
    await removing.open(f"{way}/signed")
    await removing.press(f"{way}/remove")
    assert made["id"] != closed["id"]
    await pass_until(world.alice, "2031-05-02T09:00:01")
    assert await mails(world) == []


async def test_honours_the_setting_and_the_opt_out(world: World) -> None:
    """The control is the last of the four."""
    await begun(world, "ana@example.com", reminder="none")
    await begun(world, "kim@example.com", reminder=None)  # the card has none
    await begun(world, "lee@example.com")
    services, account_id = world.services, world.alice.account_id
    async with services.db.transaction([account_id]) as tx:
        address = suppression.seal(services.keys, suppression.key("email", "lee@example.com"))
        await suppression.suppress(tx, address, account_id, suppression.UNSUBSCRIBED, everywhere=False)
    await begun(world, "noor@example.com")
    await pass_until(world.alice, "2031-05-02T09:00:01")
    assert [each["recipient"] for each in await mails(world)] == ["noor@example.com"]


async def test_never_reminds_the_author_of_an_anonymous_note_or_a_stranger(world: World) -> None:
    made, path = await card(world)
    await sign(Visitor(world), path, gift="500")
    [invitation] = await make.invitations(world.alice, made["id"], "ana@example.com", reminder="once")
    await sign(Visitor(world), path_of(invitation["link"]), gift="500", anonymous="yes")
    await pass_until(world.alice, "2031-05-02T09:00:01")
    assert await mails(world) == []


@pytest.mark.parametrize(("begins", "reminds"), [("11:30", False), ("06:30", True), ("08:00", False)])
async def test_leaves_time_before_and_after(begins: str, reminds: bool, world: World) -> None:
    """At least two hours pass before the mail, and three remain until the page closes after 23 hours."""
    set_to(f"2031-05-02T{begins}")
    await begun(world, "ana@example.com")
    for at in ("2031-05-02T09:00:01", "2031-05-03T09:00:01"):
        await pass_until(world.alice, at)
    assert bool(await mails(world)) == reminds


async def test_is_not_sent_late(world: World) -> None:
    await begun(world, "ana@example.com")
    await pass_until(world.alice, "2031-05-02T12:01")
    assert await mails(world) == []
