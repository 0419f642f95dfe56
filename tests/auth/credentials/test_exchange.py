"""POST /account/api-access/token with the credentials in headers."""

import asyncio
import re
from datetime import datetime, timedelta

import pytest

from tests.auth.credentials.pairs import (
    EXCHANGE,
    ROTATE,
    Pair,
    client_at,
    exchange,
    pair_of,
    rotate,
    token,
    works,
)
from wellwish.base import clock


async def test_gives_a_token_that_opens_the_api(world, alice):
    answer = await exchange(world, pair_of(alice))
    body = answer.json()
    assert answer.status_code == 200
    assert body.keys() == {"access_token", "token_type", "expires_in", "expires_at", "account_id"}
    assert re.fullmatch("wwt_[0-9A-Za-z]{49}", body["access_token"])
    assert (body["token_type"], body["expires_in"], body["account_id"]) == ("Bearer", 3600, alice.account_id)
    left = datetime.fromisoformat(body["expires_at"]) - clock.now()
    assert timedelta(seconds=3590) < left <= timedelta(seconds=3600)
    assert answer.headers["cache-control"] == "no-store"
    assert answer.headers["pragma"] == "no-cache"
    assert await works(world, body["access_token"])


@pytest.mark.parametrize("body", [b"", b"{}", b"{", b"grant_type=password"])
@pytest.mark.parametrize(
    "media", [None, "application/json", "text/plain", "application/x-www-form-urlencoded"]
)
async def test_ignores_a_body_next_to_the_headers(world, alice, body, media):
    headers = {} if media is None else {"Content-Type": media}
    assert (await exchange(world, pair_of(alice), content=body, headers=headers)).status_code == 200


async def test_ignores_a_bearer_token_next_to_the_headers(world, alice):
    answer = await exchange(world, pair_of(alice), headers={"Authorization": "Bearer wwt_old"})
    assert answer.status_code == 200


async def test_gives_another_token_for_the_same_idempotency_key(world, alice):
    headers = {"Idempotency-Key": "one"}
    first, second = [await exchange(world, pair_of(alice), headers=headers) for _ in range(2)]
    assert first.json()["access_token"] != second.json()["access_token"]
    assert await works(world, first.json()["access_token"])


async def test_keeps_earlier_tokens_when_there_is_another(world, alice):
    tokens = [await token(world, pair_of(alice)) for _ in range(3)]
    assert [await works(world, each) for each in tokens] == [True] * 3


def _wrong_pairs(alice, mallory):
    return {
        "another account's secret": Pair(alice.api_key, mallory.client_secret),
        "another account's key": Pair(mallory.api_key, alice.client_secret),
        "unknown key": Pair(alice.api_key[:-1] + "_", alice.client_secret),
        "longer secret": Pair(alice.api_key, alice.client_secret + "0"),
        "nothing": Pair("", ""),
        "another script": Pair("clé", "münze"),
    }


async def test_never_says_which_half_was_wrong(world, alice, mallory):
    answers = []
    for pair in _wrong_pairs(alice, mallory).values():
        raw = {name: value.encode("latin-1") for name, value in pair.headers.items()}
        answer = await world.client.post(EXCHANGE, headers=raw)
        answers.append(answer)
        assert answer.status_code == 401
        assert answer.headers["content-type"] == "application/problem+json"
        assert answer.headers["www-authenticate"] == 'ApiKey realm="wellwish"'
    bodies = [{**answer.json(), "request_id": None} for answer in answers]
    assert all(body == bodies[0] for body in bodies)
    assert bodies[0]["code"] == bodies[0]["error"] == "invalid_client"


@pytest.mark.parametrize("half", ["x-api-key", "x-client-secret"])
async def test_refuses_half_a_pair(world, alice, half):
    answer = await world.client.post(EXCHANGE, headers={half: pair_of(alice).headers[half]})
    assert (answer.status_code, answer.json()["code"]) == (401, "invalid_client")


@pytest.mark.parametrize("body", [b"", b"{}"])
async def test_refuses_a_request_without_any_pair(world, body):
    answer = await world.client.post(EXCHANGE, content=body, headers={"Content-Type": "application/json"})
    assert (answer.status_code, answer.json()["error"]) == (401, "invalid_client")


async def test_takes_no_pair_from_the_query(world, alice):
    query = {**pair_of(alice).headers, "client_id": alice.api_key, "client_secret": alice.client_secret}
    answer = await world.client.post(EXCHANGE, params={**query, "grant_type": "client_credentials"})
    assert answer.status_code == 401


async def test_refuses_a_body_that_is_too_large(world, alice):
    answer = await exchange(world, pair_of(alice), content=b" " * (256 * 1024 + 1))
    assert (answer.status_code, answer.json()["error"]) == (413, "invalid_request")


async def test_refuses_methods_other_than_post(world):
    answer = await world.client.get(EXCHANGE)
    assert (answer.status_code, answer.headers["allow"]) == (405, "OPTIONS, POST")


async def test_counts_requests_against_the_account(ordinary, alice):
    answer = await exchange(ordinary, pair_of(alice))
    assert answer.headers["ratelimit-policy"] == '"requests";q=1200;w=60'


async def test_throttles_failures_of_one_key_from_one_address(world, alice, early):
    wrong = Pair(alice.api_key, "wws_wrong")
    statuses = [(await exchange(world, wrong)).status_code for _ in range(12)]
    assert statuses == [401] * 10 + [429] * 2
    last = await exchange(world, wrong)
    assert last.json()["code"] == "too_many_failures"
    assert last.json()["error"] == "temporarily_unavailable"
    assert 1 <= int(last.headers["retry-after"]) <= 60


async def test_refuses_even_a_valid_pair_while_throttled(world, alice, early):
    for _ in range(10):
        await exchange(world, Pair(alice.api_key, "wws_wrong"))
    assert (await exchange(world, pair_of(alice))).status_code == 429


async def test_knowing_a_key_locks_no_one_out(world, alice, bob, early):
    for _ in range(11):
        await exchange(world, Pair(alice.api_key, "wws_wrong"))
    async with client_at(world, "203.0.113.9") as elsewhere:
        assert (await elsewhere.post(EXCHANGE, headers=pair_of(alice).headers)).status_code == 200
    assert (await exchange(world, pair_of(bob))).status_code == 200


async def test_throttles_an_unknown_key_like_a_known_one(world, early):
    statuses = [(await exchange(world, Pair("wwk_none", "wws_none"))).status_code for _ in range(11)]
    assert statuses == [401] * 10 + [429]


async def test_lets_in_again_after_a_minute(world, alice, early, later):
    for _ in range(11):
        await exchange(world, Pair(alice.api_key, "wws_wrong"))
    later(timedelta(minutes=1))
    assert (await exchange(world, pair_of(alice))).status_code == 200


async def test_counts_failures_at_the_same_time(world, alice, early):
    wrong = Pair(alice.api_key, "wws_wrong")
    answers = await asyncio.gather(*(exchange(world, wrong) for _ in range(40)))
    assert sorted(answer.status_code for answer in answers) == [401] * 10 + [429] * 30


async def test_ends_tokens_within_the_overlap_of_a_former_pair(world, alice):
    former = pair_of(alice)
    await rotate(world, former, 60)
    answer = await exchange(world, former)
    assert 55 <= answer.json()["expires_in"] <= 60


async def test_interface_flow_with_only_headers(world, alice):
    """Section 4.6, first step: rotate, exchange, call."""
    pair = (await world.client.post(ROTATE, headers=pair_of(alice).headers)).json()
    headers = {"x-api-key": pair["api_key"], "x-client-secret": pair["client_secret"]}
    access_token = (await world.client.post(EXCHANGE, headers=headers)).json()["access_token"]
    answer = await world.client.get(
        "/api/bundle-purchases/available", headers={"Authorization": f"Bearer {access_token}"}
    )
    assert answer.json()["data"][0]["bundle_purchase_id"] == alice.bundle_purchase_id


async def test_runs_exactly_two_sql_statements(world, alice, monkeypatch):
    from wellwish.infra.db import Tx

    statements: list[str] = []
    for name in ("maybe", "many", "value", "run"):

        def counted(original):
            async def call(self, *args, **given):
                statements.append(str(args[-1]))
                return await original(self, *args, **given)

            return call

        monkeypatch.setattr(Tx, name, counted(getattr(Tx, name)))
    assert (await exchange(world, pair_of(alice))).status_code == 200
    assert len(statements) == 2
