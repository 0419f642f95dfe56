"""Measure the load time of a board with 500 notes: one reader, pages of 60 notes."""

import secrets
from dataclasses import dataclass
from datetime import UTC, datetime
from statistics import median, quantiles
from typing import Final

import httpx2
import rounds
from rounds import Load
from servers import Running
from stage import Person, Stage

from wellwish.app import application
from wellwish.base import ids

NOTES: Final = 500
TARGET_P95_MS: Final = 15.0  # ui/brief.md section 5
_VIEWS: Final = 300
_PAGES: Final = ("?as=board", "?as=board&page=5", "?as=book&page=30", "?inside")
_PENS: Final = ("kalam", "caveat", "patrick", "gochi", "reenie", "shadows", "courier")
_WORDS: Final = "Six years at the next desk, and I still do not know how you stay that calm on a Friday. "


@dataclass(frozen=True)
class Board:
    """Milliseconds until the whole response has arrived, over one connection."""

    p50_ms: float
    p95_ms: float


async def measure(stage: Stage, server: Running, person: Person) -> dict[str, Board]:
    """Creates the card and returns the load times of each of its pages."""
    link = await make_card(stage, person, NOTES)
    found: dict[str, Board] = {}
    for page in _PAGES:
        head = (f"GET {link}{page} HTTP/1.1", "Host: localhost", "Accept: text/html", "", "")
        plan = Load(1, 30.0)
        rounds.send(server.port, ["\r\n".join(head)], 200, plan, most=10)  # warm-up
        outcome = rounds.send(server.port, ["\r\n".join(head)], 200, plan, most=_VIEWS)
        times = [each * 1e3 for each in outcome.latencies]
        found[page] = Board(median(times), quantiles(times, n=20)[-1])
    return found


async def make_card(stage: Stage, person: Person, notes: int) -> str:
    """Creates a closed card with its notes. Returns the path of its recipient's link."""
    services = stage.services(pool_size=1)
    app = application(services)
    headers = {"Authorization": f"Bearer {person.bearer}"}
    body = {
        "title": "Happy birthday, Maya", "sender": "Priya and friends", "template_id": stage.template_id,
        "collection": {}, "recipients": [{"name": "Maya"}],
    }  # fmt: skip
    async with (
        app.router.lifespan_context(app),
        httpx2.AsyncClient(
            transport=httpx2.ASGITransport(app), base_url="http://localhost:8080", headers=headers
        ) as client,
    ):
        card = (await client.post("/api/cards", json=body)).json()
        await _notes(stage, person.account_id, card["id"], notes)
        await client.post(f"/api/cards/{card['id']}/close")
    link: str = card["recipients"][0]["view_url"]
    return link.removeprefix("http://localhost:8080")


async def _notes(stage: Stage, account_id: str, card_id: str, count: int) -> None:
    now = datetime.now(UTC)
    await stage.owner.executemany(
        """
        insert into contributions (account_id, id, card_id, source, name, anonymous, note_id, note_text, pen,
          ink, paper, visibility, note_status, published_at, created_at, updated_at)
        values ($1, $2, $3, 'owner', $4, false, $5, $6, $7, 'navy', 'cream', 'everyone', 'published',
          $8, $8, $8)
        """,
        [
            (account_id, ids.new("ctb"), card_id, f"Person {n}", ids.new("note"),
             _WORDS * (1 + secrets.randbelow(4)), _PENS[n % len(_PENS)], now)
            for n in range(count)
        ],
    )  # fmt: skip
    await stage.owner.execute("vacuum analyze contributions", timeout=300)
