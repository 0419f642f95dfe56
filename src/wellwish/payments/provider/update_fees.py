"""Update the provider's fees."""

from collections.abc import Iterable
from typing import Annotated

import msgspec
from msgspec import Meta

from wellwish.accounts import account
from wellwish.base.errors import Fault, PaymentProviderMissing
from wellwish.infra import events
from wellwish.infra.db import Tx
from wellwish.infra.http import Body, Caller, IfMatch, Services
from wellwish.payments import own_provider
from wellwish.payments.fee_schedule import MAX_FEES, StatedFee
from wellwish.payments.own_provider import PaymentProvider, ProviderRow


class NewFees(Body, frozen=True, kw_only=True):
    """The complete list of stated fees, which replaces the previous list. An empty list removes all fees."""

    fees: Annotated[list[StatedFee], Meta(max_length=MAX_FEES, description="One fee for each currency.")]

    def faults(self) -> Iterable[Fault]:
        """Returns an error for each currency with a second fee."""
        seen: set[str] = set()
        for position, each in enumerate(self.fees):
            if each.currency in seen:
                detail = "Another fee of the list has this currency."
                yield Fault(f"/fees/{position}/currency", "invalid_value", detail)
            seen.add(each.currency)


async def update_fees(
    tx: Tx, caller: Caller, services: Services, new: NewFees, if_match: IfMatch
) -> PaymentProvider:
    """Replaces the stated fees, which allow givers to cover the fee of their gift.

    State the provider's fee for the payment method of most payers, including the share of your platform. For
    currencies without a stated fee, the fee is derived from earlier payments of different amounts. The
    sandbox has no fee. Fees have no effect in currencies in which the provider accepts only round amounts. If
    you replace the key of the same provider account, the fees are kept.

    Raises PaymentProviderMissing, PreconditionFailed.
    """
    await account.lock(tx, caller.account_id)
    row = await own_provider.current(tx, caller.account_id)
    if_match.check(row.version if row else own_provider.NONE_SET)
    if row is None:
        raise PaymentProviderMissing
    stored = await tx.one(
        ProviderRow,
        """
        update payment_providers set fees = :fees, version = version + 1, updated_at = :now
        where account_id = :account_id and id = :id
        returning {columns}
        """,
        account_id=caller.account_id,
        id=row.id,
        fees=msgspec.json.encode(new.fees).decode(),
    )
    shown = await own_provider.record(tx, services, caller.account_id, stored)
    data = {"provider": shown.provider, "live": shown.live}
    await events.record(tx, caller.account_id, "payment_provider.changed", data=data)
    return shown
