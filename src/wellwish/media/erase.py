"""Erase media: rows in the current transaction, and files in a later job."""

from collections.abc import Sequence
from typing import Any, Final

from msgspec import Struct

from wellwish.infra import jobs
from wellwish.infra.db import Tx
from wellwish.infra.http import Services

ERASE: Final = "media.erase"
_AT_ONCE: Final = 20  # folders per job


class _Gone(Struct):
    folder: str


async def erase(tx: Tx, account_id: str, media_ids: Sequence[str]) -> None:
    """Erases these media. Their paths return 404 after the commit."""
    if not media_ids:
        return
    gone = await tx.many(
        _Gone,
        "delete from media where account_id = :account_id and id = any (:media_ids) returning folder",
        account_id=account_id,
        media_ids=list(media_ids),
    )
    await _unpublish(tx, account_id, media_ids)
    await files(tx, [each.folder for each in gone])


class _Id(Struct):
    id: str


async def erase_from_contribution(tx: Tx, account_id: str, contribution_id: str) -> None:
    rows = await tx.many(
        _Id,
        """
        select id from media
        where account_id = :account_id and contribution_id = :contribution_id limit 100
        """,
        account_id=account_id,
        contribution_id=contribution_id,
    )
    await erase(tx, account_id, [each.id for each in rows])


async def erase_from_card(tx: Tx, account_id: str, card_id: str) -> None:
    while rows := await _of_card(tx, account_id, card_id):
        await erase(tx, account_id, [each.id for each in rows])


async def _of_card(tx: Tx, account_id: str, card_id: str) -> list[_Id]:
    return await tx.many(
        _Id,
        "select id from media where account_id = :account_id and card_id = :card_id limit 1000",
        account_id=account_id,
        card_id=card_id,
    )


async def _unpublish(tx: Tx, account_id: str, media_ids: Sequence[str]) -> None:
    await tx.run(
        "delete from media_paths where account_id = :account_id and media_id = any (:media_ids)",
        account_id=account_id,
        media_ids=list(media_ids),
    )


async def files(tx: Tx, folders: Sequence[str]) -> None:
    """Enqueues the deletion of these folders and of their original uploads, after this transaction."""
    parts = [list(folders[start : start + _AT_ONCE]) for start in range(0, len(folders), _AT_ONCE)]
    if parts:
        await jobs.enqueue(tx, ERASE, [{"folders": each} for each in parts])


async def run(services: Services, args: dict[str, Any]) -> None:
    """Deletes the files; a missing file counts as deleted."""
    for folder in args["folders"]:
        for each in (folder, f"{folder}-sent"):
            await services.storage.delete(each)
