"""Export the movements of a card's money as a CSV file."""

from wellwish.cards import card
from wellwish.cards.access import OnCard
from wellwish.contributions import seen
from wellwish.db import Tx
from wellwish.http import Csv, Services
from wellwish.movements.movement import Reader, pieces


async def of_card(tx: Tx, on: OnCard, services: Services) -> Csv:
    """The oldest first, a line for each transfer of the double-entry ledger.

    The owner sees all of them. An admin sees what is seen of each gift in the list of contributions: no
    line where that has no money, and no amount or name where that has none. What would be a formula in a
    spreadsheet has an apostrophe before it.
    """
    row = await card.load(tx, on)
    sight = seen.sight(row, seen.of_caller(on), tx.now)
    reader = Reader(on.account_id, on.card_id, sight)
    return Csv(f"{on.card_id}-movements.csv", pieces(services, reader, tx.now))
