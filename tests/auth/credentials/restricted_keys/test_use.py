"""The use of restricted keys: the exchange, scopes, networks, the end, and other accounts."""

from datetime import timedelta
from typing import Any

import pytest

from tests import make
from tests.auth.credentials.pairs import EXCHANGE, Pair, client_at
from tests.infra.http.test_bad_input import is_problem
from tests.later import another_time
from tests.world import Person
from wellwish.auth.credentials.verify import MAX_FAILURES
from wellwish.base import clock

pytestmark = pytest.mark.anyio


def headers(key: Person) -> dict[str, str]:
    return Pair(key.api_key, key.client_secret).headers


async def test_is_exchanged_like_the_pair(alice: Person) -> None:
    key, client = await make.restricted(alice, "money.read", "cards.read"), alice.world.client
    answer = await client.post(EXCHANGE, headers=headers(key))
    assert answer.status_code == 200
    token = answer.json()
    assert token["access_token"].startswith("wwl_")
    assert (token["expires_in"], token["account_id"]) == (3600, alice.account_id)
    assert token["scope"] == "cards.read money.read"
    form = {"grant_type": "client_credentials", "client_id": key.api_key, "client_secret": key.client_secret}
    for path in (EXCHANGE, "/oauth/token"):
        assert (await client.post(path, data=form)).json()["scope"] == "cards.read money.read"
    # The token of the pair permits everything, and names no scope.
    assert "scope" not in (await client.post(EXCHANGE, headers=headers(alice))).json()


async def test_the_halves_of_a_key_and_of_the_pair_do_not_fit(alice: Person) -> None:
    key, client = await make.restricted(alice, "cards.read"), alice.world.client
    for api_key, client_secret in (
        (key.api_key, alice.client_secret),
        (alice.api_key, key.client_secret),
        (key.client_secret, key.api_key),
    ):
        answer = await client.post(EXCHANGE, headers=Pair(api_key, client_secret).headers)
        is_problem(answer, 401, "invalid_client")


async def test_failed_exchanges_are_throttled(alice: Person) -> None:
    key, client = await make.restricted(alice, "cards.read"), alice.world.client
    with another_time():
        clock.move(timedelta(minutes=1) - timedelta(seconds=clock.now().second))
        wrong = Pair(key.api_key, alice.client_secret).headers
        statuses = [(await client.post(EXCHANGE, headers=wrong)).status_code for _ in range(MAX_FAILURES)]
        assert statuses == [401] * MAX_FAILURES
        assert (await client.post(EXCHANGE, headers=headers(key))).status_code == 429
        async with client_at(alice.world, "198.51.100.9") as elsewhere:
            assert (await elsewhere.post(EXCHANGE, headers=headers(key))).status_code == 200


async def test_names_the_missing_scope(alice: Person) -> None:
    key = await make.restricted(alice, "cards.read")
    assert (await key.get("/api/cards")).status_code == 200
    answer = await key.post("/api/cards", await make.body(key))
    problem = is_problem(answer, 403, "missing_scope")
    assert problem["scope"] == "cards.write"
    assert "cards.write" in problem["detail"]
    assert answer.headers["WWW-Authenticate"].endswith('error="insufficient_scope", scope="cards.write"')
    # Before the body is read, and even if it is not valid.
    is_problem(await key.post("/api/cards", {"title": 1}), 403, "missing_scope")
    is_problem(
        await key.post("/api/cards", await make.body(key), params={"dry_run": "true"}), 403, "missing_scope"
    )


async def test_the_key_and_its_tokens_end_together(alice: Person) -> None:
    with another_time():
        ends_at = clock.rfc3339(clock.now() + timedelta(minutes=10))
        key = await make.restricted(alice, "cards.read", expires_at=ends_at)
        answer = await alice.world.client.post(EXCHANGE, headers=headers(key))
        assert answer.json()["expires_at"] == ends_at
        assert answer.json()["expires_in"] <= 600
        assert (await key.get("/api/cards")).status_code == 200
        token = key.token
        clock.move(timedelta(minutes=11))
        used = await alice.world.client.get("/api/cards", headers={"Authorization": f"Bearer {token}"})
        is_problem(used, 401, "invalid_token")
        refused = is_problem(
            await alice.world.client.post(EXCHANGE, headers=headers(key)), 401, "invalid_client"
        )
        assert refused["detail"] == "The restricted key has expired."
        [listed] = (await alice.get("/api/account/restricted-keys")).json()["data"]
        assert (listed["status"], listed["expires_at"]) == ("expired", ends_at)


async def test_acts_for_its_own_account_only(alice: Person, bob: Person) -> None:
    """Bob's pair sees alice's card, of which he is an admin; his restricted key does not."""
    card = await make.card(alice)
    await make.admin(alice, card["id"], bob, can_update=True)
    key = await make.restricted(bob, "cards.read", "cards.write")
    path = f"/api/cards/{card['id']}"
    assert (await bob.get(path)).status_code == 200
    is_problem(await key.get(path), 404, "not_found")
    is_problem(await key.patch(path, {"title": "Mine"}), 404, "not_found")
    for query in ({}, {"q": "Happy"}):
        assert card["id"] not in (await key.get("/api/cards", params=query)).text
        assert card["id"] in (await bob.get("/api/cards", params=query)).text


async def test_has_no_more_rights_than_its_user(alice: Person) -> None:
    key = await make.restricted(alice, "money.write", "people.write")
    assert (await key.post("/api/people", {"name": "Dora"})).status_code != 403
    await alice.world.owner.execute(
        "update memberships set role = 'member' where user_id = $1", alice.user_id
    )
    is_problem(await key.post("/api/people", {"name": "Dora"}), 403, "owner_required")


async def test_stops_while_the_account_is_suspended(alice: Person) -> None:
    key = await make.restricted(alice, "cards.read")
    assert (await key.get("/api/cards")).status_code == 200
    await alice.world.owner.execute(
        "insert into account_suspensions (account_id, suspended_at) values ($1, now())", alice.account_id
    )
    is_problem(await key.get("/api/cards"), 403, "account_suspended")
    is_problem(await alice.world.client.post(EXCHANGE, headers=headers(key)), 403, "account_suspended")


async def test_a_test_key_sees_test_data_only(alice: Person) -> None:
    card = await make.card(alice)
    tester = await alice.tester()
    key = await make.restricted(tester, "cards.read")
    mine = await make.card(tester)
    assert [each["id"] for each in (await key.get("/api/cards")).json()["data"]] == [mine["id"]]
    is_problem(await key.get(f"/api/cards/{card['id']}"), 404, "not_found")


async def test_the_audit_log_names_the_key(alice: Person) -> None:
    key = await make.restricted(alice, "cards.write")
    card = await make.card(alice)
    assert (await key.post(f"/api/cards/{card['id']}/close")).status_code == 200
    [entry] = (await alice.get("/api/audit-log", params={"action": "card.close"})).json()["data"]
    [listed] = (await alice.get("/api/account/restricted-keys")).json()["data"]
    assert entry["actor"] == {"type": "api_key", "email": alice.email, "credential_id": listed["id"]}


async def test_an_assistant_has_the_scopes_of_the_key(alice: Person) -> None:
    key = await make.restricted(alice, "cards.read")
    card = await make.card(alice)
    shown = await _tool(key, "card_status", {"card_id": card["id"]})
    assert shown["structuredContent"]["cards"][0]["card_id"] == card["id"]
    assert shown["structuredContent"]["cards"][0]["invitations"] is None
    answer = await key.post("/mcp", _calling("close_card", {"card_id": card["id"]}), headers=_ACCEPT)
    assert answer.status_code == 403
    assert 'scope="cards.write"' in answer.headers["WWW-Authenticate"]


_ACCEPT = {"Accept": "application/json, text/event-stream"}


def _calling(name: str, given: dict[str, Any]) -> dict[str, Any]:
    params = {"name": name, "arguments": given}
    return {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": params}


async def _tool(key: Person, name: str, given: dict[str, Any]) -> dict[str, Any]:
    answer = await key.post("/mcp", _calling(name, given), headers=_ACCEPT)
    assert answer.status_code == 200, answer.text
    return answer.json()["result"]
