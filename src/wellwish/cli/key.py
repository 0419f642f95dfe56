"""The commands for the server key."""

import asyncio
import json
from collections.abc import Awaitable, Callable
from typing import Annotated, Any, Final

from cyclopts import App, Parameter

from wellwish.base import settings as configuration
from wellwish.base.crypto import Keys, short
from wellwish.base.settings import Settings
from wellwish.cli import launch
from wellwish.cli.console import AsJson, say, table
from wellwish.cli.key_rotation import Left, drop, left_behind, rotate
from wellwish.cli.plural import counted
from wellwish.infra.db import Database, follow_server_key

key_app: Final = App(name="key", help="Rotate the server key, WELLWISH_SECRET_KEY.")


@key_app.command(name="rotate")
def rotate_key(*, as_json: AsJson = False) -> None:
    """Make WELLWISH_SECRET_KEY the key in use, and reseal values sealed with the previous key.

    Set WELLWISH_SECRET_KEY_PREVIOUS and restart all processes first. The command can be repeated.
    """

    async def run(db: Database, keys: Keys, settings: Settings) -> None:
        done, left = await rotate(db, keys, settings, say=say)
        if as_json:
            print(
                json.dumps({"resealed": done.written, "unreadable": done.unreadable, "left": _record(left)})
            )
            return
        say(f"Re-encrypted {counted(done.written, 'value')} with the new key.")
        if done.unreadable:
            say(f"{counted(done.unreadable, 'value')} can be decrypted with neither key.")
        _tell(left)

    _with_owner(run)


@key_app.command
def status(*, as_json: AsJson = False) -> None:
    """Show the key in use, and what still needs the previous one."""

    async def run(db: Database, keys: Keys, _settings: Settings) -> None:
        async with db.transaction() as tx:
            found = await follow_server_key(tx, keys)
            is_rotating = found is not None and found.previous_fingerprint is not None
            left = await left_behind(tx, keys, found.rotated_at) if found and is_rotating else None
        if as_json:
            in_use = None if found is None else short(found.fingerprint)
            print(json.dumps({"key": in_use, "left": left and _record(left)}))
            return
        if found is not None:
            say(f"Key in use: {short(found.fingerprint)}")
        if left is None:
            say("No rotation is in progress.")
        else:
            _tell(left)

    _with_owner(run)


@key_app.command(name="drop")
def drop_key(
    *,
    force: Annotated[
        bool, Parameter(help="End the credentials, sessions and tokens that need the previous key.")
    ] = False,
    as_json: AsJson = False,
) -> None:
    """End the rotation, so that WELLWISH_SECRET_KEY_PREVIOUS can be removed.

    Without --force, refuses while credentials, sessions, consents, tokens or stored responses need the
    previous key.
    """

    async def run(db: Database, keys: Keys, settings: Settings) -> None:
        left = await drop(db, keys, settings, force=force, say=say)
        if as_json:
            print(json.dumps({"ended": _record(left)}))
            return
        if not left.is_empty:
            say(f"Ended: {left}.")
        say(
            "The previous key is no longer needed. Remove WELLWISH_SECRET_KEY_PREVIOUS, and restart all "
            "processes."
        )

    _with_owner(run)


def _record(left: Left) -> dict[str, Any]:
    return {
        "credentials": left.credentials,
        "sessions": left.sessions,
        "consents": left.consents,
        "access_tokens": left.access_tokens,
        "stored_responses": left.stored_responses,
    }


def _tell(left: Left) -> None:
    if left.is_empty:
        say("Nothing needs the previous key. Run `wellwish key drop`.")
        return
    say(f"These need the previous key until they are used or expire: {left}.")
    if left.credentials:
        table(left.credentials, "id", "account_id", "created_at", "first_used_at")


def _with_owner(run: Callable[[Database, Keys, Settings], Awaitable[None]]) -> None:
    """Calls ``run`` with a connection pool of the owner of the tables, who sees the rows of all accounts."""
    settings = configuration.load()

    async def connected() -> None:
        if settings.embedded:
            await launch.bring_up_to_date(settings, lambda _: None)
        db = Database(launch.owner_dsn(settings), size=1)
        await db.open()
        try:
            await launch.require_key(db, settings)
            keys = Keys(settings.secret_key, settings.previous_secret_key)
            await run(db, keys, settings)
        finally:
            await db.close()

    with launch.database(settings):
        asyncio.run(connected())
