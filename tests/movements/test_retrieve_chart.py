"""The chart of money over time and its table show the same figures, and its title states them in words."""

import re
import xml.etree.ElementTree as ET  # only parses the product's own output
from datetime import date, timedelta

import pytest

from tests import make
from tests.contributions import giving
from tests.later import another_time
from tests.movements.reading import PUBLIC
from tests.payments import buying
from tests.world import Person, World
from wellwish.base import clock
from wellwish.base.language import LANGUAGES
from wellwish.movements import chart
from wellwish.movements.chart import Chart
from wellwish.movements.day import SHOWN, Day

SVG = "{http://www.w3.org/2000/svg}"


def drawn(amounts: list[int], goal: int | None = None, code: str = "en", currency: str = "EUR") -> Chart:
    """Returns a chart of consecutive days from 1 November, one per amount."""
    first = date(2026, 11, 1)
    days = [
        Day(first + timedelta(days=number), amount, sum(amounts[: number + 1]))
        for number, amount in enumerate(amounts)
    ]
    return Chart(days, currency, goal, LANGUAGES[code])


def picture(of: Chart) -> ET.Element:
    return ET.fromstring(str(chart.svg(of)))


async def shown(person: Person, card_id: str) -> str:
    answer = await person.get(f"/api/cards/{card_id}/money-chart")
    assert answer.status_code == 200, answer.text
    assert answer.headers["content-type"] == "text/html; charset=utf-8"
    assert answer.headers["content-security-policy"] == "default-src 'none'; sandbox"
    return answer.text


def table(page: str) -> list[tuple[str, str, str]]:
    """Returns the day, the amount and the running total of each row."""
    return re.findall(r'datetime="([^"]+)">[^<]*</time></th><td>([^<]+)</td><td>([^<]+)</td>', page)


async def test_shows_each_day_in_the_zone_of_the_card(world: World, alice: Person) -> None:
    collection = {**PUBLIC, "goal_amount": 5000}
    with another_time():
        clock.move(timedelta(hours=23 - clock.now().hour, minutes=30 - clock.now().minute))
        today = clock.now().date()
        card = await make.card(alice, collection=collection, timezone="Asia/Tokyo", title="For <Maya>")
        gift = await giving.gave(alice, card["id"])
        clock.move(timedelta(days=2))
        alice.token = None
        assert (await buying.refund(alice, gift["money"]["payment_id"], 200)).status_code == 201
        await giving.gave(alice, card["id"], money={**giving.MONEY, "amount": 300})
        await world.work()
        page = await shown(alice, card["id"])
        collected = (await alice.get(f"/api/cards/{card['id']}")).json()["collected"]
    in_tokyo = [str(today + timedelta(days=number)) for number in (1, 2, 3)]
    assert table(page) == [
        (in_tokyo[0], "€12.50", "€12.50"),
        (in_tokyo[1], "€0.00", "€12.50"),
        (in_tokyo[2], "€1.00", "€13.50"),
    ]
    assert collected == {"amount": 1350, "currency": "EUR"}
    assert "€13.50 of €50.00 collected. Best day:" in page
    assert "For &lt;Maya&gt;" in page
    assert "<Maya>" not in page


async def test_counts_cash_from_when_it_has_come(world: World, alice: Person) -> None:
    card = await make.card(alice, collection=PUBLIC)
    pledge = await giving.pledges(alice, card["id"])
    assert {total for _, _, total in table(await shown(alice, card["id"]))} == {"€0.00"}
    await giving.settle(alice, card["id"], pledge["id"], "confirm")
    assert table(await shown(alice, card["id"]))[-1][1:] == ("€12.50", "€12.50")
    assert table(await shown(alice, (await make.card(alice))["id"])) == []


async def test_requires_the_right_to_see_the_total(world: World, alice: Person, bob: Person) -> None:
    card = await make.card(alice, collection={**PUBLIC, "see_total": "nobody"})
    await make.admin(alice, card["id"], bob, can_update=True)
    refused = await bob.get(f"/api/cards/{card['id']}/money-chart")
    assert (refused.status_code, refused.json()["code"]) == (403, "missing_privilege")
    await alice.patch(f"/api/cards/{card['id']}", {"collection": {"see_total": "admins"}})
    assert "Nothing collected yet." in await shown(bob, card["id"])


async def test_shows_the_last_days_of_many(world: World, alice: Person) -> None:
    card = await make.card(alice, collection=PUBLIC)
    await giving.gave(alice, card["id"])
    with another_time():
        clock.move(timedelta(days=200))
        alice.token = None
        rows = table(await shown(alice, card["id"]))
    assert len(rows) == SHOWN
    assert {row[1:] for row in rows} == {("€0.00", "€12.50")}, "what came before is in the total"


@pytest.mark.parametrize(
    ("amounts", "goal", "code", "said"),
    [
        ([], None, "en", "Nothing collected yet."),
        ([2000, 0, 3500], None, "en", "€55.00 collected. Best day: Tue 3 Nov, €35.00."),
        ([2000], 5000, "de", "20,00 € von 50,00 € gesammelt. Bester Tag: So. 1. Nov., 20,00 €."),
        ([-500], None, "en", "-€5.00 collected."),
    ],
)
def test_says_the_finding_in_its_title(amounts: list[int], goal: int | None, code: str, said: str) -> None:
    found = picture(drawn(amounts, goal, code))
    title = found.find(f"{SVG}title")
    assert title is not None
    assert (title.text or "").replace("\xa0", " ") == said
    assert (found.get("role"), found.get("aria-labelledby")) == ("img", title.get("id"))


@pytest.mark.parametrize("amounts", [[1], [0, 0, 7], [2000, -2500, 900], [10**11] * 3, [5] * SHOWN])
@pytest.mark.parametrize("goal", [None, 1, 10**11])
def test_draws_a_bar_a_day_inside_of_the_picture(amounts: list[int], goal: int | None) -> None:
    found = picture(drawn(amounts, goal, "ar", "JPY"))
    bars = found.findall(f"{SVG}rect")
    assert len(bars) == sum(amount != 0 for amount in amounts)
    for bar in bars:
        x, y, width, height = (float(bar.get(name, "nan")) for name in ("x", "y", "width", "height"))
        assert (x >= 0, x + width <= 640, y >= 0, y + height <= 300) == (True,) * 4
        assert bar.find(f"{SVG}title") is not None
    dashed = [path for path in found.findall(f"{SVG}path") if path.get("stroke-dasharray")]
    assert len(dashed) == (goal is not None)
    running = found.findall(f"{SVG}path")[-1].get("d", "")
    assert running.count("L") == len(amounts) - 1
    assert 1 <= len([text for text in found.findall(f"{SVG}text") if text.get("x") == "68"]) <= 6
