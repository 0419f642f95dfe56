"""The data that a client of the tested service knows."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import Any

from tests.media.files import STROKES
from tests.platforms.acting import appoint
from tests.world import Person, World
from wellwish.auth.credentials.issue import issue
from wellwish.base import ids
from wellwish.bundles.grant import grant

Keep = Callable[[str, str, str, Any], Awaitable[list[str]]]


@dataclass
class Served:
    """The URL of the service, and the tokens, credential pairs and IDs that a client knows."""

    base_url: str
    token: str
    others_token: str
    pairs: list[tuple[str, str]] = field(default_factory=list[tuple[str, str]])
    ids: dict[str, list[str]] = field(default_factory=dict[str, list[str]])
    homes: dict[str, str] = field(default_factory=dict[str, str])  # card ID by contribution ID


async def furnish(world: World, base_url: str, pairs: int) -> Served:
    """Makes alice a platform with a million cards to create and records of every kind.

    Issues pairs to rotate.
    """
    alice, mallory = world.alice, world.mallory
    async with world.services.db.transaction([alice.account_id]) as tx:
        await grant(tx, alice.account_id, 1_000_000)
    await appoint(alice)
    made = await _records(alice)
    homes = dict(zip(made["contribution_id"], made["card_id"], strict=True))
    served = Served(base_url, await alice.exchange(), await mallory.exchange(), ids=made, homes=homes)
    async with world.services.db.transaction([mallory.account_id]) as tx:
        for _ in range(pairs):
            pair = await issue(tx, world.services.keys, mallory.account_id, mallory.user_id)
            served.pairs.append((pair.api_key, pair.client_secret))
    return served


async def _records(alice: Person) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}

    async def keep(name: str, method: str, path: str, json: Any = None) -> list[str]:
        answer = await alice.request(method, path, json=json, headers={"Idempotency-Key": ids.new("req")})
        assert answer.status_code < 300, answer.text
        records = answer.json().get("data", [answer.json()])
        found.setdefault(name, []).extend(record["id"] for record in records)
        return found[name]

    templates = await keep("template_id", "GET", "/api/templates?limit=5")
    await keep("bundle_purchase_id", "GET", "/api/bundle-purchases/available")
    for number in range(3):
        await keep("account_id", "POST", "/api/accounts", {"name": f"Customer {number}"})
    for number in range(30):  # the campaign deletes and cancels cards, with their invitations
        body = {"title": f"Card {number}", "sender": "Priya", "template_id": templates[0], "collection": {}}
        cards = await keep("card_id", "POST", "/api/cards", body)
        guests = [f"guest{number}-{each}@example.com" for each in range(4)]
        invitees = [{"delivery_type": "email", "delivery_id": address} for address in guests]
        await keep(
            "invite_id", "POST", "/api/cards/invitations", {"card_id": cards[-1], "invitees": invitees}
        )
        admin = {"card_id": cards[-1], "email": f"admin{number}@example.com"}
        await keep("card_admin_id", "POST", "/api/card-admins", admin)
        note = {"name": f"Guest {number}", "note": {"text": "All the best"}}
        await keep("contribution_id", "POST", f"/api/cards/{cards[-1]}/contributions", note)
        await keep("group_id", "POST", "/api/groups", {"name": f"Group {number}"})
        drawing = {"kind": "drawing", "strokes": STROKES}
        await keep("media_id", "POST", f"/api/cards/{cards[-1]}/media", drawing)
        if number % 4:
            assert (await alice.post(f"/api/cards/{cards[-1]}/wall")).status_code < 300
    for number in range(48):
        card_id = await _closed_with_money(keep, alice, templates[0])
        assert (await alice.post(f"/api/cards/{card_id}/wall")).status_code < 300
        if number % 4:  # most cards have one to update and delete; on the others, one can be created
            handover = {"method": "cash", "amount": 100}
            assert (await alice.post(f"/api/cards/{card_id}/handover", handover)).status_code == 200
    return found


async def _closed_with_money(keep: Keep, alice: Person, template_id: str) -> str:
    """Returns the ID of a closed card with confirmed cash: a handover needs both."""
    collection = {"add_money": "everyone", "add_cash": True, "currency": "EUR"}
    body = {"title": "Farewell", "sender": "Priya", "template_id": template_id, "collection": collection}
    card_id = (await keep("card_id", "POST", "/api/cards", body))[-1]
    pledge = {"name": "Ilse", "money": {"amount": 100_000, "currency": "EUR", "method": "cash"}}
    path = f"/api/cards/{card_id}/contributions"
    contribution_id = (await keep("contribution_id", "POST", path, pledge))[-1]
    confirmed = await alice.post(
        f"{path}/{contribution_id}/confirm", headers={"If-Match": '"1"'}, key=f"confirm-{card_id}"
    )
    assert confirmed.status_code == 200, confirmed.text
    assert (await alice.post(f"/api/cards/{card_id}/close")).status_code == 200
    return card_id
