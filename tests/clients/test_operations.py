"""Both Python clients reach every operation and import nothing from the server."""

import ast
import inspect
from pathlib import Path
from typing import Any

import httpx2
import pytest

import wellwish_sdk
from wellwish.routes import OPERATIONS
from wellwish_sdk import AsyncWellwish, Wellwish

SDK = Path(wellwish_sdk.__file__).parent


def methods(client: Any) -> list[Any]:
    """The operations of all resources of a client."""
    resources = [each for each in vars(client).values() if type(each).__module__ == "wellwish_sdk.resources"]
    return [
        method
        for resource in resources
        for name, method in inspect.getmembers(resource, inspect.ismethod)
        if not name.startswith("_") and name != "tail"
    ]


def arguments(method: Any) -> tuple[list[str], dict[str, Any]]:
    """IDs for the path, and the required keywords."""
    listed = inspect.signature(method).parameters.values()
    required = [each for each in listed if each.default is each.empty and each.kind is each.KEYWORD_ONLY]
    return ["x" for each in listed if each.kind is each.POSITIONAL_ONLY], {
        each.name: '"1"' for each in required
    }


def targets(requests: list[httpx2.Request]) -> set[tuple[str, str]]:
    return {(each.method, each.url.path) for each in requests if each.url.path != "/account/api-access/token"}


def answer(seen: list[httpx2.Request], request: httpx2.Request) -> httpx2.Response:
    seen.append(request)
    token = {"access_token": "t", "expires_in": 3600}
    return httpx2.Response(200 if request.url.path.endswith("/token") else 418, json=token)


EXPECTED = {
    (route.method, "/".join("x" if part.startswith("{") else part for part in route.path.split("/")))
    for route in OPERATIONS
}


def test_blocking_reaches_every_operation() -> None:
    seen: list[httpx2.Request] = []
    http = httpx2.Client(transport=httpx2.MockTransport(lambda request: answer(seen, request)))
    for method in methods(client := Wellwish("k", "s", base_url="https://cards.example.com", http=http)):
        positional, named = arguments(method)
        with pytest.raises(wellwish_sdk.ApiError):
            method(*positional, **named)
    assert targets(seen) == EXPECTED
    client.close()


async def test_asynchronous_reaches_every_operation() -> None:
    seen: list[httpx2.Request] = []
    http = httpx2.AsyncClient(transport=httpx2.MockTransport(lambda request: answer(seen, request)))
    for method in methods(client := AsyncWellwish("k", "s", base_url="https://cards.example.com", http=http)):
        positional, named = arguments(method)
        with pytest.raises(wellwish_sdk.ApiError):
            await method(*positional, **named)
    assert targets(seen) == EXPECTED
    await client.close()


def imported(folder: Path) -> set[str]:
    """The packages that the modules of a folder import."""
    found: set[str] = set()
    for path in folder.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.Import):
                found |= {each.name.split(".")[0] for each in node.names}
            elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
                found.add(node.module.split(".")[0])
    return found


def test_client_and_server_import_nothing_of_each_other() -> None:
    assert "wellwish" not in imported(SDK)
    assert "wellwish_sdk" not in imported(Path(inspect.getfile(type(OPERATIONS[0]))).parents[1])
