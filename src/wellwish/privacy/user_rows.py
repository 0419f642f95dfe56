"""Erase a person's rows outside accounts: the user with sessions and passkeys, and sign-in attempts."""

from datetime import datetime

from wellwish.base.crypto import Keys
from wellwish.infra.db import Tx
from wellwish.privacy.person import Person


async def find_user(tx: Tx, person: Person, before: datetime) -> str | None:
    """Returns the ID of the user who had the address at that time."""
    return await tx.value(
        """
        select id from users
        where email_key = :email and greatest(created_at, email_verified_at) <= :before
        """,
        email=person.email,
        before=before,
    )


async def erase_user(tx: Tx, person: Person, user_id: str) -> bool:
    """Deletes the user with sessions and passkeys. Returns False if they are still members of an account."""
    deleted = await tx.run(
        """
        delete from users
        where id = :user_id and email_key = :email
          and not exists (select 1 from memberships m where m.user_id = :user_id)
          and not exists (select 1 from credentials c where c.user_id = :user_id)
        """,
        user_id=user_id,
        email=person.email,
    )
    return deleted > 0


async def erase_traces(tx: Tx, keys: Keys, person: Person, before: datetime) -> None:
    """Deletes sign-in attempts, changes to this address, earlier requests, and the text message language.

    Also deletes the plain address of a suppression for all accounts.
    """
    given = {"email": person.email, "before": before}
    await tx.run("delete from sign_in_attempts where email_key = :email and created_at <= :before", **given)
    await tx.run("delete from email_changes where email_key = :email and created_at <= :before", **given)
    await tx.run(
        """
        delete from person_requests
        where lower(email) = any (:spellings::text[]) and created_at <= :before and erase_at is null
        """,
        spellings=list(person.spellings),
        before=before,
    )
    hashed = person.suppression_hash(keys)
    await tx.run(
        "delete from text_languages where address_hash = :address_hash and said_at <= :before",
        address_hash=hashed,
        before=before,
    )
    await tx.run(
        """
        update suppressions set sealed_address = null
        where address_hash = :address_hash and account_id = '' and created_at <= :before
        """,
        address_hash=hashed,
        before=before,
    )
