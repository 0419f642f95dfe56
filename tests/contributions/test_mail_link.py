"""Mailed links to one's own note, and concurrent messages."""

import asyncio

import pytest

from tests.contributions.signing import signs
from tests.delivery.conftest import Sending
from tests.delivery.conftest import sending as sending  # noqa: PLC0414 - a fixture of another folder
from tests.waiting import until_waiting
from tests.web.signing.test_sign import shared
from wellwish.cards import card_row
from wellwish.cards.access import EVERYTHING, CardAccess
from wellwish.contributions.mail_link import mail_link
from wellwish.delivery import budget

pytestmark = pytest.mark.anyio


async def test_two_requests_for_one_address_wait_for_each_other(sending: Sending) -> None:
    """Requests through an invitation lock the address before the account, which avoids a deadlock."""
    world, services, account_id = sending.world, sending.world.services, sending.world.alice.account_id
    card, _ = await shared(world)
    signed = await signs(world, card["sign_url"])

    async def mails() -> bool:
        async with services.db.transaction([account_id]) as tx:
            row = await card_row.load(tx, CardAccess(account_id, card["id"], EVERYTHING))
            return await mail_link(tx, services, row, signed.row, "maya@example.com")

    async with services.db.transaction([account_id]) as tx:
        assert await budget.within_day_of_signer(tx, services, "another card", ["email:maya@example.com"])
        other = asyncio.create_task(mails())
        await until_waiting(world.owner)
        assert await budget.own_links_of_account(tx, services, account_id)
    assert await other
