"""Compare the cost of a request in a small and a large account, alternating single requests.

Both share the database with many other accounts; the large one has 30 % of the cards. `tests/growth` checks
how many rows each statement of these and other requests reads there.
"""

from dataclasses import dataclass
from statistics import median
from typing import Final

import httpx2
import population
import rounds
from operations import OPERATIONS
from population import Size
from processes import cpu_s
from rounds import Load
from servers import Running
from stage import Person, Stage, make_account, multiply

_TURNS: Final = 12
_REQUESTS: Final = 100


@dataclass(frozen=True)
class Cost:
    """The cost of one request: median latency, and CPU time of server and database."""

    latency_ms: float
    cpu_us: float


@dataclass(frozen=True)
class Growth:
    """The cost of one request in the small and in the large account, by operation."""

    few: int
    many: int
    costs: dict[str, tuple[Cost, Cost]]


async def measure(stage: Stage, server: Running, few: int, size: Size) -> Growth:
    """Creates both accounts and the other accounts. Returns the cost of create and list in each."""
    accounts = (await _small(stage, server, few), await large(stage, server, size))
    await stage.owner.execute("checkpoint", timeout=300)
    costs: dict[str, tuple[Cost, Cost]] = {}
    for operation in OPERATIONS:
        if operation.orm_times is None:
            continue
        found: tuple[list[Cost], list[Cost]] = ([], [])
        for turn in range(_TURNS + 1):
            for side, person in enumerate(accounts):
                requests = operation.requests(stage, person)
                cost = _cost(stage, server, requests, operation.status)
                if turn:  # the first is a warm-up
                    found[side].append(cost)
        costs[operation.title] = (_middle(found[0]), _middle(found[1]))
    return Growth(few, size.large, costs)


async def _small(stage: Stage, server: Running, cards: int) -> Person:
    person, card_id = await first(stage, server, "few")
    await multiply(stage, person.account_id, card_id, cards - 1)
    return person


async def large(stage: Stage, server: Running, size: Size) -> Person:
    person, card_id = await first(stage, server, "many")
    headers = {"Authorization": f"Bearer {person.bearer}"}
    invitees = [{"delivery_type": "email", "delivery_id": "guest@example.com"}]
    async with httpx2.AsyncClient(base_url=f"http://127.0.0.1:{server.port}", headers=headers) as client:
        for path, body in (
            ("/api/cards/invitations", {"card_id": card_id, "invitees": invitees}),
            (f"/api/cards/{card_id}/contributions", {"name": "Noor", "note": {"text": "All the best"}}),
        ):
            (await client.post(path, json=body)).raise_for_status()
    await population.fill(stage.owner, person.account_id, card_id, size)
    return person


async def first(stage: Stage, server: Running, name: str, person: Person | None = None) -> tuple[Person, str]:
    """Returns an account and the ID of its only card, from which the copies are made."""
    person = person or await make_account(stage, name)
    create = next(each for each in OPERATIONS if each.key == "create")
    rounds.send(server.port, create.requests(stage, person), 201, Load(1, 5.0), most=1)
    card_id = await stage.owner.fetchval("select id from cards where account_id = $1", person.account_id)
    return person, card_id


def _cost(stage: Stage, server: Running, requests: list[str], expect: int) -> Cost:
    before = cpu_s(server.pid) + cpu_s(stage.database_pid)
    outcome = rounds.send(server.port, requests, expect, Load(1, 10.0), most=_REQUESTS)
    used = cpu_s(server.pid) + cpu_s(stage.database_pid) - before
    return Cost(median(outcome.latencies) * 1e3, used / outcome.answers * 1e6)


def _middle(costs: list[Cost]) -> Cost:
    return Cost(median(cost.latency_ms for cost in costs), median(cost.cpu_us for cost in costs))
