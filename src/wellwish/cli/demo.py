"""The demo account, created at the first start of ``serve --demo`` and printed at every start."""

import json
import os
from pathlib import Path
from typing import Final

from wellwish.accounts import demo
from wellwish.accounts.create import NewAccount, create
from wellwish.auth.credentials.credential import Pair
from wellwish.auth.credentials.reset import reset
from wellwish.base.crypto import Keys
from wellwish.base.settings import Settings
from wellwish.bundles.grant import grant
from wellwish.infra.db import Database, follow_server_key
from wellwish.platforms.set_platform import set_platform

CARDS: Final = 1_000
_FILE: Final = "demo-credentials.json"


def _keep(file: Path, account_id: str, pair: Pair) -> None:
    kept = {"account_id": account_id, "api_key": pair.api_key, "client_secret": pair.client_secret}
    with open(os.open(file, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w") as writing:
        json.dump(kept, writing, indent=2)


async def _make_platform(owner_dsn: str, account_id: str) -> None:
    db = Database(owner_dsn, size=1)
    await db.open()
    try:
        async with db.transaction() as tx:
            await set_platform(tx, account_id, is_platform=True)
    finally:
        await db.close()


async def prepare(settings: Settings, dsn: str, owner_dsn: str | None) -> list[str]:
    """Returns lines about the demo account, which is created if necessary; its key pair is stored with mode
    0600. If the URL of the owner of the tables is set, the account becomes a platform.
    """
    file = settings.data_dir / _FILE
    db = Database(dsn, size=1)
    await db.open()
    try:
        async with db.transaction() as tx:
            known = await demo.find_demo(tx)
            if known is None:
                new = NewAccount(name="Demo", email=demo.EMAIL, owner_name="Demo owner")
                account_id = (await create(tx, new)).id
                await grant(tx, account_id, CARDS, name="Demo cards")
            else:
                account_id = known.account_id
                await tx.see([account_id])
            if known is None or not file.exists():
                keys = Keys(settings.secret_key, settings.previous_secret_key)
                await follow_server_key(tx, keys)
                pair = await reset(tx, keys, account_id)
                _keep(file, account_id, pair)
    finally:
        await db.close()
    if owner_dsn is not None:
        await _make_platform(owner_dsn, account_id)
    pair = json.loads(file.read_text())
    return [
        "",
        "  Demo account (this machine only)",
        f"  API key        {pair['api_key']}",
        f"  Client secret  {pair['client_secret']}",
        f"  Stored in      {file}",
        "",
        f"  API reference  {settings.base_url}/docs",
        f"  Outbox         {settings.base_url}/outbox",
        "",
    ]
