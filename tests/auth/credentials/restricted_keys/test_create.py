"""Create restricted keys."""

import asyncio
from datetime import timedelta
from typing import Any

import httpx2
import pytest

from tests import make
from tests.auth.credentials.pairs import pair_in, pair_of, rotate
from tests.infra.http.test_bad_input import is_problem
from tests.platforms.acting import appoint
from tests.world import Person
from wellwish.auth.credentials.restricted_keys.restricted_key import MAX_KEYS
from wellwish.auth.credentials.secret import is_secret
from wellwish.base import clock, ids
from wellwish.infra.http.scopes import SCOPES

pytestmark = pytest.mark.anyio
PATH = "/api/account/restricted-keys"
CREATE = make.RESTRICTED_KEYS


async def create(person: Person, given: dict[str, Any], **more: Any) -> httpx2.Response:
    return await person.post(CREATE, given, headers=make.by_pair(person), **more)


def soon(**given: float) -> str:
    return clock.rfc3339(clock.now() + timedelta(**given))


async def test_creates_a_key_whose_secret_is_shown_once(alice: Person) -> None:
    ends_at = soon(days=90)
    made = await make.restricted_key(
        alice, "money.read", "cards.read", networks=["192.0.2.0/24", "2001:DB8::/48"], expires_at=ends_at
    )
    assert ids.is_id("rkey", made["id"])
    assert (made["object"], made["name"], made["email"]) == ("restricted_key", "Reports", alice.email)
    assert made["scopes"] == ["money.read", "cards.read"]
    assert made["networks"] == ["192.0.2.0/24", "2001:db8::/48"]
    assert (made["status"], made["expires_at"], made["last_used_at"]) == ("active", ends_at, None)
    assert is_secret("wwr", made["api_key"])
    assert is_secret("wws", made["client_secret"])
    listed = await alice.get(PATH)
    assert made["api_key"] not in listed.text
    assert made["client_secret"] not in listed.text


async def test_the_tables_hold_only_hashes(alice: Person) -> None:
    made = await make.restricted(alice, "cards.read")
    token = await made.exchange()
    owner = alice.world.owner
    rows = [
        *await owner.fetch("select * from restricted_keys"),
        *await owner.fetch("select * from restricted_tokens"),
    ]
    assert len(rows) == 2
    for secret in (made.api_key, made.client_secret, token):
        assert secret not in str(rows)
        assert secret.encode() not in b"".join(
            v for row in rows for v in row.values() if isinstance(v, bytes)
        )


async def test_a_test_key_has_a_prefix_of_its_own(alice: Person) -> None:
    made = await make.restricted_key(await alice.tester(), "cards.read")
    assert made["api_key"].startswith("wwr_test_")


@pytest.mark.parametrize(
    ("field", "value", "code"),
    [
        ("scopes", ["cards.delete"], "invalid_value"),
        ("scopes", ["cards.read", "*"], "invalid_value"),
        ("scopes", ["cards"], "invalid_value"),
        ("scopes", ["cards.read cards.write"], "invalid_value"),
        ("scopes", [None], "required"),
        ("scopes", [""], "required"),
        ("scopes", [], "too_short"),
        ("scopes", None, "required"),
        ("scopes", "cards.read", "wrong_type"),
        ("scopes", ["cards.read", "cards.read"], "repeated"),
        ("scopes", list(SCOPES) * 2, "too_long"),
        ("networks", [], "too_short"),
        ("networks", [""], "required"),
        ("networks", [None], "required"),
        ("networks", "192.0.2.0/24", "wrong_type"),
        ("networks", ["192.0.2.7/24"], "invalid_value"),
        ("networks", ["192.0.2.0/33"], "invalid_value"),
        ("networks", ["192.0.2.0/255.255.255.0"], "invalid_value"),
        ("networks", ["192.0.2.0-192.0.2.9"], "invalid_value"),
        ("networks", ["192.0.2"], "invalid_value"),
        ("networks", ["0300.0.2.1"], "invalid_value"),
        ("networks", ["::ffff:192.0.2.0/120"], "invalid_value"),
        ("networks", ["fe80::1%eth0"], "invalid_value"),
        ("networks", ["office.example.com"], "invalid_value"),
        ("networks", ["192.0.2.1", "192.0.2.1/32"], "repeated"),
        ("networks", [f"192.0.2.{i}" for i in range(21)], "too_long"),
        ("expires_at", "2020-01-01T00:00:00Z", "in_the_past"),
        ("expires_at", "2030-01-01", "invalid_value"),
        ("expires_at", "never", "invalid_value"),
        ("expires_at", 0, "wrong_type"),
        ("name", " ", "required"),
        ("name", "x" * 81, "too_long"),
        ("scope", ["cards.read"], "unknown_field"),
    ],
)
async def test_refuses_what_it_does_not_understand(alice: Person, field: str, value: Any, code: str) -> None:
    given = {"name": "Reports", "scopes": ["cards.read"], field: value}
    answer = await create(alice, given)
    assert (answer.status_code, answer.json()["code"]) == (422, "invalid_request"), answer.text
    [fault] = answer.json()["errors"]
    assert fault["pointer"].startswith(f"/{field}")
    assert fault["code"] == code, fault
    assert (await alice.get(PATH)).json()["data"] == []


async def test_an_unknown_scope_is_answered_with_the_list(alice: Person) -> None:
    answer = await create(alice, {"name": "Reports", "scopes": ["cards.delete"]})
    [fault] = answer.json()["errors"]
    assert all(scope in fault["detail"] for scope in SCOPES)


async def test_refuses_a_key_beyond_the_limit_of_the_account(alice: Person, mallory: Person) -> None:
    """An expired key does not count, and of two concurrent requests for the last place only one succeeds."""
    await make.restricted_key(alice, "cards.read")
    await alice.world.owner.execute("update restricted_keys set ends_at = now() - interval '1 minute'")
    keys = [await make.restricted_key(alice, "cards.read") for _ in range(MAX_KEYS - 1)]
    given = {"name": "The last", "scopes": ["cards.read"]}
    answers = await asyncio.gather(create(alice, given), create(alice, given))
    refused = max(answers, key=lambda each: each.status_code)
    assert sorted(each.status_code for each in answers) == [201, 409]
    is_problem(refused, 409, "too_many_restricted_keys")
    await make.restricted_key(mallory, "cards.read")
    assert (await alice.delete(f"{PATH}/{keys[0]['id']}")).status_code == 204
    await make.restricted_key(alice, "cards.read")


async def test_keeps_only_some_expired_keys(alice: Person) -> None:
    for _ in range(MAX_KEYS + 2):
        await make.restricted_key(alice, "cards.read")
        await alice.world.owner.execute("update restricted_keys set ends_at = now() - interval '1 minute'")
    await make.restricted_key(alice, "cards.read")
    statuses = [each["status"] for each in (await alice.get(PATH)).json()["data"]]
    assert statuses == ["active"] + ["expired"] * MAX_KEYS


async def test_a_repeat_never_shows_the_secret_again(alice: Person) -> None:
    given, key = {"name": "Reports", "scopes": ["cards.read"]}, ids.new("req")
    first = await create(alice, given, key=key)
    assert first.status_code == 201
    is_problem(await create(alice, given, key=key), 409, "secret_no_longer_available")
    assert len((await alice.get(PATH)).json()["data"]) == 1
    # The privilege is checked before a repeat is recognised.
    await alice.world.owner.execute(
        "update memberships set role = 'member' where user_id = $1", alice.user_id
    )
    is_problem(await create(alice, given, key=key), 403, "owner_required")


async def test_a_restricted_key_neither_creates_nor_lists_nor_ends_keys(alice: Person) -> None:
    key = await make.restricted(alice, *SCOPES)
    other = await make.restricted_key(alice, "cards.read")
    for answer in (
        await create(key, {"name": "More", "scopes": list(SCOPES)}),
        await key.get(PATH),
        await key.delete(f"{PATH}/{other['id']}"),
        await key.get("/api/account/credentials"),
    ):
        is_problem(answer, 403, "missing_scope")
        assert "scope" not in answer.json()
    pair = {"x-api-key": key.api_key, "x-client-secret": key.client_secret}
    for name in ("rotate", "test"):
        path = f"/account/api-access/credentials/{name}"
        is_problem(await alice.world.client.post(path, headers=pair), 403, "missing_scope")
    assert len((await alice.get(PATH)).json()["data"]) == 2


async def test_a_platform_manages_no_keys_of_its_customers(alice: Person) -> None:
    await appoint(alice)
    customer = await alice.post("/api/accounts", {"name": "A customer"})
    acting = {"Wellwish-Account": customer.json()["id"]}
    given = {"name": "Ours", "scopes": ["cards.read"]}
    sent = {**acting, **make.by_pair(alice)}
    is_problem(await alice.post(CREATE, given, headers=sent), 403, "platform_required")
    is_problem(await alice.get(PATH, headers=acting), 403, "owner_required")
    # The control: the platform manages its own keys, and such a key does not act for the customer.
    key = await make.restricted(alice, "cards.read")
    assert (await key.get("/api/cards")).status_code == 200
    is_problem(await key.get("/api/cards", headers=acting), 403, "platform_required")
    assert (await alice.get("/api/cards", headers=acting)).status_code == 200


async def test_a_token_creates_no_key(alice: Person) -> None:
    """Otherwise, a stolen token could be exchanged for a key that never ends."""
    given = {"name": "Reports", "scopes": ["cards.read"]}
    is_problem(await alice.post(CREATE, given), 401, "unauthenticated")
    assert (await alice.post(PATH, given)).status_code == 405
    assert (await alice.get(PATH)).json()["data"] == []
    assert (await create(alice, given)).status_code == 201  # the control


async def test_a_pair_that_was_rotated_creates_no_key(alice: Person) -> None:
    """During the overlap, somebody who has the former pair could otherwise keep its rights."""
    given = {"name": "Reports", "scopes": ["cards.read"]}
    rotated = pair_in(await rotate(alice.world, pair_of(alice)))
    refused = is_problem(await create(alice, given), 401, "invalid_client")
    assert "newest pair" in refused["detail"]
    assert (await alice.post(CREATE, given, headers=rotated.headers)).status_code == 201


async def test_owners_get_an_email_about_each_key(alice: Person) -> None:
    made = await make.restricted_key(alice, "cards.read")
    await alice.world.work()
    sql = "select recipient, subject, dedupe_key from messages where kind = 'credential_rotated'"
    [mail] = await alice.world.owner.fetch(sql)
    assert (mail["recipient"], mail["subject"]) == (alice.email, "New API key created for alice and co")
    assert made["id"] in mail["dedupe_key"]


async def test_the_audit_log_has_scopes_and_networks(alice: Person) -> None:
    made = await make.restricted_key(
        alice,
        "cards.read",
        "money.write",
        networks=["192.0.2.0/24", "2001:DB8::/48"],
        expires_at=soon(days=9),
    )
    [entry] = (await alice.get("/api/audit-log", params={"action": "restricted_key.create"})).json()["data"]
    assert entry["record_id"] == made["id"]
    assert entry["fields"] == [
        "name", "scopes=cards.read", "scopes=money.write", "networks=192.0.2.0/24", "networks=2001:db8::/48",
        "expires_at",
    ]  # fmt: skip
    assert "Reports" not in str(entry)


async def test_records_the_creation_in_events_and_in_the_audit_log(alice: Person) -> None:
    made = await make.restricted_key(alice, "cards.read")
    assert (await alice.delete(f"{PATH}/{made['id']}")).status_code == 204
    events = (await alice.get("/api/events", params={"limit": "2"})).json()["data"]
    assert [each["type"] for each in events] == ["restricted_key.ended", "restricted_key.created"]
    assert {each["data"]["restricted_key_id"] for each in events} == {made["id"]}
    entries = (await alice.get("/api/audit-log", params={"limit": "2"})).json()["data"]
    assert [each["action"] for each in entries] == ["restricted_key.delete", "restricted_key.create"]
    assert {each["record_id"] for each in entries} == {made["id"]}
