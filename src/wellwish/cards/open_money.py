"""Money that is expected: pledged cash, and payments that are open or processing.

To remove its contribution or its card drops the pledge, ends the payment, and refunds what still arrives.
"""

from collections.abc import Mapping
from typing import cast

from wellwish.cards.access import ByCard, CardAccess, Needs
from wellwish.cards.card_row import LockedCard
from wellwish.infra.db import Tx
from wellwish.infra.http import Body, Caller, Granted
from wellwish.infra.http.scopes import check_scope


class EndsOpenMoney(ByCard):
    """Access to a locked card or contribution that is removed; expected money needs its scope."""

    def __init__(self, needs: Needs) -> None:
        super().__init__("path", needs, LockedCard)
        self.says += " If a pledge or an open payment ends, a restricted key also needs `money.write`."

    async def __call__(self, tx: Tx, caller: Caller, path: Mapping[str, str], body: Body | None) -> Granted:
        """Raises NotFound, MissingPrivilege, AccountSuspended, MissingScope."""
        granted = await super().__call__(tx, caller, path, body)
        access = cast(CardAccess, granted[CardAccess])
        if caller.scopes is not None and await _is_expected(tx, access, path.get("contribution_id")):
            check_scope(caller, "money.write")
        return granted


async def _is_expected(tx: Tx, access: CardAccess, contribution_id: str | None) -> bool:
    """Returns whether money is expected on the card, or for this contribution."""
    return await tx.value(
        """
        select exists (
          select 1 from contributions
          where account_id = :account_id and card_id = :card_id
            and (:contribution_id::text is null or id = :contribution_id)
            and money_status in ('promised', 'pending', 'processing')
        ) or exists (
          select 1 from payments
          where account_id = :account_id and card_id = :card_id
            and (:contribution_id::text is null or subject_id = :contribution_id)
            and status in ('pending', 'processing'))
        """,
        account_id=access.account_id,
        card_id=access.card_id,
        contribution_id=contribution_id,
    )
