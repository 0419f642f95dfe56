"""Cancel a card."""

from collections.abc import Mapping
from typing import Annotated, Final

from msgspec import Meta

from wellwish.accounts.access import owner_only
from wellwish.base.errors import CardHasMoney, CardState, PreconditionRequired
from wellwish.cards import card
from wellwish.cards.access import CardAccess
from wellwish.cards.card_row import CardRow, LockedCard
from wellwish.cards.open_money import EndsOpenMoney
from wellwish.cards.state import move, record_end
from wellwish.infra import events, jobs
from wellwish.infra.db import Tx
from wellwish.infra.http import Body, Caller, Granted, IfMatch, Services
from wellwish.payments import card_payments
from wellwish.payments import end as end_payments

GIVE_BACK: Final = "cards.give_back"
DROP_PLEDGES: Final = "contributions.drop_pledges"  # a job of ``contributions``, which cards does not import
_CASH: Final = (
    "The card has cash that its admins confirmed. Return the cash, drop these pledges, then cancel the card."
)


class Cancelling(Body, frozen=True, kw_only=True):
    """Whether to refund the card's money."""

    refund: Annotated[
        bool,
        Meta(
            description="Refund all payments, then cancel the card; requires `If-Match` and "
            "`Idempotency-Key`. If false, a card with money cannot be cancelled."
        ),
    ] = False

    @property
    def moves_money(self) -> bool:
        return self.refund


class Cancels(EndsOpenMoney):
    """Access for the owner of the card; with `refund`, only for an owner of the account."""

    def __init__(self) -> None:
        super().__init__("owner")
        self.says += f" With `refund`: {owner_only.says[0].lower()}{owner_only.says[1:]}"
        self.refuses = (*self.refuses, *owner_only.refuses)

    async def __call__(self, tx: Tx, caller: Caller, path: Mapping[str, str], body: Body | None) -> Granted:
        """Raises NotFound, MissingPrivilege, AccountSuspended, MissingScope, OwnerRequired."""
        granted = await super().__call__(tx, caller, path, body)
        if isinstance(body, Cancelling) and body.refund:
            await owner_only(tx, caller, path, body)
        return granted


async def cancel(
    tx: Tx, access: CardAccess, row: LockedCard, services: Services, new: Cancelling, if_match: IfMatch
) -> card.Card:
    """The card's unit returns to its bundle if nobody was invited and nobody has signed.

    With `refund`, a card with money is closed immediately, and `cancelled` once all refunds are complete;
    until then, `cancelling_at` is the time of the request. If a refund fails, the card stays closed with its
    money and the event `card.cancel_failed` is recorded. Cancel the card again to retry.

    Pledged cash that has not been received is dropped, and open payment pages are closed at the provider. A
    card with confirmed cash cannot be cancelled.

    Raises CardState for an archived or cancelled card, CardHasMoney, PaymentProviderMissing,
    PreconditionFailed, and with `refund` PreconditionRequired.
    """
    if new.refund and not if_match.given:
        raise PreconditionRequired
    if_match.check(row.version)
    if row.status(tx.now) not in ("open", "closed"):
        raise CardState(f"The card is {row.state}.")
    if await card_payments.holds_cash(tx, access.account_id, access.card_id):
        raise CardHasMoney(_CASH)
    if not await card_payments.holds_money(tx, access.account_id, access.card_id):
        return await end(tx, access, services, row)
    if not new.refund:
        raise CardHasMoney("The card has money that was not refunded. Cancel it with `refund` set to true.")
    cancelling: CardRow = row
    if row.cancelling_at is None:
        await card_payments.check_reachable(tx, services, access.account_id, access.card_id)
        cancelling = await _begin(tx, access, row)
    people = await card.recipients(tx, access.account_id, access.card_id)
    return card.record(cancelling, people, access, services, tx.now)


async def _begin(tx: Tx, access: CardAccess, row: CardRow) -> CardRow:
    """Closes the card, ends its open payments and enqueues its refunds."""
    await record_end(tx, access, row)
    begun = await tx.one(
        CardRow,
        """
        update cards set cancelling_at = :now, state = 'closed',
          closed_at = coalesce(closed_at, least(contribution_ends_at, :now)),
          version = version + 1, updated_at = :now
        where account_id = :account_id and id = :id and version = :version
        returning {columns}
        """,
        account_id=access.account_id,
        id=access.card_id,
        version=row.version,
    )
    await end_payments.of_card(tx, access.account_id, access.card_id, "card_cancelled")
    data = {"card_id": access.card_id, "status": "closed"}
    await events.record(tx, access.account_id, "card.cancelling", card_id=access.card_id, data=data)
    await jobs.wake(
        tx, GIVE_BACK, {access.card_id: {"account_id": access.account_id, "card_id": access.card_id}}
    )
    return begun


async def end(tx: Tx, access: CardAccess, services: Services, row: CardRow) -> card.Card:
    """Cancels a card that holds no money; a job then drops its pledges. The caller has locked the card."""
    args = {"account_id": access.account_id, "card_id": access.card_id}
    await jobs.enqueue(tx, DROP_PLEDGES, [args])
    await end_payments.of_card(tx, access.account_id, access.card_id, "card_cancelled")
    await _return_unit(tx, access, row)
    return await move(tx, access, services, row, "any", "cancelled")


async def _return_unit(tx: Tx, access: CardAccess, row: CardRow) -> None:
    """Returns an unused card's unit to its bundle purchase, which may belong to the account's platform.

    A card is unused if it has neither invitations nor contributions.
    """
    platform_id = await tx.value(
        """
        with unused as (
          select p.id, p.platform_id from bundle_purchases p
          where p.account_id = :account_id and p.id = :bundle_purchase_id
            and not exists (
              select 1 from invitations i where i.account_id = :account_id and i.card_id = :card_id)
            and not exists (
              select 1 from contributions c where c.account_id = :account_id and c.card_id = :card_id)
        ), own as (
          update bundle_purchases p
          set cards_used = p.cards_used - 1, version = p.version + 1, updated_at = :now
          from unused
          where p.account_id = :account_id and p.id = unused.id and p.cards_used > 0
            and unused.platform_id is null
        )
        select platform_id from unused
        """,
        account_id=access.account_id,
        bundle_purchase_id=row.bundle_purchase_id,
        card_id=access.card_id,
    )
    if platform_id is not None:
        await tx.run(
            "select id from return_drawn_card(:account_id, :id, :now)",
            account_id=access.account_id,
            id=row.bundle_purchase_id,
        )
