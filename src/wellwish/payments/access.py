"""Access to payments: members can read payments for the account's cards, owners also those for bundles.

Only owners can buy, refund, cancel and decide refund requests.
"""

from wellwish.accounts.access import is_owner
from wellwish.base.errors import OwnerRequired
from wellwish.infra.db import Tx
from wellwish.infra.http import Caller
from wellwish.payments.payment import PaymentRow


async def check_readable(tx: Tx, caller: Caller, row: PaymentRow) -> None:
    """Raises OwnerRequired for a payment for a bundle, unless the caller is an owner."""
    if row.purpose == "bundle_purchase" and not await is_owner(tx, caller):
        raise OwnerRequired
