"""Export the transfers of a card."""

from wellwish.cards.access import CardAccess
from wellwish.cards.card_row import CardRow
from wellwish.contributions import note_visibility
from wellwish.infra.db import Tx
from wellwish.infra.http import Csv, Services
from wellwish.movements.movement import Reader, pieces


async def export_card(tx: Tx, access: CardAccess, row: CardRow, services: Services) -> Csv:
    """Returns a CSV file with one line per transfer of the double-entry ledger, oldest first.

    The owner sees all transfers. An admin sees the same amounts and names as in the list of contributions,
    but no lines for contributions whose money is not visible there.
    """
    visibility = note_visibility.decide_for_caller(row, access, tx.now)
    reader = Reader(access.account_id, access.card_id, visibility)
    return Csv(f"{access.card_id}-movements.csv", pieces(services, reader, tx.now))
