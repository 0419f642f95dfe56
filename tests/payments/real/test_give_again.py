"""Givers may give again after a refund, and add more after a payment."""

from tests.contributions import giving
from tests.fakes.stripe import FakeStripe
from tests.payments import buying
from tests.payments.real.paying import right, told
from tests.payments.real.test_change_of_mind import CHOICES, collected, giver_of
from tests.web.visitor import Visitor
from tests.world import World


async def test_gives_again_after_a_refund(world: World, stripe: FakeStripe) -> None:
    card, giver = await giver_of(world, stripe)
    await giver.choose("ten")
    assert await giver.pay(0) is True
    [first] = (await world.alice.get(f"/api/cards/{card['id']}/payments")).json()["data"]
    assert (await buying.refund(world.alice, first["id"])).status_code == 201
    await world.work()
    assert "Your €10.00 has been refunded." in await giver.says()
    assert await giver.choose("twenty") == 303
    assert "Your payment of €20.00 hasn't been confirmed yet." in await giver.says()
    assert await giver.pay(1) is True
    assert await collected(world, card) == ("paid", 2000, 2000)
    assert "You chipped in €20.00. Thank you." in await giver.says()
    await right(world, stripe)


async def test_adds_more_to_a_gift(world: World, stripe: FakeStripe) -> None:
    card, giver = await giver_of(world, stripe)
    await giver.choose("ten")
    await giver.pay(0)
    assert await giver.choose("twenty") == 303
    says = await giver.says()
    assert "You chipped in €10.00. Thank you. Your additional payment of €20.00 hasn't been confirmed" in says
    assert await collected(world, card) == ("paid", 1000, 1000), "the gift stays paid while more is under way"
    # Another amount replaces the open addition; "nothing" cancels it.
    assert await giver.choose("ten") == 303
    assert await giver.pay(1) is False
    await giver.choose("nothing")
    assert await giver.pay(2) is False
    await giver.choose("twenty")
    assert await giver.pay(3) is True
    assert await collected(world, card) == ("paid", 3000, 3000)
    assert "You chipped in €30.00. Thank you." in await giver.says()
    await right(world, stripe)
    balances = await giving.balances(world.alice)
    assert balances[f"pot:{card['id']}"] == 3000


async def test_a_form_that_is_sent_again_adds_nothing(world: World, stripe: FakeStripe) -> None:
    """Resubmits by the back button before and after the payment: only a form that offered to add can add."""
    card, giver = await giver_of(world, stripe)
    visitor = giver.visitor
    await visitor.open(giver.path)
    first = visitor.page
    await visitor.send(giver.path, **CHOICES["ten"])
    url = (await visitor.open(visitor.next)).headers["refresh"].partition("url=")[2]
    session = (await world.client.get(url)).headers["location"].rpartition("/")[2]
    await told(world, stripe, world.alice, stripe.pay(session))
    await visitor.open(giver.path)
    offered = visitor.page
    assert 'name="adds_to"' in offered
    for page in (first, offered):
        visitor.page = page
        await visitor.send(giver.path, **CHOICES["ten"])
    await world.work()
    found = (await world.alice.get(f"/api/cards/{card['id']}/payments")).json()["data"]
    assert [each["status"] for each in found] == ["succeeded"], "without the field, the form was not to add"


async def test_an_addition_is_made_once_of_a_form_sent_twice(world: World, stripe: FakeStripe) -> None:
    card, giver = await giver_of(world, stripe)
    await giver.choose("ten")
    await giver.pay(0)
    await giver.visitor.open(giver.path)
    page, adds_to = giver.visitor.page, giver.visitor.value("adds_to")
    for _ in range(2):
        answer = await giver.visitor.send(giver.path, **CHOICES["twenty"], adds_to=adds_to)
        assert answer.status_code == 303
    [more, _first] = (await world.alice.get(f"/api/cards/{card['id']}/payments")).json()["data"]
    assert (more["status"], more["amount"]["amount"]) == ("pending", 2000)
    url = (await giver.visitor.open(giver.visitor.next)).headers["refresh"].partition("url=")[2]
    session = (await world.client.get(url)).headers["location"].rpartition("/")[2]
    await told(world, stripe, world.alice, stripe.pay(session))
    # The same form again, after the addition was paid.
    giver.visitor.page = page
    await giver.visitor.send(giver.path, **CHOICES["twenty"], adds_to=adds_to)
    assert await collected(world, card) == ("paid", 3000, 3000)
    assert len((await world.alice.get(f"/api/cards/{card['id']}/payments")).json()["data"]) == 2


async def test_ends_an_addition_whose_note_is_removed(world: World, stripe: FakeStripe) -> None:
    card, giver = await giver_of(world, stripe)
    await giver.choose("ten")
    await giver.pay(0)
    await giver.choose("twenty")
    [found] = (await world.alice.get(f"/api/cards/{card['id']}/contributions")).json()["data"]
    await world.alice.delete(f"/api/cards/{card['id']}/contributions/{found['id']}")
    await world.work()
    assert await giver.pay(1) is False
    other = Visitor(world)
    await other.open(giver.path)
    assert 'name="adds_to"' not in other.page
    await right(world, stripe)
