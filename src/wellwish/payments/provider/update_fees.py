"""State the provider's fees."""

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
    """All stated fees. An empty list removes them."""

    fees: Annotated[list[StatedFee], Meta(max_length=MAX_FEES, description="One fee for each currency.")]

    def faults(self) -> Iterable[Fault]:
        """A second fee of a currency would contradict the first."""
        seen: set[str] = set()
        for position, each in enumerate(self.fees):
            if each.currency in seen:
                detail = "Another fee of the list has this currency."
                yield Fault(f"/fees/{position}/currency", "invalid_value", detail)
            seen.add(each.currency)


async def update_fees(
    tx: Tx, caller: Caller, services: Services, new: NewFees, if_match: IfMatch
) -> PaymentProvider:
    """Replaces the stated fees, by which givers can cover the fee of their gift.

    State what the provider keeps of a payment by the method that most payers use, with the share of your
    platform. In other currencies, payments of different amounts show the fee. The sandbox takes none. A fee
    has no effect in a currency in which the provider takes only round amounts.
    The fees stay when the key of the same account at the provider is replaced.

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
