"""Unknown query parameters: requests for a trial are refused, others are listed in the response."""

import re
import time

import pytest

from tests import make
from tests.infra.http.rows import contents
from tests.infra.http.test_bad_input import STRICT, faults
from tests.platforms.acting import appoint
from tests.world import Person, World
from wellwish.infra.http import Page, Route
from wellwish.routes import OPERATIONS

PATHS = [(route.method, route.path) for route in OPERATIONS]
WITH_DRY_RUN = {(route.method, route.path) for route in OPERATIONS if route.plan is not None}
LISTS = [
    route
    for route in OPERATIONS
    if route.method == "GET" and getattr(route.hints["return"], "__origin__", None) is Page
]


def path_of(path: str, **ids: str) -> str:
    """Returns the path with the given ids, and with ids of no record for the others."""
    return re.sub(r"\{(\w+)\}", lambda each: ids.get(each[1], "x"), path)


@pytest.mark.parametrize("name", ["dry_run", "validate_only", "test", "dryRun", "DRY-RUN"])
async def test_refuses_a_trial_on_every_operation(name: str, world: World, alice: Person) -> None:
    """A client that asks for a trial must not cause the effect. Operations with dry runs are excluded."""
    alice.token = await alice.exchange()
    body = await make.body(alice)
    before = await contents(world)
    for method, path in PATHS:
        if name == "dry_run" and (method, path) in WITH_DRY_RUN:
            continue
        answer = await alice.request(method, f"{path_of(path)}?{name}=true", headers=pair(alice), json=None)
        if answer.json()["code"] == "unsupported_media_type":  # the body is read first
            answer = await alice.request(method, f"{path_of(path)}?{name}=true", headers=pair(alice), json={})
        assert faults(answer)[f"?{name}"] == "unsupported_parameter", f"{method} {path}"
    assert await contents(world) == before
    for headers in ({}, STRICT):
        answer = await alice.post(f"/api/card-batches?{name}=false", await make.batch(alice), headers=headers)
        assert faults(answer) == {f"?{name}": "unsupported_parameter"}
    assert await contents(world) == before
    # The control: another unknown parameter does not refuse the card.
    assert (await alice.post("/api/cards?tests=true", body)).status_code == 201
    assert await contents(world) != before
    token = await world.client.post(f"/account/api-access/token?{name}=1", headers=pair(alice))
    assert faults(token) == {f"?{name}": "unsupported_parameter"}
    assert token.json()["error"] == "invalid_request"


def test_seven_operations_have_dry_runs() -> None:
    assert {path for _, path in WITH_DRY_RUN} == {
        "/api/cards",
        "/api/cards/invitations",
        "/api/cards/invitations/resend",
        "/api/cards/{card_id}/remind",
        "/api/cards/{card_id}/close",
        "/api/cards/{card_id}/cancel",
        "/api/payments/{payment_id}/refunds",
    }


def pair(person: Person) -> dict[str, str]:
    return {"x-api-key": person.api_key, "x-client-secret": person.client_secret}


@pytest.mark.parametrize("route", LISTS, ids=lambda route: route.path)
async def test_every_list_warns_of_unknown_parameters(route: Route, alice: Person) -> None:
    card = await make.card(alice)
    path = path_of(route.path, card_id=card["id"])
    if "webhook_endpoint_id" in route.path:
        made = await alice.post("/api/webhook-endpoints", {"url": "https://example.com/hook"})
        path = path_of(route.path, webhook_endpoint_id=made.json()["id"])
    if path == "/api/accounts":
        await appoint(alice)
    if path.startswith("/api/test"):
        alice = await alice.tester()
    plain = await alice.get(path)
    assert plain.status_code == 200
    assert "warnings" not in plain.json()
    answer = await alice.get(f"{path}?page=2&limt=5&page=3")
    warnings = {each["pointer"]: (each["code"], each["detail"]) for each in answer.json()["warnings"]}
    assert warnings.keys() == {"?page", "?limt"}
    assert {code for code, _ in warnings.values()} == {"unknown_parameter"}
    assert "'limit'" in warnings["?limt"][1] or route.query_type is None
    assert {name: value for name, value in answer.json().items() if name != "warnings"} == plain.json()
    assert faults(await alice.get(f"{path}?page=2", headers=STRICT)) == {"?page": "unknown_parameter"}


async def test_thousands_of_unknown_parameters_cost_little(alice: Person) -> None:
    query = "&".join(f"{number:x}=1" for number in range(8_000))
    began = time.process_time()
    answer = await alice.get(f"/api/cards?{query}")
    assert time.process_time() - began < 1  # CPU time, independent of other load on the machine
    assert len(answer.json()["warnings"]) == 20
    assert faults(await alice.get(f"/api/cards?{query}&test=1"))["?test"] == "unsupported_parameter"


async def test_a_record_warns_of_unknown_parameters(alice: Person) -> None:
    card = await make.card(alice)
    answer = await alice.get(f"/api/cards/{card['id']}?expand=notes")
    assert [each["pointer"] for each in answer.json()["warnings"]] == ["?expand"]
