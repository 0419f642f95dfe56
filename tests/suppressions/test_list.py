"""Owners list the suppressed addresses of their account, and no others."""

from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import pytest

from tests import make
from tests.delivery.conftest import Sending
from tests.delivery.conftest import sending as sending  # noqa: PLC0414 - a fixture of another folder
from tests.later import another_time
from tests.world import Person, World
from wellwish.base import clock
from wellwish.delivery import purge, suppression

pytestmark = pytest.mark.anyio
PATH = "/api/suppressions"


@pytest.fixture(autouse=True)
def _clock() -> Iterator[None]:
    with another_time():
        yield


async def later(world: World, **by: float) -> None:
    clock.move(timedelta(**by))
    for person in (world.alice, world.bob, world.mallory):
        person.token = None


async def invite(person: Person, *emails: str) -> list[dict[str, Any]]:
    card = await make.card(person)
    return await make.invitations(person, card["card_id"], *emails)


async def bounce(sending: Sending, person: Person, *emails: str) -> None:
    """Invites addresses whose mailbox does not exist."""
    sending.post.at_rcpt = lambda address: "550 5.1.1 no such user" if address.lower() in emails else None
    await invite(person, *emails)
    await sending.world.work()


async def unsubscribe(sending: Sending, index: int = -1) -> None:
    header = str(sending.post.received[index].message["List-Unsubscribe"]).strip("<>")
    path = header.removeprefix("http://localhost:8080")
    assert (await sending.world.client.post(path)).status_code == 200


async def listed(person: Person, **query: Any) -> list[dict[str, Any]]:
    answer = await person.get(PATH, params=query)
    assert answer.status_code == 200, answer.text
    return answer.json()["data"]


def brief(rows: list[dict[str, Any]]) -> list[tuple[str, str | None]]:
    return [(row["delivery_id"], row["reason"]) for row in rows]


async def suppress(world: World, account_id: str, address: str, reason: suppression.Reason) -> None:
    key = suppression.key("email" if "@" in address else "sms", address)
    async with world.services.db.transaction([account_id]) as tx:
        sealed = suppression.seal(world.services.keys, key)
        await suppression.suppress(tx, sealed, account_id, reason, everywhere=reason != "unsubscribed")


async def test_lists_bounces_and_unsubscriptions_newest_first(sending: Sending) -> None:
    world = sending.world
    await bounce(sending, world.alice, "gone@example.com")
    await invite(world.alice, "Ana@Example.com")
    await world.work()
    await unsubscribe(sending)
    rows = await listed(world.alice)
    assert brief(rows) == [("ana@example.com", "unsubscribed"), ("gone@example.com", "bounced")]
    assert rows[0] == {
        "object": "suppression",
        "id": rows[0]["id"],
        "delivery_type": "email",
        "delivery_id": "ana@example.com",
        "reason": "unsubscribed",
        "expires_at": None,
        "created_at": rows[0]["created_at"],
    }
    assert rows[0]["id"].startswith("sup_")
    assert rows[1]["expires_at"] > f"{clock.now() + timedelta(days=29):%Y-%m-%dT%H:%M:%S}"


async def test_shows_one_of_another_account_without_its_reason(sending: Sending) -> None:
    world = sending.world
    await bounce(sending, world.bob, "gone@example.com")
    assert await listed(world.alice) == []  # not an address of this account
    [made] = await invite(world.alice, "gone@example.com")
    assert (made["status"], made["status_reason"]) == ("suppressed", None)
    [row] = await listed(world.alice)
    assert (row["delivery_id"], row["reason"], row["expires_at"]) == ("gone@example.com", None, None)
    assert await listed(world.mallory) == []
    assert brief(await listed(world.bob)) == [("gone@example.com", "bounced")]
    assert await listed(world.alice, reason="bounced") == []


async def test_lists_an_address_suppressed_while_its_mail_was_queued(sending: Sending) -> None:
    world = sending.world
    await invite(world.alice, "gone@example.com")
    await suppress(world, world.bob.account_id, "gone@example.com", "bounced")
    await world.work()
    assert brief(await listed(world.alice)) == [("gone@example.com", None)]


async def test_filters_by_type_address_and_reason(sending: Sending) -> None:
    world, account_id = sending.world, sending.world.alice.account_id
    await suppress(world, account_id, "ana@example.com", "unsubscribed")
    await suppress(world, account_id, "ben@example.com", "complained")
    await suppress(world, account_id, "+447400123456", "stopped")
    assert brief(await listed(world.alice, delivery_type="sms")) == [("+447400123456", "stopped")]
    assert brief(await listed(world.alice, delivery_type="EMAIL")) == [
        ("ben@example.com", "complained"),
        ("ana@example.com", "unsubscribed"),
    ]
    for spelling in ("ANA@example.com", "ana@EXAMPLE.com"):
        assert brief(await listed(world.alice, address=spelling)) == [("ana@example.com", "unsubscribed")]
    for spelling in ("+44 7400 123456", "447400123456"):
        assert brief(await listed(world.alice, address=spelling)) == [("+447400123456", "stopped")]
    assert await listed(world.alice, address="dora@example.com") == []
    assert brief(await listed(world.alice, reason="complained")) == [("ben@example.com", "complained")]
    for query in ({"address": "nonsense"}, {"reason": "elsewhere"}, {"delivery_type": "group"}):
        assert (await world.alice.get(PATH, params=query)).status_code == 422


async def test_pages_by_cursor(sending: Sending) -> None:
    world = sending.world
    for number in range(5):
        await suppress(world, world.alice.account_id, f"p{number}@example.com", "unsubscribed")
    seen: list[str] = []
    query: dict[str, Any] = {"limit": 2}
    while True:
        answer = (await world.alice.get(PATH, params=query)).json()
        seen += [row["delivery_id"] for row in answer["data"]]
        if not answer["has_more"]:
            break
        query["cursor"] = answer["next_cursor"]
    assert seen == [f"p{number}@example.com" for number in (4, 3, 2, 1, 0)]


async def test_is_for_owners(sending: Sending) -> None:
    world = sending.world
    assert (await world.alice.get(PATH)).status_code == 200
    await world.owner.execute(
        "update memberships set role = 'member' where user_id = $1", world.alice.user_id
    )
    answer = await world.alice.get(PATH)
    assert (answer.status_code, answer.json()["code"]) == (403, "owner_required")


async def test_a_bounce_expires_after_30_days(sending: Sending) -> None:
    world = sending.world
    await bounce(sending, world.alice, "gone@example.com")
    sending.post.at_rcpt = lambda _: None
    await later(world, days=29, hours=23)
    [early] = await invite(world.alice, "gone@example.com")
    assert early["status"] == "suppressed"  # the control
    await later(world, hours=2)
    assert await listed(world.alice) == []
    [made] = await invite(world.alice, "gone@example.com")
    [others] = await invite(world.bob, "gone@example.com")
    assert (made["status"], others["status"]) == ("queued", "queued")
    await world.work()
    assert len(sending.post.of("gone@example.com")) == 2


async def test_only_bounces_expire(sending: Sending) -> None:
    world = sending.world
    for name, reason in (("ana", "unsubscribed"), ("ben", "complained"), ("cleo", "bounced")):
        await suppress(world, world.alice.account_id, f"{name}@example.com", reason)  # type: ignore[arg-type]
    await later(world, days=400)
    await purge.run(world.services, {})
    assert [row["delivery_id"] for row in await listed(world.alice)] == ["ben@example.com", "ana@example.com"]
    left = await world.owner.fetch("select reason from suppressions order by reason")
    assert [row[0] for row in left] == ["complained", "complained", "unsubscribed"]


async def test_a_repeated_bounce_lasts_longer_and_a_complaint_for_good(sending: Sending) -> None:
    world, account_id = sending.world, sending.world.alice.account_id
    await suppress(world, account_id, "ana@example.com", "bounced")
    await later(world, days=20)
    await suppress(world, account_id, "ana@example.com", "bounced")
    await later(world, days=20)
    assert brief(await listed(world.alice)) == [("ana@example.com", "bounced")]
    await suppress(world, account_id, "ana@example.com", "complained")
    await suppress(world, account_id, "ana@example.com", "bounced")
    await later(world, days=400)
    assert brief(await listed(world.alice)) == [("ana@example.com", "complained")]


async def test_purging_keeps_what_still_lists_an_address(sending: Sending) -> None:
    """The account's own bounce has expired, but another account's has not."""
    world = sending.world
    await suppress(world, world.alice.account_id, "ana@example.com", "bounced")
    await later(world, days=20)
    await suppress(world, world.bob.account_id, "ana@example.com", "bounced")
    await later(world, days=15)
    await purge.run(world.services, {})
    assert brief(await listed(world.alice)) == [("ana@example.com", None)]
    assert brief(await listed(world.bob)) == [("ana@example.com", "bounced")]
    await later(world, days=20)
    await purge.run(world.services, {})
    assert await world.owner.fetchval("select count(*) from suppressions") == 0


async def test_keeps_no_address_in_the_clear(sending: Sending) -> None:
    world = sending.world
    await bounce(sending, world.alice, "gone@example.com")
    await invite(world.bob, "gone@example.com")
    rows = await world.owner.fetch("select s::text as row from suppressions s")
    sealed = await world.owner.fetch("select sealed_address from suppressions")
    assert len(rows) == 3
    assert not [row for row in rows if "gone" in row["row"]]
    assert not [row for row in sealed if b"gone" in row[0]]


async def test_fills_in_a_row_from_before_addresses_were_kept(sending: Sending) -> None:
    world = sending.world
    hashed = suppression.address_hash(world.services.keys, "email:ana@example.com")
    await world.owner.execute(
        "insert into suppressions (address_hash, account_id, reason, created_at) "
        "values ($1, $2, 'complained', now()), ($1, '', 'complained', now())",
        hashed,
        world.alice.account_id,
    )
    assert await listed(world.alice) == []
    await suppress(world, world.alice.account_id, "ana@example.com", "complained")
    assert brief(await listed(world.alice)) == [("ana@example.com", "complained")]
