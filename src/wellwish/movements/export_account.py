"""Export the transfers of the account."""

from wellwish.accounts.access import is_owner
from wellwish.infra.db import Tx
from wellwish.infra.http import Caller, Csv, Services
from wellwish.movements.movement import Reader, pieces


async def export_account(tx: Tx, caller: Caller, services: Services) -> Csv:
    """Returns a CSV file with one line per transfer, oldest first, for cards and, if you are an owner of the
    account, bundle purchases.

    `payout_id` names the payout of the provider that contains the movement, if the provider reports it: at
    Stripe, automatic payouts of the account that the payments went to.
    """
    reader = Reader(caller.account_id, with_bundles=await is_owner(tx, caller))
    return Csv("movements.csv", pieces(services, reader, tx.now))
