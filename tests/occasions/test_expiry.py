"""Cards of purchases that expire before a card opens do not count as left for it."""

from collections.abc import Iterator

import pytest

from tests.later import another_time, pass_until
from tests.occasions.making import OPENS, begin, cards, purchase, someone, started, states, team
from tests.platforms.acting import acting, appoint, drawing
from tests.world import Person, World

pytestmark = pytest.mark.anyio


@pytest.fixture(autouse=True)
def _restore() -> Iterator[None]:
    with another_time():
        yield


async def prepared(person: Person) -> None:
    """Creates Maya, whose card opens on 10 March, and Pat, whose card opens a day later, but no cards."""
    begin(person)
    await team(person)
    await someone(person, "Pat", manager="bo@example.com", dates={"birthday": "--03-18"})
    await person.world.owner.execute(
        "update bundle_purchases set cards_used = cards_total where account_id = $1", person.account_id
    )


async def made(person: Person) -> None:
    """Creates each card when it opens."""
    for at in (OPENS, "2027-03-11T09:00"):
        await pass_until(person, at)


async def test_cards_that_expire_before_the_opening_are_not_left(alice: Person, world: World) -> None:
    await prepared(alice)
    await purchase(alice, "2027-03-10T12:00:00", 50)
    await started(alice)
    assert await states(alice) == {"Maya": "planned", "Pat": "no_cards"}
    await pass_until(alice, "2027-03-02T12:00")
    [mail] = await world.owner.fetch("select recipient, subject from messages where kind = 'cards_needed'")
    assert mail["recipient"] == alice.email
    assert "11 March 2027" in mail["subject"]
    await made(alice)
    assert await states(alice) == {"Maya": "made", "Pat": "no_cards"}


@pytest.mark.parametrize("keeps", [True, False])
async def test_cards_that_expire_first_are_planned_first_unless_the_rule_says_otherwise(
    alice: Person, keeps: bool
) -> None:
    await prepared(alice)
    lasting = await purchase(alice, None)
    expiring = await purchase(alice, "2027-03-10T12:00:00")
    await started(alice, bundle_purchase_ids=None if keeps else [lasting])
    found = await states(alice)
    assert found == {"Maya": "planned", "Pat": "planned" if keeps else "no_cards"}
    await made(alice)
    assert await states(alice) == {"Maya": "made", "Pat": "made" if keeps else "no_cards"}
    taken = [each["bundle_purchase_id"] for each in await cards(alice)]
    assert taken == ([expiring, lasting] if keeps else [lasting])


async def test_a_customer_counts_when_the_purchases_of_its_platform_expire(alice: Person) -> None:
    begin(alice)
    await appoint(alice)
    customer = await drawing(alice)
    await prepared(customer)
    await alice.world.owner.execute(
        "update bundle_purchases set expires_at = '2027-03-10T12:00Z' where account_id = $1", alice.account_id
    )
    await started(customer)
    assert await states(customer) == {"Maya": "planned", "Pat": "no_cards"}
    await made(customer)
    assert await states(customer) == {"Maya": "made", "Pat": "no_cards"}


async def test_a_customer_takes_its_own_cards_before_those_of_its_platform_that_expire_first(
    alice: Person,
) -> None:
    begin(alice)
    await appoint(alice)
    customer = await acting(alice, cards_from="platform")
    await prepared(customer)
    await alice.world.owner.execute(
        """
        update bundle_purchases set cards_total = cards_used + 1,
          expires_at = case when account_id = $1 then '2027-03-11T08:00Z'::timestamptz end
        where account_id in ($1, $2)
        """,
        alice.account_id,
        customer.account_id,
    )
    await started(customer)
    assert await states(customer) == {"Maya": "planned", "Pat": "no_cards"}
    await made(customer)
    assert await states(customer) == {"Maya": "made", "Pat": "no_cards"}
