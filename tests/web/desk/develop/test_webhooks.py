"""Create a webhook endpoint at the desk."""

import re

import pytest

from tests.web.desk.people import signed_in
from tests.web.visitor import Visitor
from tests.world import Person

pytestmark = pytest.mark.anyio
PATH = "/account/webhooks"
URL = "https://hooks.example.com/wellwish"


async def created(visitor: Visitor, **fields: str) -> int:
    await visitor.open(PATH)
    answer = await visitor.press(PATH, form_key=visitor.value("form_key"), **{"url": URL, **fields})
    return answer.status_code


async def test_creates_one_and_shows_the_secret_once(alice: Person) -> None:
    visitor = await signed_in(alice)
    assert await created(visitor, event_types="card.closed\ncard.created", payload="full") == 200
    secret = re.search(r"whsec_[A-Za-z0-9+/=]+", visitor.page)
    assert secret is not None
    [endpoint] = (await alice.get("/api/webhook-endpoints")).json()["data"]
    assert (endpoint["event_types"], endpoint["payload"]) == (["card.closed", "card.created"], "full")
    await visitor.open(f"{PATH}/{endpoint['id']}")
    assert "whsec_" not in visitor.page
    await visitor.open(PATH)
    assert URL in visitor.page
    assert "whsec_" not in visitor.page


async def test_a_form_sent_twice_creates_one(alice: Person) -> None:
    visitor = await signed_in(alice)
    await visitor.open(PATH)
    sent = {"form_token": visitor.token(), "form_key": visitor.value("form_key"), "url": URL}
    assert [(await visitor.press(PATH, **sent)).status_code for _ in range(2)] == [200, 409]
    assert len((await alice.get("/api/webhook-endpoints")).json()["data"]) == 1


async def test_shows_faults_with_what_was_typed(alice: Person) -> None:
    visitor = await signed_in(alice)
    for url in ("http://localhost/x", "nonsense", "https://127.0.0.1/x"):
        assert await created(visitor, url=url, event_types="no.such", description="Mine") == 422
        assert f'value="{url}"' in visitor.page
        assert 'value="Mine"' in visitor.page
    assert "no.such" in visitor.page
    assert await created(visitor, event_types="no.such") == 422
    assert 'id="event_types-fault"' in visitor.page
