"""Update a customer's account."""

from msgspec import UNSET, UnsetType

from wellwish.accounts import account
from wellwish.base.errors import NotFound
from wellwish.infra.db import Tx
from wellwish.infra.http import Change
from wellwish.platforms.customer import (
    CardsFrom,
    Customer,
    ExternalId,
    OfPlatform,
    find,
    record,
    refuse_taken,
)


class CustomerChange(Change, frozen=True, kw_only=True):
    """Changes to the customer. Absent fields stay unchanged; null restores the default."""

    external_id: ExternalId | None | UnsetType = UNSET
    cards_from: CardsFrom | UnsetType = UNSET


async def update_customer(tx: Tx, platform: OfPlatform, account_id: str, change: CustomerChange) -> Customer:
    """To change the name or the settings, use `PATCH /api/account` with the header `Wellwish-Account`.

    Raises NotFound, ExternalIdExists.
    """
    await account.lock(tx, platform.account_id)
    before = await find(tx, platform.account_id, account_id)
    if before is None:
        raise NotFound
    external_id = before.external_id if change.external_id is UNSET else change.external_id or None
    await refuse_taken(tx, platform.account_id, external_id, but=account_id)
    await tx.run(
        """
        update customers set external_id = :external_id, bundles = :cards_from, updated_at = :now
        where account_id = :account_id and platform_id = :platform_id
        """,
        account_id=account_id,
        platform_id=platform.account_id,
        external_id=external_id,
        cards_from=before.bundles if change.cards_from is UNSET else change.cards_from,
    )
    changed = await find(tx, platform.account_id, account_id)
    if changed is None:  # the customer has left in the meantime
        raise NotFound
    return record(changed)
