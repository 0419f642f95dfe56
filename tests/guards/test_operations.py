"""Every operation authenticates, is in the OpenAPI document, and has a test file.

The test file mirrors the handler's module: ``wellwish.cards.create`` is tested in
``tests/cards/test_create.py``, ``wellwish.cards.admins.create`` in ``tests/cards/admins/test_create.py``.
"""

import json
import re
from pathlib import Path

import pytest

from tests.world import World
from wellwish.base import ids
from wellwish.infra.http import Route
from wellwish.infra.openapi.document import spelled
from wellwish.pages import PAGES
from wellwish.routes import OPERATIONS

ROOT = Path(__file__).resolve().parents[2]

# Operations whose test file has a different name, and why.
ELSEWHERE: dict[str, str] = {}


def name_of(route: Route) -> str:
    return f"{route.method} {route.path}"


def test_file(module: str) -> str:
    """Returns the path of the tests of an operation's module."""
    *folders, name = module.removeprefix("wellwish.").split(".")
    return "/".join(["tests", *folders, f"test_{name}.py"])


test_file.__test__ = False  # type: ignore[attr-defined]


def untested(handlers: dict[str, str], root: Path) -> list[str]:
    """Returns the operations whose test file is missing or contains no test."""
    faults: list[str] = []
    for operation, module in handlers.items():
        file = root / ELSEWHERE.get(operation, test_file(module))
        if not file.exists() or "def test_" not in file.read_text(encoding="utf-8"):
            faults.append(f"{operation}: {file.relative_to(root)}")
    return faults


def undocumented(operations: list[tuple[str, str]], paths: dict[str, dict[str, object]]) -> list[str]:
    return [f"{method} {path}" for method, path in operations if method.lower() not in paths.get(path, {})]


@pytest.mark.parametrize("route", [each for each in OPERATIONS if each.path.startswith("/api")], ids=name_of)
async def test_requires_authentication(route: Route, world: World) -> None:
    path = re.sub(r"\{\w+\}", ids.new("card"), route.path)
    for headers in ({}, {"Authorization": "Bearer"}, {"Authorization": "Bearer nonsense"}):
        answer = await world.client.request(route.method, path, headers=headers, content=b"not json")
        assert answer.status_code == 401
        assert answer.headers["WWW-Authenticate"].startswith("Bearer")


def test_serves_under_api_only_what_authenticates() -> None:
    assert not [page.path for page in PAGES if page.path.startswith("/api")]


def test_names_each_operation_once() -> None:
    names = [name_of(route) for route in OPERATIONS]
    assert len(names) == len(set(names))
    assert all(route.summary.endswith((".", "?")) for route in OPERATIONS)


def test_documents_every_operation() -> None:
    document = json.loads((ROOT / "openapi.json").read_text(encoding="utf-8"))
    operations = [(route.method, spelled(route.path)) for route in OPERATIONS]
    operations.append(("POST", "/account/api-access/token"))
    missing = undocumented(operations, document["paths"])
    assert not missing, f"run script/generate examples openapi, because these are missing: {missing}"
    documented = {
        (method.upper(), path)
        for path, methods in document["paths"].items()
        for method in methods
        if method in ("get", "post", "put", "patch", "delete")
    }
    served = {*operations, *((page.method, page.path) for page in PAGES)}
    assert not documented - served


def test_tests_every_operation_in_its_file() -> None:
    handlers = {name_of(route): route.handler.__module__ for route in OPERATIONS}
    found = untested(handlers, ROOT)
    assert not found, f"write these files, each with a test of its operation: {found}"


def test_keeps_the_operations_of_the_interface() -> None:
    """Checks the paths, methods and success statuses that clients of the interface rely on."""
    promised = {
        "POST /account/api-access/credentials/rotate": 201,
        "GET /api/bundle-purchases/available": 200,
        "GET /api/templates": 200,
        "GET /api/cards": 200,
        "POST /api/cards": 201,
        "POST /api/cards/invitations": 201,
        "GET /api/cards/{card_id}/invitations": 200,
        "POST /api/cards/invitations/resend": 201,
        "POST /api/card-admins": 201,
        "GET /api/card-admins/card/{card_id}": 200,
        "PUT /api/card-admins/{card_admin_id}": 200,
        "DELETE /api/card-admins/{card_admin_id}": 200,
    }
    kept = {name_of(route): route for route in OPERATIONS if name_of(route) in promised}
    assert {name: route.status for name, route in kept.items()} == promised
    assert all(route.lenient for route in kept.values())
    # Our own operations never ignore a member.
    ours = [route for route in OPERATIONS if route.lenient and name_of(route) not in promised]
    assert all(route.body_type is not None and route.body_type.closed for route in ours)
    assert {name_of(route) for route in ours} == {
        "PATCH /api/cards/{card_id}",
        "POST /api/groups",
        "PATCH /api/groups/{group_id}",
    }


def test_detects_an_operation_without_a_test_file(tmp_path: Path) -> None:
    assert untested({"GET /api/lost": "wellwish.cards.lost"}, tmp_path) == [
        "GET /api/lost: tests/cards/test_lost.py"
    ]
    (tmp_path / "tests/cards").mkdir(parents=True)
    (tmp_path / "tests/cards/test_lost.py").write_text("# nothing")
    assert untested({"GET /api/lost": "wellwish.cards.lost"}, tmp_path)
    (tmp_path / "tests/cards/test_lost.py").write_text("def test_is_found(): ...")
    assert not untested({"GET /api/lost": "wellwish.cards.lost"}, tmp_path)


def test_detects_an_operation_that_is_not_documented() -> None:
    assert undocumented([("GET", "/api/lost")], {"/api/lost": {"post": {}}}) == ["GET /api/lost"]
