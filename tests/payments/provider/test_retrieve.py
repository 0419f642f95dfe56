"""Retrieve an account's payment provider: owner only, without secrets."""

from tests.fakes.stripe import FakeStripe
from tests.payments import striped
from tests.world import Person, World


async def test_begins_with_the_sandbox(alice: Person) -> None:
    shown = (await alice.get(striped.PATH)).json()
    assert (shown["provider"], shown["kind"], shown["live"], shown["version"]) == ("sandbox", None, False, 1)
    assert (await alice.post(f"{striped.PATH}/check")).status_code == 200
    assert (await alice.put(striped.PATH, {"provider": "sandbox"})).json()["provider"] == "sandbox"


async def test_only_the_owner_is_allowed(world: World, alice: Person, stripe: FakeStripe) -> None:
    assert (await striped.own_key(stripe, alice)).status_code == 200
    await world.owner.execute("update memberships set role = 'member' where user_id = $1", alice.user_id)
    for answer in (
        await alice.get(striped.PATH),
        await striped.own_key(stripe, alice),
        await alice.delete(striped.PATH),
        await alice.post(f"{striped.PATH}/check"),
    ):
        assert (answer.status_code, answer.json()["code"]) == (403, "owner_required")
