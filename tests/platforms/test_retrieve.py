"""GET /api/accounts/{account_id}"""

from tests import make
from tests.guards.test_tenants import bare
from tests.platforms.acting import acting, customer
from tests.world import Person
from wellwish.base import ids


async def test_counts_the_cards_of_the_customer(platform: Person) -> None:
    other = await acting(platform)
    await make.card(other)
    assert (await platform.get(f"/api/accounts/{other.account_id}")).json()["cards"] == 1


async def test_every_id_that_is_no_customer_gets_the_same_response(
    platform: Person, stranger: Person
) -> None:
    theirs = await customer(stranger)
    absent = bare(await platform.get(f"/api/accounts/{ids.new('acct')}"))
    assert absent[0] == 404
    for given in (theirs["id"], platform.account_id, "nonsense", ids.new("evt")):
        assert bare(await platform.get(f"/api/accounts/{given}")) == absent, given
