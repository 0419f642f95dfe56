"""Export all movements of the account's money as a CSV file."""

from wellwish.db import Tx
from wellwish.http import Caller, Csv, Services
from wellwish.movements.movement import Reader, pieces


async def of_account(tx: Tx, caller: Caller, services: Services) -> Csv:
    """The oldest first, a line for each transfer: of cards, and of bundles that were bought.

    What would be a formula in a spreadsheet has an apostrophe before it.
    """
    return Csv("movements.csv", pieces(services, Reader(caller.account_id), tx.now))
