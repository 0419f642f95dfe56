"""Unknown query parameters: those that ask for a trial run are refused, others are listed in the response."""

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
WITH_DRY_RUN = {(route.method, route.path) for route in OPERATIONS if route.has_dry_run}
LISTS = [
    route
    for route in OPERATIONS
    if route.method == "GET" and getattr(route.hints["return"], "__origin__", None) is Page
]


def path_of(path: str, **ids: str) -> str:
    """Returns the path with the given IDs, and with IDs of no record for the others."""
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
        path = f"/api/card-batches/check?{name}=false"
        answer = await alice.post(path, await make.batch(alice), headers=headers)
        assert faults(answer) == {f"?{name}": "unsupported_parameter"}
    assert await contents(world) == before
    # The control: another unknown parameter does not refuse the card.
    assert (await alice.post("/api/cards?tests=true", body)).status_code == 201
    assert await contents(world) != before
    token = await world.client.post(f"/account/api-access/token?{name}=1", headers=pair(alice))
    assert faults(token) == {f"?{name}": "unsupported_parameter"}
    assert token.json()["error"] == "invalid_request"


def pair(person: Person) -> dict[str, str]:
    return {"x-api-key": person.api_key, "x-client-secret": person.client_secret}


@pytest.mark.parametrize("route", LISTS, ids=lambda route: route.path)
async def test_every_list_warns_of_unknown_parameters_or_refuses_them(route: Route, alice: Person) -> None:
    """A list of the lenient contract warns, also in a header; a list that only Wellwish has refuses."""
    card = await make.card(alice)
    path = path_of(route.path, card_id=card["id"])
    if "webhook_endpoint_id" in route.path:
        made = await alice.post("/api/webhook-endpoints", {"url": "https://example.com/hook"})
        path = path_of(route.path, webhook_endpoint_id=made.json()["id"])
    if "export_id" in route.path:
        made = await alice.post("/api/exports", {"of": "account"})
        await alice.world.work()
        path = path_of(route.path, export_id=made.json()["id"])
    if path == "/api/accounts":
        await appoint(alice)
    if path.startswith("/api/test"):
        alice = await alice.tester()
    plain = await alice.get(path)
    assert plain.status_code == 200
    assert "warnings" not in plain.json()
    assert "Wellwish-Warnings" not in plain.headers
    answer = await alice.get(f"{path}?page=2&limt=5&page=3")
    if not route.lenient:
        assert faults(answer) == {"?page": "unknown_parameter", "?limt": "unknown_parameter"}
        return
    assert answer.headers["Wellwish-Warnings"] == "2"
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


async def test_a_record_refuses_unknown_parameters(alice: Person) -> None:
    card = await make.card(alice)
    assert faults(await alice.get(f"/api/cards/{card['id']}?expand=notes")) == {
        "?expand": "unknown_parameter"
    }


async def test_the_lenient_lists_are_those_of_the_interface() -> None:
    assert {route.path for route in LISTS if route.lenient} == {
        "/api/bundle-purchases/available",
        "/api/templates",
        "/api/cards",
        "/api/cards/{card_id}/invitations",
        "/api/card-admins/card/{card_id}",
    }


@pytest.mark.parametrize(("limit", "read"), [(0, 1), (-1, 1), (201, 200), (10**30, 200)])
async def test_says_that_it_clamps_a_limit(limit: int, read: int, alice: Person) -> None:
    answer = await alice.get(f"/api/cards?limit={limit}")
    [warning] = answer.json()["warnings"]
    assert (warning["pointer"], warning["code"]) == ("?limit", "converted")
    assert warning["detail"] == f"Read as {read}. Must be between 1 and 200."
    assert (await alice.get(f"/api/events?limit={limit}")).json()["warnings"] == [warning]
    assert faults(await alice.get(f"/api/cards?limit={limit}", headers=STRICT)) == {"?limit": "out_of_range"}


async def test_says_that_it_ignores_all_but_the_last_of_a_repeated_parameter(alice: Person) -> None:
    await make.card(alice)
    answer = await alice.get("/api/cards?status=open&status=open&status=closed")
    assert answer.json()["data"] == []
    assert [(each["pointer"], each["code"]) for each in answer.json()["warnings"]] == [("?status", "ignored")]


async def test_counts_the_warnings_of_a_write_in_a_header(alice: Person) -> None:
    answer = await alice.post("/api/cards", await make.body(alice, colour="red", shade=1), key="k")
    assert (len(answer.json()["warnings"]), answer.headers["Wellwish-Warnings"]) == (2, "2")
    again = await alice.post("/api/cards", await make.body(alice, colour="red", shade=1), key="k")
    assert (again.headers["Idempotency-Replayed"], again.headers["Wellwish-Warnings"]) == ("true", "2")
    tried = await alice.post("/api/cards?dry_run=true", await make.body(alice, colour="red"))
    assert tried.headers["Wellwish-Warnings"] == "1"
