"""An account with 10,000 cards."""

from typing import Final

from tests import make
from tests.contributions import giving
from tests.world import Person

CARDS: Final = 10_000


async def crowd(alice: Person) -> None:
    """Creates 10,000 cards with a recipient and an end date, a quarter of them closed."""
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
