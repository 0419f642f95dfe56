"""The operations that have a dry run, each ready to be called."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import Any

import httpx2

from tests import make
from tests.contributions import giving
from tests.payments import buying
from tests.world import Person, World
from wellwish.base import ids
from wellwish.delivery import suppression

QUIET = "quiet@example.com"  # suppressed


@dataclass
class Act:
    """A request that alice can make once; its key and headers are those of the real call."""

    path: str
    body: Any = None
    headers: dict[str, str] = field(default_factory=dict)
    card_id: str = ""
    key: str = field(default_factory=lambda: ids.new("req"))

    async def tried(self, person: Person, **changed: Any) -> httpx2.Response:
        return await person.post(f"{self.path}?dry_run=true", **self._given(changed))

    async def done(self, person: Person, **changed: Any) -> httpx2.Response:
        return await person.post(self.path, **self._given(changed))

    def _given(self, changed: dict[str, Any]) -> dict[str, Any]:
        return {"json": self.body, "headers": self.headers, "key": self.key, **changed}


async def suppress(world: World, address: str = QUIET) -> None:
    async with world.services.db.transaction([world.alice.account_id]) as tx:
        sealed = suppression.seal(world.services.keys, suppression.key("email", address))
        await suppression.suppress(tx, sealed, world.alice.account_id, "unsubscribed", everywhere=False)


async def invited(world: World, *addresses: str) -> tuple[str, list[dict[str, Any]]]:
    """Returns a card and its sent invitations."""
    card = await make.card(world.alice, recipient="Maya", recipient_email="maya@example.com")
    made = await make.invitations(world.alice, card["id"], *addresses) if addresses else []
    await world.work()
    return card["id"], made


async def group(world: World, *addresses: str) -> str:
    members = [{"name": each.partition("@")[0], "email": each} for each in addresses]
    answer = await world.alice.post("/api/groups", {"name": "Team", "members": members})
    assert answer.status_code == 201, answer.text
    return answer.json()["id"]


async def create(world: World) -> Act:
    body = await make.body(world.alice, recipient="Maya", bundle_purchase_id=world.alice.bundle_purchase_id)
    return Act("/api/cards", body)


async def invite(world: World) -> Act:
    await suppress(world)
    card_id, _ = await invited(world, "known@example.com")
    listed = ["ana@example.com", "known@example.com", QUIET, "maya@example.com"]
    invitees = [{"delivery_type": "email", "delivery_id": each} for each in listed]
    invitees.append({"delivery_type": "sms", "delivery_id": "+491701234567"})
    return Act("/api/cards/invitations", {"card_id": card_id, "invitees": invitees}, card_id=card_id)


async def invite_group(world: World) -> Act:
    await suppress(world)
    card_id, _ = await invited(world, "known@example.com")
    group_id = await group(world, "bo@example.com", "known@example.com", QUIET, "cy@example.com")
    invitees = [
        {"delivery_type": "group", "delivery_id": group_id},
        {"delivery_type": "email", "delivery_id": "cy@example.com"},
    ]
    return Act("/api/cards/invitations", {"card_id": card_id, "invitees": invitees}, card_id=card_id)


async def resend(world: World) -> Act:
    card_id, made = await invited(world, "ana@example.com")
    return Act("/api/cards/invitations/resend", {"invite_id": made[0]["id"]}, card_id=card_id)


async def resend_group(world: World) -> Act:
    card_id, _ = await invited(world)
    group_id = await group(world, "bo@example.com", QUIET, "cy@example.com")
    invitees = [{"delivery_type": "group", "delivery_id": group_id}]
    answer = await world.alice.post("/api/cards/invitations", {"card_id": card_id, "invitees": invitees})
    assert answer.status_code == 201, answer.text
    await world.work()
    await suppress(world)
    return Act(
        "/api/cards/invitations/resend", {"invite_id": answer.json()["data"][0]["id"]}, card_id=card_id
    )


async def remind(world: World) -> Act:
    card_id, _ = await invited(world, "ana@example.com", "bo@example.com", QUIET)
    await suppress(world)
    return Act(f"/api/cards/{card_id}/remind", {}, card_id=card_id)


async def close(world: World) -> Act:
    card = await make.card(world.alice)
    return Act(f"/api/cards/{card['id']}/close", headers={"If-Match": '"1"'}, card_id=card["id"])


async def cancel(world: World) -> Act:
    card = await make.card(world.alice)
    return Act(f"/api/cards/{card['id']}/cancel", {}, card_id=card["id"])


async def cancel_with_money(world: World) -> Act:
    card = await giving.card(world.alice)
    for _ in range(2):
        await giving.gave(world.alice, card["id"])
    shown = await world.alice.get(f"/api/cards/{card['id']}")
    headers = {"If-Match": shown.headers["ETag"]}
    return Act(f"/api/cards/{card['id']}/cancel", {"refund": True}, headers, card["id"])


async def refund(world: World) -> Act:
    made = await buying.bought(world.alice)
    shown = await world.alice.get(f"/api/payments/{made['payment_id']}")
    return Act(f"/api/payments/{made['payment_id']}/refunds", {}, {"If-Match": shown.headers["ETag"]})


ACTS: dict[str, Callable[[World], Awaitable[Act]]] = {
    each.__name__: each
    for each in (
        create, invite, invite_group, resend, resend_group, remind, close, cancel, cancel_with_money, refund,
    )
}  # fmt: skip
