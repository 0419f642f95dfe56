"""The account does not see the addresses to which contributors sent links to their notes."""

import pytest

from tests.contributions.signing import signs, wish
from tests.delivery.conftest import Sending
from tests.delivery.conftest import sending as sending  # noqa: PLC0414 - a fixture of another folder
from tests.suppressions.test_list import brief, invite, listed, unsubscribe
from tests.web.signing.test_sign import shared
from wellwish.cards import card_row
from wellwish.cards.access import EVERYTHING, CardAccess
from wellwish.contributions.mail_link import mail_link
from wellwish.delivery import suppression

pytestmark = pytest.mark.anyio
ADDRESS = "maya.smith@example.com"


async def mail_own_link(sending: Sending) -> None:
    """Mails the link to an anonymous note to its author."""
    world, account_id = sending.world, sending.world.alice.account_id
    card, _ = await shared(world)
    signed = await signs(world, card["sign_url"], wish(anonymous=True))
    async with world.services.db.transaction([account_id]) as tx:
        row = await card_row.load(tx, CardAccess(account_id, card["id"], EVERYTHING))
        assert await mail_link(tx, world.services, row, signed.row, ADDRESS)
    await world.work()


async def is_suppressed(sending: Sending) -> bool:
    world = sending.world
    async with world.services.db.transaction([world.alice.account_id]) as tx:
        key = suppression.key("email", ADDRESS)
        return bool(await suppression.among(tx, world.services.keys, world.alice.account_id, [key]))


def refuse(sending: Sending) -> None:
    sending.post.at_rcpt = lambda address: "550 5.1.1 no such user" if address == ADDRESS else None


async def test_an_own_link_that_bounces_is_not_listed(sending: Sending) -> None:
    refuse(sending)
    await mail_own_link(sending)
    assert await is_suppressed(sending)
    assert await listed(sending.world.alice) == []


async def test_unsubscribing_from_an_own_link_is_not_listed(sending: Sending) -> None:
    await mail_own_link(sending)
    await unsubscribe(sending)
    assert await is_suppressed(sending)
    assert await listed(sending.world.alice) == []
    [row] = await sending.world.owner.fetch("select id, sealed_address from suppressions")
    assert (row["id"], row["sealed_address"]) == (None, None)


async def test_an_address_that_the_account_invites_is_listed(sending: Sending) -> None:
    await mail_own_link(sending)
    await invite(sending.world.alice, ADDRESS)
    await sending.world.work()
    await unsubscribe(sending)
    assert brief(await listed(sending.world.alice)) == [(ADDRESS, "unsubscribed")]
