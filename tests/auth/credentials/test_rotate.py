"""POST /account/api-access/credentials/rotate."""

import asyncio
import re
from datetime import datetime, timedelta

import pytest

from tests.auth.credentials.pairs import (
    ROTATE,
    Pair,
    client_at,
    exchange,
    pair_in,
    pair_of,
    rotate,
    token,
    usable,
    works,
)
from wellwish.auth.credentials.credential import TOKEN_LIFETIME
from wellwish.base import clock


async def test_gives_a_new_pair_and_a_day_for_the_former(world, alice):
    answer = await rotate(world, pair_of(alice))
    body = answer.json()
    assert answer.status_code == 201
    assert body.keys() == {
        "api_key", "client_secret", "created_at", "previous_expires_at", "restricted_keys_ended",
    }  # fmt: skip
    assert re.fullmatch("wwk_[0-9A-Za-z]{49}", body["api_key"])
    assert re.fullmatch("wws_[0-9A-Za-z]{49}", body["client_secret"])
    created, ends = (datetime.fromisoformat(body[name]) for name in ("created_at", "previous_expires_at"))
    assert ends - created == timedelta(days=1)
    assert answer.headers["cache-control"] == "no-store"
    assert await usable(world, pair_in(answer))
    assert await usable(world, pair_of(alice))


NO_BODY = [(body, media) for body in (b"", b"{}") for media in (None, "application/json", "text/plain")]


@pytest.mark.parametrize(("body", "media"), [*NO_BODY, (b'{"overlap_seconds": null}', "application/json")])
async def test_takes_no_body_for_the_defaults(world, alice, body, media):
    headers = {} if media is None else {"Content-Type": media}
    answer = await rotate(world, pair_of(alice), content=body, headers=headers)
    assert answer.status_code == 201, answer.text


async def test_reads_a_body_that_says_something_only_as_json(world, alice):
    answer = await rotate(
        world, pair_of(alice), content=b'{"overlap_seconds": 60}', headers={"Content-Type": "text/plain"}
    )
    assert answer.status_code == 415


@pytest.mark.parametrize("overlap", [-1, 604_801, "an hour", True, 1.5, [], {}])
async def test_refuses_an_overlap_outside_the_limits(world, alice, overlap):
    answer = await rotate(world, pair_of(alice), overlap)
    assert answer.status_code == 422
    assert [fault["pointer"] for fault in answer.json()["errors"]] == ["/overlap_seconds"]
    assert await _live(world, alice) == 1


@pytest.mark.parametrize("overlap", [1, 604_800, 60.0])
async def test_accepts_an_overlap_within_the_limits(world, alice, overlap):
    body = (await rotate(world, pair_of(alice), overlap)).json()
    created, ends = (datetime.fromisoformat(body[name]) for name in ("created_at", "previous_expires_at"))
    assert (ends - created).total_seconds() == overlap


# Which pair may rotate


async def test_refuses_a_request_with_only_a_bearer_token(ordinary, alice):
    answer = await alice.post(ROTATE)
    assert (answer.status_code, answer.json()["code"]) == (401, "unauthenticated")
    assert answer.headers["www-authenticate"] == 'ApiKey realm="wellwish"'


async def test_refuses_a_request_without_anything(ordinary, alice):
    answer = await ordinary.client.post(ROTATE)
    assert (answer.status_code, answer.json()["code"]) == (401, "unauthenticated")


async def test_ignores_a_bearer_token_next_to_the_pair(world, alice, mallory):
    other = await token(world, pair_of(mallory))
    answer = await rotate(world, pair_of(alice), headers={"Authorization": f"Bearer {other}"})
    fresh = await exchange(world, pair_in(answer))
    assert fresh.json()["account_id"] == alice.account_id


async def test_refuses_a_wrong_half_and_throttles_like_the_exchange(world, alice, mallory, early):
    wrong = Pair(alice.api_key, mallory.client_secret)
    statuses = [(await rotate(world, wrong)).status_code for _ in range(11)]
    assert statuses == [401] * 10 + [429]
    assert (await exchange(world, wrong)).status_code == 429
    async with client_at(world, "203.0.113.9") as elsewhere:
        assert (await elsewhere.post(ROTATE, headers=pair_of(alice).headers)).status_code == 201


async def test_keeps_the_user_and_the_account(world, alice):
    fresh = pair_in(await rotate(world, pair_of(alice)))
    rows = await world.owner.fetch(
        "select distinct account_id, user_id from credentials where user_id = $1", alice.user_id
    )
    assert [tuple(row) for row in rows] == [(alice.account_id, alice.user_id)]
    assert (await exchange(world, fresh)).json()["account_id"] == alice.account_id


async def test_does_not_affect_other_accounts(world, alice, mallory):
    before = await token(world, pair_of(mallory))
    await rotate(world, pair_of(alice), 0)
    assert await works(world, before)
    assert await usable(world, pair_of(mallory))


# The new pair


async def test_former_tokens_stay_valid_during_the_overlap(world, alice):
    before = await token(world, pair_of(alice))
    await rotate(world, pair_of(alice))
    assert await works(world, before)


async def test_former_pair_and_its_tokens_end_with_the_overlap(world, alice, later):
    before = await token(world, pair_of(alice))
    fresh = pair_in(await rotate(world, pair_of(alice), 60))
    within = await token(world, pair_of(alice))
    later(timedelta(seconds=61))
    assert not await usable(world, pair_of(alice))
    assert not await works(world, before)
    assert not await works(world, within)
    assert await usable(world, fresh)


async def test_rotation_extends_no_token(world, alice, later):
    before = await token(world, pair_of(alice))
    await rotate(world, pair_of(alice))
    later(TOKEN_LIFETIME)
    assert not await works(world, before)
    assert await usable(world, pair_of(alice)), "the control: the pair has not ended"


async def test_without_an_overlap_the_former_pair_ends_at_once(world, alice):
    before = await token(world, pair_of(alice))
    answer = await rotate(world, pair_of(alice), 0)
    assert answer.json()["previous_expires_at"] == answer.json()["created_at"]
    assert not await works(world, before)
    assert not await usable(world, pair_of(alice))
    assert (await rotate(world, pair_of(alice))).status_code == 401
    assert await usable(world, pair_in(answer))


async def test_third_pair_ends_the_first_at_once(world, alice):
    first, before = pair_of(alice), await token(world, pair_of(alice))
    second = pair_in(await rotate(world, first))
    within = await token(world, second)
    third = pair_in(await rotate(world, second))
    assert [await usable(world, pair) for pair in (first, second, third)] == [False, True, True]
    assert [await works(world, each) for each in (before, within)] == [False, True]
    assert await _live(world, alice) == 2


# The previous pair


async def test_former_pair_replaces_a_new_one_whose_answer_was_lost(world, alice):
    first = pair_of(alice)
    lost = pair_in(await rotate(world, first))
    second = pair_in(await rotate(world, first))
    assert [await usable(world, pair) for pair in (first, lost, second)] == [True, False, True]
    assert await _live(world, alice) == 2


async def test_former_pair_can_lose_the_answer_again_and_again(world, alice):
    answers = [await rotate(world, pair_of(alice), 3600) for _ in range(4)]
    assert await usable(world, pair_in(answers[-1]))
    assert await _live(world, alice) == 2


async def test_former_pair_cannot_rotate_after_the_new_one_got_a_token(world, alice):
    fresh = pair_in(await rotate(world, pair_of(alice)))
    await token(world, fresh)
    answer = await rotate(world, pair_of(alice))
    assert (answer.status_code, answer.json()["code"]) == (401, "invalid_client")
    assert await usable(world, fresh)
    assert await usable(world, pair_of(alice))  # for tokens, until the overlap ends


async def test_former_pair_cannot_rotate_after_the_new_one_has_rotated(world, alice):
    second = pair_in(await rotate(world, pair_of(alice)))
    await rotate(world, second)
    assert (await rotate(world, pair_of(alice))).status_code == 401


async def test_former_pair_cannot_rotate_after_its_overlap(world, alice, later):
    fresh = pair_in(await rotate(world, pair_of(alice), 60))
    later(timedelta(seconds=61))
    assert (await rotate(world, pair_of(alice))).status_code == 401
    assert await usable(world, fresh)


async def test_former_pair_ends_at_once_on_request(world, alice):
    first, before = pair_of(alice), await token(world, pair_of(alice))
    lost = pair_in(await rotate(world, first))
    second = pair_in(await rotate(world, first, 0))
    assert [await usable(world, pair) for pair in (first, lost, second)] == [False, False, True]
    assert not await works(world, before)


async def test_a_refused_exchange_does_not_count_as_use_of_the_new_pair(world, alice):
    fresh = pair_in(await rotate(world, pair_of(alice)))
    assert (await exchange(world, Pair(fresh.api_key, "wrong"))).status_code == 401
    assert (await rotate(world, pair_of(alice))).status_code == 201


# Concurrent rotations


async def test_rotations_at_once_leave_one_new_pair(world, alice):
    for _ in range(10):
        alice_now = pair_of(alice)
        before = await token(world, alice_now)
        answers = await asyncio.gather(*(rotate(world, alice_now, 3600) for _ in range(4)))
        assert {answer.status_code for answer in answers} == {201}
        pairs = [pair_in(answer) for answer in answers]
        live = [pair for pair in pairs if await usable(world, pair)]
        assert len(live) == 1
        assert await works(world, before)
        assert await _live(world, alice) == 2
        alice.api_key, alice.client_secret = live[0].api_key, live[0].client_secret


async def test_rotations_at_once_without_overlap_leave_one_pair(world, alice):
    for _ in range(10):
        answers = await asyncio.gather(*(rotate(world, pair_of(alice), 0) for _ in range(4)))
        assert sorted(answer.status_code for answer in answers) == [201, 401, 401, 401]
        won = pair_in(next(answer for answer in answers if answer.status_code == 201))
        assert await _live(world, alice) == 1
        alice.api_key, alice.client_secret = won.api_key, won.client_secret


async def test_no_token_outlives_a_pair_that_ends_while_it_is_exchanged(world, alice):
    for _ in range(10):
        calls = [exchange(world, pair_of(alice)) for _ in range(6)]
        calls.insert(3, rotate(world, pair_of(alice), 0))
        answers = await asyncio.gather(*calls)
        fresh = pair_in(answers.pop(3))
        assert {answer.status_code for answer in answers} <= {200, 401}
        tokens = [answer.json()["access_token"] for answer in answers if answer.status_code == 200]
        assert not any([await works(world, each) for each in tokens])
        await world.owner.execute("delete from throttles")
        alice.api_key, alice.client_secret = fresh.api_key, fresh.client_secret


async def test_first_use_and_a_repeated_rotation_do_not_both_win(world, alice):
    for _ in range(10):
        fresh = pair_in(await rotate(world, pair_of(alice), 3600))
        used, again = await asyncio.gather(exchange(world, fresh), rotate(world, pair_of(alice), 3600))
        assert (used.status_code, again.status_code) in {(200, 401), (401, 201), (200, 201)}
        if again.status_code == 201:  # The repeated rotation ended that pair and every token of it.
            assert used.status_code == 401 or not await works(world, used.json()["access_token"])
            fresh = pair_in(again)
        await world.owner.execute("delete from throttles")
        alice.api_key, alice.client_secret = fresh.api_key, fresh.client_secret


# Idempotency, warnings and events


async def test_a_repeated_key_does_not_return_the_secret_again(world, alice):
    headers = {"Idempotency-Key": "rotation-1"}
    fresh = pair_in(await rotate(world, pair_of(alice), headers=headers))
    answer = await rotate(world, pair_of(alice), headers=headers)
    assert (answer.status_code, answer.json()["code"]) == (409, "secret_no_longer_available")
    assert await usable(world, fresh)
    again = await rotate(world, fresh, headers={"Idempotency-Key": "rotation-2"})
    assert again.status_code == 201


async def test_warns_of_an_unknown_field(world, alice):
    answer = await rotate(world, pair_of(alice), json={"overlap": 60})
    assert answer.status_code == 201
    assert [warning["pointer"] for warning in answer.json()["warnings"]] == ["/overlap"]


async def test_records_an_event_with_ids_only(world, alice):
    fresh = pair_in(await rotate(world, pair_of(alice)))
    events = (await alice.get("/api/events", params={"type": "credential.rotated"})).json()["data"]
    assert len(events) == 1
    assert events[0]["data"].keys() == {"credential_id", "previous_credential_id", "previous_expires_at"}
    assert not any(secret in str(events) for secret in (fresh.api_key, fresh.client_secret, alice.api_key))


async def test_a_refused_rotation_changes_nothing(world, alice):
    fresh = pair_in(await rotate(world, pair_of(alice)))
    await token(world, fresh)
    before = await world.owner.fetchval("select count(*) from events")
    assert (await rotate(world, pair_of(alice))).status_code == 401
    assert await world.owner.fetchval("select count(*) from events") == before
    assert await _live(world, alice) == 2


async def _live(world, person):
    return await world.owner.fetchval(
        "select count(*) from credentials where account_id = $1 and (ends_at is null or ends_at > $2)",
        person.account_id,
        clock.now(),
    )
