"""The form shows a giver's address for confirmations only to their own browser.

The sender of a card can read the link of an invitation, and can open a named note and its form with it.
"""

import pytest

from tests import make
from tests.contributions.test_mail_gift import NOOR, mails
from tests.web.signing.test_gift import card, pays, sign
from tests.web.visitor import Visitor, path_of
from tests.world import World

pytestmark = pytest.mark.anyio

FIELD = 'name="receipt_email"'
SENDER = "sender@example.com"


async def test_only_the_giver_sees_and_changes_the_address(world: World) -> None:
    made, _ = await card(world)
    [invited] = await make.invitations(world.alice, made["id"], "work@example.com")
    path = path_of(invited["link"])
    giver, sender = Visitor(world), Visitor(world)
    await giver.open(path)
    assert FIELD in giver.page
    await sign(giver, path, gift="500", receipt_email=NOOR)
    await sender.open(path)
    assert "All the best" in sender.page  # the note opens, without the address
    assert (NOOR in sender.page, FIELD in sender.page) == (False, False)
    await giver.open(path)
    assert f'value="{NOOR}"' in giver.page
    for typed in (SENDER, ""):
        await sender.open(path)
        await sender.send(path, gift="500", receipt_email=typed)
        await giver.open(path)
        assert f'value="{NOOR}"' in giver.page
    await giver.send(path, gift="500", receipt_email="other@example.com", anonymous="yes")
    await pays(world, giver, "succeed")
    assert len(await mails(world, "other@example.com")) == 1
