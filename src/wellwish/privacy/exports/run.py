"""Write the file of an export. A second run writes it again, or changes nothing once it is completed."""

from typing import Any, Final

import msgspec

from wellwish.base import clock
from wellwish.infra import events
from wellwish.infra.db import Tx
from wellwish.infra.http import Services
from wellwish.media import erase as media_erase
from wellwish.privacy import data_request
from wellwish.privacy.data_request import folder_of
from wellwish.privacy.exports.export import FILE, KEPT_FOR
from wellwish.privacy.exports.purge import wait_for_exports
from wellwish.privacy.exports.visible_data import encode_lines, load_lines
from wellwish.privacy.visible import count_visible

EXPORT: Final = "privacy.export"


async def run(services: Services, args: dict[str, Any]) -> None:
    """Raises Unavailable if file storage is unavailable."""
    account_id, export_id = args["account_id"], args["export_id"]
    folder = folder_of(account_id, export_id)
    async with services.db.transaction([account_id]) as tx:
        await wait_for_exports(tx, account_id)
        row = await data_request.lock_pending(tx, account_id, export_id)
        if row is None:
            await discard(tx, account_id, export_id)
            return
        person = data_request.person_of(services, row)
        tally = await count_visible(tx, services.keys, account_id, person)
        lines = await load_lines(tx, services, account_id, person)
        head = {
            "object": "export",
            "id": export_id,
            "account_id": account_id,
            "address": person.address,
            "exported_at": clock.rfc3339(tx.now),
            "counts": tally.counts(),
            "truncated": lines.cut,
        }
    content = encode_lines([head, *lines.records])
    await services.storage.put(f"{folder}/{FILE}", content)
    async with services.db.transaction([account_id]) as tx:
        completed = await tx.run(
            """
            update data_requests set status = 'completed', tally = :tally::jsonb,
              folder = :folder, size_bytes = :size_bytes, expires_at = :expires_at, finished_at = :now,
              updated_at = :now
            where account_id = :account_id and id = :id and status = 'pending'
            """,
            account_id=account_id,
            id=export_id,
            tally=msgspec.json.encode(tally).decode(),
            folder=folder,  # the former release inserts none
            size_bytes=len(content),
            expires_at=tx.now + KEPT_FOR,
        )
        if completed:
            data = {"export_id": export_id, "status": "completed"}
            await events.record(tx, account_id, "export.completed", data=data)
        else:
            await discard(tx, account_id, export_id)


async def discard(tx: Tx, account_id: str, export_id: str) -> None:
    """Deletes the file of an export that has ended meanwhile, unless another run completed it."""
    is_completed = await tx.value(
        """
        select true from data_requests
        where account_id = :account_id and id = :id and status = 'completed' and folder is not null
        """,
        account_id=account_id,
        id=export_id,
    )
    if not is_completed:
        await media_erase.files(tx, [folder_of(account_id, export_id)])


async def fail_dead(tx: Tx, _services: Services, args: dict[str, Any]) -> None:
    """Marks the export of a dead job as failed, and deletes its file."""
    account_id, export_id = args["account_id"], args["export_id"]
    await data_request.fail(tx, account_id, export_id)
    await media_erase.files(tx, [folder_of(account_id, export_id)])
