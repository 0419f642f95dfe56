"""Users: people who sign in, identified by an email address across all accounts."""

from datetime import datetime

from msgspec import Struct

from wellwish.base import ids
from wellwish.infra.db import Tx
from wellwish.infra.http.addresses import email_address
from wellwish.infra.http.addresses import email_key as email_key  # noqa: PLC0414 - part of this room's interface


async def find_or_create(tx: Tx, email: str, name: str | None) -> str:
    """Returns the ID of the user with this email address, in any spelling.

    ``name`` applies only to a new user, and the result does not show whether the user is new. Raises
    ValueError for an invalid address.
    """
    key = email_key(email)
    while True:
        made = await tx.value(
            """
            insert into users (id, email, email_key, name, created_at)
            values (:id, :email, :email_key, :name, :now)
            on conflict (email_key) do nothing returning id
            """,
            id=ids.new("usr"),
            email=email_address(email),
            email_key=key,
            name=name,
        )
        # A separate statement: its snapshot is newer than the other transaction's commit.
        user_id = made or await tx.value("select id from users where email_key = :email_key", email_key=key)
        if user_id is not None:  # None if the user was erased in between
            return user_id


class UserRow(Struct, frozen=True):
    id: str
    email: str
    name: str | None
    email_verified_at: datetime | None


async def find(tx: Tx, key: str) -> UserRow | None:
    """Returns the user with this key of an email address, or None."""
    return await tx.maybe(UserRow, "select {columns} from users where email_key = :key", key=key)


async def load_email(tx: Tx, user_id: str) -> str:
    """Returns the user's email address. Raises LookupError for an unknown user."""
    email = await tx.value("select email from users where id = :user_id", user_id=user_id)
    if email is None:
        raise LookupError("there is no such user")
    return email


async def change_email(tx: Tx, user_id: str, email: str) -> bool:
    """Changes the user's email address to a verified one. Returns False if another user has it.

    Raises UniqueViolation if another user takes it at the same time.
    """
    changed = await tx.run(
        """
        update users set email = :email, email_key = :email_key, email_verified_at = :now
        where id = :user_id and not exists (
          select 1 from users o where o.email_key = :email_key and o.id <> :user_id)
        """,
        user_id=user_id,
        email=email_address(email),
        email_key=email_key(email),
    )
    return changed > 0


async def verify(tx: Tx, user_id: str) -> None:
    """Marks the user's email address as verified, if it is not already."""
    await tx.run(
        "update users set email_verified_at = :now where id = :user_id and email_verified_at is null",
        user_id=user_id,
    )
