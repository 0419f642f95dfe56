"""HTTP in every response: methods, headers, preferences, versions, body limits."""

import dataclasses
import json
import re
from typing import Any

import httpx2
import pytest

from tests import make
from tests.infra.http.test_bad_input import faults, is_problem
from tests.infra.http.wire import exchange
from tests.world import Person, World
from wellwish.app import application
from wellwish.base import ids
from wellwish.infra.http.answer import API_VERSION
from wellwish.pages import PAGES
from wellwish.routes import OPERATIONS

REQUEST_ID = re.compile(r"req_[0-7][0-9a-z]{25}")
STRICT = {"Prefer": "handling=strict"}


async def authorized(person: Person) -> list[tuple[str, str]]:
    return [("Authorization", f"Bearer {await person.exchange()}"), ("Content-Type", "application/json")]


# All responses.


@pytest.mark.parametrize(
    ("method", "path", "status"),
    [
        ("GET", "/api/cards", 200),
        ("HEAD", "/api/cards", 200),
        ("OPTIONS", "/api/cards", 204),
        ("GET", "/api/cards/nonsense", 404),
        ("GET", "/api/nowhere", 404),
        ("GET", "/", None),
        ("GET", "/api/cards/", 404),
        ("GET", "//api/cards", 404),
        ("PUT", "/api/cards", 405),
        ("TRACE", "/api/cards", 405),
        ("POST", "/api/cards", 415),
        ("GET", "/api/cards?limit=x", 422),
        ("GET", "/livez", 200),
        ("GET", "/readyz", 200),
        ("GET", "/.well-known/oauth-authorization-server", 200),
        ("POST", "/account/api-access/token", 401),
        ("POST", "/account/api-access/credentials/rotate", 401),
    ],
)
async def test_every_response_has_a_request_id_and_the_standard_headers(
    method: str, path: str, status: int | None, alice: Person
) -> None:
    first, second = await alice.request(method, path), await alice.request(method, path)
    assert status is None or first.status_code == status
    assert REQUEST_ID.fullmatch(first.headers["Request-Id"])
    assert first.headers["Request-Id"] != second.headers["Request-Id"]
    assert first.headers["Api-Version"] == API_VERSION
    assert first.headers["X-Content-Type-Options"] == "nosniff"
    assert "Cache-Control" in first.headers
    assert "Access-Control-Allow-Origin" not in first.headers
    if status is not None and status >= 400 and method != "HEAD":
        is_problem(first, status, first.json()["code"])


async def test_requires_https_of_browsers_where_links_use_it(world: World, alice: Person) -> None:
    card = await make.card(alice)
    bearer = {"Authorization": f"Bearer {await alice.exchange()}"}
    base_url = "https://cards.example.org"
    services = dataclasses.replace(
        world.services, settings=dataclasses.replace(world.services.settings, base_url=base_url)
    )
    transport = httpx2.ASGITransport(application(services), raise_app_exceptions=False)
    paths = {
        "/livez": 200,
        "/docs": 200,
        f"/api/cards/{card['id']}": 200,
        "/api/cards/x": 404,
        "/nowhere": 404,
    }
    async with httpx2.AsyncClient(transport=transport, base_url=base_url) as client:
        for path, status in paths.items():
            for method in ("GET", "HEAD", "OPTIONS"):
                answer = await client.request(method, path, headers=bearer)
                assert answer.status_code in {status, 204}
                found = answer.headers.get_list("Strict-Transport-Security")
                assert found == ["max-age=31536000; includeSubDomains"], (method, path)
                # Over http, browsers ignore the header, and on localhost it would lock out other programs.
                plain = await world.client.request(method, path, headers=bearer)
                assert "Strict-Transport-Security" not in plain.headers


async def test_does_not_take_a_request_id_from_the_client(alice: Person) -> None:
    answer = await alice.get("/api/cards", headers={"Request-Id": "mine", "X-Request-Id": "mine"})
    assert REQUEST_ID.fullmatch(answer.headers["Request-Id"])


async def test_builds_links_only_from_the_base_url(world: World, alice: Person) -> None:
    for _ in range(2):
        await make.card(alice)
    forged = {"Host": "evil.example", "X-Forwarded-Host": "evil.example", "Forwarded": "host=evil.example"}
    answer = await alice.get("/api/cards?limit=1", headers=forged)
    assert "evil.example" not in answer.text + str(answer.headers)
    problem = await world.client.get("/api/cards", headers=forged)
    assert problem.json()["type"].startswith("http://localhost:8080/errors/")


async def test_reflects_no_origin(alice: Person) -> None:
    headers = {"Origin": "https://evil.example", "Access-Control-Request-Method": "POST"}
    for method in ("GET", "OPTIONS"):
        answer = await alice.request(method, "/api/cards", headers=headers)
        assert not [name for name in answer.headers if name.startswith("access-control")]


# Methods.


@pytest.mark.parametrize("path", sorted({route.path for route in (*OPERATIONS, *PAGES)}))
async def test_lists_the_methods_of_a_path(path: str, world: World) -> None:
    methods = {route.method for route in (*OPERATIONS, *PAGES) if route.path == path}
    expected = methods | {"OPTIONS"} | ({"HEAD"} if "GET" in methods else set())
    concrete = re.sub(r"\{\w+\}", ids.new("card"), path)
    options = await world.client.request("OPTIONS", concrete)
    assert (options.status_code, options.content) == (204, b"")
    assert set(options.headers["Allow"].split(", ")) == expected
    for method in {"GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "PROPFIND"} - expected:
        answer = await world.client.request(method, concrete)
        assert answer.status_code == 405
        assert answer.headers["Allow"] == options.headers["Allow"]
        if method != "HEAD":
            is_problem(answer, 405, "method_not_allowed")


async def test_answers_head_as_get_without_the_body(world: World, alice: Person) -> None:
    card = await make.card(alice)
    headers = await authorized(alice)
    for path in (f"/api/cards/{card['id']}", "/api/cards", "/api/templates", "/livez", "/api/cards/nonsense"):
        got = await exchange(world.services, "GET", path, headers)
        head = await exchange(world.services, "HEAD", path, headers)
        assert head.body == b""
        assert head.status == got.status
        names = got.headers.keys() - {"request-id"}
        assert {name: head.headers[name] for name in names} == {name: got.headers[name] for name in names}


# Versions and preferences.


async def test_takes_its_own_version_and_no_other(alice: Person) -> None:
    assert (await alice.get("/api/cards", headers={"Api-Version": API_VERSION})).status_code == 200
    for asked in ("2020-01-01", "9999-12-31", "1", "", "2026-13-01", "latest"):
        answer = await alice.get("/api/cards", headers={"Api-Version": asked})
        problem = is_problem(answer, 400, "unknown_api_version")
        assert API_VERSION in problem["detail"] or "YYYY-MM-DD" in problem["detail"]


@pytest.mark.parametrize(
    ("preference", "is_strict"),
    [
        ("handling=strict", True),
        ("Handling=Strict", True),
        ('handling="strict"', True),
        ("respond-async, handling=strict", True),
        ("handling=strict; foo=1", True),
        ("handling=lenient", False),
        ("handling=strictly", False),
        ("nothandling=strict", False),
        ("return=minimal", False),
        ("", False),
    ],
)
async def test_reads_the_preference(preference: str, is_strict: bool, alice: Person) -> None:
    body = await make.body(alice, unknown=1)
    answer = await alice.post("/api/cards", body, headers={"Prefer": preference})
    assert answer.status_code == (422 if is_strict else 201)
    assert answer.headers.get("Preference-Applied") == ("handling=strict" if is_strict else None)


async def test_ignores_unknown_parameters_unless_strict(alice: Person) -> None:
    card = await make.card(alice)
    ours = {"?a": "unknown_parameter", "?b": "unknown_parameter"}
    assert faults(await alice.get(f"/api/cards/{card['id']}?a=1&b=2")) == ours
    for path in ("/api/cards", "/api/templates", "/api/bundle-purchases/available"):
        assert (await alice.get(f"{path}?a=1&b[]=2&%00=%ff")).status_code == 200
        answer = await alice.get(f"{path}?a=1&b=2", headers=STRICT)
        assert faults(answer) == {"?a": "unknown_parameter", "?b": "unknown_parameter"}


async def test_takes_the_last_of_a_repeated_parameter_unless_strict(alice: Person) -> None:
    for _ in range(3):
        await make.card(alice)
    assert len((await alice.get("/api/cards?limit=1&limit=2")).json()["data"]) == 2
    answer = await alice.get("/api/cards?limit=1&limit=2", headers=STRICT)
    assert faults(answer) == {"?limit": "invalid_value"}


# Conditional requests.


async def test_checks_the_version_before_it_changes_anything(alice: Person) -> None:
    card = await make.card(alice)
    path = f"/api/cards/{card['id']}"
    for given in ('"2"', '"0", "7"', 'W/"1"', "1", "nonsense", ""):
        answer = await alice.patch(path, {"title": "New"}, headers={"If-Match": given})
        is_problem(answer, 412, "precondition_failed")
        assert answer.headers["ETag"] == '"1"'
    assert (await alice.get(path)).json()["version"] == 1
    for version, given in enumerate(('"1"', "*", '"1", "3"'), start=2):
        answer = await alice.patch(path, {"title": "New"}, headers={"If-Match": given})
        assert answer.status_code == 200
        assert answer.headers["ETag"] == f'"{version}"'


# Body limits.


async def test_refuses_a_declared_size_without_reading(world: World, alice: Person) -> None:
    headers = [*await authorized(alice), ("Content-Length", str(2**30))]
    answer = await exchange(world.services, "POST", "/api/cards", headers, [b"x" * 65536] * 1000)
    assert (answer.status, answer.chunks_read) == (413, 0)
    assert json.loads(answer.body)["code"] == "body_too_large"


async def test_refuses_while_it_streams(world: World, alice: Person) -> None:
    """Of five megabytes in chunks of 64 KiB, the service reads only the limit and one chunk."""
    answer = await exchange(
        world.services, "POST", "/api/cards", await authorized(alice), [b"x" * 65536] * 80
    )
    assert (answer.status, answer.chunks_read) == (413, 5)


@pytest.mark.parametrize("length", ["-1", "1e9", "abc", "99999999999999999999999"])
async def test_does_not_trust_a_declared_size(length: str, world: World, alice: Person) -> None:
    headers = [*await authorized(alice), ("Content-Length", length)]
    answer = await exchange(world.services, "POST", "/api/cards", headers, [b"x" * 65536] * 80)
    assert answer.status == 413


async def test_changes_nothing_when_the_client_goes_away(world: World, alice: Person) -> None:
    body = json.dumps(await make.body(alice)).encode()
    answer = await exchange(
        world.services, "POST", "/api/cards", await authorized(alice), [body], disconnects=True
    )
    assert answer.status == 400
    assert await world.owner.fetchval("select count(*) from cards") == 0


async def test_joins_a_body_that_comes_byte_by_byte(world: World, alice: Person) -> None:
    """The control: a complete body is accepted in any number of chunks."""
    body = json.dumps(await make.body(alice, title="Zoë 🎂"), ensure_ascii=False).encode()
    chunks = [body[index : index + 1] for index in range(len(body))]
    answer = await exchange(world.services, "POST", "/api/cards", await authorized(alice), chunks)
    assert answer.status == 201
    assert json.loads(answer.body)["title"] == "Zoë 🎂"


async def test_waits_for_a_slow_body_no_longer_than_the_deadline(world: World, alice: Person) -> None:
    import asyncio

    from wellwish.app import application

    services = dataclasses.replace(
        world.services, settings=dataclasses.replace(world.services.settings, body_deadline_s=0.3)
    )
    headers = [(name.lower().encode(), value.encode()) for name, value in await authorized(alice)]
    headers.append((b"host", b"localhost:8080"))
    sent: list[Any] = []

    async def receive() -> dict[str, Any]:
        await asyncio.sleep(0.05)  # a byte now and then, for longer than the deadline
        return {"type": "http.request", "body": b" ", "more_body": True}

    async def send(message: Any) -> None:
        sent.append(message)

    scope = {
        "type": "http", "asgi": {"version": "3.0"}, "http_version": "1.1", "method": "POST", "scheme": "http",
        "path": "/api/cards", "raw_path": b"/api/cards", "query_string": b"", "root_path": "",
        "headers": headers, "client": ("127.0.0.1", 1), "server": ("localhost", 8080),
    }  # fmt: skip
    async with asyncio.timeout(10):
        await application(services)(scope, receive, send)
    assert sent[0]["status"] == 408
    assert json.loads(sent[1]["body"])["code"] == "body_too_slow"


# The order of refusals: caller, syntax, values, references, state.


async def test_refuses_in_the_order_that_reveals_least(world: World, alice: Person, mallory: Person) -> None:
    card = await make.card(alice)
    await alice.post(f"/api/cards/{card['id']}/cancel")
    path, bad = f"/api/cards/{card['id']}", {"title": 1}
    is_problem(await world.client.patch(path, content=b"{"), 401, "unauthenticated")
    is_problem(await mallory.request("PATCH", path, content=b"{"), 415, "unsupported_media_type")
    is_problem(
        await mallory.request("PATCH", path, content=b"{", headers={"Content-Type": "application/json"}),
        400,
        "malformed_json",
    )
    assert faults(await mallory.patch(path, bad)) == {"/title": "wrong_type"}
    is_problem(await mallory.patch(path, {"title": "x"}), 404, "not_found")
    is_problem(await alice.patch(path, {"title": "x"}), 409, "card_state")


async def test_shows_nothing_of_the_inside_when_something_breaks(
    world: World, alice: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    from wellwish.infra.http import page

    def broken(*_: object) -> None:
        raise RuntimeError("select secret from /etc/passwd at db.internal")

    card = await make.card(alice)
    monkeypatch.setattr(page, "_fingerprint", broken)
    await make.card(alice)
    answer = await alice.get("/api/cards?limit=1")
    problem = is_problem(answer, 500, "internal_error")
    assert "passwd" not in answer.text
    assert "RuntimeError" not in answer.text
    assert problem["request_id"]
    assert card["id"] not in answer.text
