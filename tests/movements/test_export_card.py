"""Export movements as CSV: one transfer per line, filtered by privilege, without formula injection."""

from datetime import timedelta

import pytest

from tests import make
from tests.contributions import giving
from tests.later import another_time
from tests.movements.reading import ACCOUNT, PUBLIC, cells, of_card, rows
from tests.payments import buying
from tests.world import Person, World
from wellwish.base import clock, money


async def test_exports_what_came_to_a_card_and_what_went_back(world: World, alice: Person) -> None:
    card = await make.card(alice, collection=PUBLIC)
    gift = await giving.gave(alice, card["id"])
    with another_time():
        clock.move(timedelta(minutes=1))
        alice.token = None
        assert (await buying.refund(alice, gift["money"]["payment_id"], 200)).status_code == 201
        await world.work()
        found = await rows(alice, of_card(card["id"]))
    fee = (await buying.payment(alice, gift["money"]["payment_id"]))["fee"]["amount"]
    merchant = f"sandbox:{alice.account_id}"
    assert sorted(cells(found, "kind", "debit", "credit", "amount", "currency")) == sorted([
        ("paid", f"provider:{merchant}", f"clearing:{merchant}", "12.50", "EUR"),
        ("paid", f"fees:{merchant}", f"provider:{merchant}", money.decimal(fee, "EUR"), "EUR"),
        ("accepted", f"clearing:{merchant}", f"pot:{card['id']}", "12.50", "EUR"),
        ("refund", f"refunds:{card['id']}", f"clearing:{merchant}", "2.00", "EUR"),
        ("refunded", f"clearing:{merchant}", f"provider:{merchant}", "2.00", "EUR"),
    ])  # fmt: skip
    assert {each["name"] for each in found} == {"Grandma Ilse"}
    assert {each["payment_id"] for each in found} == {gift["money"]["payment_id"]}
    assert {(each["card_id"], each["contribution_id"]) for each in found} == {(card["id"], gift["id"])}
    assert [each["time"] for each in found] == sorted(each["time"] for each in found)


async def test_shows_an_admin_what_the_list_of_contributions_shows(
    world: World, alice: Person, bob: Person
) -> None:
    card = await make.card(alice, collection={**PUBLIC, "see_total": "nobody", "see_contributors": "nobody"})
    await make.admin(alice, card["id"], bob)
    await giving.gave(alice, card["id"])
    assert await rows(bob, of_card(card["id"])) == []
    for collection, amount in (({"see_contributors": "admins"}, ""), ({"see_total": "admins"}, "12.50")):
        changed = await alice.patch(f"/api/cards/{card['id']}", {"collection": collection})
        assert changed.status_code == 200, changed.text
        (line,) = await rows(bob, of_card(card["id"]))
        assert (line["kind"], line["amount"], line["name"]) == ("accepted", amount, "Grandma Ilse")
        assert (line["debit"], line["credit"]) == ("clearing", "pot")
        assert (line["payment_id"], line["movement"]) == ("", "")
    await giving.gave(alice, card["id"], money={**giving.MONEY, "hide_amount": True})
    assert sorted(cells(await rows(bob, of_card(card["id"])), "amount")) == [("",), ("12.50",)]
    assert ("",) not in cells(await rows(alice, of_card(card["id"])), "amount")
    assert (await bob.get("/api/cards/card_00000000000000000000000000/movements.csv")).status_code == 404


async def test_shows_pledges_to_admins_who_confirm_them(world: World, alice: Person, bob: Person) -> None:
    card = await make.card(alice, collection={**PUBLIC, "see_contributors": "nobody"})
    pledge = await giving.pledges(alice, card["id"])
    await make.admin(alice, card["id"], bob, can_update=True)
    await giving.settle(alice, card["id"], pledge["id"], "confirm")
    found = await rows(bob, of_card(card["id"]))
    assert cells(found, "kind", "debit", "credit", "amount") == [
        ("promised", "promised", "pledges", "12.50"),
        ("confirmed", "cash", "promised", "12.50"),
    ]
    await giving.settle(alice, card["id"], pledge["id"], "drop", version=2)
    last = (await rows(bob, of_card(card["id"])))[-1:]
    assert cells(last, "kind", "debit", "credit", "amount") == [("dropped", "pledges", "cash", "12.50")]


async def test_shows_an_admin_what_went_back(world: World, alice: Person, bob: Person) -> None:
    card = await make.card(alice, collection={**PUBLIC, "see_contributors": "admins"})
    await make.admin(alice, card["id"], bob)
    gift = await giving.gave(alice, card["id"])
    assert (await buying.refund(alice, gift["money"]["payment_id"], 200)).status_code == 201
    await world.work()
    assert cells(await rows(bob, of_card(card["id"])), "kind", "debit", "credit", "amount") == [
        ("accepted", "clearing", "pot", "12.50"),
        ("refund", "refunds", "clearing", "2.00"),
    ]


async def test_names_no_anonymous_giver(world: World, alice: Person) -> None:
    card = await make.card(alice, collection=PUBLIC)
    await giving.gave(alice, card["id"], anonymous=True)
    for path in (of_card(card["id"]), ACCOUNT):
        found = await rows(alice, path)
        assert len(found) == 3
        assert {each["name"] for each in found} == {""}
        assert "Ilse" not in (await alice.get(path)).text


@pytest.mark.parametrize("name", ["=1+2", "+1", "-1", "@SUM(A1)", "\uff1d1+2", '=HYPERLINK("http://x")'])
async def test_takes_the_edge_off_what_would_be_a_formula(world: World, alice: Person, name: str) -> None:
    card = await make.card(alice, collection=PUBLIC)
    await giving.gave(alice, card["id"], name=name)
    for path in (of_card(card["id"]), ACCOUNT):
        assert {each["name"] for each in await rows(alice, path)} == {f"'{name}"}


async def test_exports_ten_thousand_movements_in_order(world: World, alice: Person) -> None:
    card = await make.card(alice, collection=PUBLIC)
    gift = await giving.gave(alice, card["id"])
    await world.owner.execute(
        """
        insert into ledger
          (account_id, movement, leg, debit, credit, amount, currency, payment_id, created_at)
        select account_id, 'accepted:' || n, 1, debit, credit, n, currency, payment_id,
          created_at + (n / 7) * interval '1 microsecond'
        from ledger cross join generate_series(1, 10000) as n where movement like 'accepted:pay%'
        """
    )
    found = await rows(alice, of_card(card["id"]))
    many = [each for each in found if not each["movement"].endswith(gift["money"]["payment_id"])]
    assert len({each["movement"] for each in many}) == len(many) == 10000
    assert sum(int(each["amount"].replace(".", "")) for each in many) == 10000 * 10001 // 2
    assert [each["time"] for each in found] == sorted(each["time"] for each in found)
