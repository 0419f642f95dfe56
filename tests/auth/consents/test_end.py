"""A consent ends with the membership behind it, however the membership ends."""

import pytest

from tests.auth.consents.consenting import made_without_pages
from tests.members.joining import join
from tests.world import Person, World
from wellwish.auth.consents.authenticate import find_granted
from wellwish.base import clock
from wellwish.privacy.erase import erase
from wellwish.privacy.person import parse_person

pytestmark = pytest.mark.anyio


async def test_an_erased_member_leaves_no_consent(world: World, alice: Person, bob: Person) -> None:
    await join(bob, alice)
    own_account, bob.account_id = bob.account_id, alice.account_id
    ended = (await made_without_pages(bob)).access_token
    bob.account_id = own_account
    kept = (await made_without_pages(bob)).access_token
    hers = (await made_without_pages(alice)).access_token
    await erase(world.services, parse_person(bob.email), clock.now(), with_anonymous=False)
    assert await find_granted(world.services, ended) is None
    # The controls: bob is still the only owner of his account, and alice is another user.
    assert await find_granted(world.services, kept) is not None
    assert await find_granted(world.services, hers) is not None


async def test_the_end_of_a_user_ends_all_of_their_consents(world: World, alice: Person, bob: Person) -> None:
    gone, stays = [(await made_without_pages(each)).access_token for each in (alice, bob)]
    await world.owner.execute("delete from memberships where user_id = $1", alice.user_id)
    assert await find_granted(world.services, gone) is None
    assert await find_granted(world.services, stays) is not None
    assert await world.owner.fetchval("select count(*) from consent_tokens") == 1
