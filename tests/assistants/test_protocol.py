"""The HTTP rules of /mcp: its callers, bodies and origins, and how a client discovers the token endpoint."""

import json
import subprocess
import sys

import pytest

from tests.world import Person
from wellwish.assistants import serve
from wellwish.assistants.assistant import Assistant, Tool
from wellwish.assistants.catalogue import TOOLS
from wellwish.assistants.pages import addresses
from wellwish.assistants.tools.cards_left import CardsLeft, NoInput
from wellwish.cli.doctor import assistant_findings

PATH = "/mcp"
ACCEPT = {"Accept": "application/json, text/event-stream"}
LIST = {"jsonrpc": "2.0", "id": 1, "method": "tools/list"}


async def send(person: Person, **given: object):
    headers = {**ACCEPT, **given.pop("headers", {})}  # pyright: ignore[reportGeneralTypeIssues]
    return await person.request("POST", PATH, headers=headers, **({"json": LIST} | given))


async def test_names_the_metadata_to_a_client_without_a_token(world) -> None:
    base_url = world.services.settings.base_url
    for headers in ({}, {"Authorization": "Bearer wwt_invented"}):
        answer = await world.client.post(PATH, json=LIST, headers=headers)
        assert answer.status_code == 401
        challenge = answer.headers["WWW-Authenticate"]
        address = f"{base_url}/.well-known/oauth-protected-resource/mcp"
        assert challenge.startswith("Bearer ")
        assert f'resource_metadata="{address}"' in challenge
        assert 'scope="cards.read cards.write people.invite people.read"' in challenge
    described = (await world.client.get(address)).json()
    assert described["resource"] == f"{base_url}/mcp"
    assert described["authorization_servers"] == [base_url]
    assert described["scopes_supported"] == ["cards.read", "cards.write", "people.invite", "people.read"]
    assert (await world.client.get("/.well-known/oauth-protected-resource")).json() == described
    server = (await world.client.get("/.well-known/oauth-authorization-server")).json()
    assert server["issuer"] == base_url


async def test_lists_the_tools_without_a_handshake(alice) -> None:
    answer = await send(alice)
    assert answer.status_code == 200
    assert answer.headers["content-type"] == "application/json"
    assert "mcp-session-id" not in answer.headers
    assert len(answer.json()["result"]["tools"]) == 12


async def test_refuses_methods_other_than_post(alice) -> None:
    for method in ("GET", "DELETE", "PUT"):
        answer = await alice.request(method, PATH)
        assert answer.status_code == 405
        assert answer.headers["Allow"] == "OPTIONS, POST"


async def test_refuses_pages_of_other_origins(world, alice) -> None:
    for origin in ("https://evil.example", "null", "http://localhost:8081", "http://localhost:8080.evil"):
        answer = await send(alice, headers={"Origin": origin})
        assert answer.status_code == 403, origin
    own = world.services.settings.base_url
    assert (await send(alice, headers={"Origin": own})).status_code == 200


@pytest.mark.parametrize(
    ("body", "status"),
    [
        (b"{", 400),
        (b'{"jsonrpc": "2.0", "id": NaN, "method": "ping"}', 400),
        (b"[" * 400 + b"]" * 400, 400),
        (b"[]", 400),
        (b'{"id": 1}', 400),
        (b" " * (257 * 1024), 413),
    ],
)
async def test_refuses_bodies_that_are_no_messages(alice, body: bytes, status: int) -> None:
    answer = await send(alice, json=None, content=body, headers={"Content-Type": "application/json"})
    assert answer.status_code == status
    assert (await send(alice)).status_code == 200


async def test_a_notification_is_accepted(alice) -> None:
    answer = await send(alice, json={"jsonrpc": "2.0", "method": "notifications/initialized"})
    assert (answer.status_code, answer.content) == (202, b"")


async def test_an_unknown_method_is_an_error_of_the_protocol(alice) -> None:
    answer = await send(alice, json={"jsonrpc": "2.0", "id": 7, "method": "resources/list"})
    assert answer.json()["error"]["code"] == -32601
    assert answer.json()["id"] == 7


def test_without_the_extra_there_is_no_address() -> None:
    assert addresses(installed=False) == ()
    assert {each.path for each in addresses(installed=True)} == {
        "/mcp",
        "/.well-known/oauth-protected-resource",
        "/.well-known/oauth-protected-resource/mcp",
        "/.well-known/oauth-authorization-server",
        "/oauth/token",
        "/oauth/revoke",
    }
    assert [each.level for each in assistant_findings(installed=False)] == ["unused"]
    assert assistant_findings(installed=True) == []


def test_the_service_starts_without_the_extra() -> None:
    """No module imports the SDK before the first request to ``/mcp``."""
    script = "import sys, wellwish.app; sys.exit(bool({'mcp', 'mcp_types', 'pydantic'} & set(sys.modules)))"
    assert subprocess.run([sys.executable, "-P", "-c", script], check=False).returncode == 0
    control = "import sys, wellwish.app, wellwish.assistants.protocol; sys.exit('mcp' in sys.modules)"
    assert subprocess.run([sys.executable, "-P", "-c", control], check=False).returncode == 1


async def test_a_tool_that_takes_too_long_is_undone(alice, monkeypatch) -> None:
    monkeypatch.setattr(serve, "_DEADLINE_S", 0.0)
    answer = await send(alice)
    assert answer.status_code == 503
    assert answer.headers["Retry-After"] == "5"
    monkeypatch.undo()
    assert (await send(alice)).status_code == 200


async def test_an_unforeseen_error_shows_nothing_of_its_text(alice, monkeypatch) -> None:
    async def cards_left(assistant: Assistant, given: NoInput) -> CardsLeft:
        raise RuntimeError("maya@example.com")

    operation = "GET /api/bundle-purchases/available"
    tool = Tool(title="Cards left", description="", run=cards_left, operation=operation)
    monkeypatch.setitem(TOOLS, "cards_left", tool)
    calling = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "cards_left"}}
    result = (await send(alice, json=calling)).json()["result"]
    assert result["isError"] is True
    assert "internal_error" in result["content"][0]["text"]
    assert "maya" not in json.dumps(result)
