"""Rotate the shared link, the public view link or a recipient's view link of a card."""

from msgspec import Struct

from wellwish.base.errors import CardState
from wellwish.cards.access import CardAccess
from wellwish.cards.card_row import CardRow, LockedCard
from wellwish.cards.link import PUBLIC_VIEW, SIGN, VIEW, Link, publish, withdraw
from wellwish.infra.db import Tx
from wellwish.infra.http import Services


async def shared(tx: Tx, access: CardAccess, row: LockedCard, services: Services) -> Link:
    """Replaces the shared link and returns the new one. Raises CardState if the card has none."""
    if not row.shared_link:
        raise CardState("The card has no shared link.")
    changed = await tx.one(
        CardRow,
        """
        update cards set
          shared_link_version = greatest(shared_link_version + 1, :floor), version = version + 1,
          updated_at = :now
        where account_id = :account_id and id = :id
        returning {columns}
        """,
        account_id=access.account_id,
        id=access.card_id,
        floor=services.keys.link_floor(tx.now),
    )
    new = Link(SIGN, row.id, changed.shared_link_version)
    return await _replaced(tx, access, services, Link(SIGN, row.id, row.shared_link_version), new)


async def public_view(tx: Tx, access: CardAccess, row: LockedCard, services: Services) -> Link:
    """Replaces the public view link and returns the new one. Raises CardState if the card has none."""
    if not row.public_read:
        raise CardState("The card has no public view link.")
    changed = await tx.one(
        CardRow,
        """
        update cards set
          public_link_version = greatest(public_link_version + 1, :floor), version = version + 1,
          updated_at = :now
        where account_id = :account_id and id = :id
        returning {columns}
        """,
        account_id=access.account_id,
        id=access.card_id,
        floor=services.keys.link_floor(tx.now),
    )
    new = Link(PUBLIC_VIEW, row.id, changed.public_link_version)
    return await _replaced(tx, access, services, Link(PUBLIC_VIEW, row.id, row.public_link_version), new)


class _Rotated(Struct):
    link_version: int
    former_version: int


async def view(tx: Tx, access: CardAccess, services: Services, recipient_id: str) -> Link:
    """Replaces a recipient's view link and returns the new one. Raises NotFound for an unknown recipient."""
    changed = await tx.found(
        _Rotated,
        """
        with former as (
          select link_version from recipients
          where account_id = :account_id and card_id = :card_id and id = :id)
        update recipients r set link_version = greatest(former.link_version + 1, :floor) from former
        where r.account_id = :account_id and r.card_id = :card_id and r.id = :id
        returning r.link_version, former.link_version as former_version
        """,
        account_id=access.account_id,
        card_id=access.card_id,
        id=recipient_id,
        floor=services.keys.link_floor(tx.now),
    )
    # The link is part of the card's record, so the card's version increases.
    await tx.run(
        """
        update cards set version = version + 1, updated_at = :now
        where account_id = :account_id and id = :id
        """,
        account_id=access.account_id,
        id=access.card_id,
    )
    new = Link(VIEW, recipient_id, changed.link_version)
    return await _replaced(tx, access, services, Link(VIEW, recipient_id, changed.former_version), new)


async def _replaced(tx: Tx, access: CardAccess, services: Services, old: Link, new: Link) -> Link:
    await withdraw(tx, services.keys, [old])
    await publish(tx, services.keys, access.account_id, access.card_id, [new])
    return new
