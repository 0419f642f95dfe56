"""Retrieve a card: the owner sees all fields, an admin those that the product rules allow."""

import pytest

from tests import make
from tests.contributions import giving
from tests.infra.http.test_bad_input import is_problem
from tests.payments import buying
from tests.world import Person, World

OWNERS = {"bundle_purchase_id", "external_id", "extra_data", "recipient_email", "view_url"}
PEOPLES = {"email", "phone", "external_id", "view_url"}


async def full_card(alice: Person):
    person = {"name": "Maya", "email": "maya@example.com", "phone": "+4912345678", "external_id": "staff 17"}
    return await make.card(
        alice, recipient="Maya", recipient_email="maya@example.com", recipients=[person],
        external_id="order 7", extra_data="for my eyes", public_read=True,
    )  # fmt: skip


async def test_shows_the_owner_everything(alice: Person) -> None:
    card = await full_card(alice)
    answer = await alice.get(f"/api/cards/{card['id']}")
    assert answer.json() == {**card, "counts": make.COUNTS}
    assert card.keys() >= OWNERS | {"sign_url"}
    assert card["recipients"][0].keys() >= PEOPLES
    assert "privilege" not in card


async def test_omits_owner_fields_from_an_admins_record(alice: Person, bob: Person) -> None:
    card = await full_card(alice)
    await make.admin(alice, card["id"], bob, can_update=True, admin_management=True)
    answer = await bob.get(f"/api/cards/{card['id']}")
    seen = answer.json()
    assert seen["role"] == "admin"
    assert seen["privilege"] == {"can_update": True, "invite_contributors": False, "admin_management": True}
    assert not seen.keys() & (OWNERS | {"sign_url"})
    assert not seen["recipients"][0].keys() & PEOPLES
    assert seen["recipients"][0]["name"] == "Maya"
    for hidden in ("maya@example.com", "+4912345678", "for my eyes", "order 7", "staff 17", "/c/", "/s/"):
        assert hidden not in answer.text
    same = {name for name in card.keys() & seen.keys() if name not in ("role", "recipients")}
    assert {name: seen[name] for name in same} == {name: card[name] for name in same}


async def test_shows_the_signing_link_to_an_admin_who_invites(alice: Person, bob: Person) -> None:
    card = await full_card(alice)
    await make.admin(alice, card["id"], bob, invite_contributors=True)
    seen = (await bob.get(f"/api/cards/{card['id']}")).json()
    assert seen["sign_url"] == card["sign_url"]
    assert not seen.keys() & OWNERS


async def test_shows_an_admin_the_same_record_in_every_answer(alice: Person, bob: Person) -> None:
    """PATCH, close and reopen also return the record, and must not reveal more."""
    card = await full_card(alice)
    await make.admin(alice, card["id"], bob, can_update=True)
    path = f"/api/cards/{card['id']}"
    for answer in (
        await bob.patch(path, {"title": "New"}),
        await bob.post(f"{path}/close"),
        await bob.post(f"{path}/reopen", {}),
        await bob.get("/api/cards"),
    ):
        assert answer.status_code == 200, answer.text
        for hidden in ("maya@example.com", "+4912345678", "for my eyes", "order 7", "/c/", "/s/"):
            assert hidden not in answer.text


async def test_makes_an_admin_active_at_the_first_use(alice: Person, bob: Person) -> None:
    card = await make.card(alice)
    admin = await make.admin(alice, card["id"], bob)
    assert admin["status"] == "invited"
    await bob.get(f"/api/cards/{card['id']}")
    (seen,) = (await alice.get(f"/api/card-admins/card/{card['id']}")).json()["data"]
    assert (seen["status"], seen["version"]) == ("active", 2)
    await bob.get(f"/api/cards/{card['id']}")
    (again,) = (await alice.get(f"/api/card-admins/card/{card['id']}")).json()["data"]
    assert again == seen


async def test_answers_a_version_that_the_client_has_with_304(alice: Person) -> None:
    card = await make.card(alice)
    path = f"/api/cards/{card['id']}"
    tag = (await alice.get(path)).headers["ETag"]
    for given in (tag, f'"0", {tag}', f"W/{tag}", "*"):
        answer = await alice.get(path, headers={"If-None-Match": given})
        assert (answer.status_code, answer.content, answer.headers["ETag"]) == (304, b"", tag)
    for given in ('"0"', "1", tag.replace('"', '"1', 1)):
        assert (await alice.get(path, headers={"If-None-Match": given})).status_code == 200
    await alice.patch(path, {"title": "New"})
    assert (await alice.get(path, headers={"If-None-Match": tag})).status_code == 200


async def test_returns_no_304_to_an_admin_of_another_card(alice: Person, mallory: Person) -> None:
    card = await make.card(alice)
    answer = await mallory.get(f"/api/cards/{card['id']}", headers={"If-None-Match": '"1"'})
    is_problem(answer, 404, "not_found")


@pytest.mark.parametrize("unverified", [True, False])
async def test_lets_an_admin_in_while_the_email_is_verified(
    unverified: bool, alice: Person, bob: Person
) -> None:
    card = await make.card(alice)
    await make.admin(alice, card["id"], bob)
    if unverified:
        await alice.world.owner.execute(
            "update users set email_verified_at = null where id = $1", bob.user_id
        )
    else:
        await alice.world.owner.execute("delete from memberships where user_id = $1", bob.user_id)
    is_problem(await bob.get(f"/api/cards/{card['id']}"), 404, "not_found")
    assert (await bob.get("/api/cards")).json()["data"] == []


async def test_shows_the_owner_what_is_left_after_fees(world: World, alice: Person, bob: Person) -> None:
    """An admin who sees the total sees no fees; without payments there are none."""
    card = await giving.card(alice, see_total="everyone", add_cash=True)
    path = f"/api/cards/{card['id']}"
    await make.admin(alice, card["id"], bob, can_update=True)
    await giving.pledges(alice, card["id"])
    assert "proceeds" not in (await alice.get(path)).json()
    made = await giving.gave(alice, card["id"])
    fee = (await buying.payment(alice, made["money"]["payment_id"]))["fee"]["amount"]
    assert fee > 0

    async def amounts() -> list[int]:
        shown = (await alice.get(path)).json()
        assert shown["proceeds"]["gross"] == shown["collected"]
        found = shown["proceeds"]
        return [*(found[name]["amount"] for name in ("gross", "fees", "net")), found["without_fee"]]

    assert await amounts() == [1250, fee, 1250 - fee, 0]
    await giving.gave(alice, (await giving.card(alice))["id"])
    assert await amounts() == [1250, fee, 1250 - fee, 0], "of another card"
    seen = (await bob.get(path)).json()
    assert ("collected" in seen, "proceeds" in seen) == (True, False)
    assert (await buying.refund(alice, made["money"]["payment_id"])).status_code == 201
    await world.work()
    assert await amounts() == [0, fee, -fee, 0]
