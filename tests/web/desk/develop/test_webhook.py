"""A webhook endpoint at the desk, and its deliveries."""

import re
from typing import Any

import pytest

from tests import make
from tests.members.joining import join
from tests.web.desk.people import signed_in
from tests.web.visitor import Visitor
from tests.world import Person
from wellwish.base import ids

pytestmark = pytest.mark.anyio
URL = "https://hooks.example.com/wellwish"


async def endpoint_of(person: Person) -> dict[str, Any]:
    answer = await person.post("/api/webhook-endpoints", {"url": URL})
    return answer.json()


async def did(visitor: Visitor, path: str, action: str, **fields: str) -> int:
    await visitor.open(path)
    sent = {name: visitor.value(name) for name in ("form_token", "form_key", "version")}
    return (await visitor.press(f"{path}/{action}", **{**sent, **fields})).status_code


async def test_edits_disables_enables_and_deletes(alice: Person) -> None:
    visitor, endpoint = await signed_in(alice), await endpoint_of(alice)
    path, api = f"/account/webhooks/{endpoint['id']}", f"/api/webhook-endpoints/{endpoint['id']}"
    edited = {"url": f"{URL}/2", "event_types": "card.closed", "description": "Mine", "payload": "thin"}
    assert await did(visitor, path, "edit", **edited) == 303
    found = (await alice.get(api)).json()
    assert (found["url"], found["event_types"], found["description"]) == (f"{URL}/2", ["card.closed"], "Mine")
    for action, status in (("disable", "disabled"), ("enable", "enabled")):
        assert await did(visitor, path, action) == 303
        assert (await alice.get(api)).json()["status"] == status
    assert await did(visitor, path, "delete") == 303
    assert (await alice.get(api)).status_code == 404


async def test_shows_a_new_secret_once(alice: Person) -> None:
    visitor, endpoint = await signed_in(alice), await endpoint_of(alice)
    path = f"/account/webhooks/{endpoint['id']}"
    assert await did(visitor, path, "rotate") == 200
    assert "whsec_" in visitor.page
    assert endpoint["secret"] not in visitor.page


async def test_shows_deliveries_with_answers_and_delivers_again(alice: Person) -> None:
    visitor, endpoint = await signed_in(alice), await endpoint_of(alice)
    path = f"/account/webhooks/{endpoint['id']}"
    assert await did(visitor, path, "test") == 303
    await alice.world.owner.execute(
        """
        insert into webhook_attempts
          (account_id, delivery_id, number, response_status, response_body, duration_ms, created_at)
        select account_id, id, 1, 500, '<b>broken</b>', 12, '2026-05-17T09:30:01Z' from webhook_deliveries
        """
    )
    await alice.world.owner.execute("update webhook_deliveries set status = 'failed', tries_left = 0")
    await visitor.open(f"{path}?status=failed")
    assert "&lt;b&gt;broken&lt;/b&gt;" in visitor.page
    assert "500" in visitor.page
    assert '<time datetime="2026-05-17T09:30:01.000Z">17 May 2026 at 09:30 UTC</time>' in visitor.page
    await visitor.open(f"{path}?status=failed&lang=de")
    assert ">17. Mai 2026 um 09:30 Uhr (UTC)</time>" in visitor.page
    await visitor.open(f"{path}?status=failed&lang=en")
    delivery_id = visitor.value("webhook_delivery_id")
    sent = {name: visitor.value(name) for name in ("form_token", "form_key", "version")}
    for _ in range(2):
        again = await visitor.press(f"{path}/redeliver", webhook_delivery_id=delivery_id, **sent)
        assert again.status_code == 303
    status = "select status from webhook_deliveries where id = $1"
    assert await alice.world.owner.fetchval(status, delivery_id) == "pending"
    await visitor.open(f"{path}?status=delivered")
    assert "No deliveries" in visitor.page


async def test_shows_that_it_changed_meanwhile(alice: Person) -> None:
    visitor, endpoint = await signed_in(alice), await endpoint_of(alice)
    path = f"/account/webhooks/{endpoint['id']}"
    await visitor.open(path)
    sent = {name: visitor.value(name) for name in ("form_token", "form_key", "version")}
    await alice.patch(f"/api/webhook-endpoints/{endpoint['id']}", {"description": "Other"})
    answer = await visitor.press(f"{path}/disable", **sent)
    assert (answer.status_code, "in the meantime" in answer.text) == (409, True)


async def test_refuses_to_test_a_disabled_endpoint(alice: Person) -> None:
    visitor, endpoint = await signed_in(alice), await endpoint_of(alice)
    path = f"/account/webhooks/{endpoint['id']}"
    await did(visitor, path, "disable")
    assert await did(visitor, path, "test") == 409


async def test_another_accounts_endpoint_looks_like_a_missing_one(alice: Person, mallory: Person) -> None:
    visitor, endpoint = await signed_in(mallory), await endpoint_of(alice)
    pages: list[str] = []
    for given in (endpoint["id"], ids.new("whe"), "nonsense"):
        answer = await visitor.open(f"/account/webhooks/{given}")
        assert answer.status_code == 404
        pages.append(re.sub(r"req_\w+", "", answer.text.replace(given, "")))
    assert pages[0] == pages[1] == pages[2]
    own = await endpoint_of(mallory)
    await visitor.open(f"/account/webhooks/{own['id']}")
    token = visitor.token()
    for action in ("delete", "disable", "rotate", "edit", "test"):
        answer = await visitor.press(
            f"/account/webhooks/{endpoint['id']}/{action}", form_token=token, url=URL
        )
        assert answer.status_code == 404, action
    assert (await alice.get(f"/api/webhook-endpoints/{endpoint['id']}")).json()["status"] == "enabled"


async def test_members_manage_endpoints(alice: Person, bob: Person) -> None:
    await join(bob, alice)
    endpoint, visitor = await endpoint_of(alice), await signed_in(bob)
    await visitor.open("/account/choose")
    await visitor.press("/account/choose", account_id=alice.account_id)
    assert await did(visitor, f"/account/webhooks/{endpoint['id']}", "disable") == 303


async def test_refuses_forms_of_other_sites(alice: Person) -> None:
    visitor, endpoint = await signed_in(alice), await endpoint_of(alice)
    answer = await visitor.press(f"/account/webhooks/{endpoint['id']}/delete", form_token="forged")
    assert answer.status_code == 403


async def test_pages_through_deliveries(alice: Person) -> None:
    visitor, endpoint = await signed_in(alice), await endpoint_of(alice)
    path = f"/account/webhooks/{endpoint['id']}"
    await make.card(alice)
    await did(visitor, path, "test")
    await alice.world.owner.execute(
        """
        insert into webhook_deliveries
          (account_id, id, endpoint_id, event_id, event_type, status, attempts, tries_left, created_at,
           updated_at)
        select account_id, 'dlv_0' || lpad(n::text, 25, '0'), endpoint_id, 'evt_' || n, event_type, 'failed',
          0, 0, now(), now()
        from webhook_deliveries, generate_series(1, 30) as n
        """
    )
    await visitor.open(path)
    assert visitor.page.count('class="d-row"') == 25
    following = visitor.page.split("Older deliveries")[0].rpartition('href="')[2].partition('"')[0]
    await visitor.open(following.replace("&amp;", "&"))
    assert visitor.page.count('class="d-row"') == 6
    assert (await visitor.open(f"{path}?cursor=nonsense")).status_code == 404


async def test_recovers_missed_events_once(alice: Person, mallory: Person) -> None:
    visitor, endpoint = await signed_in(alice), await endpoint_of(alice)
    path = f"/account/webhooks/{endpoint['id']}"
    await visitor.open(path)
    since = re.findall(r'<option value="(\d{4}-[^"]+Z)"', visitor.page)
    assert len(since) == 4
    sent = {name: visitor.value(name) for name in ("form_token", "form_key", "version")}
    for _ in range(2):
        answer = await visitor.press(f"{path}/recover", **sent, since=since[1])
        assert (answer.status_code, visitor.next) == (303, f"{path}?said=redelivered")
    jobs = await alice.world.owner.fetch("select args from jobs where kind = 'webhooks.refill'")
    assert len(jobs) == 1
    assert since[1] in jobs[0]["args"]
    assert (
        await visitor.press(f"{path}/recover", **sent | {"form_key": "other"}, since="Mars")
    ).status_code == 422
    stranger = await signed_in(mallory)
    await stranger.open("/account/webhooks")
    foreign = {"form_token": stranger.token(), "form_key": "any", "version": "1", "since": since[1]}
    assert (await stranger.press(f"{path}/recover", **foreign)).status_code == 404
    await did(visitor, path, "disable")
    await visitor.open(path)
    assert "Deliver missed events" not in visitor.page
