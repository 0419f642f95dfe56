"""Faults of networks, proxies, forgers and newer servers, with the TypeScript client."""

import json
import socket
from base64 import b64encode
from datetime import UTC, datetime, timedelta
from typing import Any, Final

import pytest

from tests.clients.typescript.conftest import Installed, run_as
from tests.world import World
from wellwish.webhooks import signature

SECRET: Final = "whsec_" + b64encode(b"a secret of twenty-four.").decode()
OTHER: Final = "whsec_" + b64encode(b"another secret of 24 ...").decode()
BODY: Final = json.dumps(
    {"type": "contribution.created", "timestamp": "2026-11-23T09:00:00.000Z", "data": {"event_id": "evt_1"}}
)


def signed(body: str = BODY, secrets: tuple[str, ...] = (SECRET,), minutes: float = 0) -> dict[str, Any]:
    # The client uses the machine's clock.
    at = datetime.now(UTC) - timedelta(minutes=minutes)
    headers = signature.headers(secrets, "evt_1", at, body.encode())
    return {"body": body, "headers": headers, "secret": SECRET}


def forged() -> list[dict[str, Any]]:
    """Forged webhooks, with the reason to refuse each."""
    right = signed()
    return [
        {"what": "another secret", **signed(secrets=(OTHER,))},
        {"what": "six minutes of age", **signed(minutes=6)},
        {"what": "a time six minutes ahead", **signed(minutes=-6)},
        {"what": "another body", **right, "body": BODY.replace("created", "deleted")},
        {"what": "a body that is no event", **signed("[]")},
        {"what": "no headers", **right, "headers": {}},
        {"what": "no signature", **right, "headers": right["headers"] | {"webhook-signature": ""}},
        {"what": "no Base64", **right, "headers": right["headers"] | {"webhook-signature": "v1,!"}},
        {"what": "a time in words", **right, "headers": right["headers"] | {"webhook-timestamp": "now"}},
        {"what": "an empty secret", **right, "secret": "whsec_"},
    ]


async def lossy(world: World, installed: Installed, count: int, *, keyed: bool) -> tuple[int, int]:
    """Creates cards while the network loses responses. Returns the client's number of cards, and the rows."""
    await world.owner.execute("update bundle_purchases set cards_total = 1000")
    created = await run_as(installed, world.alice, "lossy", COUNT=str(count), KEYED="yes" if keyed else "no")
    rows = await world.owner.fetchval(
        "select count(*) from cards where account_id = $1", world.alice.account_id
    )
    return created, rows


@pytest.mark.generated
@pytest.mark.parametrize("count", [25, pytest.param(500, marks=pytest.mark.load)])
async def test_lost_answers_double_no_card(world: World, installed: Installed, count: int) -> None:
    assert await lossy(world, installed, count, keyed=True) == (count, count)


@pytest.mark.generated
async def test_control_without_keys_lost_answers_double_cards(world: World, installed: Installed) -> None:
    created, rows = await lossy(world, installed, 25, keyed=False)
    assert rows > created == 25


@pytest.mark.generated
async def test_handles_every_fault_of_the_network_and_server(world: World, installed: Installed) -> None:
    """The program has a case for each fault, and fails if any case fails."""
    with socket.socket() as held:
        held.bind(("127.0.0.1", 0))  # but does not listen
        closed = f"http://127.0.0.1:{held.getsockname()[1]}"
        report: str = await run_as(
            installed, world.alice, "faults", FORGED=json.dumps(forged()), CLOSED_URL=closed
        )
    assert "fail 0" in report
    assert report.count("refuses ") > len(forged())


@pytest.mark.generated
async def test_runs_the_readme(world: World, installed: Installed) -> None:
    await run_as(installed, world.alice, "readme", SIGNED=json.dumps(signed(secrets=(OTHER, SECRET))))
    title = await world.owner.fetchval(
        "select title from cards where account_id = $1", world.alice.account_id
    )
    assert title == "Maya is 40"
