"""A form that a user sent after their session had ended, kept until the user signs in again.

A user has at most one, and the service never submits it itself. It is sealed with the server key, and bound
to the user and the browser.
"""

from collections.abc import Sequence
from datetime import timedelta
from typing import Final

import msgspec
from msgspec import Struct

from wellwish.base.crypto import Keys
from wellwish.infra.db import Tx

LIFETIME: Final = timedelta(hours=1)
MAX_BYTES: Final = 64 * 1024  # maximum size of the fields as JSON


class KeptForm(Struct, frozen=True):
    """The path to which a form was sent, and its text fields in order."""

    path: str
    fields: Sequence[tuple[str, str]]


class _Row(Struct, frozen=True):
    sealed: bytes


async def keep(tx: Tx, keys: Keys, user_id: str, browser: str, form: KeptForm) -> bool:
    """Keeps the form unless it is too large or its user is unknown; returns whether it was kept."""
    plain = msgspec.json.encode(form)
    if len(plain) > MAX_BYTES:
        return False
    kept = await tx.value(
        """
        insert into kept_forms (user_id, sealed, expires_at)
        select id, :sealed, :expires_at from users where id = :user_id
        on conflict (user_id) do update set sealed = excluded.sealed, expires_at = excluded.expires_at
        returning true
        """,
        user_id=user_id,
        sealed=keys.seal(plain, _context(user_id, browser)),
        expires_at=tx.now + LIFETIME,
    )
    return bool(kept)


async def find(tx: Tx, keys: Keys, user_id: str, browser: str, path: str) -> KeptForm | None:
    """Returns the form that the user sent to the path in this browser, or None."""
    row = await tx.maybe(
        _Row,
        "select sealed from kept_forms where user_id = :user_id and expires_at > :now",
        user_id=user_id,
    )
    if row is None:
        return None
    try:
        form = msgspec.json.decode(keys.unseal(row.sealed, _context(user_id, browser)), type=KeptForm)
    except ValueError:
        return None  # kept for another browser
    return form if form.path == path else None


async def drop(tx: Tx, user_id: str) -> None:
    await tx.run("delete from kept_forms where user_id = :user_id", user_id=user_id)


def _context(user_id: str, browser: str) -> str:
    return f"kept form {user_id} {browser}"
