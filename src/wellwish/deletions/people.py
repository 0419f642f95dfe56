"""Delete users who lose their last account or card, with their sessions and passkeys."""

from typing import Final

from msgspec import Struct

from wellwish.infra.db import Tx

_BATCH: Final = 500


class _User(Struct, frozen=True):
    user_id: str


async def delete_members(tx: Tx, account_id: str) -> bool:
    """Deletes some memberships with their users. Returns whether there are more.

    One transaction does both, because afterwards nothing refers to the users.
    """
    left = await tx.many(
        _User,
        """
        delete from memberships where account_id = :account_id and ctid in (
          select ctid from memberships where account_id = :account_id limit :batch)
        returning user_id
        """,
        account_id=account_id,
        batch=_BATCH,
    )
    await delete_unattached(tx, [each.user_id for each in left])
    return len(left) == _BATCH


async def delete_admins(tx: Tx, account_id: str, card_id: str) -> None:
    """Deletes the admins of a card, with their users."""
    await tx.run(
        "delete from card_grants where account_id = :account_id and card_id = :card_id",
        account_id=account_id,
        card_id=card_id,
    )
    left = await tx.many(
        _User,
        """
        delete from card_admins where account_id = :account_id and card_id = :card_id returning user_id
        """,
        account_id=account_id,
        card_id=card_id,
    )
    await delete_unattached(tx, [each.user_id for each in left])


class _Address(Struct, frozen=True):
    email_key: str


async def delete_unattached(tx: Tx, user_ids: list[str]) -> None:
    """Deletes those of the users who have neither an account nor a card."""
    # A removed admin has no grant, but their row as an admin of the card still names the user.
    admins = await tx.many(
        _User,
        """
        select distinct user_id from card_admins where user_id = any (:user_ids::text[])
        """,
        user_ids=user_ids,
    )
    gone = await tx.many(
        _Address,
        """
        delete from users u
        where u.id = any (:user_ids::text[]) and u.id <> all (:admins::text[])
          and not exists (select 1 from memberships m where m.user_id = u.id)
          and not exists (select 1 from credentials c where c.user_id = u.id)
          and not exists (select 1 from card_grants g where g.user_id = u.id)
        returning email_key
        """,
        user_ids=user_ids,
        admins=[each.user_id for each in admins],
    )
    await tx.run(
        "delete from sign_in_attempts where email_key = any (:keys::text[])",
        keys=[each.email_key for each in gone],
    )
