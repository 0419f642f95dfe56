"""Sign as the pages do: with a link's token, through the rules that pages share with the API."""

from typing import Any

from tests.world import World
from wellwish.cards.link import INVITATION, OWN, SIGN, open_link
from wellwish.contributions.contribution import ContributionRow
from wellwish.contributions.edit import SentForm, Signed, edit
from wellwish.contributions.note import NewContribution, NewNote
from wellwish.contributions.remove import remove
from wellwish.contributions.sign import sign
from wellwish.contributions.signing import load


def wish(name: str | None = "Carol", text: str = "All the best", **fields: Any) -> NewContribution:
    """Returns a contribution as a form produces it."""
    style = {
        each: fields.pop(each) for each in ("pen", "ink", "paper", "visibility", "media") if each in fields
    }
    return NewContribution(name=name, note=NewNote(text=text, **style), **fields)


def token_of(url: str) -> str:
    return url.rpartition("/")[2]


async def signs(world: World, url: str, new: NewContribution | None = None, key: str | None = None) -> Signed:
    """Signs through a link: an invitation's or the shared one."""
    async with world.services.db.transaction() as tx:
        opened = await open_link(tx, token_of(url), [SIGN, INVITATION])
        found = await load(tx, opened, lock=True)
        assert found.route is not None
        return await sign(tx, world.services, found.row, found.route, new or wish(), SentForm(key))


def own_url(world: World, row: ContributionRow) -> str:
    assert row.link is not None
    return row.link.url(world.services.keys, world.services.settings.base_url)


async def edits(world: World, url: str, new: NewContribution) -> ContributionRow:
    """Edits through the author's link."""
    async with world.services.db.transaction() as tx:
        opened = await open_link(tx, token_of(url), [OWN])
        found = await load(tx, opened, lock=True)
        assert found.own is not None
        return (await edit(tx, world.services, found.row, found.own, new)).row


async def removes(world: World, url: str) -> ContributionRow:
    """Removes through the author's link."""
    async with world.services.db.transaction() as tx:
        opened = await open_link(tx, token_of(url), [OWN])
        found = await load(tx, opened, lock=True)
        assert found.own is not None
        return await remove(tx, world.services, found.access, found.own)
