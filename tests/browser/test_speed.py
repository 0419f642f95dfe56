"""Page weight and speed on a slow phone: cold cache, 390 px, 1.6 Mbit/s, 150 ms latency, 4x CPU throttling.

Bytes are exact; times are medians of three rounds. `script/test --only load -s` prints all figures.
"""

from dataclasses import dataclass
from statistics import median
from typing import Any, Final, cast

import pytest
from playwright.async_api import CDPSession

from tests.browser import cards
from tests.browser.conftest import Visiting
from tests.browser.gifts import COLLECTING
from tests.browser.visitor import Visitor
from tests.world import World

pytestmark = pytest.mark.anyio

# One round measures bytes; three rounds also measure time.
EACH = pytest.mark.parametrize(
    "count", [pytest.param(1, marks=pytest.mark.load), pytest.param(3, marks=pytest.mark.full)]
)
BITS_A_SECOND: Final = 1_600_000
LATENCY_MS: Final = 150

# Records largest contentful paint and layout shift from before the first byte.
WATCH: Final = """
    window.__lcp = 0; window.__cls = 0;
    new PerformanceObserver(list => { for (const each of list.getEntries()) window.__lcp = each.startTime; })
        .observe({type: 'largest-contentful-paint', buffered: true});
    new PerformanceObserver(list => {
        for (const each of list.getEntries()) if (!each.hadRecentInput) window.__cls += each.value;
    }).observe({type: 'layout-shift', buffered: true});
"""
TOLD: Final = """() => ({lcp: window.__lcp, cls: window.__cls,
    fcp: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0})"""


@dataclass
class Round:
    """The measurements of one cold visit."""

    by_kind: dict[str, int]
    fcp_ms: float
    lcp_ms: float
    cls: float

    @property
    def bytes(self) -> int:
        return sum(self.by_kind.values())


async def slow(one: Visitor) -> tuple[CDPSession, dict[str, int]]:
    """Throttles the browser to a slow phone; returns a counter of bytes by resource type."""
    session = await one.context.new_cdp_session(one.page)
    await session.send("Network.enable")
    await session.send("Network.setCacheDisabled", {"cacheDisabled": True})
    rate = BITS_A_SECOND / 8
    limits = {"offline": False, "latency": LATENCY_MS, "downloadThroughput": rate, "uploadThroughput": rate}
    await session.send("Network.emulateNetworkConditions", limits)
    await session.send("Emulation.setCPUThrottlingRate", {"rate": 4})
    kinds: dict[str, str] = {}
    by_kind: dict[str, int] = {}

    def answered(event: Any) -> None:
        kinds[event["requestId"]] = event["type"]

    def finished(event: Any) -> None:
        kind = kinds.get(event["requestId"], "Other")
        by_kind[kind] = by_kind.get(kind, 0) + int(event["encodedDataLength"])

    session.on("Network.responseReceived", answered)
    session.on("Network.loadingFinished", finished)
    return session, by_kind


async def cold(visitor: Visiting, link: str, wait: str = "networkidle") -> Round:
    """Measures one visit with an empty cache. ``wait``: load state; pages with a stream are never idle."""
    async with visitor(width=390, device_scale_factor=2) as one:
        await one.page.add_init_script(WATCH)
        session, by_kind = await slow(one)
        await one.open(link)
        await one.page.wait_for_load_state(cast("Any", wait), timeout=60_000)
        await one.page.evaluate("document.fonts.ready.then(() => new Promise(done => setTimeout(done, 500)))")
        timings = await one.page.evaluate(TOLD)
        await session.detach()
    return Round(by_kind, timings["fcp"], timings["lcp"], timings["cls"])


async def measure(
    visitor: Visiting, link: str, what: str, count: int, wait: str = "networkidle"
) -> list[Round]:
    """Measures `count` visits and prints the figures."""
    rounds = [await cold(visitor, link, wait) for _ in range(count)]
    fcp, lcp = median(each.fcp_ms for each in rounds), median(each.lcp_ms for each in rounds)
    kinds = ", ".join(f"{kind} {size / 1000:.1f}" for kind, size in sorted(rounds[0].by_kind.items()))
    print(
        f"\n{what}: {rounds[0].bytes / 1000:.1f} KB ({kinds}), FCP {fcp:.0f} ms, LCP {lcp:.0f} ms, "
        f"CLS {max(each.cls for each in rounds):.4f}"
    )
    return rounds


def check(rounds: list[Round], most_bytes: int, most_ms: int) -> None:
    """Fails above the budget."""
    assert max(each.bytes for each in rounds) <= most_bytes
    assert max(each.cls for each in rounds) <= 0.02
    if len(rounds) > 1:
        assert 0 < median(each.lcp_ms for each in rounds) <= most_ms


@EACH
async def test_the_signing_page(world: World, visitor: Visiting, count: int) -> None:
    made = await cards.card(world, contribution_end_date="2099-11-27", collection=COLLECTING)
    for index in range(12):
        await cards.note(world, made["id"], index)
    # With Gochi Hand, the largest of the preset handwritings; with Kalam, 84 KB.
    check(await measure(visitor, made["sign_url"], "signing page", count), 91_000, 1000)


@EACH
async def test_the_closed_card(world: World, visitor: Visiting, count: int) -> None:
    made = await cards.written(world, 12)
    check(await measure(visitor, cards.view(made), "closed card", count), 105_000, 1600)


@EACH
async def test_the_board_is_fast(world: World, visitor: Visiting, count: int) -> None:
    made = await cards.written(world, 12, close=False)
    await cards.crowd(world, made, 48)
    await cards.shut(world, made)
    rounds = await measure(visitor, f"{cards.view(made)}?as=board", "board, first view", count)
    check(rounds, 280_000, 2200)


@EACH
@pytest.mark.parametrize("way", ["book", "slides"])
async def test_the_book_and_the_slides(world: World, visitor: Visiting, way: str, count: int) -> None:
    made = await cards.written(world, 2, close=False)
    await cards.crowd(world, made, 48)
    await cards.shut(world, made)
    check(await measure(visitor, f"{cards.view(made)}?as={way}", way, count), 200_000, 2200)


@EACH
async def test_the_opened_card_and_the_wall(world: World, visitor: Visiting, count: int) -> None:
    made = await cards.written(world, 2, close=False)
    await cards.crowd(world, made, 58)
    answer = await world.alice.post(f"/api/cards/{made['id']}/wall")
    check(await measure(visitor, answer.json()["wall_url"], "wall", count, wait="load"), 200_000, 2200)
    await cards.shut(world, made)
    rounds = await measure(visitor, f"{cards.view(made)}?inside", "opened card", count)
    check(rounds, 200_000, 2200)


@EACH
async def test_the_reference_is_fast(visitor: Visiting, count: int) -> None:
    # The chapter with the most operations.
    check(await measure(visitor, "/docs/reference/cards", "reference", count), 100_000, 1600)
    check(await measure(visitor, "/docs/reference/cards.create", "operation", count), 100_000, 1600)


@pytest.mark.load
async def test_a_heavy_page_exceeds_the_budget(world: World, visitor: Visiting) -> None:
    """The control: the largest page, 500 notes for print, exceeds the budget."""
    made = await cards.card(world)
    await cards.crowd(world, made, 500)
    await cards.shut(world, made)
    rounds = [await cold(visitor, f"{cards.view(made)}?as=board&all")]
    with pytest.raises(AssertionError):
        check(rounds, 100_000, 1600)
