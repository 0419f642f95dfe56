"""An admin who may invite sees neither the owner's saved groups nor which address is a recipient's."""

from typing import Any

import pytest

from tests import make
from tests.invitations.test_expand import group, invite, people
from tests.world import Person

pytestmark = pytest.mark.anyio


async def card_with_admin(alice: Person, bob: Person, **fields: Any) -> dict[str, Any]:
    card = await make.card(alice, **fields)
    await make.admin(alice, card["id"], bob, invite_contributors=True)
    return card


@pytest.mark.parametrize("by", ["id", "name", "external_id"])
async def test_no_id_or_name_of_a_saved_group(alice: Person, bob: Person, by: str) -> None:
    card = await card_with_admin(alice, bob)
    saved = await group(alice, *people(1), external_id="crew-7")
    parent = await invite(alice, card, saved[by])
    await alice.world.work()
    paths = [f"/api/cards/{card['id']}/invitations", f"/api/cards/invitations/{parent['id']}"]
    for path in paths:
        text = (await bob.get(path)).text
        assert not any(each in text for each in (saved["id"], saved["name"], "crew-7"))
        assert '"delivery_id":"group"' in text
        assert saved["id"] in (await alice.get(path)).text, "the control: the owner sees it"


@pytest.mark.parametrize("door", ["create", "correct"])
async def test_a_recipients_address_looks_like_any_suppressed_one(
    alice: Person, bob: Person, door: str
) -> None:
    card = await card_with_admin(alice, bob, recipient_email="maya@example.com")
    answers: list[Any] = []
    for person in (bob, alice):
        if door == "create":
            body = {"delivery_type": "email", "delivery_id": "maya@example.com"}
            call = {"card_id": card["id"], "invitees": [body]}
            answer = (await person.post("/api/cards/invitations", call)).json()
            [shown] = answer["data"]
        else:
            [made] = await make.invitations(person, card["id"], f"{person.name}-typo@example.com")
            path = f"/api/cards/invitations/{made['id']}"
            answer = shown = (await person.patch(path, {"delivery_id": "maya@example.com"})).json()
        details = [each["detail"] for each in answer.get("warnings", []) if each["code"] == "suppressed"]
        answers.append((shown.get("status_reason"), details))
        if door == "correct":
            await person.world.owner.execute("update invitations set status = 'revoked'")
    assert answers[0] == (None, ["This address is suppressed, so no message is sent."])
    assert answers[1] == ("recipient", ["This person is a recipient of the card, so no message is sent."])
