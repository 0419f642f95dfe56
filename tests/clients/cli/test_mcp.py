"""`ww mcp`: connects a local assistant, tested with the SDK's stdio client and line by line."""

import json
import sys
from typing import Any

import pytest
from mcp.client import Client
from mcp.client.stdio import StdioServerParameters

from tests.clients.cli.conftest import SOURCE, Ww
from tests.world import Person, World

LISTING = {"jsonrpc": "2.0", "id": 1, "method": "tools/list"}


def lines(*messages: Any) -> str:
    return "".join(f"{each if isinstance(each, str) else json.dumps(each)}\n" for each in messages)


def responses(out: str) -> list[dict[str, Any]]:
    return [json.loads(each) for each in out.splitlines()]


@pytest.mark.process
@pytest.mark.parametrize("mode", ["auto", "legacy"])
async def test_connects_a_client_of_the_sdk(ww: Ww, alice: Person, mode: str) -> None:
    await ww.login(alice)
    server = StdioServerParameters(
        command=sys.executable,
        args=["-P", "-c", "from wellwish_sdk.cli import main; main()", "mcp"],
        env=ww.environment(PYTHONPATH=str(SOURCE)),
    )
    async with Client(server, mode=mode) as client:
        assert client.protocol_version == {"auto": "2026-07-28", "legacy": "2025-11-25"}[mode]
        assert len((await client.list_tools()).tools) == 12
        left = await client.call_tool("cards_left", {})
    assert left.structured_content is not None
    assert left.structured_content["cards_left"] == 100


async def test_answers_each_request_and_no_notification(ww: Ww, alice: Person) -> None:
    await ww.login(alice)
    ended = await ww(
        "mcp",
        stdin=lines(
            {"jsonrpc": "2.0", "method": "notifications/initialized"},
            LISTING,
            "",
            {"jsonrpc": "2.0", "id": "two", "method": "resources/list"},
            "{",
            [LISTING],
            {
                **LISTING,
                "id": 5,
                "params": {"_meta": {"io.modelcontextprotocol/protocolVersion": "2031-01-01"}},
            },
        ),
    )
    assert ended.status == 0, ended.err
    listed, unknown, broken, batch, future = responses(ended.out)
    assert (listed["id"], len(listed["result"]["tools"])) == (1, 12)
    assert (unknown["id"], unknown["error"]["code"]) == ("two", -32601)
    assert (broken["id"], broken["error"]["code"]) == (None, -32700)
    assert (batch["id"], batch["error"]["code"]) == (None, -32600)
    assert future["id"] == 5
    assert future["error"]["code"] == -32602  # protocol errors pass unchanged


async def test_renews_its_token(ww: Ww, world: World, alice: Person, monkeypatch: pytest.MonkeyPatch) -> None:
    await ww.login(alice)
    from wellwish_sdk import client

    authorize = client.Wellwish._authorize
    given: list[str | None] = []

    def stale_at_first(self: client.Wellwish, stale: str | None) -> str:
        given.append(stale)
        return "wwt_ended" if stale is None else authorize(self, stale)

    monkeypatch.setattr(client.Wellwish, "_authorize", stale_at_first)
    ended = await ww("mcp", stdin=lines(LISTING))
    assert len(responses(ended.out)[0]["result"]["tools"]) == 12
    assert given == [None, "wwt_ended"]


async def test_tells_the_client_why_the_server_does_not_answer(ww: Ww, alice: Person) -> None:
    pair = {"WELLWISH_API_KEY": alice.api_key, "WELLWISH_CLIENT_SECRET": "wws_wrong"}
    ended = await ww("mcp", stdin=lines(LISTING), **pair, WELLWISH_BASE_URL=ww.base_url)
    (refused,) = responses(ended.out)
    assert refused["id"] == 1
    assert "invalid_client" in refused["error"]["message"]
