"""The README of the Python client: its first block runs as printed."""

import asyncio
import re
from pathlib import Path
from typing import Any

import pytest

from tests.clients.conftest import Clients
from tests.world import World
from wellwish_sdk import Wellwish

README = Path(__file__).parents[2] / "clients/python/README.md"


async def test_runs_the_readme(
    world: World, clients: Clients, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    found = re.search(r"<!-- run by .*? -->\n```python\n(.*?)```", README.read_text(), re.DOTALL)
    assert found
    client = clients.blocking(world.alice)
    made: list[tuple[Any, ...]] = []

    def instead(*given: Any, **named: Any) -> Wellwish:
        made.append((*given, named))
        return client

    monkeypatch.setattr("wellwish_sdk.Wellwish", instead)
    scope = {"api_key": world.alice.api_key, "client_secret": world.alice.client_secret}
    await asyncio.to_thread(exec, found[1], scope)
    assert made == [(world.alice.api_key, world.alice.client_secret, {"base_url": "http://localhost:8080"})]
    assert capsys.readouterr().out.startswith("jonas@example.com ")
