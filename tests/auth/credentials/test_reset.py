"""The command `credential reset`."""

import pytest

from tests.auth.credentials.pairs import Pair, exchange, pair_in, pair_of, rotate, token, usable, works
from wellwish.auth.credentials.reset import reset


async def _reset(world, account_id):
    async with world.services.db.transaction([account_id]) as tx:
        pair = await reset(tx, world.services.keys, account_id)
    return Pair(pair.api_key, pair.client_secret)


async def test_ends_all_pairs_and_tokens_and_gives_the_owner_a_new_one(world, alice):
    tokens = [await token(world, pair_of(alice))]
    second = pair_in(await rotate(world, pair_of(alice)))
    tokens.append(await token(world, second))
    third = await _reset(world, alice.account_id)
    assert [await usable(world, pair) for pair in (pair_of(alice), second, third)] == [False, False, True]
    assert [await works(world, each) for each in tokens] == [False, False]
    assert (await exchange(world, third)).json()["account_id"] == alice.account_id


async def test_does_not_affect_other_accounts(world, alice, mallory):
    access_token = await token(world, pair_of(mallory))
    await _reset(world, alice.account_id)
    assert await works(world, access_token)


async def test_refuses_an_unknown_account(world):
    with pytest.raises(LookupError):
        await _reset(world, "acct_01h455vb4pex5vsknk084sn02q")
