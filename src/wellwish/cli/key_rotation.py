"""The rotation of the server key: the values to reseal, and those that still need the previous key."""

import asyncio
from collections.abc import Callable, Sequence
from datetime import datetime, timedelta
from typing import Any, Final

from msgspec import Struct

from wellwish.auth.consents.old_key import count_left as count_consents_left
from wellwish.auth.credentials import old_key as credentials_left
from wellwish.auth.sign_in.session import count_left as count_sessions_left
from wellwish.base import clock
from wellwish.base.crypto import Keys, fingerprint, short
from wellwish.base.settings import Settings
from wellwish.cli.plural import counted
from wellwish.cli.reseal import Resealed, SealedColumn, reseal
from wellwish.cli.sealed_columns import COLUMNS
from wellwish.infra.db import (
    Database,
    ServerKey,
    Tx,
    count_without_key,
    follow_server_key,
    forget_previous_key,
    lock_server_key,
    replace_server_key,
)
from wellwish.infra.http.idempotency import count_sealed_until

# Running processes look up the key in use every 10 s; until then they write with the previous one.
ADOPTED_AFTER: Final = timedelta(seconds=20)


class RotationError(ValueError):
    """The rotation cannot begin or end. The message explains why and how to fix it."""


class Left(Struct, frozen=True, kw_only=True):
    """Values that only the previous key can verify or open."""

    credentials: list[dict[str, Any]]
    sessions: int
    consents: int
    access_tokens: int
    stored_responses: int

    @property
    def is_empty(self) -> bool:
        return not (
            self.credentials or self.sessions or self.consents or self.access_tokens or self.stored_responses
        )

    def __str__(self) -> str:
        parts = [
            counted(len(self.credentials), "credential"),
            counted(self.sessions, "session"),
            counted(self.consents, "consent"),
            counted(self.access_tokens, "access token"),
            counted(self.stored_responses, "stored response"),
        ]
        return ", ".join(parts)


async def begin(db: Database, keys: Keys, settings: Settings) -> ServerKey:
    """Makes WELLWISH_SECRET_KEY the key in use if it is not, and returns the state. Raises RotationError."""
    fresh = fingerprint(settings.secret_key)
    async with db.transaction() as tx:
        await lock_server_key(tx)
        found = await follow_server_key(tx, keys)
        if found is None:
            raise RotationError("No process has used this database yet, so there is no key to rotate.")
        if found.fingerprint == fresh:
            if found.rotated_at is None or found.previous_fingerprint is None:
                raise RotationError(
                    "WELLWISH_SECRET_KEY is the key in use. To rotate it, set WELLWISH_SECRET_KEY_PREVIOUS "
                    "to it and WELLWISH_SECRET_KEY to a new one (openssl rand -hex 32) for all processes, "
                    "restart them, and run this command again."
                )
            return found
        if found.previous_fingerprint is not None:
            raise RotationError(
                "The last rotation has not finished. Run `wellwish key drop` with its keys first."
            )
        if without := await count_without_key(tx, short(fresh)):
            raise RotationError(
                f"Processes that do not know the new key have {counted(without, 'connection')}. Set both "
                "keys for all processes, restart them, and run this command again."
            )
        await replace_server_key(tx, keys, fresh)
    async with db.transaction() as tx:
        changed = await follow_server_key(tx, keys)
    assert changed is not None  # noqa: S101 - the row was locked above
    return changed


async def rotate(
    db: Database,
    keys: Keys,
    settings: Settings,
    *,
    say: Callable[[str], None],
    columns: Sequence[SealedColumn] = COLUMNS,
    after_page: Callable[[], None] = lambda: None,
) -> tuple[Resealed, Left]:
    """Reseals values with the key in use, as the owner of the tables. Can be interrupted and repeated.

    Raises RotationError.
    """
    found = await begin(db, keys, settings)
    waits_s = (
        0.0 if found.rotated_at is None else (found.rotated_at + ADOPTED_AFTER - clock.now()).total_seconds()
    )
    if waits_s > 0:
        say(f"The new key is in use. Waiting {waits_s:.0f} s until every process has adopted it.")
        await asyncio.sleep(waits_s)
    done = await reseal(db, keys, columns, after_page)
    async with db.transaction() as tx:
        return done, await left_behind(tx, keys, found.rotated_at)


async def drop(
    db: Database, keys: Keys, settings: Settings, *, force: bool, say: Callable[[str], None]
) -> Left:
    """Ends the rotation, so that the previous key can be removed from the settings.

    Raises RotationError if no rotation is in progress or, unless ``force``, if a value still needs that key
    or cannot be opened.
    """
    async with db.transaction() as tx:
        found = await follow_server_key(tx, keys)
    if found is None or found.previous_fingerprint is None:
        raise RotationError("No rotation is in progress.")
    done, left = await rotate(db, keys, settings, say=say)
    if done.unreadable and not force:
        raise RotationError(f"{counted(done.unreadable, 'sealed value')} can be opened with neither key.")
    if not left.is_empty and not force:
        raise RotationError(
            f"These still need the previous key: {left}. `wellwish key status` lists the credentials. Wait "
            "until they are used, replace them, or end them all with --force."
        )
    async with db.transaction() as tx:
        await forget_previous_key(tx)
    return left


async def left_behind(tx: Tx, keys: Keys, rotated_at: datetime | None) -> Left:
    """Returns the values that still need the previous key. The transaction must run as the tables' owner."""
    until = (rotated_at or tx.now) + ADOPTED_AFTER
    return Left(
        credentials=await credentials_left.list_left(tx, keys.fingerprint),
        access_tokens=await credentials_left.count_tokens(tx, until),
        sessions=await count_sessions_left(tx, keys.fingerprint),
        consents=await count_consents_left(tx, keys.fingerprint),
        stored_responses=await count_sealed_until(tx, until),
    )
