"""The incoming webhook of a channel: encrypted at rest, masked in responses, validated against private
addresses.
"""

from typing import Any

import pytest

from tests.infra.http.test_bad_input import is_problem
from tests.world import Person

pytestmark = pytest.mark.anyio

SECRET = "T000/B000/verysecretpart"
URL = f"https://hooks.slack.com/services/{SECRET}"
MASKED = "https://hooks.slack.com/…"


async def made(person: Person, **fields: Any) -> dict[str, Any]:
    body = {"name": "#team", "kind": "channel", "webhook_url": URL, **fields}
    answer = await person.post("/api/groups", body)
    assert answer.status_code == 201, answer.text
    return answer.json()


async def stored(person: Person) -> bytes | None:
    return await person.world.owner.fetchval("select webhook_url from groups")


async def test_is_shown_masked_everywhere(alice: Person) -> None:
    group = await made(alice)
    path = f"/api/groups/{group['id']}"
    changed = await alice.patch(path, {"name": "#crew"})
    listed = await alice.get("/api/groups")
    for shown in (group, (await alice.get(path)).json(), changed.json(), listed.json()["data"][0]):
        assert shown["webhook_url"] == MASKED
    assert SECRET not in listed.text + changed.text


async def test_is_kept_sealed(alice: Person) -> None:
    await made(alice)
    sealed = await stored(alice)
    assert sealed is not None
    assert SECRET.encode() not in sealed


async def test_a_masked_webhook_url_keeps_the_stored_one(alice: Person) -> None:
    group = await made(alice)
    before = await stored(alice)
    answer = await alice.patch(f"/api/groups/{group['id']}", {"webhook_url": MASKED, "name": "#crew"})
    assert answer.status_code == 200, answer.text
    assert await stored(alice) == before


async def test_is_changed_and_cleared(alice: Person) -> None:
    group = await made(alice)
    path = f"/api/groups/{group['id']}"
    answer = await alice.patch(path, {"webhook_url": "https://acme.webhook.office.com/webhookb2/1"})
    assert answer.json()["webhook_url"] == "https://acme.webhook.office.com/…"
    assert (await alice.patch(path, {"webhook_url": None})).json()["webhook_url"] is None
    assert await stored(alice) is None


async def test_is_deleted_when_the_group_is_no_longer_a_channel(alice: Person) -> None:
    group = await made(alice)
    answer = await alice.patch(f"/api/groups/{group['id']}", {"kind": "people"})
    assert (answer.status_code, answer.json()["webhook_url"]) == (200, None)
    assert await stored(alice) is None


@pytest.mark.parametrize(
    "url",
    [
        "ftp://hooks.slack.com/x",
        "https://10.0.0.1/x",
        "https://169.254.169.254/latest/meta-data",
        "https://0x7f000001/",
        "https://user:password@hooks.slack.com/x",
        "https://hooks.slack.com@evil.example/x",
        "hooks.slack.com/services/x",
        "https://",
        "nonsense",
    ],
)
async def test_refuses_addresses_that_are_never_called(url: str, alice: Person) -> None:
    body = {"name": "#team", "kind": "channel", "webhook_url": url}
    answer = await alice.post("/api/groups", body)
    is_problem(answer, 422, "invalid_request")
    assert [each["pointer"] for each in answer.json()["errors"]] == ["/webhook_url"]
    group = await made(alice)
    is_problem(await alice.patch(f"/api/groups/{group['id']}", {"webhook_url": url}), 422, "invalid_request")


async def test_people_have_no_webhook(alice: Person) -> None:
    is_problem(await alice.post("/api/groups", {"name": "Team", "webhook_url": URL}), 422, "invalid_request")
    group = (await alice.post("/api/groups", {"name": "Team"})).json()
    path = f"/api/groups/{group['id']}"
    is_problem(await alice.patch(path, {"webhook_url": URL}), 422, "invalid_request")
    assert (await alice.patch(path, {"webhook_url": URL, "kind": "channel"})).status_code == 200
