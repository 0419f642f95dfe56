"""The use of restricted keys: the exchange, scopes, networks, the end, and other accounts."""

from datetime import timedelta
from typing import Any

import pytest

from tests import make
from tests.auth.credentials.pairs import EXCHANGE, Pair, client_at
from tests.infra.http.test_bad_input import is_problem
from tests.later import another_time
from tests.world import Person, World
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


async def test_money_needs_its_own_scope_in_operations_on_cards(alice: Person) -> None:
    key = await make.restricted(alice, "cards.write")
    card = await make.card(alice, collection={"add_cash": True})
    path = f"/api/cards/{card['id']}"
    cash = {"amount": 500, "currency": card["collection"]["currency"], "method": "cash"}
    gift = {"name": "Carol", "note": {"text": "All the best"}}
    assert (await key.post(f"{path}/contributions", gift)).status_code == 201
    problem = is_problem(
        await key.post(f"{path}/contributions", {**gift, "money": cash}, key="1"), 403, "missing_scope"
    )
    assert problem["scope"] == "money.write"
    problem = is_problem(await key.post(f"{path}/cancel", {"refund": True}, key="2"), 403, "missing_scope")
    assert problem["scope"] == "money.write"
    both = await make.restricted(alice, "cards.write", "money.write")
    assert (await both.post(f"{path}/contributions", {**gift, "money": cash}, key="3")).status_code == 201


@pytest.mark.parametrize(
    ("networks", "address", "fits"),
    [
        (["192.0.2.0/24"], "192.0.2.7", True),
        (["192.0.2.0/24"], "192.0.3.7", False),
        (["192.0.2.7"], "192.0.2.7", True),
        (["192.0.2.7"], "192.0.2.8", False),
        (["192.0.2.0/24"], "::ffff:192.0.2.7", True),
        (["198.51.100.0/24", "2001:db8:1::/48"], "2001:db8:1:2::3", True),
        (["2001:db8:1:2::3"], "2001:db8:1:2::3", True),
        # In the same /64, which counts as one address elsewhere.
        (["2001:db8:1:2::3"], "2001:db8:1:2::4", False),
        (["192.0.2.0/24"], "2001:db8::1", False),
        (["0.0.0.0/0"], "2001:db8::1", False),
        (["0.0.0.0/0", "::/0"], "unix socket", False),
        (["0.0.0.0/0", "::/0"], "", False),
        (None, "unix socket", True),
    ],
)
async def test_is_valid_in_its_networks_only(
    alice: Person, networks: list[str] | None, address: str, fits: bool
) -> None:
    """At the exchange, and at each use of a token from elsewhere."""
    key = await make.restricted(alice, "cards.read", networks=networks)
    token = await _token(alice.world, key)
    async with client_at(alice.world, address) as client:
        exchanged = await client.post(EXCHANGE, headers=headers(key))
        used = await client.get("/api/cards", headers={"Authorization": f"Bearer {token}"})
    if fits:
        assert (exchanged.status_code, used.status_code) == (200, 200)
    else:
        assert is_problem(exchanged, 403, "network_not_allowed")["error"] == "access_denied"
        is_problem(used, 403, "network_not_allowed")


async def _token(world: World, key: Person) -> str:
    """Returns a token of the key, which is then valid everywhere for a moment."""
    networks = await world.owner.fetchval("select networks from restricted_keys")
    await world.owner.execute("update restricted_keys set networks = null")
    token = await key.exchange()
    await world.owner.execute("update restricted_keys set networks = $1", networks)
    return token


async def test_a_wrong_secret_says_nothing_about_the_networks(alice: Person) -> None:
    key = await make.restricted(alice, "cards.read", networks=["192.0.2.0/24"])
    wrong = Pair(key.api_key, alice.client_secret).headers
    is_problem(await alice.world.client.post(EXCHANGE, headers=wrong), 401, "invalid_client")


async def test_the_header_of_a_client_does_not_change_its_network(alice: Person) -> None:
    key = await make.restricted(alice, "cards.read", networks=["192.0.2.0/24"])
    for name in ("X-Forwarded-For", "Forwarded", "X-Real-IP"):
        given = {**headers(key), name: "192.0.2.7"}
        is_problem(await alice.world.client.post(EXCHANGE, headers=given), 403, "network_not_allowed")


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
    """Bob's pair sees the card of alice whose admin he is; his restricted key does not."""
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
