"""Export the transfers of the account."""

from wellwish.accounts.access import is_owner
from wellwish.infra.db import Tx
from wellwish.infra.http import Caller, Csv, Services
from wellwish.movements.movement import Reader, pieces


async def export_account(tx: Tx, caller: Caller, services: Services) -> Csv:
    """Returns a CSV file with one line per transfer, oldest first, for cards and, if you are an owner of the
    account, bundle purchases.

    `payout_id` identifies the provider's payout that contains the transfer, if the provider reports it. At
    Stripe, this is an automatic payout of the account that received the payment.
    """
    reader = Reader(caller.account_id, with_bundles=await is_owner(tx, caller))
    return Csv("movements.csv", pieces(services, reader, tx.now))
