"""Write the next part of an export of an account. A killed run is repeated from the place that is stored.

The place is stored with the part, in one transaction, after the file of the part is durable.
"""

import hashlib
from collections.abc import Sequence
from datetime import datetime
from typing import Any, Final

from wellwish.account_exports.kinds import LOADS
from wellwish.account_exports.lines import encode_lines
from wellwish.account_exports.source import Batch, Source
from wellwish.infra.db import Tx
from wellwish.infra.http import Services
from wellwish.media.media import MediaRow
from wellwish.privacy import data_request
from wellwish.privacy.data_request import DataRequestRow
from wellwish.privacy.exports.account_export import Step, commit_step
from wellwish.privacy.exports.part import Part
from wellwish.privacy.exports.purge import wait_for_exports
from wellwish.privacy.exports.retrieve_file import read_file
from wellwish.privacy.exports.run import discard

_FILE: Final = "file"


async def run(services: Services, args: dict[str, Any]) -> datetime | None:
    """Returns the time to run again while there is more, so that other jobs have their turn after each part.

    Raises Unavailable if file storage is unavailable.
    """
    account_id, export_id = args["account_id"], args["export_id"]
    async with services.db.transaction([account_id]) as tx:
        await wait_for_exports(tx, account_id)
        row = await data_request.lock_pending(tx, account_id, export_id)
        if row is None or row.whole is None:
            await discard(tx, account_id, export_id)
            return None
        source = Source(tx, services, account_id, row.whole.is_test)
        kind, batch = await read_batch(source, row)
    step = await store(services, row, kind, batch)
    async with services.db.transaction([account_id]) as tx:
        is_more = await commit_step(tx, account_id, row, step)
        return tx.now if is_more else None


async def fail_dead(tx: Tx, _services: Services, args: dict[str, Any]) -> None:
    """Marks the export of a dead job as failed; the purge deletes its files."""
    await data_request.fail(tx, args["account_id"], args["export_id"])


async def read_batch(source: Source, row: DataRequestRow) -> tuple[int, Batch]:
    """Returns the next batch and the index of its kind. Kinds without records are passed over."""
    if row.whole is None:
        raise AssertionError(row.id)
    kind, after = row.whole.kind, row.whole.after
    batch = Batch([])
    while kind < len(row.whole.kinds):
        batch = await LOADS[row.whole.kinds[kind].kind](source, after)
        if batch.records or batch.after is not None:
            break
        kind, after = kind + 1, None
    return kind, batch


async def store(services: Services, row: DataRequestRow, kind: int, batch: Batch) -> Step:
    """Stores the file of the part, and returns the step to commit.

    The digest in its name keeps another run, which may read other rows, from replacing the file.
    """
    if row.whole is None or row.folder is None:
        raise AssertionError(row.id)
    if kind == len(row.whole.kinds):
        return Step([], 0, kind, kind, None)
    name, parts = row.whole.kinds[kind].kind, list[Part]()
    number = row.steps_done + 1
    if batch.records:
        content = encode_lines(batch.records, services.settings.base_url)
        digest = hashlib.sha256(content).hexdigest()
        key = f"{row.folder}/{number:06}-{digest}"
        await services.storage.put(key, content)
        size, many = len(content), len(batch.records)
        parts.append(Part(number, f"{number:06}-{name}.ndjson", name, many, size, digest, key))
    parts += await _files(services, batch.media, number + len(parts))
    following = kind + 1 if batch.after is None else kind
    return Step(parts, len(batch.records), kind, following, batch.after)


async def _files(services: Services, media: Sequence[MediaRow], number: int) -> list[Part]:
    """Returns the preferred files of media with their digests. They stay where they are."""
    parts: list[Part] = []
    for row in media:
        if not row.files:
            continue
        file = row.files[0]
        key, digest, size = f"{row.folder}/{file.name}", hashlib.sha256(), 0
        async for piece in read_file(services, key, file.bytes):
            digest.update(piece)
            size += len(piece)
        if size == file.bytes:  # not deleted meanwhile
            name = f"media/{row.id}-{file.name}"
            parts.append(Part(number + len(parts), name, _FILE, 0, size, digest.hexdigest(), key, row.id))
    return parts
