"""Authentication by access token of the operations under /api."""

from datetime import timedelta

import pytest

from tests.auth.credentials.pairs import pair_of, token, works
from wellwish.auth.credentials.secret import new_secret
from wellwish.infra.db import Tx

PATH = "/api/templates"


@pytest.mark.parametrize("header", [None, "", "Basic d3d0OnB3", "wwt_x", "Token wwt_x", "Bearerwwt_x"])
async def test_requires_authentication_without_a_bearer_token(world, header):
    headers = {} if header is None else {"Authorization": header}
    answer = await world.client.get(PATH, headers=headers)
    assert (answer.status_code, answer.json()["code"]) == (401, "unauthenticated")
    assert answer.headers["www-authenticate"] == 'Bearer realm="wellwish"'


@pytest.mark.parametrize("form", ["", "x", "{}", "{}0", "{}é", "0{}", "{0}, {0}", "{0} {0}", "wws_{}"])
async def test_refuses_malformed_and_unknown_tokens(world, form):
    given = form.format(new_secret("wwt"))
    answer = await world.client.get(PATH, headers={"Authorization": f"Bearer {given}".encode("latin-1")})
    assert (answer.status_code, answer.json()["code"]) == (401, "invalid_token")
    assert answer.headers["www-authenticate"] == 'Bearer realm="wellwish", error="invalid_token"'


@pytest.mark.parametrize("form", ["Bearer {}", "bearer {}", "BEARER   {}", "Bearer {} "])
async def test_takes_the_scheme_in_any_case(world, alice, form):
    access_token = await token(world, pair_of(alice))
    answer = await world.client.get(PATH, headers={"Authorization": form.format(access_token)})
    assert answer.status_code == 200


async def test_refuses_an_expired_token(world, alice, later):
    access_token = await token(world, pair_of(alice))
    later(timedelta(seconds=3599))
    assert await works(world, access_token)
    later(timedelta(seconds=2))
    assert not await works(world, access_token)


async def test_takes_no_token_from_the_query(world, alice):
    access_token = await token(world, pair_of(alice))
    answer = await world.client.get(
        PATH, params={"access_token": access_token, "authorization": access_token}
    )
    assert answer.status_code == 401


async def test_refuses_a_key_pair_as_a_token(world, alice):
    assert (await world.client.get(PATH, headers=pair_of(alice).headers)).status_code == 401


async def test_makes_no_query_for_a_mistyped_token(world, monkeypatch):
    async def never(*_args, **_given):
        raise AssertionError("a statement was sent")

    monkeypatch.setattr(Tx, "maybe", never)
    mistyped = new_secret("wwt")[:-1] + "_"
    answer = await world.client.get(PATH, headers={"Authorization": f"Bearer {mistyped}"})
    assert answer.status_code == 401


async def test_revoked_token_ends_on_another_process_at_once(ordinary, world, alice):
    """Two applications on one database stand in for two processes; neither caches the token."""
    access_token = await token(world, pair_of(alice))
    assert await works(ordinary, access_token)
    await world.owner.execute("delete from credentials where account_id = $1", alice.account_id)
    assert not await works(ordinary, access_token)
    assert not await works(world, access_token)
