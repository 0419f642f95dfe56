"""Export the data stored about a person, across accounts."""

import json

import pytest

from tests import make
from tests.contributions.signing import signs, wish
from tests.privacy import traces
from tests.privacy.traces import EMAIL, NAME, NOTE, PHONE
from tests.world import Person, World
from wellwish.privacy import export as exports
from wellwish.privacy import search
from wellwish.privacy.person import parse_person

pytestmark = pytest.mark.anyio


async def exported(world: World, address: str = EMAIL) -> dict[str, object]:
    return await exports.export(world.services, parse_person(address))


async def test_contains_the_data_of_every_account(world: World, alice: Person, mallory: Person) -> None:
    await traces.place(world, alice)
    card = await make.card(mallory, title="Farewell")
    [invited] = await make.invitations(mallory, card["id"], EMAIL)
    await signs(world, invited["link"], wish(None, "Hidden words", anonymous=True))
    found = await exported(world, f" {EMAIL.title()} ")
    text = json.dumps(found, default=str)
    for words in (NAME, NOTE, PHONE, "Happy birthday, Maya", "Farewell", "Hidden words", "Team"):
        assert words in text, words
    assert {each["account_name"] for each in found["accounts"]} == {"alice and co", "mallory and co"}  # type: ignore[index]


async def test_omits_a_card_from_its_recipients_data_until_it_closes(world: World, alice: Person) -> None:
    card = await make.card(alice, title="A secret party", recipient=NAME, recipient_email=EMAIL)
    await make.invitations(alice, card["id"], EMAIL)  # is not sent
    text = json.dumps(await exported(world), default=str)
    assert NAME in text
    assert "secret party" not in text
    assert (await alice.post(f"/api/cards/{card['id']}/close")).status_code == 200
    assert "secret party" in json.dumps(await exported(world), default=str)  # the control


async def test_contains_nothing_of_others(world: World, alice: Person) -> None:
    card = await make.card(alice)
    await make.invitations(alice, card["id"], EMAIL, "ben@example.com")
    await signs(world, card["sign_url"], wish("Benedict", "Words of another", anonymous=False))
    text = json.dumps(await exported(world), default=str)
    assert EMAIL in text
    for other in ("ben@example.com", "Benedict", "Words of another"):
        assert other not in text
    assert (await exported(world, "nobody@example.org"))["accounts"] == []


async def test_reads_the_accounts_page_by_page(
    world: World, alice: Person, mallory: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(search, "ACCOUNTS", 1)
    for person in (alice, mallory):
        card = await make.card(person)
        await make.invitations(person, card["id"], EMAIL)
    accounts = await exports.find_all(world.services, parse_person(EMAIL))
    assert accounts == sorted([alice.account_id, mallory.account_id])


async def test_sees_only_the_accounts_of_its_transaction(world: World, alice: Person, bob: Person) -> None:
    """The search uses the policies of tenants: no role reads all accounts."""
    card = await make.card(alice)
    await make.invitations(alice, card["id"], EMAIL)
    both = [alice.account_id, bob.account_id]
    for seen, found in (([bob.account_id], {}), (both, {alice.account_id: True})):
        async with world.services.db.transaction(seen) as tx:
            assert await search.find_accounts(tx, world.services, parse_person(EMAIL), both) == found
