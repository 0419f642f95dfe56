"""Notes whose tie to an address became a keyed hash: which of several authors' requests find them."""

from typing import Any

import pytest

from tests import make
from tests.contributions.signing import edits, own_url, signs, wish
from tests.privacy.conftest import _own_journal as _own_journal  # noqa: PLC0414 - for the tests of erasures
from tests.privacy.erasures.erasing import erased
from tests.privacy.traces import EMAIL, NAME, NOTE
from tests.world import Person, World
from wellwish.base import clock
from wellwish.cards import card_row
from wellwish.cards.access import EVERYTHING, CardAccess
from wellwish.contributions.contribution import ContributionRow
from wellwish.contributions.mail_link import mail_link
from wellwish.privacy.erase import erase
from wellwish.privacy.export import export
from wellwish.privacy.person import parse_person

pytestmark = pytest.mark.anyio
OTHER = "ben.beckmann@example.org"


async def _mail(world: World, alice: Person, card_id: str, row: ContributionRow, email: str) -> None:
    access = CardAccess(alice.account_id, card_id, EVERYTHING)
    async with world.services.db.transaction([alice.account_id]) as tx:
        card = await card_row.load(tx, access)
        assert await mail_link(tx, world.services, card, row, email)


async def _notes(world: World, email: str) -> list[str]:
    """Returns the texts of the notes that the person's own request finds."""
    found: dict[str, Any] = await export(world.services, parse_person(email))
    return [each["text"] for account in found["accounts"] for each in account["contributions"]]


async def _in_the_former_column(world: World, row: ContributionRow) -> None:
    """Moves the tie to the column that the former release writes and reads."""
    sql = "update contributions set author_hash = author_hashes[1], author_hashes = '{}' where id = $1"
    assert await world.owner.execute(sql, row.id) == "UPDATE 1"


@pytest.mark.parametrize("first", [EMAIL, OTHER])
async def test_each_of_two_addresses_still_finds_the_note(world: World, alice: Person, first: str) -> None:
    """The author was invited by one address and had the link mailed to another; the account erases both."""
    card = await make.card(alice, moderation="off")
    [invited] = await make.invitations(alice, card["id"], EMAIL)
    signed = await signs(world, invited["link"], wish(None, NOTE, anonymous=True))
    await _mail(world, alice, card["id"], signed.row, OTHER)
    second = OTHER if first == EMAIL else EMAIL
    for email in (first, second):
        await erased(world, alice, email=email)
        assert [await _notes(world, each) for each in (EMAIL, OTHER)] == [[NOTE], [NOTE]]


@pytest.mark.parametrize("by_former_release", [False, True])
async def test_who_had_a_former_link_does_not_find_the_anonymous_note(
    world: World, alice: Person, by_former_release: bool
) -> None:
    """Somebody with the link of the invitation had the author's link mailed to their own address, and the
    account erased this address. Then the author makes the note anonymous.
    """
    card = await make.card(alice, moderation="off")
    [invited] = await make.invitations(alice, card["id"], EMAIL)
    signed = await signs(world, invited["link"], wish(NAME, NOTE))
    await _mail(world, alice, card["id"], signed.row, OTHER)
    await erased(world, alice, email=OTHER)
    if by_former_release:
        await _in_the_former_column(world, signed.row)
    assert await _notes(world, OTHER) == [NOTE]  # the control: the mail had the link of the note with a name
    await edits(world, own_url(world, signed.row), wish(None, NOTE, anonymous=True))
    assert await _notes(world, OTHER) == []
    assert await _notes(world, EMAIL) == [NOTE]


async def test_another_person_finds_nothing(world: World, alice: Person) -> None:
    card = await make.card(alice, moderation="off")
    invited = await make.invitations(alice, card["id"], EMAIL, OTHER)
    await signs(world, invited[0]["link"], wish(None, NOTE, anonymous=True))
    for email in (EMAIL, OTHER):
        await erased(world, alice, email=email)
    assert [await _notes(world, each) for each in (EMAIL, OTHER)] == [[NOTE], []]


async def test_finds_a_note_that_the_former_release_separated(world: World, alice: Person) -> None:
    card = await make.card(alice, moderation="off")
    [invited] = await make.invitations(alice, card["id"], EMAIL)
    signed = await signs(world, invited["link"], wish(None, NOTE, anonymous=True))
    await erased(world, alice)
    await _in_the_former_column(world, signed.row)
    assert [await _notes(world, each) for each in (EMAIL, OTHER)] == [[NOTE], []]
    done = await erase(world.services, parse_person(EMAIL), clock.now(), with_anonymous=False)
    assert done.changed == [alice.account_id]
    assert await _notes(world, EMAIL) == []
    removals = "select count(*) from jobs where kind = 'people.erase_note'"
    assert await world.owner.fetchval(removals) == 1
