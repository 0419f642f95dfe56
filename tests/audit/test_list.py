"""The audit log: an entry in the transaction of each change, and the list of them."""

from datetime import timedelta
from typing import Any

import pytest

from tests import make
from tests.infra.http.test_bad_input import is_problem
from tests.world import Person
from wellwish.base import clock, ids

pytestmark = pytest.mark.anyio
PATH = "/api/audit-log"


async def listed(person: Person, **params: Any) -> list[dict[str, Any]]:
    answer = await person.get(PATH, params=params)
    assert answer.status_code == 200, answer.text
    return answer.json()["data"]


async def test_an_entry_names_who_what_when_and_where(alice: Person) -> None:
    card = await make.card(alice, title="Zanzibar")
    before = clock.now()
    await alice.post(f"/api/cards/{card['id']}/close")
    [entry] = await listed(alice)
    assert entry["object"] == "audit_entry"
    assert ids.is_id("aud", entry["id"])
    assert entry["action"] == "card.close"
    actor = entry["actor"]
    assert (actor["type"], actor["email"]) == ("api_key", alice.email)
    assert ids.is_id("cred", actor["credential_id"])
    assert entry["network"] == "127.0.0.0/24"
    assert entry["record_id"] == entry["card_id"] == card["id"]
    assert entry["fields"] == []
    assert clock.rfc3339(before - timedelta(seconds=1)) <= entry["created_at"] <= clock.rfc3339(clock.now())


async def test_fields_are_named_without_texts(alice: Person, bob: Person) -> None:
    card = await make.card(alice)
    await alice.patch("/api/account", {"name": "Zanzibar", "country": None})
    admin = await make.admin(alice, card["id"], bob)
    privilege = {"can_update": True, "invite_contributors": False}
    await alice.put(f"/api/card-admins/{admin['id']}", {"privilege": privilege})
    await alice.post("/api/webhook-endpoints", {"url": "https://hooks.example.com/xylophone"})
    created, updated, added, account = await listed(alice)
    assert account["fields"] == ["name", "country"]
    assert (added["action"], added["record_id"]) == ("card_admin.create", admin["id"])
    assert "email" in added["fields"]
    assert (updated["record_id"], updated["fields"]) == (admin["id"], ["privilege.can_update=true"])
    assert (created["action"], created["fields"]) == ("webhook_endpoint.create", ["url"])
    text = (await alice.get(PATH)).text
    assert not any(word in text for word in ("Zanzibar", "xylophone", "whsec_", bob.email))


async def test_a_failed_operation_leaves_no_entry(alice: Person, monkeypatch: pytest.MonkeyPatch) -> None:
    """The entry is part of the transaction: it disappears if the change is rolled back after the handler."""
    card = await make.card(alice)
    assert (await alice.post(f"/api/cards/{card['id']}/reopen")).status_code == 409
    path = f"/api/cards/{card['id']}/close"
    with monkeypatch.context() as patched:

        async def breaks(*_: object) -> None:
            raise RuntimeError

        patched.setattr("wellwish.infra.effects.Effects.write", breaks)
        assert (await alice.post(path)).status_code == 500
    assert await listed(alice) == []
    assert (await alice.get(f"/api/cards/{card['id']}")).json()["status"] == "open"
    assert (await alice.post(path)).status_code == 200  # the control
    assert [each["action"] for each in await listed(alice)] == ["card.close"]


async def test_a_replayed_request_leaves_one_entry(alice: Person) -> None:
    path = f"/api/cards/{(await make.card(alice))['id']}/close"
    first, again = [await alice.post(path, key="one") for _ in range(2)]
    assert again.headers["Idempotency-Replayed"] == "true"
    assert first.content == again.content
    assert len(await listed(alice)) == 1


async def test_an_admin_of_a_card_is_recorded_in_its_account(alice: Person, bob: Person) -> None:
    card = await make.card(alice)
    await make.admin(alice, card["id"], bob, can_update=True)
    assert (await bob.post(f"/api/cards/{card['id']}/close")).status_code == 200
    assert (await listed(alice))[0]["actor"]["email"] == bob.email
    assert await listed(bob) == []


async def test_another_account_sees_nothing(alice: Person, mallory: Person) -> None:
    card = await make.card(alice)
    await alice.post(f"/api/cards/{card['id']}/close")
    assert await listed(mallory) == []
    assert await listed(mallory, card_id=card["id"]) == []
    assert await listed(mallory, email=alice.email) == []
    assert len(await listed(alice)) == 1  # the control


async def test_only_owners_read_it(alice: Person) -> None:
    assert (await alice.get(PATH)).status_code == 200
    await alice.world.owner.execute(
        "update memberships set role = 'member' where account_id = $1", alice.account_id
    )
    is_problem(await alice.get(PATH), 403, "owner_required")
    is_problem(await alice.get(f"{PATH}.csv"), 403, "owner_required")


async def test_filters_entries(alice: Person) -> None:
    card, other = await make.card(alice), await make.card(alice)
    await alice.post(f"/api/cards/{card['id']}/close")
    await alice.delete(f"/api/cards/{other['id']}")
    assert [each["card_id"] for each in await listed(alice, action="card.close")] == [card["id"]]
    assert [each["action"] for each in await listed(alice, card_id=other["id"])] == ["card.delete"]
    assert len(await listed(alice, email=alice.email.upper())) == 2
    assert await listed(alice, email="nobody@example.com") == []
    now = clock.now()
    past, ahead = clock.rfc3339(now - timedelta(hours=1)), clock.rfc3339(now + timedelta(hours=1))
    assert len(await listed(alice, created_after=past, created_before=ahead)) == 2
    assert await listed(alice, created_after=ahead) == []
    assert await listed(alice, created_before=past) == []
    assert len(await listed(alice, created_after="0001-01-01T00:00:00Z")) == 2
    assert len(await listed(alice, created_before="9999-12-31T23:59:59Z")) == 2
    is_problem(await alice.get(PATH, params={"action": "card.open"}), 422, "invalid_request")


async def test_pages_keep_their_order(alice: Person) -> None:
    for _ in range(3):
        card = await make.card(alice)
        await alice.post(f"/api/cards/{card['id']}/close")
    everything = await listed(alice)
    found: list[dict[str, Any]] = []
    params: dict[str, Any] = {"limit": 2}
    while True:
        answer = (await alice.get(PATH, params=params)).json()
        found += answer["data"]
        if not answer["has_more"]:
            break
        params["cursor"] = answer["next_cursor"]
    assert found == everything
    is_problem(await alice.get(PATH, params={**params, "action": "card.close"}), 400, "invalid_cursor")
