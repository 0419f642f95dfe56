"""The givers of a card."""

import pytest

from tests import make
from tests.contributions import giving
from tests.payments import buying
from tests.world import Person, World
from wellwish.base.money import Money
from wellwish.cards import card_row
from wellwish.cards.access import EVERYTHING, CardAccess
from wellwish.contributions.givers import Giver, givers
from wellwish.contributions.note_visibility import Viewer, find_note, list_notes


async def given(world: World, card_id: str) -> list[Giver] | None:
    access = CardAccess(world.alice.account_id, card_id, EVERYTHING)
    async with world.services.db.transaction([access.account_id]) as tx:
        return await givers(tx, await card_row.load(tx, access), Viewer("owner"))


async def test_deducts_what_was_refunded(world: World, alice: Person) -> None:
    card = await giving.card(alice)
    gift = await giving.gave(alice, card["id"])
    assert await given(world, card["id"]) == [Giver("Grandma Ilse", Money(1250, "EUR"))]
    assert (await buying.refund(alice, gift["money"]["payment_id"], 250)).status_code == 201
    await world.work()
    assert await given(world, card["id"]) == [Giver("Grandma Ilse", Money(1000, "EUR"))]


async def test_shows_the_payment_to_the_owner_only(world: World, alice: Person) -> None:
    card = await giving.card(alice)
    gift = await giving.gave(alice, card["id"], note={"text": "All the best"})
    seen: list[tuple[bool, str | None]] = []
    access = CardAccess(alice.account_id, card["id"], EVERYTHING)
    async with world.services.db.transaction([access.account_id]) as tx:
        row = await card_row.load(tx, access)
        for viewer in (Viewer("owner"), Viewer("contributor", own=(gift["id"],))):
            [note] = await list_notes(tx, row, viewer)
            assert note.money is not None
            seen.append((note.money.amount is not None, note.money.payment_id))
    assert seen == [(True, gift["money"]["payment_id"]), (True, None)]


async def test_shows_the_recipient_of_a_card_for_themselves_no_more_money_than_others(
    world: World, alice: Person
) -> None:
    """They read every note. Only the owner sees hidden amounts, payments and pending gifts."""
    card = await make.card(alice, card_type=2, collection={**giving.OPEN, "see_total": "recipient"})
    note = {"text": "All the best"}
    await giving.gave(alice, card["id"], note=note)
    await giving.gave(alice, card["id"], note=note, money={**giving.MONEY, "hide_amount": True})
    await giving.gives(alice, card["id"], note=note)
    seen: dict[str, list[tuple[bool, bool] | None]] = {}
    access = CardAccess(alice.account_id, card["id"], EVERYTHING)
    async with world.services.db.transaction([access.account_id]) as tx:
        row = await card_row.load(tx, access)
        for kind in ("owner", "recipient"):
            notes = await list_notes(tx, row, Viewer(kind))
            seen[kind] = [
                each.money and (each.money.amount is not None, each.money.payment_id is not None)
                for each in notes
            ]
    assert seen == {
        "owner": [(True, True), (True, True), (True, True)],
        "recipient": [(True, False), (False, False), None],
    }


@pytest.mark.parametrize(("total", "known"), [("admins", True), ("nobody", False)])
async def test_moderation_reveals_no_online_amount(
    total: str, known: bool, world: World, alice: Person
) -> None:
    card = await giving.card(alice, see_total=total)
    await giving.gave(alice, card["id"], note={"text": "All the best"})
    access = CardAccess(alice.account_id, card["id"], EVERYTHING)
    async with world.services.db.transaction([access.account_id]) as tx:
        row = await card_row.load(tx, access)
        [note] = await list_notes(tx, row, Viewer("admin", moderates=True))
    assert note.money is not None
    assert (note.money.amount is not None) is known


async def test_hides_a_deleted_note_from_its_author(world: World, alice: Person) -> None:
    card = await giving.card(alice)
    gift = await giving.gave(alice, card["id"], note={"text": "All the best"})
    access = CardAccess(alice.account_id, card["id"], EVERYTHING)
    async with world.services.db.transaction([access.account_id]) as tx:
        row = await card_row.load(tx, access)
        author = Viewer("link", own=(gift["id"],))
        assert await find_note(tx, row, author, gift["id"]) is not None
    assert (await alice.delete(f"/api/cards/{card['id']}/contributions/{gift['id']}")).is_success
    async with world.services.db.transaction([access.account_id]) as tx:
        assert await find_note(tx, row, author, gift["id"]) is None


@pytest.mark.parametrize("hides", [True, False])
async def test_the_refund_of_a_hidden_amount_is_hidden_too(hides: bool, alice: Person, bob: Person) -> None:
    """Otherwise a full refund would reveal the amount."""
    card = await giving.card(alice, see_total="everyone", see_contributors="everyone")
    gift = await giving.gave(alice, card["id"], money={**giving.MONEY, "hide_amount": hides})
    assert (await buying.refund(alice, gift["money"]["payment_id"], 250)).status_code == 201
    await alice.world.work()
    await make.admin(alice, card["id"], bob)
    for person, is_hidden in ((alice, False), (bob, hides)):
        money = (await giving.read(person, card["id"], gift["id"]))["money"]
        assert money["status"] == "partially_refunded"
        assert {each: money[each] is None for each in ("amount", "refunded")} == dict.fromkeys(
            ("amount", "refunded"), is_hidden
        )
