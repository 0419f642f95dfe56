"""The time of the list of cards in an account with 10,000 of them."""

import time
from statistics import median
from typing import Final

import pytest

from tests import make
from tests.contributions import giving
from tests.web.desk.people import signed_in
from tests.world import Person

pytestmark = [pytest.mark.full, pytest.mark.anyio]

CARDS: Final = 10_000
ROUNDS: Final = 41
MOST_MS: Final = 50.0
QUERIES: Final = ("", "?status=open", "?status=closed", "?q=happy", "?q=happy&status=open")


async def _crowd(alice: Person) -> None:
    """Gives the account 10,000 cards with a recipient and an end, every fourth of them closed."""
    card = await make.card(
        alice, collection=giving.OPEN, recipients=[{"name": "Maya"}], contribution_end_date="2099-11-27"
    )
    is_closed = "'state', case when n % 4 = 0 then 'closed' else 'open' end"
    closed_at = "'closed_at', case when n % 4 = 0 then now() end"
    numbered = "'card_' || lpad(n::text, 26, '0')"
    for table, key, changed in (
        ("cards", "id", f"'id', {numbered}, {is_closed}, {closed_at}"),
        ("recipients", "card_id", f"'card_id', {numbered}, 'id', 'rcp_' || lpad(n::text, 26, '0')"),
        ("card_words", "card_id", f"'card_id', {numbered}"),
    ):  # fmt: skip
        await alice.world.owner.execute(
            f"insert into {table} select (jsonb_populate_record(t, jsonb_build_object({changed}))).* "
            f"from {table} t cross join generate_series(1, {CARDS - 1}) as n where t.{key} = $1",
            card["id"],
        )
    await alice.world.owner.execute("analyze cards, recipients, card_words")


async def test_lists_10_000_cards_within_50_ms(alice: Person) -> None:
    """The median of interleaved rounds, in the process of the test and with a page as browsers get it."""
    await _crowd(alice)
    visitor = await signed_in(alice)
    visitor.headers["Accept-Encoding"] = "br"
    taken: dict[tuple[str, str], list[float]] = {}
    for number in range(ROUNDS + 5):
        for query in QUERIES:
            for language in ("en", "ar"):
                visitor.cookies["lang"] = language
                begin = time.perf_counter()
                answer = await visitor.open(f"/desk{query}")
                took = (time.perf_counter() - begin) * 1000
                assert answer.text.count('href="/desk/cards/card_') == 50, query
                if number >= 5:  # the first ones read the catalogue and prepare the statements
                    taken.setdefault((query, language), []).append(took)
    found = {each: (min(times), median(times)) for each, times in taken.items()}
    for (query, language), (least, middle) in found.items():
        print(f"\n/desk{query} {language}: minimum {least:.1f} ms, median {middle:.1f} ms", end="")
    assert max(middle for _, middle in found.values()) <= MOST_MS, found
