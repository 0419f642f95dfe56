"""The ledger: each movement is booked once and balanced, and updates the balances of the card."""

import asyncio
from datetime import timedelta
from random import Random

from tests.later import another_time
from tests.payments import buying
from tests.world import Person, World
from wellwish.base import clock, ids
from wellwish.infra.db import Tx
from wellwish.payments import check, ledger
from wellwish.payments.ledger import Transfer

CLEARING = ledger.clearing("sandbox:operator")


async def book(
    world: World, person: Person, movement: str, *transfers: Transfer, payment_id: str, currency: str = "EUR"
) -> bool:
    async with world.services.db.transaction([person.account_id]) as tx:
        return await ledger.book(
            tx, person.account_id, movement, transfers, currency=currency, payment_id=payment_id
        )


async def total(world: World, person: Person, card_id: str, currency: str = "EUR") -> int:
    async with world.services.db.transaction([person.account_id]) as tx:
        return await ledger.total(tx, person.account_id, card_id, currency)


async def faults(world: World) -> list[str]:
    async with world.owner.transaction():
        return (await check.check(Tx(world.owner, []))).faults


async def test_totals_a_card_by_its_currency(world: World, alice: Person) -> None:
    paid = (await buying.buy(alice))["payment_id"]
    card, other = ids.new("card"), ids.new("card")
    for number, (card_id, amount, currency) in enumerate(
        [(card, 700, "EUR"), (card, 50, "EUR"), (card, 9, "USD"), (other, 1, "EUR")]
    ):
        moved = Transfer(CLEARING, ledger.income(card_id), amount)
        assert await book(world, alice, f"in:{number}", moved, payment_id=paid, currency=currency)
    assert await book(world, alice, "back:1", Transfer(ledger.refunds(card), CLEARING, 200), payment_id=paid)
    assert [await total(world, alice, card), await total(world, alice, card, "USD")] == [550, 9]
    assert await total(world, alice, other) == 1
    promised = Transfer(ledger.promised(card), ledger.pledges(card), 30)
    assert await book(world, alice, "promised:1", promised, payment_id=paid)
    assert await total(world, alice, card) == 550
    come = Transfer(ledger.cash(card), ledger.promised(card), 30)
    assert await book(world, alice, "confirmed:1", come, payment_id=paid)
    assert await total(world, alice, card) == 580
    assert await total(world, alice, ids.new("card")) == 0
    assert await total(world, world.mallory, card) == 0


async def test_books_a_movement_once_and_its_balance_with_it(world: World, alice: Person) -> None:
    paid, card = (await buying.buy(alice))["payment_id"], ids.new("card")
    moved = Transfer(CLEARING, ledger.income(card), 700)
    assert await book(world, alice, "in:1", moved, payment_id=paid)
    assert not await book(world, alice, "in:1", moved, payment_id=paid)
    assert not any(
        await asyncio.gather(*(book(world, alice, "in:1", moved, payment_id=paid) for _ in range(5)))
    )
    assert await total(world, alice, card) == 700
    assert await world.owner.fetchval("select count(*) from ledger") == 1


async def test_returns_the_balance_of_each_ledger_account(world: World, alice: Person) -> None:
    made = await buying.bought(alice)
    async with world.services.db.transaction([alice.account_id]) as tx:
        found = {each.name: each.balance for each in await ledger.balances(tx, alice.account_id)}
    payment = await buying.payment(alice, made["payment_id"])
    fee = payment["fee"]["amount"]
    assert found == {
        "provider:sandbox:operator": fee - 3900,
        "fees:sandbox:operator": -fee,
        "clearing:sandbox:operator": 0,
        "sales:bundles": 3900,
    }


async def test_keeps_the_balances_of_currencies_apart(world: World, alice: Person) -> None:
    paid = (await buying.buy(alice))["payment_id"]
    for currency, amount in (("EUR", 700), ("USD", 9)):
        moved = Transfer(CLEARING, ledger.BUNDLES, amount)
        assert await book(world, alice, f"in:{currency}", moved, payment_id=paid, currency=currency)
    async with world.services.db.transaction([alice.account_id]) as tx:
        found = {
            (each.name, each.currency): each.balance for each in await ledger.balances(tx, alice.account_id)
        }
    assert found == {
        (CLEARING, "EUR"): -700,
        (CLEARING, "USD"): -9,
        (ledger.BUNDLES, "EUR"): 700,
        (ledger.BUNDLES, "USD"): 9,
    }


async def test_keeps_the_balance_while_many_book_both_ways_at_once(world: World, alice: Person) -> None:
    """Movements use both accounts of the card in either order, without a deadlock."""
    paid, card, random = (await buying.buy(alice))["payment_id"], ids.new("card"), Random(5)
    pair = [ledger.income(card), ledger.refunds(card)]
    moves: list[Transfer] = []
    for _ in range(60):
        debit, credit = random.sample(pair, 2)
        moves.append(Transfer(debit, credit, random.randint(1, 99)))
    moves += [Transfer(CLEARING, random.choice(pair), 10) for _ in range(40)]
    done = await asyncio.gather(
        *(book(world, alice, f"m:{n}", move, payment_id=paid) for n, move in enumerate(moves))
    )
    assert all(done)
    assert await total(world, alice, card) == 400
    assert not [fault for fault in await faults(world) if "balance" in fault.lower()]


async def test_finds_a_transfer_that_is_gone(world: World, alice: Person) -> None:
    """The control of the check: it detects the removal of any single transfer."""
    await buying.bought(alice)
    paid, card = (await buying.buy(alice))["payment_id"], ids.new("card")
    await book(world, alice, "in:1", Transfer(ledger.BUNDLES, ledger.income(card), 700), payment_id=paid)
    rows = await world.owner.fetch("select movement, leg from ledger")
    assert len(rows) == 4
    with another_time():
        clock.move(check.HANGS_AFTER + timedelta(minutes=1))
        assert await faults(world) == []
        for movement, leg in rows:
            async with buying.without(world, movement, leg):
                assert await faults(world), movement
        assert await faults(world) == []


async def test_finds_a_balance_that_is_not_the_sum(world: World, alice: Person) -> None:
    paid, card = (await buying.buy(alice))["payment_id"], ids.new("card")
    await book(world, alice, "in:1", Transfer(CLEARING, ledger.income(card), 700), payment_id=paid)
    await world.owner.execute("update ledger_balances set balance = balance + 1")
    assert await faults(world) == [f"The balance of pot:{card} is off by 1 EUR (minor units)."]
    await world.owner.execute("delete from ledger_balances")
    assert await faults(world) == [f"The balance of pot:{card} is off by -700 EUR (minor units)."]
