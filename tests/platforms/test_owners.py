"""A customer with and without owners: who gets its mails, and who sets its payment provider."""

import pytest

from tests import make
from tests.platforms.acting import acting, joined
from tests.platforms.test_leave import PATH
from tests.world import Person
from wellwish.delivery import owner, wording
from wellwish.delivery.owner import Owner
from wellwish.delivery.words import Words

pytestmark = pytest.mark.anyio

PROVIDER = "/api/payment-provider"


async def mailed(platform: Person, account_id: str) -> list[str]:
    """Mails the owners of an account, and returns the recipients."""
    services = platform.world.services

    def written(to: Owner) -> tuple[str, Words]:
        words = Words(preheader="Hello", heading=to.account_name, lines=["Hello"], why="A test.")
        return wording.rotated_subject(to.account_name, to.locale), words

    async with services.db.transaction([account_id]) as tx:
        mail = owner.OwnerMail("credential_rotated", "test", written)
        await owner.mail_owners(tx, services, account_id, mail)
    sql = "select recipient from messages where account_id = $1 order by recipient"
    return [row[0] for row in await platform.world.owner.fetch(sql, account_id)]


async def test_mails_the_platform_of_an_account_without_owners(platform: Person, bob: Person) -> None:
    other, owned = await acting(platform), await acting(platform)
    await joined(owned, "ines")
    sql = "insert into memberships (account_id, user_id, role, created_at) values ($1, $2, 'member', now())"
    await platform.world.owner.execute(sql, platform.account_id, bob.user_id)
    assert await mailed(platform, other.account_id) == [platform.email], "not its members"
    assert await mailed(platform, owned.account_id) == ["ines@example.com"]
    assert await mailed(platform, platform.account_id) == [platform.email]


async def test_mails_nobody_of_a_platform_that_may_not_see_the_account(platform: Person) -> None:
    closed, left = await acting(platform), await acting(platform)
    for each, done in ((closed, "closed"), (left, "left")):
        former = await joined(each, f"ines-{done}")
        answer = await (former.patch(PATH, {"access": "none"}) if done == "closed" else former.delete(PATH))
        assert answer.is_success
        await platform.world.owner.execute("delete from memberships where account_id = $1", each.account_id)
        assert await mailed(platform, each.account_id) == []


async def test_sets_the_payment_provider_only_until_there_is_an_owner(platform: Person) -> None:
    """Otherwise it could send the money of the customer's cards to itself."""
    other = await acting(platform)
    assert (await other.put(PROVIDER, {"provider": "sandbox"})).status_code == 200
    owner_of = await joined(other, "ines")
    for answer in (
        await other.put(PROVIDER, {"provider": "sandbox"}),
        await other.delete(PROVIDER),
    ):
        assert (answer.status_code, answer.json()["code"]) == (403, "owner_required")
    assert (await other.get(PROVIDER)).status_code == 200
    assert (await owner_of.put(PROVIDER, {"provider": "sandbox"})).status_code == 200, "the control"
    assert (await platform.put(PROVIDER, {"provider": "sandbox"})).status_code == 200, "its own account"
    assert (await make.card(other))["id"]
