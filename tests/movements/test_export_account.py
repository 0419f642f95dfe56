"""Export the movements of an account with its cards and, for owners, its bundles."""

from tests import make
from tests.contributions import giving
from tests.movements.reading import ACCOUNT, PUBLIC, rows
from tests.payments import buying
from tests.world import Person, World


async def test_exports_an_account_with_its_cards_and_its_bundles(
    world: World, alice: Person, mallory: Person
) -> None:
    card = await make.card(alice, collection=PUBLIC)
    await giving.gave(alice, card["id"])
    await giving.gave(mallory, (await make.card(mallory, collection=PUBLIC))["id"])
    await buying.bought(alice)
    found = await rows(alice, ACCOUNT)
    assert len(found) == await world.owner.fetchval(
        "select count(*) from ledger where account_id = $1", alice.account_id
    )
    assert {(each["card_id"], each["name"]) for each in found} == {(card["id"], "Grandma Ilse"), ("", "")}
    assert "sales:bundles" in {each["credit"] for each in found}
    assert await rows(world.bob, ACCOUNT) == []


async def test_exports_no_bundles_to_a_member(world: World, alice: Person) -> None:
    card = await giving.card(alice, add_cash=True)
    await giving.gave(alice, card["id"])
    pledge = await giving.pledges(alice, card["id"])
    await buying.bought(alice)
    owned = await rows(alice, ACCOUNT)
    await world.owner.execute("update memberships set role = 'member'")
    found = await rows(alice, ACCOUNT)
    assert {each["card_id"] for each in found} == {card["id"]}
    assert pledge["id"] in {each["contribution_id"] for each in found}
    assert found == [each for each in owned if each["card_id"]]
