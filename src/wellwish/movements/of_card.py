"""Export the movements of a card's money as a CSV file."""

from wellwish.cards import card
from wellwish.cards.access import CardAccess
from wellwish.contributions import seen
from wellwish.db import Tx
from wellwish.http import Csv, Services
from wellwish.movements.movement import Reader, pieces


async def of_card(tx: Tx, access: CardAccess, services: Services) -> Csv:
    """The oldest first, a line for each transfer of the double-entry ledger.

    The owner sees all of them. An admin sees what is seen of each gift in the list of contributions: no
    line where that has no money, and no amount or name where that has none. What would be a formula in a
    spreadsheet has an apostrophe before it.
    """
    row = await card.load(tx, access)
    sight = seen.sight(row, seen.of_caller(access), tx.now)
    reader = Reader(access.account_id, access.card_id, sight)
    return Csv(f"{access.card_id}-movements.csv", pieces(services, reader, tx.now))
