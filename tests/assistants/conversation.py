"""A client of the SDK, connected to the service in this process."""

import json
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from typing import Any

import httpx2
from mcp.client import Client
from mcp.client.streamable_http import streamable_http_client

from tests import make
from tests.world import Person, World

MODERN, HANDSHAKE = "2026-07-28", "legacy"  # the latter negotiates 2025-11-25
VERSIONS = (MODERN, HANDSHAKE)


class Refused(Exception):  # noqa: N818 - the error of a tool
    """The error that a tool returned: its code and detail."""

    def __init__(self, error: dict[str, Any]) -> None:
        super().__init__(error["detail"])
        self.code: str = error["code"]
        self.faults: list[dict[str, str]] = error.get("errors", [])


class Conversation:
    def __init__(self, client: Client) -> None:
        self.client = client

    async def use(self, tool: str, **arguments: Any) -> dict[str, Any]:
        """Returns the structured result, which the client checks against the schema. Raises Refused."""
        result = await self.client.call_tool(tool, arguments)
        text = json.loads(result.content[0].text)  # pyright: ignore[reportAttributeAccessIssue]
        if result.is_error:
            raise Refused(text["error"])
        assert text == result.structured_content
        return text


@asynccontextmanager
async def talk(person: Person, version: str = MODERN) -> AsyncGenerator[Conversation]:
    """Yields the SDK's client, connected with the person's token."""
    if person.token is None:
        person.token = await person.exchange()
    world = person.world.client
    headers = {"Authorization": f"Bearer {person.token}"}
    transport: httpx2.AsyncBaseTransport = world._transport
    async with (
        httpx2.AsyncClient(transport=_Kept(transport), headers=headers) as http,
        Client(
            streamable_http_client(f"{person.world.services.settings.base_url}/mcp", http_client=http),
            mode=version,
        ) as client,
    ):
        yield Conversation(client)


class _Kept(httpx2.AsyncBaseTransport):
    """A transport that stays open when a client closes it."""

    def __init__(self, transport: httpx2.AsyncBaseTransport) -> None:
        self._transport = transport

    async def handle_async_request(self, request: httpx2.Request) -> httpx2.Response:
        return await self._transport.handle_async_request(request)


async def planned(person: Person, **changed: Any) -> dict[str, Any]:
    """Returns the arguments of a tool that plans a card."""
    return {
        "title": "Happy birthday, Maya",
        "sender": "Priya and friends",
        "recipient": "Maya",
        "template_id": await make.template_id(person),
        **changed,
    }


def people(card_id: str, *emails: str) -> dict[str, Any]:
    """Returns the arguments of a tool that plans invitations."""
    invitees = [{"delivery_type": "email", "delivery_id": each} for each in emails]
    return {"card_id": card_id, "invitees": invitees}


async def count_invitations(world: World) -> int:
    """Returns the number of invitations after running the jobs; checks that there is one message for each."""
    await world.work()
    sent = await world.owner.fetchval("select count(*) from messages where kind = 'invitation'")
    made = await world.owner.fetchval("select count(*) from invitations")
    assert sent == made
    return made
