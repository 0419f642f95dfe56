"""Users: people who sign in, identified by an e-mail address across all accounts."""

from wellwish import ids
from wellwish.db import Tx
from wellwish.http.addresses import email_address
from wellwish.http.addresses import email_key as email_key  # noqa: PLC0414 - part of what this noun knows


async def find_or_create(tx: Tx, email: str, name: str | None) -> str:
    """Returns the id of the user with this e-mail, in any spelling; the name applies to a new user only.

    The result does not show whether the user is new. Raises ValueError for an invalid address.
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
        # A separate statement: its snapshot is younger than the other transaction's commit.
        user_id = made or await tx.value("select id from users where email_key = :email_key", email_key=key)
        if user_id is not None:  # otherwise erased meanwhile
            return user_id
