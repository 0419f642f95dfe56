"""List the key pairs."""

from datetime import datetime
from typing import Annotated, Final, Literal

from msgspec import Meta, Struct

from wellwish.accounts.access import Owning
from wellwish.base import clock, ids
from wellwish.infra.db import Tx
from wellwish.infra.http import Page

# A rotation chain has two pairs, and few users have more than one chain; a demo account has more.
_MOST: Final = 1000


class CredentialRow(Struct, frozen=True):
    """A row of credentials with the email address of its user, without the hashes."""

    id: str
    email: str
    successor_id: str | None
    last_used_at: datetime | None
    ends_at: datetime | None
    created_at: datetime


class KeyPair(Struct, frozen=True, kw_only=True):
    """A key pair, whose API key and client secret are never returned again."""

    object: Literal["credential"] = "credential"
    id: Annotated[str, Meta(pattern=ids.pattern("cred"))]
    email: Annotated[str, Meta(description="Email address of the user whom the pair acts for.")]
    status: Annotated[
        Literal["current", "previous"], Meta(description="`previous` if a newer pair has replaced it.")
    ]
    last_used_at: Annotated[
        str | None,
        Meta(description="Time when it last got a token, precise to the hour; null if it never did."),
    ]
    expires_at: str | None
    created_at: str


async def list_credentials(tx: Tx, owning: Owning) -> Page[KeyPair]:
    """Returns the pairs that can get tokens, newest first."""
    rows = await tx.many(
        CredentialRow,
        """
        select c.id, u.email, c.successor_id, c.last_used_at, c.ends_at, c.created_at
        from credentials c join users u on u.id = c.user_id
        where c.account_id = :account_id and (c.ends_at is null or c.ends_at > :real_now)
        order by c.id desc limit :count
        """,
        account_id=owning.account_id,
        count=_MOST,
    )
    return Page(data=[_record(row) for row in rows])


def _record(row: CredentialRow) -> KeyPair:
    return KeyPair(
        id=row.id,
        email=row.email,
        status="current" if row.successor_id is None else "previous",
        last_used_at=clock.rfc3339_or_none(row.last_used_at),
        expires_at=clock.rfc3339_or_none(row.ends_at),
        created_at=clock.rfc3339(row.created_at),
    )
