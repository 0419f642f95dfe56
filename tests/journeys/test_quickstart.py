"""The six steps of the interface's typical flow, by a client that knows only the documented names."""

from typing import Any

import httpx2

from tests.world import Person, World

BODY_OF_CARD = {
    "title": "Farewell, Sam",
    "sender": "The whole floor",
    "recipient": "Sam",
    "recipients": [{"name": "Sam"}],
    "collection": {
        "add_money": "everyone",
        "see_total": "everyone",
        "see_contributors": "everyone",
        "add_cash": False,
        "currency": "USD",
    },
    "audio_file": {"name": "Song", "url": "https://example.com/song.mp3"},
}


def found(answer: httpx2.Response, status: int, name: str) -> Any:
    """Checks the status and returns the first value of the name, breadth-first in the response."""
    assert answer.status_code == status, answer.text
    left: list[Any] = [answer.json()]
    while left:
        value = left.pop(0)
        if isinstance(value, dict):
            if name in value:
                return value[name]
            left += value.values()
        elif isinstance(value, list):
            left += value
    raise AssertionError(f"no {name} in {answer.text}")


async def test_goes_through_the_typical_flow(world: World, alice: Person) -> None:
    client = world.client
    # 1. Rotate credentials and exchange them for a token.
    pair = {"x-api-key": alice.api_key, "x-client-secret": alice.client_secret}
    rotated = await client.post("/account/api-access/credentials/rotate", headers=pair)
    assert rotated.is_success, rotated.text
    pair = {
        "x-api-key": rotated.json()["api_key"],
        "x-client-secret": rotated.json()["client_secret"],
    }
    exchanged = await client.post("/account/api-access/token", headers=pair)
    token = found(exchanged, 200, "access_token")
    headers = {"Authorization": f"Bearer {token}"}

    # 2. and 3. Pick a bundle purchase and a template.
    bundles = await client.get("/api/bundle-purchases/available", headers=headers)
    bundle_purchase_id = found(bundles, 200, "bundle_purchase_id")
    template_id = found(await client.get("/api/templates", headers=headers), 200, "template_id")

    # 4. Create a card.
    body = {**BODY_OF_CARD, "template_id": template_id, "bundle_purchase_id": bundle_purchase_id}
    created = await client.post("/api/cards", headers=headers, json=body)
    card_id = found(created, 201, "card_id")
    # The song is kept, but this server copies no files from others.
    assert [each["pointer"] for each in created.json()["warnings"]] == ["/audio_file/url"]
    assert found(await client.get("/api/cards", headers=headers), 200, "card_id") == card_id

    # 5. Invite, list, resend.
    invitees = [
        {"delivery_type": "email", "delivery_id": "kim@example.com"},
        {"delivery_type": "sms", "delivery_id": "+442079460958"},
        {"delivery_type": "group", "delivery_id": "The design channel"},
    ]
    message = {"card_id": card_id, "invitees": invitees, "title": "Sign!", "message": "It is a surprise."}
    invited = await client.post("/api/cards/invitations", headers=headers, json=message)
    first = found(invited, 201, "invite_id")
    listed = await client.get(f"/api/cards/{card_id}/invitations", headers=headers)
    assert listed.status_code == 200
    assert first in {invitation["invite_id"] for invitation in listed.json()["data"]}
    assert len(listed.json()["data"]) == 3
    resent = await client.post("/api/cards/invitations/resend", headers=headers, json={"invite_id": first})
    assert found(resent, 201, "invite_id") == first

    # 6. Manage admins.
    admin = {"card_id": card_id, "email": "lee@example.com", "name": "Lee"}
    card_admin_id = found(
        await client.post("/api/card-admins", headers=headers, json=admin), 201, "card_admin_id"
    )
    listed = await client.get(f"/api/card-admins/card/{card_id}", headers=headers)
    assert found(listed, 200, "card_admin_id") == card_admin_id
    assert found(listed, 200, "privilege") == {
        "can_update": False,
        "invite_contributors": False,
        "admin_management": False,
    }
    path = f"/api/card-admins/{card_admin_id}"
    privilege = {"can_update": True, "invite_contributors": True, "admin_management": False}
    replaced = await client.put(path, headers=headers, json={"privilege": privilege})
    assert found(replaced, 200, "privilege") == privilege
    assert (await client.delete(path, headers=headers)).status_code == 200
    listed = await client.get(f"/api/card-admins/card/{card_id}", headers=headers)
    assert card_admin_id not in listed.text


async def test_accepts_likely_guesses_for_unspecified_audience_values(alice: Person) -> None:
    """Section 4.3 leaves these values open, so clients guess; none of these guesses may fail."""
    template_id = found(await alice.get("/api/templates"), 200, "template_id")
    for word in (
        "Everyone",
        "all",
        "contributors",
        "Invited",
        "recipient",
        "admins",
        "Admin only",
        "nobody",
        "none",
    ):
        body = {
            **BODY_OF_CARD,
            "template_id": template_id,
            "collection": {"add_money": word, "see_total": word, "see_contributors": word},
            "whatever_else": 1,
        }
        answer = await alice.post("/api/cards", body)
        assert answer.status_code == 201, (word, answer.text)
