"""Create a webhook endpoint: defaults, refusals, and the secret that is shown once."""

import asyncio
import base64
from typing import Any

import pytest

from tests.webhooks.steps import endpoint
from tests.world import Person, World
from wellwish.base.settings.limits import WEBHOOK_ENDPOINTS_PER_ACCOUNT

pytestmark = pytest.mark.anyio

URL = "https://hooks.example.com/wellwish"


async def test_creates_an_endpoint_with_thin_payloads_of_all_types(alice: Person) -> None:
    made = await endpoint(alice, URL)
    assert made | {"id": "", "secret": "", "created_at": "", "updated_at": ""} == {
        "object": "webhook_endpoint", "id": "", "url": URL, "description": None, "event_types": None,
        "payload": "thin", "personal_data": False, "status": "enabled", "disabled_at": None,
        "disabled_reason": None, "failing_since": None, "previous_secret_ends_at": None, "version": 1,
        "created_at": "", "updated_at": "", "secret": "",
    }  # fmt: skip
    assert made["secret"].startswith("whsec_")
    assert 24 <= len(base64.b64decode(made["secret"].removeprefix("whsec_"), validate=True)) <= 64


async def test_shows_the_secret_once_and_keeps_it_sealed(world: World, alice: Person) -> None:
    answer = await alice.post("/api/webhook-endpoints", {"url": URL}, key="one")
    secret = answer.json()["secret"]
    again = await alice.post("/api/webhook-endpoints", {"url": URL}, key="one")
    assert (again.status_code, again.json()["code"]) == (409, "secret_no_longer_available")
    shown = await alice.get(f"/api/webhook-endpoints/{answer.json()['id']}")
    listed = await alice.get("/api/webhook-endpoints")
    assert secret not in shown.text + listed.text
    kept = await world.owner.fetchval("select secret from webhook_endpoints")
    assert secret.encode() not in kept
    assert base64.b64decode(secret.removeprefix("whsec_")) not in kept


@pytest.mark.parametrize(
    "url",
    [
        "https://user:secret@hooks.example.com/", "https://user@hooks.example.com/", "ftp://hooks.example.com/",
        "file:///etc/passwd", "hooks.example.com", "https://10.0.0.1/", "https://169.254.169.254/latest",
        "https://[fd00::1]/", "https://2130706433/", "https://0x7f.1/", "https://a b.example.com/", "https://",
        "https://hooks.example.com/" + "a" * 2048, "", "  ", None, 5, "javascript:alert(1)",
    ],
)  # fmt: skip
async def test_refuses_an_address_that_is_never_called(url: Any, alice: Person, world: World) -> None:
    answer = await alice.post("/api/webhook-endpoints", {"url": url})
    assert answer.status_code == 422, answer.text
    assert answer.json()["errors"][0]["pointer"] == "/url"
    assert await world.owner.fetchval("select count(*) from webhook_endpoints") == 0


@pytest.mark.parametrize(
    ("body", "pointer"),
    [
        ({"event_types": ["card.exploded"]}, "/event_types/0"), ({"event_types": []}, "/event_types"),
        ({"event_types": "card.created"}, "/event_types"), ({"payload": "fat"}, "/payload"),
        ({"personal_data": "yes"}, "/personal_data"), ({"secret": "whsec_mine"}, "/secret"),
        ({"description": "x" * 501}, "/description"), ({"disabled": True}, "/disabled"),
    ],
)  # fmt: skip
async def test_refuses_invalid_bodies(body: dict[str, Any], pointer: str, alice: Person) -> None:
    answer = await alice.post("/api/webhook-endpoints", {"url": URL, **body})
    assert answer.status_code == 422
    assert [each["pointer"] for each in answer.json()["errors"]] == [pointer]


async def test_refuses_one_more_than_an_account_may_have_also_at_once(alice: Person, mallory: Person) -> None:
    await alice.get("/api/limits")
    answers = await asyncio.gather(
        *(
            alice.post("/api/webhook-endpoints", {"url": f"{URL}/{number}"})
            for number in range(WEBHOOK_ENDPOINTS_PER_ACCOUNT + 4)
        )
    )
    assert sorted(each.status_code for each in answers) == [201] * WEBHOOK_ENDPOINTS_PER_ACCOUNT + [409] * 4
    assert {each.json()["code"] for each in answers if each.status_code == 409} == {
        "too_many_webhook_endpoints"
    }
    await endpoint(mallory, URL)
