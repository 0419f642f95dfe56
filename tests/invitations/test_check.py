"""Check invitees without inviting anyone."""

from typing import Any

import pytest

from tests import make
from tests.world import Person
from wellwish.delivery import suppression

pytestmark = pytest.mark.anyio


async def check(person: Person, card: dict[str, Any], *invitees: Any, **fields: Any) -> Any:
    listed = [each if isinstance(each, dict) else mail(each) for each in invitees]
    return await person.post(f"/api/cards/{card['id']}/invitations/check", {"invitees": listed, **fields})


def mail(address: str, **fields: str) -> dict[str, str]:
    return {"delivery_type": "email", "delivery_id": address, **fields}


def outcomes(answer: Any) -> list[str]:
    return [each["outcome"] for each in answer.json()["invitees"]]


async def suppress(person: Person, address: str) -> None:
    services = person.world.services
    async with services.db.transaction([person.account_id]) as tx:
        sealed = suppression.seal(services.keys, suppression.key("email", address))
        await suppression.suppress(tx, sealed, person.account_id, "unsubscribed", everywhere=True)


async def test_says_what_inviting_would_do(alice: Person, bob: Person) -> None:
    card = await make.card(alice, recipient="Maya", recipient_email="maya@example.com")
    [made] = await make.invitations(alice, card["id"], "ana@example.com")
    await suppress(alice, "quiet@example.com")
    await suppress(bob, "elsewhere@example.com")
    group = (await alice.post("/api/groups", {"name": "Kitchen", "members": []})).json()
    answer = await check(
        alice,
        card,
        mail("new@EXAMPLE.com", name="New"),
        "New@example.com",
        "ANA@example.com",
        "maya@example.com",
        "quiet@example.com",
        "elsewhere@example.com",
        "not an address",
        {"delivery_type": "sms", "delivery_id": "020 7946 0958"},
        {"delivery_type": "group", "delivery_id": group["id"]},
        {"delivery_type": "group", "delivery_id": "grp_unknown"},
    )
    assert answer.status_code == 200, answer.text
    assert outcomes(answer) == [
        "new", "duplicate", "already_invited", "recipient", "suppressed", "suppressed", "invalid",
        "invalid", "new", "invalid",
    ]  # fmt: skip
    first, _, invited, *_, number, _, unknown = answer.json()["invitees"]
    assert (first["delivery_id"], first["name"], first["detail"]) == ("new@example.com", "New", None)
    assert invited["invite_id"] == made["id"]
    assert "country code" in number["detail"]
    assert "does not exist" in unknown["detail"]


async def test_predicts_what_inviting_does(alice: Person) -> None:
    """Inviting only the new addresses invites each of them; the control is the same list with the others."""
    card = await make.card(alice, recipient_email="maya@example.com")
    await make.invitations(alice, card["id"], "ana@example.com")
    addresses = ["ana@example.com", "bo@example.com", "maya@example.com", "cy@example.com"]
    found = (await check(alice, card, *addresses)).json()["invitees"]
    new = [mail(each["delivery_id"]) for each in found if each["outcome"] == "new"]
    assert len(new) == 2
    invited = await alice.post("/api/cards/invitations", {"card_id": card["id"], "invitees": new})
    assert "warnings" not in invited.json()
    everyone = [mail(each) for each in addresses]
    control = await alice.post("/api/cards/invitations", {"card_id": card["id"], "invitees": everyone})
    assert len(control.json()["warnings"]) == 4


async def test_stores_and_sends_nothing(alice: Person, bob: Person) -> None:
    card = await make.card(alice)
    await suppress(bob, "elsewhere@example.com")
    counts = "select (select count(*) from {}), (select count(*) from {}), (select count(*) from {})"
    query = counts.format("invitations", "suppressions", "events")
    before = await alice.world.owner.fetchrow(query)
    assert (await check(alice, card, "ana@example.com", "elsewhere@example.com")).status_code == 200
    assert await alice.world.owner.fetchrow(query) == before
    assert await alice.world.work() == 0
    await make.invitations(alice, card["id"], "ana@example.com", "elsewhere@example.com")  # the control
    assert await alice.world.owner.fetchrow(query) != before


async def test_shows_the_mail_that_is_sent(alice: Person) -> None:
    card = await make.card(alice)
    fields = {"title": "Psst: sign for Maya", "message": "She turns thirty.\n\nBring cake."}
    shown = (await check(alice, card, mail("ana@example.com", name="Ana"), **fields)).json()["mail"]
    invitees = [mail("ana@example.com", name="Ana")]
    await alice.post("/api/cards/invitations", {"card_id": card["id"], "invitees": invitees, **fields})
    await alice.world.work()
    sent = (await alice.world.client.get("/outbox", headers={"Accept": "application/json"})).json()["data"][0]
    assert shown["subject"] == sent["subject"]
    base_url = alice.world.services.settings.base_url
    assert shown["text"] == sent["body"].replace(sent["link"], base_url).replace("\x1a", base_url)


async def test_an_admin_does_not_learn_who_the_recipient_is(alice: Person, bob: Person) -> None:
    card = await make.card(alice, recipient_email="maya@example.com")
    group = (await alice.post("/api/groups", {"name": "Kitchen", "members": []})).json()
    await make.admin(alice, card["id"], bob, invite_contributors=True)
    invitees = ("maya@example.com", {"delivery_type": "group", "delivery_id": group["id"]})
    answer = await check(bob, card, *invitees)
    assert outcomes(answer) == ["suppressed", "invalid"]
    assert outcomes(await check(alice, card, *invitees)) == ["recipient", "new"]  # the control


async def test_refuses_a_closed_card_and_wrong_fields(alice: Person) -> None:
    card = await make.card(alice)
    answer = await check(alice, card, mail("ana@example.com", name="x" * 256), title="y" * 256)
    assert answer.status_code == 422
    assert [each["pointer"] for each in answer.json()["errors"]] == ["/invitees/0/name", "/title"]
    assert (await check(alice, card, *["a@example.com"] * 1001)).status_code == 422
    await alice.post(f"/api/cards/{card['id']}/close")
    answer = await check(alice, card, "ana@example.com")
    assert (answer.status_code, answer.json()["code"]) == (409, "card_closed")


async def test_leaves_out_an_invitation_that_ended(alice: Person) -> None:
    card = await make.card(alice)
    [made] = await make.invitations(alice, card["id"], "ana@example.com")
    assert outcomes(await check(alice, card, "ana@example.com")) == ["already_invited"]
    await alice.post(f"/api/cards/invitations/{made['id']}/revoke")
    assert outcomes(await check(alice, card, "ana@example.com")) == ["new"]
