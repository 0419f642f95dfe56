"""The mail to a new card admin."""

import msgspec
import pytest

from tests import make
from tests.world import Person
from wellwish.delivery import mail_admin

pytestmark = pytest.mark.anyio


async def test_notifies_the_admin_once(alice: Person, bob: Person) -> None:
    card = await make.card(alice)
    await make.admin(alice, card["card_id"], bob)
    owner = alice.world.owner
    args = msgspec.json.decode(
        await owner.fetchval("select args::text from jobs where kind = $1", mail_admin.TELL_ADMIN)
    )
    await alice.world.work()
    await mail_admin.run(alice.world.services, args)
    [mail] = await owner.fetch("select * from messages")
    assert mail["recipient"] == "bob@example.com"
    assert mail["subject"] == "You're now an admin of “Happy birthday, Maya”"
    assert "Priya and friends made you an admin" in mail["body"]
    assert (mail["link_kind"], mail["link_subject_id"]) == ("admin", args["card_admin_id"])


async def test_says_nothing_to_somebody_removed_meanwhile(alice: Person, bob: Person) -> None:
    card = await make.card(alice)
    admin = await make.admin(alice, card["card_id"], bob)
    await alice.delete(f"/api/card-admins/{admin['card_admin_id']}")
    await alice.world.work()
    assert await alice.world.owner.fetchval("select count(*) from messages") == 0
